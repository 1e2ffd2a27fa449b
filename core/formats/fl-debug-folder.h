/* A folder with the dumps of one compilation: what TORCH_COMPILE_DEBUG=1 leaves in
 * torch_compile_debug/run_…/torchinductor/model__0_…/ (the graph as text, ir_pre_fusion.txt,
 * ir_post_fusion.txt, output_code.py), or any folder with such files; and the cases of Fuseloom's
 * own tests. Any file may be compressed (NAME.gz). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *path;          /* of the folder */
  char *title;         /* "model__0_forward_1.0" */
  char *graph_path;    /* never NULL; the others may be */
  char *runnable_path; /* fx_graph_runnable.py: strides of the inputs, hints, settings */
  char *pre_path;
  char *post_path;
  char *code_path;      /* output_code.py */
  char *decisions_path; /* fusion.txt: what PyTorch's scheduler decided, with its reasons
                           (make-goldens.py) */
  char *torch_version;  /* "2.15.0+cu132", where a file says so */
  char **settings;      /* "NAME=VALUE" of torch._inductor.config that were not the defaults; never NULL */
} FlDebugFolder;

/* NULL + FL_ERROR_IO when there is no such folder or it holds no graph. */
FlDebugFolder *fl_debug_folder_new (const char *path, GError **error);
void fl_debug_folder_free (FlDebugFolder *folder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlDebugFolder, fl_debug_folder_free)

/* The compilation that a file is part of, by its name and what lies beside it; of a folder, the folder. NULL: it is
 * part of none. */
FlDebugFolder *fl_debug_folder_new_around (const char *path);
/* TRUE when the folder itself holds a graph and a dump of the scheduler. */
gboolean fl_debug_folder_is_one (const char *path);
/* The folder itself, or all below it that are one, by name. New array of char *. */
GPtrArray *fl_debug_folder_find_all (const char *path);

G_END_DECLS
