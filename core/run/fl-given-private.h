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

/* Foreign text for a message. */
char *fl_given_dup_shown (const char *text);

G_END_DECLS
