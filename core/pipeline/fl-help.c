/* Candidates for "what would help", each tried by a run: options that keep nodes apart, the pair forced, values stored
 * or inlined, other strategies, the user's line written in another way. What moves no fewer bytes is not offered, nor
 * what does not make the two one kernel; only another line may leave them apart, which has other operations. */
#include "fl-help.h"

#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-lower.h"
#include "fl-subject.h"
#include "fl-text.h"

/* Options that decide whether two nodes become one kernel, and the values that let more of them. */
static const char *const options[] = {
  "loop_ordering_after_fusion=true",
  "loop_ordering_after_fusion=false",
  "split_reductions=false",
  "pick_loop_orders=false",
  "pattern_matcher=false",
  "online_softmax=false",
  "reorder_for_locality=false",
  "decompose_products=false",
  "aggressive_fusion=true",
  "score_fusion_memory_threshold=1",
  "max_fusion_size=512",
  "max_fusion_buffer_group_pairwise_attempts=1024",
  "fusion_reads_size_threshold=0",
  "cpp.max_horizontal_fusion_size=256",
  "realize_reads_threshold=64",
  "realize_opcount_threshold=512",
  "max_pointwise_cat_inputs=64",
  "unroll_reductions_threshold=1",
  "xla.siblings=all",
  "xla.window=0",
};

enum
{
  MAX_REWRITES = 8 /* of the operations in one of the two kernels */
};

typedef struct
{
  FlHelpSearch *search;
  const FlRun *base;
  const char *a, *b;
  gint64 base_bytes;
} Trial;

static gboolean
find_value (const FlRun *run, const char *subject, guint32 *position)
{
  const FlNodeId id = fl_subject_find (run->graph, run->decomposed, subject, NULL);

  *position = id.index;
  return id.index != G_MAXUINT32;
}

gboolean
fl_help_is_rewrite (const FlHelp *help)
{
  return help->override.a != NULL && fl_override_get_info (help->override.kind)->stage == FL_STAGE_DECOMPOSE;
}

/* Does one kernel compute both? */
static gboolean
is_joined (const FlRun *run, const char *a, const char *b)
{
  guint32 one, other;

  if (run->error != NULL || run->fused == NULL || !find_value (run, a, &one) || !find_value (run, b, &other))
    return FALSE;
  for (guint i = 0; i < run->fused->n_nodes; i++)
    if (fl_sched_node_computes (run->fused->nodes[i], one) && fl_sched_node_computes (run->fused->nodes[i], other))
      return TRUE;
  return FALSE;
}

static void
try_one (Trial *trial, FlHelp *help, const gint *cancelled)
{
  const gboolean is_override = help->override.a != NULL;
  g_autoptr (FlRun) run = NULL;

  trial->search->n_tried++;
  run = fl_whatif_run_to_fusion (trial->base, help->strategy, &help->override, is_override ? 1 : 0, cancelled);
  if (run->error != NULL || run->fused == NULL)
    return;
  help->is_apart = !is_joined (run, trial->a, trial->b);
  if (help->is_apart && !fl_help_is_rewrite (help))
    return;
  help->saved_bytes = trial->base_bytes - fl_schedule_count_traffic (run->fused);
  help->n_fewer_kernels = (gint) fl_schedule_count_kernels (trial->base->fused, TRUE)
                          - (gint) fl_schedule_count_kernels (run->fused, TRUE);
  if (help->saved_bytes > 0)
    g_array_append_vals (trial->search->found, help, 1);
}

/* --- candidates ------------------------------------------------------------------------------- */

static void
add (GArray *candidates, const char *strategy, FlOverrideKind kind, const char *a, const char *b)
{
  const FlHelp help = { .strategy = strategy, .override = { kind, a, b } };

  g_array_append_val (candidates, help);
}

static void
add_overrides (GArray *candidates, const char *a, const char *b)
{
  add (candidates, NULL, FL_OVERRIDE_FORCE, a, b);
  add (candidates, NULL, FL_OVERRIDE_INLINE, a, NULL);
  add (candidates, NULL, FL_OVERRIDE_INLINE, b, NULL);
  add (candidates, NULL, FL_OVERRIDE_REALIZE, a, NULL);
  add (candidates, NULL, FL_OVERRIDE_REALIZE, b, NULL);
}

