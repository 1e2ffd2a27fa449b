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

const FlFormatRow *fl_formats_find (const char *name);

/* Reads any known format, a folder's too; of several graphs the first that can be lowered. Where the text does not say
 * where the tensors lie, the files of its compilation beside it do. Shapes are propagated and checked. Errors carry
 * file, line, column and a caret. */
FlGraph *fl_graph_read_file (const char *path, GError **error);
/* The graph of that number in fl_graph_list_new's list (fl-graph-list.h); 0: as above. */
FlGraph *fl_graph_read_file_number (const char *path, guint number, GError **error);
FlGraph *fl_graph_read_text (const char *path, const char *text, gsize length, GError **error);

/* --- several graphs --------------------------------------------------------------------------- */
typedef struct
{
  FlGraph *graph; /* NULL: error says why it cannot be read */
  GError *error;
  char *name; /* of the class, or "graph" */
  char *kind; /* the name that the text around it gives: "aot_forward_graph", "Forward graph 0"; NULL: none */
  guint line;
} FlFoundGraph;

void fl_found_graph_free (FlFoundGraph *found);
/* What it is: the text's word, else by its operators and inputs ("Dynamo's", "forward", "backward", "joint",
 * "inference"). */
char *fl_found_graph_dup_kind (const FlFoundGraph *found);
/* Why a graph cannot be lowered: it calls what is no operator (Dynamo's graphs do: torch.nn.functional.relu). NULL: it
 * can. In the graph's arena. */
const char *fl_graph_find_obstacle (const FlGraph *graph);
/* Which of several is meant when nobody says: the first that can be lowered, else the first that can be read; its
 * number, from 1. */
guint fl_found_graphs_choose (const GPtrArray *all);
/* The graph of this number (0: fl_found_graphs_choose), with a warning that names the other graphs. NULL + error: it
 * cannot be read, or no graph has that number. */
FlGraph *fl_found_graphs_take (const GPtrArray *all, guint number, GError **error);
/* All graphs of a text, in order; shapes are not propagated. NULL + error: it has none. */
GPtrArray *fl_graphs_read_text (const char *path, const char *text, gsize length, GError **error);
GPtrArray *fl_fx_read_all (const char *path, const char *text, gsize length, GError **error);
/* One more warning for a graph that is not shared yet. */
void fl_graph_append_warning (FlGraph *graph, const char *text);

/* What a reader met, for the `stages` report and for tests. */
FlGraph *fl_fx_read (const char *path, const char *text, gsize length, GError **error);
/* The graph of that class name, where a file has several (fl_fx_read takes the first that can be lowered and warns
 * about the rest). */
FlGraph *fl_fx_read_named (const char *path, const char *text, gsize length, const char *name, GError **error);
/* load_args of fx_graph_runnable.py: gives inputs their types, and those that have some their strides. */
void fl_fx_read_load_args (FlGraph *graph, const char *text, const char *end);
/* Elements of small constants that fx_graph_runnable.py writes out, as arguments of their get_attr nodes. */
void fl_fx_read_constants (FlGraph *graph, const char *text, const char *end);
guint fl_fx_probe (const char *text, gsize length);
guint fl_json_probe (const char *text, gsize length);
FlGraph *fl_json_read (const char *path, const char *text, gsize length, GError **error);
gboolean fl_json_write (const FlGraph *graph, GString *out, GError **error);

G_END_DECLS
