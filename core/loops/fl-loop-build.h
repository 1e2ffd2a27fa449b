/* Building: from the nest of a scheduled group to its first loop program, in which every operation stands as the graph
 * has it. */
#pragma once

#include "fl-loop-program.h"
#include "fl-nest.h"

G_BEGIN_DECLS

/* Where a buffer of the kernel lies: an argument, counted from 0, and where in it the buffer begins. */
typedef struct
{
  const FlBuffer *storage;
  guint argument;
  const FlSym *offset;     /* NULL: at its start */
  gboolean is_for_library; /* a library call reads it next, or writes into it if it is a result of the graph */
  gboolean is_written;     /* by this kernel, under this name or another */
} FlLoopBinding;

/* FALSE: the buffer is no argument. */
typedef gboolean (*FlLoopBind) (gpointer data, const FlBuffer *buffer, FlLoopBinding *binding);

/* name: of the kernel. NULL + FL_ERROR_UNSUPPORTED: an operation has no form here yet (a sort). */
const FlLoopProgram *fl_loop_build (FlArena *arena, const FlNest *nest, const char *name, FlLoopBind bind,
                                    gpointer data, GError **error);

G_END_DECLS
