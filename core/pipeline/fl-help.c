/* Candidates for "what would help", each tried by a run: options that keep nodes apart, the pair forced, values stored
 * or inlined, other strategies. What does not make the two one kernel, or moves no fewer bytes, is not offered. */
#include "fl-help.h"

#include "fl-fuse.h"
#include "fl-intern.h"
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
};

typedef struct
{
  FlHelpSearch *search;
  const FlRun *base;
  const char *a, *b;
  gint64 base_bytes, end;
  const gint *cancelled;
} Trial;

static gboolean
find_value (const FlRun *run, const char *subject, guint32 *position)
{
  const FlNodeId id = fl_subject_find (run->graph, run->decomposed, subject, NULL);

  *position = id.index;
  return id.index != G_MAXUINT32;
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

static gboolean
is_over (const Trial *trial)
{
  return (trial->cancelled != NULL && g_atomic_int_get ((gint *) trial->cancelled) != 0)
         || g_get_monotonic_time () > trial->end;
}

static void
try_one (Trial *trial, const char *strategy, const FlOverride *override)
{
  g_autoptr (FlRun) run = NULL;
  FlHelp help = { .strategy = strategy };

  trial->search->n_all++;
  if (is_over (trial))
    return;
  trial->search->n_tried++;
  run = fl_whatif_run (trial->base, strategy, override, override != NULL ? 1 : 0, trial->cancelled);
  if (!is_joined (run, trial->a, trial->b))
    return;
  if (override != NULL)
    help.override = *override;
  help.saved_bytes = trial->base_bytes - fl_schedule_count_traffic (run->fused);
  help.n_fewer_kernels = (gint) fl_schedule_count_kernels (trial->base->fused, TRUE)
                         - (gint) fl_schedule_count_kernels (run->fused, TRUE);
  if (help.saved_bytes > 0)
    g_array_append_val (trial->search->found, help);
}

static void
try_overrides (Trial *trial)
{
  const FlOverride overrides[] = {
    { FL_OVERRIDE_FORCE, trial->a, trial->b }, { FL_OVERRIDE_INLINE, trial->a, NULL },
    { FL_OVERRIDE_INLINE, trial->b, NULL },    { FL_OVERRIDE_REALIZE, trial->a, NULL },
    { FL_OVERRIDE_REALIZE, trial->b, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (overrides); i++)
    try_one (trial, NULL, &overrides[i]);
}

/* Values that the base has already change nothing. */
static void
try_options (Trial *trial)
{
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      const FlOverride override = { FL_OVERRIDE_OPTION, fl_intern (options[i]), NULL };
      FlOptions changed = trial->base->own_options;
      gboolean is_change = FALSE;

      if (!fl_options_set (&changed, options[i], NULL))
        continue;
      for (guint k = 0; k < fl_options_get_n_rows () && !is_change; k++)
        is_change = fl_options_get_value (&changed, fl_options_get_row (k))
                    != fl_options_get_value (&trial->base->own_options, fl_options_get_row (k));
      if (is_change)
        try_one (trial, NULL, &override);
    }
}

static void
try_strategies (Trial *trial)
{
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      const char *name = fl_strategies_get_row (i)->name;

      if (!g_str_equal (name, trial->base->own_options.strategy) && !g_str_equal (name, "none")
          && !g_str_equal (name, "eager"))
        try_one (trial, name, NULL);
    }
}

static gint
compare_helps (gconstpointer a, gconstpointer b)
{
  const FlHelp *p = a, *q = b;

  if (p->saved_bytes != q->saved_bytes)
    return p->saved_bytes > q->saved_bytes ? -1 : 1;
  /* The smaller change first: an option or an override leaves the strategy as it is. */
  return (p->strategy != NULL) - (q->strategy != NULL);
}

void
fl_help_find (FlHelpSearch *search, const FlRun *base, const char *a, const char *b, guint limit_ms,
              const gint *cancelled)
{
  Trial trial = { .search = search, .base = base, .a = a, .b = b, .cancelled = cancelled };

  *search = (FlHelpSearch) { .found = g_array_new (FALSE, FALSE, sizeof (FlHelp)) };
  trial.base_bytes = fl_schedule_count_traffic (base->fused);
  trial.end = g_get_monotonic_time () + (gint64) limit_ms * 1000;
  try_overrides (&trial);
  try_options (&trial);
  try_strategies (&trial);
  g_array_sort (search->found, compare_helps);
}

void
fl_help_clear (FlHelpSearch *search)
{
  if (search->found != NULL)
    g_array_unref (search->found);
  search->found = NULL;
}

void
fl_help_append (GString *out, const FlHelp *help, const FlRun *base)
{
  g_autofree char *bytes = fl_text_dup_bytes ((guint64) help->saved_bytes);
  const gint64 all = fl_schedule_count_traffic (base->fused);

  if (help->strategy != NULL)
    g_string_append_printf (out, "strategy %s", help->strategy);
  else
    fl_override_append (out, &help->override);
  g_string_append_printf (out, ": %s less (%.0f %% of what is moved)", bytes,
                          100.0 * (double) help->saved_bytes / (double) MAX (all, 1));
  if (help->n_fewer_kernels != 0)
    g_string_append_printf (out, ", %d kernel%s %s", ABS (help->n_fewer_kernels),
                            ABS (help->n_fewer_kernels) == 1 ? "" : "s", help->n_fewer_kernels > 0 ? "fewer" : "more");
}
