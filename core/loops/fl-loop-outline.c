/* A loop program as an indented outline: loops with their mapping, what lives in them, statements with the nodes they
 * came from. */
#include "fl-loop-text-private.h"

#include "fl-quote.h"

enum
{
  ORIGIN_COLUMN = 72 /* characters; origins of shorter lines stand below each other */
};

static void
begin_line (FlLoopOutline *outline, guint indent)
{
  g_string_append_printf (outline->out, "%*s", (int) indent * 2, "");
}

/* Of a statement, or of a home. */
static void
note_line (FlLoopOutline *outline, guint number, gboolean is_home)
{
  const guint key = number * 2 + is_home;

  if (outline->lines)
    g_array_append_val (outline->lines, key);
}

/* Ends a line that began at a position of the text: what follows it is the node that it came from. */
static void
end_line (FlLoopOutline *outline, gsize start, guint origins)
{
  const FlLoopOrigins *from = fl_loop_get_origins (outline->kernel, origins);
  const gsize length = outline->out->len - start;

  if (from)
    {
      g_string_append_printf (outline->out, "%*s# %s", length < ORIGIN_COLUMN ? (int) (ORIGIN_COLUMN - length) : 2, "",
                              from->op ? from->op : "");
      for (guint i = 0; outline->graph && i < from->n; i++)
        {
          g_string_append (outline->out, i ? ", " : ": ");
          fl_quote_append_line (outline->out, outline->graph->nodes[from->nodes[i].index].name, -1);
        }
    }
  g_string_append_c (outline->out, '\n');
}

static void
append_homes (FlLoopOutline *outline, const FlLoopStmt *stmt, guint indent)
{
  for (guint i = 0; i < stmt->n_homes; i++)
    {
      const FlLoopHome *home = fl_loop_get_home (outline->kernel, stmt->homes[i]);

      begin_line (outline, indent);
      note_line (outline, stmt->homes[i], TRUE);
      fl_quote_append_line (outline->out, fl_loop_outline_home (outline, stmt->homes[i]), -1);
      g_string_append_printf (outline->out, ": %s", fl_dtype_get_short_name (home->dtype));
      if (home->kind != FL_HOME_REGISTER || home->combiner == FL_N_REDUCTIONS || !fl_sym_is_int_value (home->size, 1))
        {
          g_string_append_c (outline->out, '[');
          fl_loop_outline_append_index (outline, home->size);
          g_string_append_c (outline->out, ']');
        }
      if (home->kind == FL_HOME_PARTIALS && home->buffer)
        g_string_append (outline->out, " between operations");
      else
        g_string_append_printf (outline->out, " in %s",
                                home->kind == FL_HOME_REGISTER ? "registers" : fl_home_kind_get_name (home->kind));
      if (home->pack)
        g_string_append_printf (outline->out, ", packed by %u", home->pack);
      if (home->combiner != FL_N_REDUCTIONS)
        g_string_append_printf (outline->out, ", combines by %s", fl_reduction_get_name (home->combiner));
      g_string_append_c (outline->out, '\n');
    }
}

/* Does it accumulate in what outlives it? */
static void
note_reduction (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  FlAxisId *axis = data;

  if (stmt->kind != FL_STMT_ACCUMULATE || (fl_loop_get_home (kernel, stmt->home)->varies >> *axis & 1))
    return;
  /* Columns each have an element of a row of accumulators. */
  if (fl_loop_get_home (kernel, stmt->home)->kind != FL_HOME_STACK || !stmt->index
      || !(fl_loop_index_get_axes (kernel, stmt->index) >> *axis & 1))
    *axis = 0;
}

/* "768", "64 .. 768", "0 .. 768 by 16". */
static void
append_positions (FlLoopOutline *outline, const FlLoopAxis *axis)
{
  if (axis->begin)
    fl_loop_outline_append_index (outline, axis->begin);
  else if (axis->step && !axis->stop)
    g_string_append_c (outline->out, '0');
  if (axis->begin || (axis->step && !axis->stop))
    g_string_append (outline->out, " .. ");
  fl_loop_outline_append_index (outline, axis->extent);
  if (axis->step && !fl_sym_is_int_value (axis->step, 1))
    {
      g_string_append (outline->out, axis->stop ? " in parts of " : " by ");
      fl_loop_outline_append_index (outline, axis->step);
    }
}

