/* Programs with their inputs and the reference interpreter's results, for others to compare with.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* STEM.py, STEM.in.N.npy, STEM.out.N.npy and STEM.after.N.npy (inputs when all is done), as
 * float64, int64 or complex128, row-major. */
gboolean rnd_dump (const char *text, const char *stem, GError **error);

G_END_DECLS
