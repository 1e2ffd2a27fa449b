/* What the files of commands about single values share. */
#pragma once

#include "fl-cli.h"

G_BEGIN_DECLS

/* The operation by which something is decided on what has this name; NULL: nothing is. */
typedef const char *(*FlCliDecided) (const FlRun *run, const char *name);

/* Of a source line ("model.py:12") or a module path: its last operation; text says which there are. NULL: none. */
const char *fl_cli_names_find_place (const FlRun *run, const char *place, FlCliDecided find, GString *text);
/* Of an input, a view or an inlined value: the nearest reader. */
const char *fl_cli_names_find_reader (const FlRun *run, const char *name, FlCliDecided find, GString *text);
G_END_DECLS
