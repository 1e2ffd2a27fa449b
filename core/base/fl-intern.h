/* Interned names: equal text is the same pointer, so names compare with ==. Process-wide and thread-safe; lives for
 * ever, so only names (never whole file lines) go in. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *fl_intern (const char *text);
const char *fl_intern_n (const char *text, gsize length);
const char *fl_intern_printf (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* A name that comes from a file: fl_quote_dup_name makes it one that can be shown. NULL gives NULL. */
const char *fl_intern_name (const char *text);
const char *fl_intern_name_n (const char *text, gsize length);

G_END_DECLS
