/* What the tests of the FX text reader share. */
#pragma once

#include <string.h>

#include "fl-formats.h"

static inline FlGraph *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  FlGraph *graph = fl_fx_read ("t.py", text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_true (fl_graph_verify (graph, &error));
  g_assert_no_error (error);
  return graph;
}