/* The scheduler node, as it was before fusion, that computes a value. */
static const FlSchedNode *
find_node (const FlRun *run, guint32 value)
{
  for (guint i = 0; i < run->schedule->n_originals; i++)
    if (fl_sched_node_computes (run->schedule->originals[i], value))
      return run->schedule->originals[i];
  return NULL;
}

/* Another layout is tried of the value itself and of views on the way to it, another place or order of any operation.
 */
static void
add_rewrites (GArray *candidates, const FlRun *base, const char *subject)
{
  const FlGraph *graph = base->decomposed;
  const FlSchedNode *node;
  guint32 value;
  guint n = 0;

  if (!find_value (base, subject, &value) || (node = find_node (base, value)) == NULL)
    return;
  for (guint32 i = graph->n_nodes; i-- > 0 && n < MAX_REWRITES;)
    for (guint kind = 0; kind < FL_N_OVERRIDES && n < MAX_REWRITES; kind++)
      {
        const gboolean is_layout = kind == FL_OVERRIDE_CONTIGUOUS || kind == FL_OVERRIDE_TRANSPOSED;
        const gboolean is_view = graph->nodes[i].op != NULL && graph->nodes[i].op->kind == FL_ATEN_VIEW;
        const char *name = NULL;

        if (fl_override_get_info (kind)->stage != FL_STAGE_DECOMPOSE || !fl_sched_node_computes (node, i)
            || (is_layout && i != value && !is_view) || fl_decompose_check_override (graph, (FlNodeId) { i }, kind))
          continue;
        name = fl_subject_of_node (base->graph, graph, (FlNodeId) { i });
        if (name == NULL)
          continue;
        add (candidates, NULL, kind, fl_intern (name), NULL);
        n++;
      }
}

/* Values that the base has already change nothing. */
static void
add_options (GArray *candidates, const FlRun *base)
{
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      FlOptions changed = base->own_options;

      if (g_str_has_prefix (options[i], "xla.") && !g_str_equal (changed.strategy, "xla"))
        continue;
      if (fl_options_set (&changed, options[i], NULL) && !fl_options_are_equal (&changed, &base->own_options))
        add (candidates, NULL, FL_OVERRIDE_OPTION, fl_intern (options[i]), NULL);
    }
}

static void
add_strategies (GArray *candidates, const FlRun *base)
{
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      const char *name = fl_strategies_get_row (i)->name;

      if (!g_str_equal (name, base->own_options.strategy) && !g_str_equal (name, "none")
          && !g_str_equal (name, "eager"))
        add (candidates, name, FL_OVERRIDE_OPTION, NULL, NULL);
    }
}

/* Fewer bytes, and yet a longer time. */
static gboolean
is_slower (const FlHelp *help)
{
  return help->is_measured && help->is_time_apart && help->time_ns > help->base_ns;
}

static gint
compare_helps (gconstpointer a, gconstpointer b)
{
  const FlHelp *p = a, *q = b;

  if (is_slower (p) != is_slower (q))
    return is_slower (p) ? 1 : -1;
  if (p->saved_bytes != q->saved_bytes)
    return p->saved_bytes > q->saved_bytes ? -1 : 1;
  /* The smaller change first: an option or an override leaves the strategy as it is. */
  return (p->strategy != NULL) - (q->strategy != NULL);
}

void
fl_help_find (FlHelpSearch *search, const FlRun *base, const char *a, const char *b, guint limit_ms,
              const gint *cancelled, FlHelpProgress progress, gpointer data)
{
  const gint64 end = g_get_monotonic_time () + (gint64) limit_ms * 1000;
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (FlHelp));
  Trial trial = { .search = search, .base = base, .a = a, .b = b };

  *search = (FlHelpSearch) { .found = g_array_new (FALSE, FALSE, sizeof (FlHelp)) };
  trial.base_bytes = fl_schedule_count_traffic (base->fused);
  add_overrides (candidates, a, b);
  add_rewrites (candidates, base, a);
  add_rewrites (candidates, base, b);
  add_options (candidates, base);
  add_strategies (candidates, base);
  search->n_all = candidates->len;
  for (guint i = 0; i < candidates->len && g_get_monotonic_time () <= end; i++)
    {
      if (cancelled != NULL && g_atomic_int_get ((gint *) cancelled) != 0)
        break;
      if (progress != NULL)
        progress (i, candidates->len, data);
      try_one (&trial, &g_array_index (candidates, FlHelp, i), cancelled);
    }
  g_array_sort (search->found, compare_helps);
}

