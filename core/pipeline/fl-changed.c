/* What changed between two versions of PyTorch. Candidates are the rules of core/base/fl-torch-rules.def that only one
 * of the two has, and the options whose defaults differ. All of them switched back in the later version are the earlier
 * one; then as many as possible are taken out again, by halves, quarters and so on down to one at a time, while the
 * groups stay those of the earlier version. What is left is a cause, each of it needed. */
#include "fl-changed.h"

#include <string.h>

#include "fl-pipeline.h"

typedef struct
{
  FlChanged *changed;
  FlGraph *graph;
  FlOptions options[2];
  const gint *cancelled;
  gint64 deadline_us; /* 0: none */
  GArray *items;      /* guint: a rule, or behind the rules an option's row */
} Search;

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* NULL + error: the run failed. */
static GPtrArray *
find_groups (const Search *search, const FlOptions *options, GError **error)
{
  GPtrArray *groups;
  FlPipelineRequest request;
  g_autoptr (FlRun) run = NULL;

  fl_pipeline_request_init (&request);
  request.options = *options;
  request.until = FL_STAGE_FUSE;
  request.cancelled = search->cancelled;
  run = fl_pipeline_run (search->graph, &request);
  if (run->error != NULL)
    {
      g_propagate_error (error, g_error_copy (run->error));
      return NULL;
    }
  groups = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < run->fused->n_nodes; i++)
    {
      const FlSchedNode *node = run->fused->nodes[i];
      g_autoptr (GPtrArray) names = g_ptr_array_new ();

      for (guint k = 0; k < node->n_originals; k++)
        g_ptr_array_add (names, (gpointer) node->originals[k]->name);
      g_ptr_array_sort (names, compare_texts);
      g_ptr_array_add (names, NULL);
      g_ptr_array_add (groups, g_strjoinv (" ", (char **) names->pdata));
    }
  g_ptr_array_sort (groups, compare_texts);
  return groups;
}

static gboolean
are_equal (const GPtrArray *a, const GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (strcmp (a->pdata[i], b->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}

static void
find_items (Search *search)
{
  const guint n_rules = fl_torch_get_n_rules ();

  for (guint i = 0; i < n_rules; i++)
    if (fl_torch_version_has (search->changed->versions[0], i)
        != fl_torch_version_has (search->changed->versions[1], i))
      g_array_append_val (search->items, i);
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    {
      const FlOptionInfo *row = fl_options_get_row (i);
      const guint item = n_rules + i;

      if (strcmp (row->name, "torch") != 0
          && fl_options_get_value (&search->options[0], row) != fl_options_get_value (&search->options[1], row))
        g_array_append_val (search->items, item);
    }
}

/* The later version with all items switched back, but for `n_left_out` from `first` on: the groups of the earlier? */
static gboolean
gives_earlier (const Search *search, guint first, guint n_left_out)
{
  FlOptions options = search->options[1];
  g_autoptr (GPtrArray) groups = NULL;

  for (guint i = 0; i < search->items->len; i++)
    {
      const guint item = g_array_index (search->items, guint, i), n_rules = fl_torch_get_n_rules ();

      if (i >= first && i < first + n_left_out)
        continue;
      if (item < n_rules)
        fl_torch_flip (&options.rules, item);
      else
        fl_options_set_value (&options, fl_options_get_row (item - n_rules),
                              fl_options_get_value (&search->options[0], fl_options_get_row (item - n_rules)));
    }
  groups = find_groups (search, &options, NULL);
  return groups != NULL && are_equal (groups, search->changed->groups[0]);
}

static gboolean
is_over (const Search *search)
{
  return (search->cancelled != NULL && g_atomic_int_get (search->cancelled))
         || (search->deadline_us != 0 && g_get_monotonic_time () > search->deadline_us);
}

static void
shrink (Search *search)
{
  for (guint size = MAX (search->items->len / 2, 1);; size = size / 2)
    {
      for (guint first = 0; first < search->items->len;)
        {
          const guint n = MIN (size, search->items->len - first);

          if (is_over (search))
            {
              search->changed->is_cut = TRUE;
              return;
            }
          if (gives_earlier (search, first, n))
            g_array_remove_range (search->items, first, n);
          else
            first += n;
        }
      if (size <= 1)
        return;
    }
}

static char *
dup_cause (const Search *search, guint item)
{
  const guint n_rules = fl_torch_get_n_rules ();
  const FlTorchRuleInfo *info = item < n_rules ? fl_torch_rule_get_info (item) : NULL;
  const FlOptionInfo *row = info == NULL ? fl_options_get_row (item - n_rules) : NULL;
  g_autofree char *old = NULL, *new = NULL;

  if (info != NULL && info->until == FL_TORCH_NEWEST)
    return g_strdup_printf ("rule %s (since %s): %s [%s]", info->name, fl_torch_get_name (info->since), info->sentence,
                            info->source);
  if (info != NULL)
    return g_strdup_printf ("rule %s (%s to %s): %s [%s]", info->name, fl_torch_get_name (info->since),
                            fl_torch_get_name (info->until), info->sentence, info->source);
  old = fl_options_dup_value_text (&search->options[0], row);
  new = fl_options_dup_value_text (&search->options[1], row);
  return g_strdup_printf ("default of %s (%s, then %s): %s", row->name, old, new, row->sentence);
}

static void
find_causes (Search *search)
{
  FlChanged *changed = search->changed;

  find_items (search);
  changed->is_proved = gives_earlier (search, 0, 0);
  if (changed->is_proved)
    shrink (search);
  for (guint i = 0; i < search->items->len; i++)
    g_ptr_array_add (changed->causes, dup_cause (search, g_array_index (search->items, guint, i)));
}

FlChanged *
fl_changed_new (FlGraph *graph, const FlOptions *options, guint first, guint second, gint64 limit_ms,
                const gint *cancelled, GError **error)
{
  g_autoptr (FlChanged) changed = g_new0 (FlChanged, 1);
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (guint));
  Search search = { .changed = changed, .graph = graph, .cancelled = cancelled, .items = items };

  changed->versions[0] = MIN (first, second);
  changed->versions[1] = MAX (first, second);
  changed->causes = g_ptr_array_new_with_free_func (g_free);
  if (limit_ms > 0)
    search.deadline_us = g_get_monotonic_time () + limit_ms * 1000;
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *setting = g_strconcat ("torch=", fl_torch_get_name (changed->versions[i]), NULL);

      search.options[i] = *options;
      g_assert (fl_options_set (&search.options[i], setting, NULL));
      changed->groups[i] = find_groups (&search, &search.options[i], error);
      if (changed->groups[i] == NULL)
        return NULL;
    }
  changed->are_equal = are_equal (changed->groups[0], changed->groups[1]);
  if (!changed->are_equal)
    find_causes (&search);
  return g_steal_pointer (&changed);
}

