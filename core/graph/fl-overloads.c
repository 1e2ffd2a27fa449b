/* PyTorch's overloads beside the operator table. A reason belongs to a name or a pattern of names
 * (fl-overload-reasons.def), or follows from schema and class: what is written for the caller, what
 * takes no tensors, what tracing opens. */
#include "fl-overloads.h"

#include <stdlib.h>
#include <string.h>

static const FlOverload overloads[] = {
#define OVERLOAD(name, kind, schema) { name, FL_OVERLOAD_##kind, schema },
#include "fl-overloads.def"
};

static const struct
{
  const char *pattern, *reason;
} reasons[] = {
#define REASON(pattern, reason) { pattern, reason },
#include "fl-overload-reasons.def"
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
  static const char *const names[]
      = { "decomposed", "lowered", "fallback", "composite", "reference" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FL_N_OVERLOAD_KINDS);
  return names[kind];
}

/* Keyword-only tensors that the call writes: "*, Tensor(a!) out". */
static gboolean
writes_for_caller (const char *schema)
{
  const char *keywords = strstr (schema, "*, "), *arrow = strstr (schema, ") -> ");
  const char *written = keywords != NULL ? strstr (keywords, "!)") : NULL;

  return written != NULL && arrow != NULL && written < arrow;
}

const char *
fl_overload_find_reason (const FlOverload *overload)
{
  if (fl_aten_find (overload->name) != NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (g_pattern_match_simple (reasons[i].pattern, overload->name))
      return reasons[i].reason;
  if (writes_for_caller (overload->schema))
    return "It writes into tensors that the caller hands over; functionalization puts the plain "
           "form in its place.";
  if (strstr (overload->schema, "Tensor") == NULL)
    return "It works on Python values in TorchScript and takes no tensor; graphs of tensors do not "
           "hold it.";
  if (overload->kind == FL_OVERLOAD_COMPOSITE)
    return "PyTorch opens it while it traces: graphs hold the operators that it is made of.";
  return NULL;
}

const char *
fl_overloads_get_pattern (guint index)
{
  return index < G_N_ELEMENTS (reasons) ? reasons[index].pattern : NULL;
}

FlAtenParts
fl_aten_get_parts (const FlAtenRow *row)
{
  static const FlAtenParts parts[FL_N_ATEN_OPS] = {
#define ATEN(id, name, kind, signature) [FL_ATEN_OP_##id] =
#define SHAPE(rule) { #rule,
#define LOWER(how) #how,
#define DECOMPOSE(into) #into,
#define REFERENCE(kernel)                                                                          \
#kernel                                                                                          \
  }                                                                                                \
  ,
#include "fl-aten-ops.def"
  };

  return parts[row->op];
}

const char *
fl_aten_kind_get_name (FlAtenKind kind)
{
  static const char *const names[]
      = { "pointwise", "reduction", "view",     "index",    "create", "extern",
          "composite", "random",    "mutation", "symbolic", "other" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FL_ATEN_OTHER + 1);
  return names[kind];
}
