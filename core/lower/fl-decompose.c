/* Decomposition: composite operators opened into simple ones, until nothing opens; then the graph passes.
 * In: a graph as read. Out: a graph that lowering knows. On a graph that went through all this already (post-grad)
 * every pass finds nothing to do, and it comes back node for node. */
#include "fl-decompose-level.h"
#include "fl-decompose-pass.h"
#include "fl-decompose-table.h"
#include "fl-event-kinds.h"
#include "fl-graph-memory.h"
#include "fl-lower-table.h"

enum
{
  MAX_ROUNDS = 12 /* attention opens into dropout, that into random numbers, …: no chain is this long */
};

/* --- opening ---------------------------------------------------------------------------------- */

/* "aten._softmax.default -> amax, sub, exp, sum_1, div" */
static const char *
list_nodes (FlDecompose *run, FlRewrite *rw, guint from)
{
  g_autoptr (GString) text = g_string_new (rw->node->target);

  g_string_append (text, " -> ");
  for (guint i = from; i < rw->nodes->len; i++)
    g_string_append_printf (text, "%s%s", i > from ? ", " : "", g_array_index (rw->nodes, FlNode, i).name);
  if (from == rw->nodes->len)
    g_string_append (text, "its argument");
  return fl_arena_strdup (run->pass->arena, text->str);
}

static gboolean
are_strides_kept (const FlTensor *was, const FlTensor *is)
{
  if (was->strides == NULL || is->strides == NULL || was->n_dims != is->n_dims)
    return TRUE;
  for (guint i = 0; i < was->n_dims; i++)
    if (!fl_sym_is_int_value (was->sizes[i], 1) && !fl_sym_known_equal (was->strides[i], is->strides[i]))
      return FALSE;
  return TRUE;
}

/* Steps may lay their result out in another way than the operator they stand for: nobody minds but
 * who sees the memory. */
static void
keep_strides (FlRewrite *rw)
{
  const FlValue *value = &rw->node->value;
  const FlTensor *tensor = fl_rewrite_tensor (rw, rw->results[rw->id.index]);

  if (tensor == NULL || value->kind != FL_VALUE_TENSOR || rw->node->op->kind == FL_ATEN_VIEW
      || rw->node->op->kind == FL_ATEN_MUTATION || are_strides_kept (&value->tensor, tensor)
      || !fl_decompose_is_memory_seen (rw->source, rw->node))
    return;
  fl_rewrite_set_result (rw, EMIT (rw, "prims.inductor_force_stride_order.default", rw->results[rw->id.index],
                                   fl_arg_syms (rw, value->tensor.strides, value->tensor.n_dims)));
}

static FlDecomposeFn
find_how (const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->op != NULL ? fl_decompose_find (node->op) : NULL;
}

/* What Inductor left closed stays closed, as far as it can be lowered. */
static gboolean
is_left (const FlDecompose *run, const FlNode *node)
{
  FlScalar scalar;

  return run->level == FL_LEVEL_TRANSFORMED && node->op != NULL && fl_lower_find (node->op, &scalar) != NULL;
}

static void
open_node (FlDecompose *run, FlRewrite *rw)
{
  const FlNode *node = rw->node;
  FlDecomposeFn how = is_left (run, node) ? NULL : find_how (node);
  guint before = rw->nodes->len;

  if (node->kind == FL_NODE_OUTPUT)
    fl_rewrite_write_back (rw);
  rw->is_untold = FALSE;
  if (how == NULL || fl_decompose_is_stopped (run) || !how (rw, node->op) || rw->is_untold)
    {
      fl_rewrite_copy (rw);
      fl_rewrite_note_write (rw);
      return;
    }
  keep_strides (rw);
  fl_rewrite_note_write (rw);
  rw->n_opened++;
  fl_decompose_trace (run, FL_EVENT_DECOMPOSE, FL_VERDICT_ACCEPT, rw->source, rw->id.index, "opened",
                      rw->nodes->len - before, list_nodes (run, rw, before));
}

static gboolean
is_random (const FlNode *node)
{
  FlDecomposeFn how = find_how (node);

  return how == decompose_rand || how == decompose_randint;
}

static guint
count_random (const FlGraph *graph)
{
  guint n = 0;

  for (guint i = 0; i < graph->n_nodes; i++)
    n += is_random (&graph->nodes[i]);
  return n;
}

/* One pass over the graph; NULL without an error: nothing opened. */
static FlGraph *
open_graph (FlDecompose *run, FlGraph *graph, guint n_seeds, GError **error)
{
  FlRewrite rw;

  fl_rewrite_start (&rw, run->pass, graph);
  rw.n_seeds = n_seeds;
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      fl_rewrite_enter (&rw, i);
      open_node (run, &rw);
    }
  if (rw.n_opened > 0)
    return fl_rewrite_finish (&rw, run->given, error);
  fl_rewrite_clear (&rw);
  return NULL;
}

