/* What simplify_and_reorder did to the loops of a node, in words. */
#include "fl-schedule-private.h"

static void
append_sizes (GString *out, const FlLoopBody *body)
{
  if (body->n_vars == 0)
    g_string_append (out, "of one step");
  for (guint i = 0; i < body->n_vars; i++)
    {
      g_string_append (out, i == body->n_iter ? (i > 0 ? " reduce " : "reduce ") : i > 0 ? " x " : "");
      fl_sym_append (out, body->sizes[i]);
    }
}

/* Sizes of loops with more than one step; returns how many. */
static guint
get_long_loops (const FlLoopBody *body, const FlSym **sizes)
{
  guint n = 0;

  for (guint i = 0; i < body->n_vars; i++)
    if (!fl_sym_is_int_value (body->sizes[i], 1))
      sizes[n++] = body->sizes[i];
  return n;
}

typedef struct
{
  const FlLoopBody *body;
  gboolean is_ordered;
} Stores;

/* Merged loops follow the memory that is written: where the written loops did not, they were put in order first. */
static void
look_at_store (const FlBodyOp *op, gpointer data)
{
  Stores *stores = data;
  const FlLoopBody *body = stores->body;
  g_autofree gint64 *strides = NULL;
  gint64 last = G_MAXINT64;

  if (op->op != FL_SCALAR_STORE && op->op != FL_SCALAR_STORE_REDUCTION)
    return;
  strides = g_new0 (gint64, body->n_iter + 1);
  fl_loops_get_stride_hints (body->indices[op->index], body->vars, body->n_iter, body->vars, body->n_vars, strides);
  for (guint i = 0; i < body->n_iter; i++)
    {
      if (fl_sym_is_int_value (body->sizes[i], 1) || strides[i] == 0)
        continue;
      stores->is_ordered &= strides[i] <= last;
      last = strides[i];
    }
}

static gboolean
are_equal (const FlSym *const *a, const FlSym *const *b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (a[i] != b[i])
      return FALSE;
  return TRUE;
}

void
fl_sched_node_describe_loops (GString *out, const FlSchedNode *node)
{
  const FlLoopBody *from = node->default_body, *to = node->body;
  g_autofree const FlSym **before = g_new0 (const FlSym *, from->n_vars + 1);
  g_autofree const FlSym **after = g_new0 (const FlSym *, to->n_vars + 1);
  const guint n_before = get_long_loops (from, before), n_after = get_long_loops (to, after);
  Stores stores = { from, TRUE };
  const char *separator = ": ";

  append_sizes (out, to);
  if (n_before == n_after && from->n_vars == to->n_vars && are_equal (before, after, n_before))
    return;
  g_string_append (out, ", of ");
  append_sizes (out, from);
  if (n_before < from->n_vars && n_after == to->n_vars)
    {
      g_string_append_printf (out, "%swithout loops of one step", separator);
      separator = ", ";
    }
  fl_loop_body_visit (from, look_at_store, &stores);
  if (n_before == n_after ? !are_equal (before, after, n_before) : !stores.is_ordered)
    {
      g_string_append_printf (out, "%sordered by strides", separator);
      separator = ", ";
    }
  if (n_after < n_before)
    g_string_append_printf (out, "%smerged where every index allows", separator);
}