static void
append_loop_head (FlLoopOutline *outline, FlStmtId id, const FlLoopStmt *stmt, guint indent)
{
  const FlLoopAxis *axis = fl_loop_get_axis (outline->kernel, stmt->axis);
  FlAxisId reduces = stmt->axis;

  fl_loop_visit (outline->kernel, id, note_reduction, &reduces);
  begin_line (outline, indent);
  g_string_append_printf (outline->out, "for %s [", axis->name);
  append_positions (outline, axis);
  g_string_append_c (outline->out, ']');
  if (reduces == 0)
    g_string_append (outline->out, " reduces");
  if (stmt->map != FL_MAP_SERIAL)
    g_string_append_printf (outline->out, " %s", fl_axis_map_get_name (stmt->map));
  if (stmt->tail == FL_TAIL_REST)
    g_string_append (outline->out, ", what is left");
  else if (stmt->tail == FL_TAIL_HEAD)
    g_string_append (outline->out, ", up to where memory is aligned");
  else if (stmt->tail != FL_TAIL_NONE)
    g_string_append_printf (outline->out, ", tail %s", fl_axis_tail_get_name (stmt->tail));
  g_string_append_c (outline->out, '\n');
}

static void
append_store (FlLoopOutline *outline, const FlLoopStmt *stmt)
{
  fl_quote_append_line (outline->out, fl_loop_outline_home (outline, stmt->home), -1);
  g_string_append_c (outline->out, '[');
  fl_loop_outline_append_index (outline, stmt->index);
  g_string_append (outline->out, stmt->mode == FL_LOOP_STORE_ATOMIC_ADD ? "] += " : "] = ");
  fl_loop_outline_append_value (outline, stmt->value);
  if (stmt->mode == FL_LOOP_STORE_STREAMING)
    g_string_append (outline->out, "  streaming");
  else if (stmt->mode == FL_LOOP_STORE_COMBINED)
    g_string_append (outline->out, "  combined");
}

/* "sum sum= all of sum_lanes" */
static void
append_combine (FlLoopOutline *outline, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (outline->kernel, stmt->home);

  fl_quote_append_line (outline->out, fl_loop_outline_home (outline, stmt->home), -1);
  g_string_append_printf (outline->out, " %s= all of ", fl_reduction_get_name (home->combiner));
  fl_quote_append_line (outline->out, fl_loop_outline_home (outline, stmt->from ? stmt->from : stmt->home), -1);
}

static void
append_accumulate (FlLoopOutline *outline, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (outline->kernel, stmt->home);

  fl_quote_append_line (outline->out, fl_loop_outline_home (outline, stmt->home), -1);
  if (stmt->index)
    {
      g_string_append_c (outline->out, '[');
      fl_loop_outline_append_index (outline, stmt->index);
      g_string_append_c (outline->out, ']');
    }
  g_string_append_printf (outline->out, " %s= ", fl_reduction_get_name (home->combiner));
  fl_loop_outline_append_value (outline, stmt->value);
  for (guint i = 0; i < G_N_ELEMENTS (stmt->more) && stmt->more[i]; i++)
    {
      g_string_append (outline->out, ", ");
      fl_loop_outline_append_value (outline, stmt->more[i]);
    }
}

/* "combine amax over warp, lane" */
static void
append_meeting (FlLoopOutline *outline, const FlLoopStmt *stmt)
{
  const char *before = " over ";

  g_string_append (outline->out, fl_stmt_kind_get_name (stmt->kind));
  if (stmt->home)
    {
      g_string_append_c (outline->out, ' ');
      fl_quote_append_line (outline->out, fl_loop_outline_home (outline, stmt->home), -1);
    }
  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (outline->kernel); axis++)
    if (stmt->over >> axis & 1)
      {
        g_string_append_printf (outline->out, "%s%s", before, fl_loop_get_axis (outline->kernel, axis)->name);
        before = ", ";
      }
}

static void
append_prefetch (FlLoopOutline *outline, const FlLoopStmt *stmt)
{
  g_string_append (outline->out, "prefetch ");
  fl_quote_append_line (outline->out, fl_loop_outline_home (outline, stmt->home), -1);
  g_string_append_c (outline->out, '[');
  fl_loop_outline_append_index (outline, stmt->index);
  g_string_append (outline->out, stmt->is_far ? "] to L2" : "]");
}