/* Whether any operator could be opened at all, without making a graph. */
static gboolean
may_open (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    if (find_how (&graph->nodes[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Takes graph; hands over what it became, or NULL with an error. */
static FlGraph *
replace (FlGraph *graph, FlGraph *next, GError **error)
{
  if (next == NULL && error != NULL && *error != NULL)
    {
      fl_graph_unref (graph);
      return NULL;
    }
  if (next == NULL)
    return graph;
  fl_graph_unref (graph);
  return next;
}

static FlGraph *
open_all (FlDecompose *run, FlGraph *graph, GError **error)
{
  for (guint round = 0; round < MAX_ROUNDS && may_open (graph); round++)
    {
      GError *wrong = NULL;
      FlGraph *next;

      if (fl_pass_is_cancelled (run->pass, error))
        {
          fl_graph_unref (graph);
          return NULL;
        }
      next = open_graph (run, graph, 0, &wrong);
      if (next == NULL && wrong == NULL && count_random (graph) > 0)
        next = open_graph (run, graph, count_random (graph), &wrong);
      if (next == NULL && wrong == NULL)
        break;
      graph = replace (graph, next, &wrong);
      if (wrong != NULL)
        {
          g_propagate_error (error, wrong);
          return NULL;
        }
    }
  return graph;
}

/* --- passes ----------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  FlGraph *(*run) (FlDecompose *run, FlGraph *graph, GError **error);
} GraphPass;

/* In Inductor's order: joint-graph passes, then those after the split into forward and backward. */
static const GraphPass passes[] = {
  { "remove what changes nothing", fl_decompose_clean },
  { "take the scale out of a softmax", fl_decompose_softmax },
  { "reorder for locality", fl_decompose_reorder },
  { "take shortcuts", fl_decompose_shorten },
  { "replace patterns", fl_decompose_match },
  { "remove what the patterns left", fl_decompose_clean },
  { "write in place again", fl_decompose_reinplace },
};

static guint
count_changes (FlDecompose *run, guint from)
{
  guint n = 0;

  for (guint i = from; i < fl_trace_get_n_steps (run->pass->trace, FL_STAGE_DECOMPOSE); i++)
    n += fl_trace_get_step (run->pass->trace, FL_STAGE_DECOMPOSE, i)->verdict == FL_VERDICT_ACCEPT;
  return n;
}

/* One step for the pass itself, after those of its changes. */
static void
tell_pass (FlDecompose *run, const char *name, guint from, guint n_before, guint n_after)
{
  if (fl_decompose_is_stopped (run))
    return;
  fl_trace_record (run->pass->trace,
                   &(FlEvent) {
                       .kind = FL_EVENT_PASS,
                       .verdict = FL_VERDICT_NOTE,
                       .amount = count_changes (run, from),
                       .reason = name,
                       .facts = fl_arena_printf (run->pass->arena, "%u nodes before, %u after", n_before, n_after),
                   });
}

static FlGraph *
run_passes (FlDecompose *run, FlGraph *graph, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (passes) && graph != NULL; i++)
    {
      guint from = fl_trace_get_n_steps (run->pass->trace, FL_STAGE_DECOMPOSE), n_before = graph->n_nodes;
      FlGraph *next;

      if (fl_decompose_is_stopped (run))
        return graph;
      if (fl_pass_is_cancelled (run->pass, error))
        {
          fl_graph_unref (graph);
          return NULL;
        }
      next = passes[i].run (run, graph, error);
      fl_graph_unref (graph);
      graph = next;
      if (graph != NULL)
        tell_pass (run, passes[i].name, from, n_before, graph->n_nodes);
    }
  return graph;
}

static void
tell_level (const FlPass *pass, const FlLevelFact *level)
{
  fl_trace_record (pass->trace, &(FlEvent) {
                                    .kind = FL_EVENT_PASS,
                                    .verdict = FL_VERDICT_NOTE,
                                    .reason = "no pass runs: Inductor's have run already",
                                    .facts = level->why,
                                });
}

FlGraph *
fl_decompose_run (const FlPass *pass, const FlGraph *given, GError **error)
{
  FlDecompose run = { .pass = pass, .given = given, .is_gpu = fl_options_is_gpu (pass->options) };
  guint from = fl_trace_get_n_steps (pass->trace, FL_STAGE_DECOMPOSE);
  const gboolean is_forced = pass->options->graph_passes == FL_GRAPH_PASSES_ALWAYS;
  const FlLevelFact level = is_forced ? (FlLevelFact) { 0 } : fl_decompose_find_level (pass, given);
  FlGraph *graph;

  run.level = level.level;
  graph = open_all (&run, fl_graph_ref (given), error);

  if (graph == NULL || fl_decompose_is_stopped (&run))
    return graph;
  run.was_opened = graph != given;
  tell_pass (&run, "open composite operators", from, given->n_nodes, graph->n_nodes);
  if (run.level == FL_LEVEL_TRANSFORMED)
    tell_level (pass, &level);
  else if (pass->options->graph_passes != FL_GRAPH_PASSES_NEVER)
    graph = run_passes (&run, graph, error);
  if (graph == given)
    fl_trace_record (pass->trace,
                     &(FlEvent) {
                         .kind = FL_EVENT_DECOMPOSE,
                         .verdict = FL_VERDICT_NOTE,
                         .reason = "nothing to open and nothing to change: the graph went through the passes already",
                     });
  return graph;
}
