/* Interned names: equal text is the same pointer, so names compare with ==. Process-wide and thread-safe; lives for
 * ever, so only names (never whole file lines) go in. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *fl_intern (const char *text);
const char *fl_intern_n (const char *text, gsize length);
const char *fl_intern_printf (const char *format, ...) G_GNUC_PRINTF (1, 2);

G_END_DECLS