/* "relayout i0, i1: y[64*i0 + i1] = x[i0 + 64*i1]". */
static void
append_relayout (FlLoopOutline *outline, const FlLoopStmt *stmt)
{
  const char *before = "relayout ";

  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (outline->kernel); axis++)
    if (stmt->over >> axis & 1)
      {
        const FlLoopAxis *row = fl_loop_get_axis (outline->kernel, axis);

        g_string_append_printf (outline->out, "%s%s [", before, row->name);
        append_positions (outline, row);
        g_string_append_c (outline->out, ']');
        before = ", ";
      }
  g_string_append (outline->out, ": ");
  append_store (outline, stmt);
}

static void
append_plain (FlLoopOutline *outline, const FlLoopStmt *stmt, guint indent)
{
  const gsize start = outline->out->len;

  begin_line (outline, indent);
  if (stmt->kind == FL_STMT_LET)
    {
      g_string_append_printf (outline->out, "let %s = ", fl_loop_outline_name (outline, stmt->value));
      fl_loop_outline_append_recipe (outline, stmt->value);
      g_array_append_val (outline->lets, stmt->value);
    }
  else if (stmt->kind == FL_STMT_STORE)
    append_store (outline, stmt);
  else if (stmt->kind == FL_STMT_ACCUMULATE)
    append_accumulate (outline, stmt);
  else if (stmt->kind == FL_STMT_COMBINE && stmt->from)
    append_combine (outline, stmt);
  else if (stmt->kind == FL_STMT_PREFETCH)
    append_prefetch (outline, stmt);
  else if (stmt->kind == FL_STMT_COMBINE || stmt->kind == FL_STMT_BARRIER || stmt->kind == FL_STMT_ARRIVE
           || stmt->kind == FL_STMT_WAIT)
    append_meeting (outline, stmt);
  else if (stmt->kind == FL_STMT_RELAYOUT)
    append_relayout (outline, stmt);
  else
    {
      g_string_append (outline->out, fl_stmt_kind_get_name (stmt->kind));
      if (stmt->condition)
        {
          g_string_append_c (outline->out, ' ');
          fl_loop_outline_append_value (outline, stmt->condition);
        }
      if (stmt->message)
        {
          g_string_append (outline->out, ", else: ");
          fl_quote_append_line (outline->out, stmt->message, -1);
        }
    }
  end_line (outline, start, stmt->origins);
}

static void
append_stmt (FlLoopOutline *outline, FlStmtId id, guint indent)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (outline->kernel, id);
  const guint n_lets = outline->lets->len;

  if (stmt->kind != FL_STMT_SEQUENCE)
    note_line (outline, id, FALSE);
  if (stmt->kind != FL_STMT_SEQUENCE && stmt->kind != FL_STMT_LOOP && stmt->kind != FL_STMT_GUARD)
    {
      append_plain (outline, stmt, indent);
      return;
    }
  if (stmt->kind == FL_STMT_LOOP)
    append_loop_head (outline, id, stmt, indent++);
  else if (stmt->kind == FL_STMT_GUARD)
    {
      begin_line (outline, indent++);
      g_string_append (outline->out, "if ");
      fl_loop_outline_append_value (outline, stmt->condition);
      g_string_append_c (outline->out, '\n');
    }
  append_homes (outline, stmt, indent);
  for (guint i = 0; i < stmt->n_children; i++)
    append_stmt (outline, stmt->children[i], indent);
  if (stmt->kind != FL_STMT_SEQUENCE)
    g_array_set_size (outline->lets, n_lets);
}

void
fl_loop_program_append (GString *out, const FlLoopProgram *program, const FlGraph *graph)
{
  fl_loop_program_append_lines (out, program, graph, NULL);
}

void
fl_loop_program_append_lines (GString *out, const FlLoopProgram *program, const FlGraph *graph, GArray *lines)
{
  g_autoptr (GArray) lets = g_array_new (FALSE, FALSE, sizeof (FlValueId));
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL), homes = g_hash_table_new (NULL, NULL),
                         taken = g_hash_table_new (g_str_hash, g_str_equal);
  FlLoopOutline outline = { .kernel = program->kernel,
                            .out = out,
                            .lets = lets,
                            .names = names,
                            .homes = homes,
                            .taken = taken,
                            .graph = graph,
                            .lines = lines };
  const FlLoopStmt *root = fl_loop_get_stmt (program->kernel, program->root);

  append_homes (&outline, root, 0);
  for (guint i = 0; i < root->n_children; i++)
    append_stmt (&outline, root->children[i], 0);
}
