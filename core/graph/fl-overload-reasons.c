/* Why an overload of PyTorch's has no row in the operator table. A reason belongs to a name or a
 * pattern of names (fl-overload-reasons.def), or follows from schema and class: what is written for
 * the caller, what takes no tensors, what tracing opens. */
#include <string.h>

#include "fl-overloads.h"

static const struct
{
  const char *pattern, *reason;
} reasons[] = {
#define REASON(pattern, reason) { pattern, reason },
#include "fl-overload-reasons.def"
};

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
