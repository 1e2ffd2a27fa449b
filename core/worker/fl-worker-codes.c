/* Codes of errors by the names that they travel under. */
#include "fl-compiler.h"
#include "fl-worker-protocol.h"

static const struct
{
  const char *name;
  int code;
} codes[] = {
  { "io", FL_ERROR_IO },
  { "syntax", FL_ERROR_SYNTAX },
  { "graph", FL_ERROR_GRAPH },
  { "shape", FL_ERROR_SHAPE },
  { "unsupported", FL_ERROR_UNSUPPORTED },
  { "limit", FL_ERROR_LIMIT },
  { "cancelled", FL_ERROR_CANCELLED },
  { "usage", FL_ERROR_USAGE },
  { "compiler", FL_ERROR_COMPILER },
  { "kernel", FL_ERROR_KERNEL },
  { "worker", FL_ERROR_WORKER },
  { "mismatch", FL_ERROR_MISMATCH },
};

const char *
fl_worker_get_code_name (int code)
{
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (codes[i].code == code)
      return codes[i].name;
  return "worker";
}

/* A worker may not say that its owner cancelled a run, or used an option wrongly: then the worker failed. */
int
fl_worker_find_code (const char *name)
{
  static const char *const taken[] = { "io", "graph", "shape", "unsupported", "limit", "compiler", "kernel", NULL };
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_strcmp0 (name, codes[i].name) == 0 && g_strv_contains (taken, name))
      return codes[i].code;
  return FL_ERROR_WORKER;
}
