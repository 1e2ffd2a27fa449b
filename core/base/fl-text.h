/* Text as Python prints it, and numbers as people read them. All number-to-text conversions of the project stand here
 * and never depend on the locale. */
#pragma once

#include <stdarg.h>

#include <glib.h>

G_BEGIN_DECLS

/* Python's repr (float): shortest digits that read back equal; "1.0", "1e-05", "inf", "-inf", "nan". */
void fl_text_append_float (GString *out, double value);

/* Digits alone. */
void fl_text_append_int (GString *out, gint64 value);

/* As GLib's, without a copy of the text on its way; formats are C's. */
void fl_text_append_vprintf (GString *out, const char *format, va_list args) G_GNUC_PRINTF (2, 0);
void fl_text_append_blanks (GString *out, guint n);

/* Python's repr (str) of a str: single quotes unless the text has one and no double quote. */
void fl_text_append_repr (GString *out, const char *text);

/* What pprint.pformat (list, indent=4, width=80) gives for a list whose elements are already printed: on one line
 * when "[a, b]" has at most 80 characters, else one element a line: "[   a,\n    b]". Elements are not sorted here. */
void fl_text_append_pprint_list (GString *out, const char *const *elements, guint n_elements);

/* "1.5 MiB", "40 B" / "1.23 ms", "950 ns" (three significant digits), for people, never for parsing. */
char *fl_text_dup_bytes (guint64 size_bytes);
char *fl_text_dup_duration (double duration_ns);

/* A copy, with a zero behind it, in which every byte that is no UTF-8 (and every zero byte) is U+FFFD; *is_changed
 * tells whether there were any. For text that comes from outside. */
char *fl_text_dup_valid (const char *text, gsize length, gsize *valid_length, gboolean *is_changed);

/* How many single letters must be added, dropped or changed (Levenshtein, ASCII case ignored), for names of at most 63
 * letters: for "the nearest is …". */
guint fl_text_get_distance (const char *a, const char *b);

G_END_DECLS
