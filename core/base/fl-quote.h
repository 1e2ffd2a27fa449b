/* Foreign text, such as names, targets, comments and constants of a file, in each language that is
 * written: there it is inert. What a language cannot hold is mangled where everybody sees it.
 * Nothing else writes foreign text.
 *
 * Text may be anything: bytes that are no UTF-8, control characters, marks that turn the direction
 * of writing. All functions append, or return what the caller frees; none fails.
 *
 * JSON has no function here: cJSON writes all of it, and fl_quote_append_text goes over the whole
 * before it is printed or saved. tests/check/check-doors.py finds other places that escape by hand.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

enum
{
  FL_QUOTE_MAX_NAME = 512, /* bytes of a name that is taken from a file; longer ones are cut, with a sum of all of it */
  FL_QUOTE_MAX_MESSAGE = 16384,
  FL_QUOTE_MAX_SHOWN = 200 /* bytes of foreign text within a message */
};

/* Are all characters seen, and is it one line? Not so: control characters (C0, C1, DEL), line and paragraph separators,
 * marks of direction and other unseen format characters, bytes that are no UTF-8. */
gboolean fl_quote_is_line (const char *text, gsize length);
/* One line for people: "\u001b" for what is not seen, U+FFFD for bytes that are no UTF-8. length -1: up to the zero. */
void fl_quote_append_line (GString *out, const char *text, gssize length);
char *fl_quote_dup_line (const char *text);
/* Quotes text of several lines as fl_quote_append_line does one: line ends and tabs stay. For terminals and text files,
 * and for JSON text, in which a character's replacement is an escape of a JSON string. */
void fl_quote_append_text (GString *out, const char *text, gssize length);
gboolean fl_quote_is_text (const char *text, gsize length);
/* One line of at most FL_QUOTE_MAX_SHOWN bytes, "…" and how many there were behind what is cut. */
char *fl_quote_dup_shown (const char *text);

/* A message that may hold such text: several lines; of a word of more than FL_QUOTE_MAX_NAME bytes the beginning, and
 * of all at most FL_QUOTE_MAX_MESSAGE bytes. */
char *fl_quote_dup_message (const char *text);

/* A name of a file as the program knows it from then on: one line, at most FL_QUOTE_MAX_NAME bytes; equal texts give
 * equal names. NULL: it can be taken as it is. */
char *fl_quote_dup_name (const char *text, gsize length);

/* C and CUDA, within a comment of either form: ends no comment, continues no line, is no trigraph. */
void fl_quote_append_c_comment (GString *out, const char *text);
/* A string literal, quotes included. */
void fl_quote_append_c_string (GString *out, const char *text);
/* An identifier of C and of C++ that is no keyword, no reserved name and no macro of a compiler. A name that is one is
 * returned as it is; else each run of other characters becomes "_", and "_x" with eight hexadecimal digits tells texts
 * apart; a word of the language gets "_" behind. At most 100 characters. */
char *fl_quote_dup_c_identifier (const char *text);
/* An identifier of Python and Triton; dotted: each part of "torch.ops.aten.mm.default" is one. */
char *fl_quote_dup_python_identifier (const char *text);
char *fl_quote_dup_python_path (const char *text);
/* Within a comment of Python (a string as repr() writes it: fl_text_append_repr). */
void fl_quote_append_python_comment (GString *out, const char *text);
/* A string between double quotes, as annotations are written, quotes included. */
void fl_quote_append_python_string (GString *out, const char *text);

/* A quoted id of Graphviz's language, quotes included: no escape sequence of labels but that of a line end, no HTML. */
void fl_quote_append_dot (GString *out, const char *text);
/* Text and attribute values of XML, SVG, HTML and of GLib's markup. */
void fl_quote_append_xml (GString *out, const char *text);
char *fl_quote_dup_xml (const char *text);
/* Within a paragraph or a table cell of Markdown. */
void fl_quote_append_markdown (GString *out, const char *text);
/* One word of a POSIX shell, and of bash, to be copied; no option of a command ("./-rf") when is_path. */
char *fl_quote_dup_shell (const char *text, gboolean is_path);
/* A part of a path: letters, digits, "-", "_" and "." not in front; at most 100 bytes. */
char *fl_quote_dup_file_name (const char *text);

G_END_DECLS
