/* Compositions that one function on vectors computes: x / 2 * (1 + erf (x / sqrt (2))) and the like. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Finds them in the leaf's root block: sets idiom and idiom_arg of the operations that end one, and is_idle of those
 * that nothing needs then. Loops that are not vectors go by the operations as they are. */
void fl_c_idiom_find (FlCLeaf *state);
/* The function on vectors: "fl_gelu_vec"; what its result is called: "gelu"; what it stands for. */
const char *fl_c_idiom_get_function (FlCIdiom idiom);
const char *fl_c_idiom_get_name (FlCIdiom idiom);
const char *fl_c_idiom_get_definition (FlCIdiom idiom);

/* Of a reduction that is FL_C_IDIOM_ANY_…: the constant, and how elements are compared with it: ">". */
char *fl_c_idiom_dup_bound (const FlCLeaf *state, guint32 position, const char **sign);

G_END_DECLS
