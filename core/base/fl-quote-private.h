/* What the files of quoting share. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define FL_QUOTE_NO_CHARACTER ((gunichar) -1)

/* The next character before end, or FL_QUOTE_NO_CHARACTER for one byte that begins none; *text goes on behind it. */
gunichar fl_quote_next (const char **text, const char *end);
/* A sum that tells texts apart; whoever wants to can make two with one sum. */
guint64 fl_quote_sum (const char *text, gsize length);

G_END_DECLS
