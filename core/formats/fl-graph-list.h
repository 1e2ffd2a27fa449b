/* The graphs of a file or a folder: of a log or a trace with several, of every compilation in a debug folder, of a
 * folder of graphs. */
#pragma once

#include "fl-formats.h"

G_BEGIN_DECLS

typedef struct
{
  char *path;   /* of the file */
  char *folder; /* of the compilation it is part of; NULL: of none */
  char *name;   /* of the class */
  char *kind;   /* "forward", "aot_inference_graph", "Dynamo's" … */
  guint line;
  guint n_nodes;
  char *device;   /* "cuda:0"; NULL: nothing says */
  char *why;      /* who says so; NULL */
  char *obstacle; /* why it cannot be read or lowered; NULL: it can be */
  guint number;   /* in its file */
} FlListedGraph;

typedef struct
{
  char *path;
  char *note;        /* says that another file was taken in place of the one asked for; NULL */
  GPtrArray *graphs; /* FlListedGraph, in order; number N is at N - 1 */
  guint chosen;      /* number of the one that is meant when nobody says */
  GPtrArray *found;  /* FlFoundGraph of a single file, which may be standard input: not read again; NULL: of a folder */
} FlGraphList;

/* NULL + error: nothing can be read there. */
FlGraphList *fl_graph_list_new (const char *path, GError **error);
void fl_graph_list_free (FlGraphList *list);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlGraphList, fl_graph_list_free)

/* With shapes; number 0: the chosen one. */
FlGraph *fl_graph_list_read (const FlGraphList *list, guint number, GError **error);
/* "2  forward  GraphModule  113 nodes  cuda:0 (output_code.py)": a table, the chosen one marked. */
void fl_graph_list_append (GString *out, const FlGraphList *list);

G_END_DECLS
