/* Macros of templates: what the C preprocessor makes of them, with every line where it stands. */
#pragma once

/* Behind the word; behind one character, one comment or one string; at the end of a directive with
 * its continued lines. */
const char *cut_preamble_skip_word (const char *at);
const char *cut_preamble_skip_other (const char *at);
const char *cut_preamble_skip_directive (const char *at);
/* What follows #define, up to the end: NAME BODY or NAME(PARAMETERS) BODY. 0: something else. */
int cut_preamble_define (const char *at, const char *end);
void cut_preamble_undef (const char *at, const char *end);
/* The text with every macro replaced, in comments too; the caller's. NULL: a macro is called with
 * other arguments than it has, or names itself. */
char *cut_preamble_expand (const char *text);
