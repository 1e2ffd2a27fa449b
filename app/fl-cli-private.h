/* What the files of commands about single values share. */
#pragma once

#include "fl-cli.h"

G_BEGIN_DECLS

/* The operation by which something is decided on what has this name; NULL: nothing is. */
typedef const char *(*FlCliDecided) (const FlRun *run, const char *name);

/* Of a source line ("model.py:12"), a module path, or a word of a line of source: the operations that something is
 * decided on. kind: which of the three. */
GPtrArray *fl_cli_names_list_place (const FlRun *run, const char *place, FlCliDecided find, const char **kind);
/* The last of them; text says which there are. NULL: none. */
const char *fl_cli_names_find_place (const FlRun *run, const char *place, FlCliDecided find, GString *text);
/* Of an input, a view or an inlined value: the nearest reader. */
const char *fl_cli_names_find_reader (const FlRun *run, const char *name, FlCliDecided find, GString *text);
/* The name that the strategy's decisions have for it; NULL: they have none. */
const char *fl_cli_why_find_decided (const FlRun *run, const char *name);
/* Of the operations that the two words stand for (layers of a reduction, those of a line), the pair that touches the
 * most bytes together; names has those that were settled on, and gets the pair. */
void fl_cli_why_choose_pair (GString *text, const FlRun *run, const char *const *words, const char **names);
G_END_DECLS
