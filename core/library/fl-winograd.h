/* Winograd's form of convolutions that the library has none for: 3 taps along lines, and transposed
 * ones of 4 x 4 taps with stride 2. */
#pragma once

#include "fl-primitive.h"
#include "fl-thread-pool.h"

G_BEGIN_DECLS

typedef struct _FlWinograd FlWinograd;

/* NULL: the convolution has other shapes, or the library has no primitive for the products. */
FlWinograd *fl_winograd_new (const FlConvolution *shape, guint n_threads);
void fl_winograd_pack (FlWinograd *winograd, const float *weight);
/* FALSE: some results are not finite; then those beside them are none, either, and must be computed
 * anew. */
gboolean fl_winograd_run (FlWinograd *winograd, FlThreadPool *pool, const float *in, const float *bias, float *out);
gint64 fl_winograd_count_packed (const FlWinograd *winograd);  /* bytes */
gint64 fl_winograd_count_scratch (const FlWinograd *winograd); /* bytes */
void fl_winograd_free (FlWinograd *winograd);

G_END_DECLS