void
fl_changed_free (FlChanged *changed)
{
  if (changed == NULL)
    return;
  for (guint i = 0; i < 2; i++)
    if (changed->groups[i] != NULL)
      g_ptr_array_unref (changed->groups[i]);
  g_ptr_array_unref (changed->causes);
  g_free (changed);
}

/* --- in words ----------------------------------------------------------------------------------- */

static void
append_only (GString *out, const FlChanged *changed, guint which)
{
  const GPtrArray *own = changed->groups[which], *other = changed->groups[1 - which];

  for (guint i = 0; i < own->len; i++)
    if (!g_ptr_array_find_with_equal_func ((GPtrArray *) other, own->pdata[i], g_str_equal, NULL))
      g_string_append_printf (out, "only %s: %s\n", fl_torch_get_name (changed->versions[which]),
                              (const char *) own->pdata[i]);
}

void
fl_changed_append (GString *out, const FlChanged *changed)
{
  const char *first = fl_torch_get_name (changed->versions[0]), *second = fl_torch_get_name (changed->versions[1]);

  for (guint i = 0; i < 2; i++)
    g_string_append_printf (out, "PyTorch %s: %u group%s\n", fl_torch_get_name (changed->versions[i]),
                            changed->groups[i]->len, changed->groups[i]->len == 1 ? "" : "s");
  if (changed->are_equal)
    {
      g_string_append (out, "the same groups in both\n");
      return;
    }
  append_only (out, changed, 0);
  append_only (out, changed, 1);
  if (!changed->is_proved)
    {
      g_string_append_printf (
          out, "not proved: with all rules and defaults switched back, %s does not give the groups of %s\n", second,
          first);
      return;
    }
  for (guint i = 0; i < changed->causes->len; i++)
    g_string_append_printf (out, "%s\n", (const char *) changed->causes->pdata[i]);
  g_string_append_printf (out, "proved: switched back in %s, %s exactly the groups of %s%s\n", second,
                          changed->causes->len == 1 ? "it gives" : "they give together", first,
                          changed->is_cut ? "; not all may be needed: time ran out" : "");
}

char *
fl_changed_dup_sentence (const FlChanged *changed)
{
  const char *first = fl_torch_get_name (changed->versions[0]), *second = fl_torch_get_name (changed->versions[1]);
  g_autoptr (GString) out = g_string_new (NULL);

  if (changed->are_equal)
    return g_strdup_printf ("PyTorch %s and %s make the same groups.", first, second);
  g_string_append_printf (out, "From PyTorch %s to %s, %u group%s became %u", first, second, changed->groups[0]->len,
                          changed->groups[0]->len == 1 ? "" : "s", changed->groups[1]->len);
  if (!changed->is_proved)
    g_string_append (out, "; no rule that is known here makes the difference.");
  else
    g_string_append (out, changed->is_cut ? ", by some of these: " : " by ");
  for (guint i = 0; changed->is_proved && i < changed->causes->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? "; " : "", (const char *) changed->causes->pdata[i]);
  return g_string_free (g_steal_pointer (&out), FALSE);
}
