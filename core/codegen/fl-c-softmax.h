/* Softmax and its kin: exponentials of what the elements of a row are below the row's largest. */
#pragma once

#include "fl-c-writer.h"

G_BEGIN_DECLS

/* Marks the exponentials (idiom), and the largest elements that need not tell of NaNs (ignores_nan) since the sums of the
 * exponentials do. After leaves and places are known. */
void fl_c_softmax_find (FlCWriter *writer);
/* Does the leaf store the largest of something for each row, and nothing else? */
gboolean fl_c_softmax_makes_maximum (const FlNestLeaf *leaf);

G_END_DECLS