static gboolean
measure_one (FlHelp *help, const FlRun *base, const FlExecuteRequest *request, const gint *cancelled, GError **error)
{
  g_autoptr (GArray) overrides = g_array_new (FALSE, FALSE, sizeof (FlOverride));
  g_autoptr (FlRun) variant = NULL, executed = NULL;
  g_autoptr (FlDelta) delta = NULL;

  for (guint i = 0; base->overrides != NULL && i < base->overrides->n; i++)
    g_array_append_val (overrides, base->overrides->states[i].override);
  if (help->override.a != NULL)
    g_array_append_val (overrides, help->override);
  variant = fl_whatif_run (base, help->strategy, (const FlOverride *) (gpointer) overrides->data, overrides->len,
                           cancelled);
  delta = fl_whatif_measure (base, variant, request, cancelled, NULL, NULL, &executed, error);
  if (delta == NULL)
    return FALSE;
  help->is_measured = delta->has[FL_FACT_TIME];
  help->is_time_apart = delta->is_time_apart;
  help->base_ns = delta->base[FL_FACT_TIME];
  help->time_ns = delta->variant[FL_FACT_TIME];
  return TRUE;
}

gboolean
fl_help_measure (FlHelpSearch *search, const FlRun *base, guint n, const FlExecuteRequest *request,
                 const gint *cancelled, GError **error)
{
  for (guint i = 0; i < MIN (n, search->found->len); i++)
    if (!measure_one (&g_array_index (search->found, FlHelp, i), base, request, cancelled, error))
      return FALSE;
  g_array_sort (search->found, compare_helps);
  return TRUE;
}

void
fl_help_clear (FlHelpSearch *search)
{
  if (search->found != NULL)
    g_array_unref (search->found);
  search->found = NULL;
}

void
fl_help_append_change (GString *out, const FlHelp *help)
{
  if (help->strategy != NULL)
    g_string_append_printf (out, "strategy %s", help->strategy);
  else
    fl_override_append (out, &help->override);
}

void
fl_help_append_meaning (GString *out, const FlHelp *help, const FlRun *base)
{
  const FlNodeId id = fl_subject_find (base->graph, base->decomposed, help->override.a, NULL);
  const FlNode *node = id.index != G_MAXUINT32 ? &base->decomposed->nodes[id.index] : NULL;

  g_string_append (out, fl_override_get_info (help->override.kind)->sentence);
  if (node != NULL && node->source_file != NULL)
    g_string_append_printf (out, " %s:%u: %s", node->source_file, node->source_line,
                            node->source_code != NULL ? node->source_code : "");
}

void
fl_help_append_gain (GString *out, const FlHelp *help, const FlRun *base)
{
  g_autofree char *bytes = fl_text_dup_bytes ((guint64) help->saved_bytes);
  const gint64 all = fl_schedule_count_traffic (base->fused);

  g_string_append_printf (out, "%s less (%.0f %% of what is moved)", bytes,
                          100.0 * (double) help->saved_bytes / (double) MAX (all, 1));
  if (help->n_fewer_kernels != 0)
    g_string_append_printf (out, ", %d kernel%s %s", ABS (help->n_fewer_kernels),
                            ABS (help->n_fewer_kernels) == 1 ? "" : "s", help->n_fewer_kernels > 0 ? "fewer" : "more");
  if (help->is_apart)
    g_string_append (out, ", though not all of both in one kernel");
  if (help->is_measured)
    {
      g_autofree char *before = fl_text_dup_duration (help->base_ns), *after = fl_text_dup_duration (help->time_ns);

      g_string_append_printf (out, ", measured %s instead of %s%s", after, before,
                              is_slower (help)      ? ": slower"
                              : help->is_time_apart ? ": faster"
                                                    : " (within the noise)");
    }
}

void
fl_help_append (GString *out, const FlHelp *help, const FlRun *base)
{
  fl_help_append_change (out, help);
  g_string_append (out, ": ");
  fl_help_append_gain (out, help, base);
}
