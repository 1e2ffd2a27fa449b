/* What the files of this folder share about the operator table. */
#pragma once

#include "fl-aten.h"

G_BEGIN_DECLS

/* The kinds of an operator's parameters, by position: "Tensor", "int[]?"; none when nothing is known
 * of it. The caller frees them. */
GStrv fl_aten_make_kinds (const char *operator_name);
/* word is kept: static or interned. A word that is not known stands for any kind. */
FlAtenType fl_aten_parse_type (const char *word);

G_END_DECLS
