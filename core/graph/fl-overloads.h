/* What PyTorch can decompose or lower (fl-overloads.def) beside what the operator table knows, and
 * why the rest is not known. */
#pragma once

#include "fl-aten.h"

G_BEGIN_DECLS

/* What Inductor does with an overload: tests/tools/list-overloads.py says it in full. */
typedef enum
{
  FL_OVERLOAD_DECOMPOSED,
  FL_OVERLOAD_LOWERED,
  FL_OVERLOAD_FALLBACK,
  FL_OVERLOAD_COMPOSITE,
  FL_OVERLOAD_REFERENCE,
  FL_N_OVERLOAD_KINDS
} FlOverloadKind;

typedef struct
{
  const char *name; /* "aten.add.Tensor" */
  FlOverloadKind kind;
  const char *schema; /* PyTorch's: "add.Tensor(Tensor self, …) -> Tensor" */
} FlOverload;

guint fl_overloads_get_n_rows (void);
const FlOverload *fl_overloads_get_row (guint index);
/* NULL: PyTorch neither decomposes nor lowers it. */
const FlOverload *fl_overloads_find (const char *name);
/* "lowered", "fallback", … */
const char *fl_overload_kind_get_name (FlOverloadKind kind);
/* Why the operator table has no row for it, as a sentence; NULL: it has one, or nobody says why
 * not. */
const char *fl_overload_find_reason (const FlOverload *overload);
/* The reasons by name, to be checked: pattern of the index-th row; NULL: there are no more. */
const char *fl_overloads_get_pattern (guint index);

G_END_DECLS
