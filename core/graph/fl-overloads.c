/* PyTorch's overloads beside the operator table. */
#include "fl-overloads.h"

#include <stdlib.h>
#include <string.h>

static const FlOverload overloads[] = {
#define OVERLOAD(name, kind, schema) { name, FL_OVERLOAD_##kind, schema },
#include "fl-overloads.def"
};

guint
fl_overloads_get_n_rows (void)
{
  return G_N_ELEMENTS (overloads);
}

const FlOverload *
fl_overloads_get_row (guint index)
{
  g_assert (index < G_N_ELEMENTS (overloads));
  return &overloads[index];
}

static int
compare_names (const void *name, const void *overload)
{
  return strcmp (name, ((const FlOverload *) overload)->name);
}

const FlOverload *
fl_overloads_find (const char *name)
{
  return bsearch (name, overloads, G_N_ELEMENTS (overloads), sizeof *overloads, compare_names);
}

const char *
fl_overload_kind_get_name (FlOverloadKind kind)
{
  static const char *const names[] = { "decomposed", "lowered", "fallback", "composite", "reference" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FL_N_OVERLOAD_KINDS);
  return names[kind];
}
