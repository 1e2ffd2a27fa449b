/* The outline of a loop program: expressions, shared with its tree. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

typedef struct
{
  const FlLoopKernel *kernel;
  GString *out;
  GArray *lets;         /* FlValueId in reach */
  GHashTable *names;    /* value -> name, interned */
  GHashTable *homes;    /* home -> name, interned */
  GHashTable *taken;    /* name -> how often */
  const FlGraph *graph; /* NULL: origins are not named */
  GArray *lines;        /* guint a line: what it shows; NULL: nobody asks */
} FlLoopOutline;

const char *fl_loop_outline_name (FlLoopOutline *outline, FlValueId value);
const char *fl_loop_outline_home (FlLoopOutline *outline, FlHomeId home);
/* "exp (x[i1] - amax)"; the value itself is written out even where it has a name. */
void fl_loop_outline_append_recipe (FlLoopOutline *outline, FlValueId value);
void fl_loop_outline_append_value (FlLoopOutline *outline, FlValueId value);
void fl_loop_outline_append_index (FlLoopOutline *outline, const FlSym *index);

G_END_DECLS
