/* Foreign text in a file of comma-separated values (RFC 4180), as spreadsheets read it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A field, between double quotes: one line, and no formula: a text that begins with =, +, -, @ gets an apostrophe. */
void fl_quote_append_csv (GString *out, const char *text);

G_END_DECLS
