/* Names and kinds of kernels, by TorchInductor's rules (torch/_inductor/utils.py, get_fused_kernel_name). */
#include "fl-kernel.h"

#include "fl-intern.h"

#include <string.h>

enum
{
  MOST_BYTES = 180 /* of a name, without its number */
};

/* Operators that decompositions and passes put in a program's place: Inductor names kernels after what the program
 * called. */
static const char *const called[][2] = {
  { "aten.reshape.default", "view" },
  { "aten.slice_scatter.default", "slice" }, /* a write to a slice, made functional */
  { "aten.select_scatter.default", "select" },
  { "aten.index_put_.default", "index_put" }, /* written in place again */
  { "prims.convert_element_type.default", "_to_copy" },
  { "prims.iota.default", "arange" },
  { "prims.rev.default", "flip" },
};

/* "_softmax" of "aten._softmax.default"; NULL for what is no operator. */
static char *
dup_packet_name (const char *target)
{
  const char *start, *end;

  if (!g_str_has_prefix (target, "aten.") && !g_str_has_prefix (target, "prims.")
      && !g_str_has_prefix (target, "inductor_prims."))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (called); i++)
    if (g_str_equal (target, called[i][0]))
      return g_strdup (called[i][1]);
  start = strchr (target, '.') + 1;
  end = strchr (start, '.');
  return end ? g_strndup (start, end - start) : g_strdup (start);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The operator as the user's graph has it: before decomposition where that graph is at hand. */
static const char *
get_source_target (const FlGraph *graph, FlNodeId id)
{
  const FlNode *node;

  if (!graph || id.index >= graph->n_nodes)
    return NULL;
  node = &graph->nodes[id.index];
  if (node->kind != FL_NODE_CALL)
    return NULL;
  if (graph->made_from && node->origin.index < graph->made_from->n_nodes
      && graph->made_from->nodes[node->origin.index].kind == FL_NODE_CALL)
    return graph->made_from->nodes[node->origin.index].target;
  return node->target;
}

GPtrArray *
fl_kernel_get_op_names (const FlSchedule *schedule, const FlSchedNode *node)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < node->n_originals; i++)
    for (guint k = 0; node->originals[i]->op && k < node->originals[i]->op->n_origins; k++)
      {
        const char *target = get_source_target (schedule->lowered->graph, node->originals[i]->op->origins[k]);
        g_autofree char *name = target ? dup_packet_name (target) : NULL;

        if (name && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
          g_ptr_array_add (names, g_steal_pointer (&name));
      }
  g_ptr_array_sort (names, compare_texts);
  return names;
}

static int
compare_positions (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return (x > y) - (x < y);
}

/* Both graphs are in topological order, so ascending positions are. */
GPtrArray *
fl_kernel_get_source_names (const FlSchedule *schedule, const FlSchedNode *node)
{
  const FlGraph *graph = schedule->lowered->graph;
  const FlGraph *source = graph && graph->made_from ? graph->made_from : graph;
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (guint));
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; source && i < node->n_originals; i++)
    for (guint k = 0; node->originals[i]->op && k < node->originals[i]->op->n_origins; k++)
      {
        FlNodeId id = node->originals[i]->op->origins[k];
        guint position;

        if (id.index >= graph->n_nodes || graph->nodes[id.index].kind != FL_NODE_CALL)
          continue;
        position = graph->made_from ? graph->nodes[id.index].origin.index : id.index;
        if (position < source->n_nodes)
          g_array_append_val (positions, position);
      }
  g_array_sort (positions, compare_positions);
  for (guint i = 0; i < positions->len; i++)
    if (i == 0 || g_array_index (positions, guint, i) != g_array_index (positions, guint, i - 1))
      g_ptr_array_add (names, (gpointer) source->nodes[g_array_index (positions, guint, i)].name);
  return names;
}

FlKernelKind
fl_kernel_get_kind (const FlSchedNode *node, const FlNest *nest)
{
  FlKernelKind kind = FL_KERNEL_POINTWISE;

  if (node->kind == FL_SCHED_NOP)
    return FL_KERNEL_NOP;
  if (node->kind == FL_SCHED_EXTERN)
    return node->op && node->op->kind == FL_BUFFER_MULTI_OUTPUT ? FL_KERNEL_NOP : FL_KERNEL_EXTERN;
  if (node->kind == FL_SCHED_OUTER_LOOP || node->kind == FL_SCHED_KERNEL_GROUP)
    return FL_KERNEL_OUTER_LOOP;
  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlBuffer *op = node->originals[i]->op;

      if (!op || !op->loops)
        continue;
      if (op->loops->kind == FL_LOOPS_REDUCTION && kind == FL_KERNEL_POINTWISE)
        kind = FL_KERNEL_REDUCTION;
      else if (op->loops->kind == FL_LOOPS_SCAN || op->loops->kind == FL_LOOPS_SORT)
        kind = FL_KERNEL_SCAN;
      else if (op->loops->kind == FL_LOOPS_SCATTER)
        kind = FL_KERNEL_SCATTER;
    }
  return kind;
}

