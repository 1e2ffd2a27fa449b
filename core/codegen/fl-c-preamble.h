/* The helpers that generated C source may call. A source gets those it uses, and no header at all. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Notes that every helper whose name occurs in text is used. used: a bit set of fl_c_preamble_get_n_helpers () bits. */
void fl_c_preamble_note (guint64 *used, const char *text);
guint fl_c_preamble_get_n_helpers (void);
/* Types first, then the used helpers and what they rest on. */
void fl_c_preamble_append (GString *out, guint64 used);
/* Compiler flags that generated source counts on, NULL-terminated: without them it is right but slow, but for -fwrapv. */
const char *const *fl_c_preamble_get_flags (void);

G_END_DECLS
