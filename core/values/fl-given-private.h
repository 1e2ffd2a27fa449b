/* What the two parts of given tensors share. */
#pragma once

#include "fl-given.h"

G_BEGIN_DECLS

struct _FlGiven
{
  FlGraph *graph;
  gboolean of_results;
  GPtrArray *tensors; /* FlGivenTensor, counted */
};

G_END_DECLS