/* --- kinds of Triton kernels ------------------------------------------------------------------- */

static gboolean
is_contiguous (const FlDep *dep)
{
  return dep->kind != FL_DEP_MEMORY || fl_sym_is_symbol (dep->index);
}

/* Is it known that a step of the last loop is more than one element? */
static gboolean
is_strided_at_last (const FlDep *dep)
{
  const FlSym *last = dep->n_vars > 0 ? dep->vars[dep->n_vars - 1] : NULL;
  const guint n_terms = fl_sym_get_kind (dep->index) == FL_SYM_ADD ? fl_sym_get_n_args (dep->index) : 1;

  for (guint i = 0; last && i < n_terms; i++)
    {
      const FlSym *term = n_terms == 1 ? dep->index : fl_sym_get_arg (dep->index, i);

      if (term == last)
        return FALSE;
      if (fl_sym_get_kind (term) == FL_SYM_MUL && fl_sym_get_n_args (term) == 2 && fl_sym_get_arg (term, 1) == last)
        return TRUE;
    }
  return FALSE;
}

/* Inductor's reduction_hint (codegen/simd_kernel_features.py): what is read in one piece is reduced along rows. */
static FlReductionHint
get_hint_of (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_reads; i++)
    if (!is_contiguous (&node->reads[i]))
      return node->op->loops->hint;
  return FL_HINT_INNER;
}

FlReductionHint
fl_kernel_get_hint (const FlSchedNode *node)
{
  gboolean has_one = FALSE;
  FlReductionHint hint = FL_HINT_DEFAULT;

  for (guint i = 0; i < node->n_originals; i++)
    if (node->originals[i]->is_reduction && node->originals[i]->op && node->originals[i]->op->loops)
      {
        const FlReductionHint own = get_hint_of (node->originals[i]);

        hint = !has_one || hint == own ? own : FL_HINT_DEFAULT;
        has_one = TRUE;
      }
  for (guint i = 0; i < node->n_originals && hint == FL_HINT_INNER; i++)
    for (guint k = 0; !node->originals[i]->is_reduction && k < node->originals[i]->n_reads; k++)
      if (!is_contiguous (&node->originals[i]->reads[k]) && is_strided_at_last (&node->originals[i]->reads[k]))
        hint = FL_HINT_DEFAULT;
  return hint;
}

static gboolean
has_reduction (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlLoops *loops = node->originals[i]->op ? node->originals[i]->op->loops : NULL;

      if (loops && (loops->kind == FL_LOOPS_REDUCTION || loops->kind == FL_LOOPS_SCAN || loops->kind == FL_LOOPS_SORT))
        return TRUE;
    }
  return FALSE;
}

/* Looped ("red") unless the reduction is short enough to be held at once ("per"); "for": operations side by side. */
static const char *
get_triton_kind (const FlSchedNode *node)
{
  if (node->kind == FL_SCHED_FOREACH)
    return "for";
  if (node->kind == FL_SCHED_MIX_ORDER) /* the order of the rows decides */
    node = node->members[0];
  if (!has_reduction (node))
    return "poi";
  return node->rnumel && fl_sym_is_int (node->rnumel, NULL)
                 && fl_sym_get_hint (node->rnumel, 0) <= (fl_kernel_get_hint (node) == FL_HINT_INNER ? 1024 : 64)
             ? "per"
             : "red";
}

const char *
fl_kernel_make_name (const FlSchedule *schedule, const FlSchedNode *node, guint number)
{
  g_autoptr (GPtrArray) ops = fl_kernel_get_op_names (schedule, node);
  GString *name = g_string_new (schedule->target == FL_TARGET_CPU ? "cpp_fused" : "triton_");
  const char *interned;

  if (schedule->target != FL_TARGET_CPU)
    g_string_append_printf (name, "%s_fused", get_triton_kind (node));
  for (guint i = 0; i < ops->len && node->kind != FL_SCHED_FOREACH; i++)
    g_string_append_printf (name, "_%s", (const char *) g_ptr_array_index (ops, i));
  for (gsize i = 0; i < name->len; i++)
    if (!g_ascii_isalnum (name->str[i]))
      name->str[i] = '_';
  g_string_truncate (name, MIN (name->len, MOST_BYTES));
  g_string_append_printf (name, "_%u", number);
  interned = fl_intern (name->str);
  g_string_free (name, TRUE);
  return interned;
}

const char *
fl_kernel_kind_get_name (FlKernelKind kind)
{
  static const char *const names[FL_N_KERNEL_KINDS] = {
    [FL_KERNEL_POINTWISE] = "pointwise",
    [FL_KERNEL_REDUCTION] = "reduction",
    [FL_KERNEL_OUTER_LOOP] = "outer-loop",
    [FL_KERNEL_SCATTER] = "scatter",
    [FL_KERNEL_SCAN] = "scan",
    [FL_KERNEL_EXTERN] = "extern",
    [FL_KERNEL_NOP] = "nop",
  };

  g_return_val_if_fail (kind < FL_N_KERNEL_KINDS, NULL);
  return names[kind];
}
