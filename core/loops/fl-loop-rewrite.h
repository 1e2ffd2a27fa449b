/* Making new statements and values of old ones: what passes are written with. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

/* A substitution under way: variables in indices, and values for values. New for each use; equal values are rewritten
 * once. */
typedef struct _FlLoopRewrite FlLoopRewrite;

FlLoopRewrite *fl_loop_rewrite_new (FlLoopKernel *kernel);
void fl_loop_rewrite_free (FlLoopRewrite *rewrite);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlLoopRewrite, fl_loop_rewrite_free)

/* In every index: this variable becomes that expression. All at once; before the first value is rewritten. */
void fl_loop_rewrite_add_var (FlLoopRewrite *rewrite, const FlSym *var, const FlSym *by);

/* Every loop over this axis, whose bounds hang on a variable that is replaced, goes over that one. */
void fl_loop_rewrite_add_axis (FlLoopRewrite *rewrite, FlAxisId axis, FlAxisId by);
/* A bound of such an axis. */
const FlSym *fl_loop_rewrite_bound (FlLoopRewrite *rewrite, const FlSym *bound);

/* In every value: this one becomes that one. Before a value that it is a part of is rewritten. */
void fl_loop_rewrite_add_value (FlLoopRewrite *rewrite, FlValueId value, FlValueId by);

/* Every statement and value that has this home gets that one. */
void fl_loop_rewrite_add_home (FlLoopRewrite *rewrite, FlHomeId home, FlHomeId by);

/* What else becomes of indices, once variables are replaced (NULL: nothing), and of values, before their parts are
 * looked at: 0, they are rewritten part by part. */
typedef struct
{
  const FlSym *(*index) (gpointer data, const FlSym *index);
  FlValueId (*value) (gpointer data, FlLoopRewrite *rewrite, FlValueId value);
  gpointer data;
} FlLoopSettle;

void fl_loop_rewrite_set_settle (FlLoopRewrite *rewrite, const FlLoopSettle *settle); /* must live as long */

/* What lives inside of a copy is the copy's own: new homes for those that begin in a statement and were not given
 * another one. */
void fl_loop_rewrite_homes (FlLoopRewrite *rewrite, FlLoopStmt *stmt);

/* Axes that copies of homes are made inside of, beside those of what replaces variables. */
void fl_loop_rewrite_set_open (FlLoopRewrite *rewrite, guint64 axes);
/* Indices are simplified by the sizes of variables: quotients and remainders of one number are joined. */
void fl_loop_rewrite_simplify (FlLoopRewrite *rewrite);

const FlSym *fl_loop_rewrite_index (FlLoopRewrite *rewrite, const FlSym *index);
FlValueId fl_loop_rewrite_value (FlLoopRewrite *rewrite, FlValueId value);
/* The whole statement with all below it. Indices read from memory get symbols of their own in the copy. */
FlStmtId fl_loop_rewrite_stmt (FlLoopRewrite *rewrite, FlStmtId stmt);

/* The whole statement with only values replaced: a statement that does not change keeps its number, and homes stay
 * what they are. */
FlStmtId fl_loop_rewrite_values (FlLoopRewrite *rewrite, FlStmtId stmt);

/* Values that statements other than names need, as keys of a set: of a composition that is a function, only what that
 * is of. */
GHashTable *fl_loop_collect_needed (const FlLoopKernel *kernel, FlStmtId root);
/* Without names that nothing needs, nor those of constants, and without checks that always hold. */
FlStmtId fl_loop_drop_unused (FlLoopKernel *kernel, FlStmtId root);

/* What a statement becomes with all below it; 0: it stays, and those below it are asked. open: axes of the loops
 * around. */
typedef FlStmtId (*FlLoopMake) (FlLoopKernel *kernel, FlStmtId stmt, guint64 open, gpointer data);
FlStmtId fl_loop_map_stmts (FlLoopKernel *kernel, FlStmtId root, guint64 open, FlLoopMake make, gpointer data);

/* The statement with what `append` puts in the place of each child: one statement or several. */
typedef void (*FlLoopAppend) (gpointer data, FlStmtId child, GArray *out);
FlStmtId fl_loop_expand_children (FlLoopKernel *kernel, FlStmtId stmt, FlLoopAppend append, gpointer data);

/* The program with one statement replaced wherever it stands; the same root when it stands nowhere. n 0: it is dropped.
 */
FlStmtId fl_loop_replace (FlLoopKernel *kernel, FlStmtId root, FlStmtId stmt, const FlStmtId *by, guint n);

/* Homes that a statement, or what is below it, stores to or accumulates in: as keys of a set. */
GHashTable *fl_loop_collect_written (const FlLoopKernel *kernel, FlStmtId stmt);
/* Does evaluating the value read one of these homes? */
gboolean fl_loop_value_reads (const FlLoopKernel *kernel, FlValueId value, GHashTable *homes);

G_END_DECLS
