/* Graph files: readers and writers in one table. A file is recognised by its content, not by its name. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;   /* "fx", "json" */
  const char *title;  /* "FX graph text" */
  const char *suffix; /* ".py" */
  /* 0: not mine … 100: surely mine. Looks at the first bytes only. */
  guint (*probe) (const char *text, gsize length);
  FlGraph *(*read) (const char *path, const char *text, gsize length, GError **error);
  gboolean (*write) (const FlGraph *graph, GString *out, GError **error); /* NULL: cannot */
} FlFormatRow;

guint fl_formats_get_n_rows (void);
const FlFormatRow *fl_formats_get_row (guint position);
const FlFormatRow *fl_formats_find (const char *name);

/* Reads any known format; shapes are propagated and checked. Errors carry file, line, column and a caret. */
FlGraph *fl_graph_read_file (const char *path, GError **error);
FlGraph *fl_graph_read_text (const char *path, const char *text, gsize length, GError **error);

/* The graph of a file whose text gives inputs no strides (fx_graph_transformed.py), with those that load_args of
 * fx_graph_runnable.py gives, and its values for size symbols as hints. inputs_path NULL or not readable: as above. */
FlGraph *fl_graph_read_file_beside (const char *path, const char *inputs_path, GError **error);

/* What a reader met, for the `stages` report and for tests. */
FlGraph *fl_fx_read (const char *path, const char *text, gsize length, GError **error);
/* The graph of that class name, where a file has several (fl_fx_read takes the first and warns about the rest). */
FlGraph *fl_fx_read_named (const char *path, const char *text, gsize length, const char *name, GError **error);
/* load_args of fx_graph_runnable.py: gives inputs their types, and those that have some their strides. */
void fl_fx_read_load_args (FlGraph *graph, const char *text, const char *end);
guint fl_fx_probe (const char *text, gsize length);
guint fl_json_probe (const char *text, gsize length);
FlGraph *fl_json_read (const char *path, const char *text, gsize length, GError **error);
gboolean fl_json_write (const FlGraph *graph, GString *out, GError **error);

G_END_DECLS
