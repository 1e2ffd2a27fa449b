/* Softmax and its kin: exponentials of what the elements of a row are below the row's largest. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Marks the exponentials (idiom), and the largest elements that need not tell of NaNs (ignores_nan) since the sums of
 * the exponentials do. After leaves and places are known. */
void fl_c_softmax_find (FlCWriter *writer);
/* Does the leaf store the largest of something for each row, and nothing else? */
gboolean fl_c_softmax_makes_maximum (const FlNestLeaf *leaf);
/* Do the leaves do nothing but exponentials of what elements are below that largest, and their sum? *kept: the buffer
 * that holds the exponentials; NULL: none does. */
gboolean fl_c_softmax_only_sums (const FlNestLeaf *largest, const FlNestLeaf *const *leaves, guint n_leaves,
                                 const char **kept);
/* Need that largest not tell of NaNs? */
gboolean fl_c_softmax_ignores_nan (const FlCWriter *writer, const FlNestLeaf *largest);

G_END_DECLS
