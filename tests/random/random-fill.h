/* Elements of a random program's inputs, by a comment of its text: "# fill NAME KIND BOUND SEED",
 * where the bound may be "s0" or "2*s0+1", or
 * "# fill NAME data V V V". */
#pragma once

#include "fl-array.h"
#include "fl-sizes.h"

G_BEGIN_DECLS

/* kind: "plain", "positive", "unit", "special", "extreme", "below" (0 to bound - 1), "index" (also
 * negative), "distinct", "sorted", "offsets". NULL when there is no such kind. Places that strides
 * make one hold one number. */
FlArray *rnd_fill_new (const char *kind, gint64 bound, guint32 seed, FlDtype dtype, guint n_dims, const gint64 *sizes,
                       const gint64 *strides);
void rnd_fill_append_data (GString *out, const char *name, const FlArray *array);
/* One a placeholder as the comments of the text say; without one, as for any graph. */
GPtrArray *rnd_fill_inputs (const FlGraph *graph, const char *text, FlSizeLookup sizes, gpointer data, GError **error);

/* What the text's comments "# sizes s0=5 s1=7" make of its symbols: a GArray of FlSizeValue a line;
 * one that is empty where there is no such line. */
GPtrArray *rnd_fill_read_points (const FlGraph *graph, const char *text);
/* FlSizeLookup of one of them. */
gint64 rnd_fill_look_up (const FlSym *symbol, gpointer point);

G_END_DECLS
