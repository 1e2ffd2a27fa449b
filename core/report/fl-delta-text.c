/* A delta for people and as JSON. */
#include <cjson/cJSON.h>
#include <math.h>

#include "fl-delta-private.h"
#include "fl-text.h"

enum
{
  MAX_LISTED = 20
};

/* --- figures ---------------------------------------------------------------------------------- */

char *
fl_delta_dup_change (const FlDelta *delta, FlFact fact)
{
  double change = delta->variant[fact] - delta->base[fact];
  g_autofree char *amount = NULL;

  if (!delta->has[fact])
    return g_strdup ("");
  if (change == 0)
    return g_strdup ("0");
  amount = fl_fact_dup_amount (fact, fabs (change));
  if (delta->base[fact] == 0)
    return g_strdup_printf ("%s%s", change < 0 ? "-" : "+", amount);
  return g_strdup_printf ("%s%s (%s%d.%d %%)", change < 0 ? "-" : "+", amount, change < 0 ? "-" : "+",
                          (int) (fabs (change) / delta->base[fact] * 100),
                          (int) (fabs (change) / delta->base[fact] * 1000) % 10);
}

/* --- the sentence ----------------------------------------------------------------------------- */

static void
add_clause (GString *text, const char *clause)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", clause);
}

/* Is one of the two counts of kernels not the other? */
static gboolean
is_joined (const FlDelta *delta)
{
  return delta->base[FL_FACT_POST_FUSION] != delta->base[FL_FACT_KERNELS]
         || delta->variant[FL_FACT_POST_FUSION] != delta->variant[FL_FACT_KERNELS];
}

static void
describe_figures (GString *text, const FlDelta *delta)
{
  static const FlFact told[] = { FL_FACT_KERNELS, FL_FACT_POST_FUSION, FL_FACT_BYTES, FL_FACT_PEAK, FL_FACT_TIME };
  static const char *const words[FL_N_FACTS] = { [FL_FACT_KERNELS] = "kernels",
                                                 [FL_FACT_BYTES] = "bytes moved",
                                                 [FL_FACT_PEAK] = "peak memory",
                                                 [FL_FACT_TIME] = "time" };

  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    {
      g_autofree char *change = fl_delta_dup_change (delta, told[i]), *base = NULL, *variant = NULL, *clause = NULL;

      if (!delta->has[told[i]] || delta->base[told[i]] == delta->variant[told[i]]
          || (told[i] == FL_FACT_TIME && !delta->is_time_apart)
          || (told[i] == FL_FACT_POST_FUSION && !is_joined (delta)))
        continue;
      base = fl_fact_dup_amount (told[i], delta->base[told[i]]);
      variant = fl_fact_dup_amount (told[i], delta->variant[told[i]]);
      clause = told[i] == FL_FACT_KERNELS       ? g_strdup_printf ("%s kernels instead of %s", variant, base)
               : told[i] == FL_FACT_POST_FUSION ? g_strdup_printf ("%s instead of %s in ir_post_fusion", variant, base)
                                                : g_strdup_printf ("%s %s", words[told[i]], change);
      add_clause (text, clause);
    }
  if (delta->has[FL_FACT_TIME] && !delta->is_time_apart)
    add_clause (text, "no difference in time beyond the spread");
}

static void
describe_fusions (GString *text, const FlDelta *delta)
{
  const FlDeltaFusion *first = delta->n_losses > 0 ? delta->losses : delta->n_wins > 0 ? delta->wins : NULL;
  g_autoptr (GString) clause = g_string_new (NULL);

  if (first == NULL)
    return;
  g_string_append_printf (clause, "%u fusion%s lost, %u won (", delta->n_lost, delta->n_lost == 1 ? "" : "s",
                          delta->n_won);
  g_string_append_printf (clause, "%s and %s %s share %s", first->pieces[0], first->pieces[1],
                          delta->n_losses > 0 ? "no longer" : "now", first->kernel);
  if (delta->n_losses + delta->n_wins > 1)
    g_string_append (clause, ", and more");
  add_clause (text, g_string_append_c (clause, ')')->str);
}

/* Why: what the user decided, and what became of it. */
static void
describe_cause (GString *text, const FlFacts *base, const FlFacts *variant, const FlOverrides *overrides)
{
  gboolean is_other
      = base->strategy != NULL && variant->strategy != NULL && !g_str_equal (base->strategy, variant->strategy);

  if (is_other)
    g_string_append_printf (text, "Under %s instead of %s", variant->strategy, base->strategy);
  for (guint i = 0; overrides != NULL && i < overrides->n; i++)
    {
      const FlOverrideState *state = &overrides->states[i];

      g_string_append (text, text->len > 0 ? ", " : "With ");
      fl_override_append (text, &state->override);
      if (state->outcome == FL_OUTCOME_APPLIED)
        continue;
      g_string_append_printf (text, " (%s", fl_outcome_get_name (state->outcome));
      if (state->rule != NULL)
        g_string_append_printf (text, ": %s", state->rule);
      if (state->facts != NULL)
        g_string_append_printf (text, "; %s", state->facts);
      g_string_append_c (text, ')');
    }
}

const char *
fl_delta_make_sentence (const FlDelta *delta, const FlFacts *base, const FlFacts *variant, const FlOverrides *overrides)
{
  g_autoptr (GString) cause = g_string_new (NULL), effect = g_string_new (NULL);

  describe_cause (cause, base, variant, overrides);
  describe_figures (effect, delta);
  describe_fusions (effect, delta);
  if (effect->len == 0 && delta->n_gone + delta->n_new > 0)
    g_string_append_printf (effect, "%u buffers gone, %u new", delta->n_gone, delta->n_new);
  if (delta->n_rewritten > 0)
    {
      g_autofree char *clause = delta->n_rewritten == 1
                                    ? g_strdup_printf ("the code of %s differs", delta->rewritten)
                                    : g_strdup_printf ("the code of %u kernels differs (%s and more)",
                                                       delta->n_rewritten, delta->rewritten);

      add_clause (effect, clause);
    }
  if (effect->len == 0)
    g_string_append (effect, "nothing differs");
  return fl_arena_printf (delta->arena, "%s%s%s.", cause->str, cause->len > 0 ? ": " : "", effect->str);
}

/* --- text ------------------------------------------------------------------------------------- */

static void
append_cell (GString *out, const char *text, int width)
{
  g_string_append_printf (out, "%*s%s", (int) MAX (1, width - g_utf8_strlen (text, -1)), "", text);
}

static void
append_figures (GString *out, const FlDelta *delta, const char *base_name, const char *variant_name)
{
  g_string_append_printf (out, "%-14s", "");
  append_cell (out, base_name, 16);
  append_cell (out, variant_name, 16);
  append_cell (out, "change", 24);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < FL_N_FACTS; i++)
    {
      g_autofree char *base = NULL, *variant = NULL, *change = NULL;

      if (!delta->has[i])
        continue;
      base = fl_fact_dup_amount (i, delta->base[i]);
      variant = fl_fact_dup_amount (i, delta->variant[i]);
      change = fl_delta_dup_change (delta, i);
      g_string_append_printf (out, "%-14s", fl_fact_get_info (i)->title);
      append_cell (out, base, 16);
      append_cell (out, variant, 16);
      append_cell (out, change, 24);
      if (i == FL_FACT_TIME)
        g_string_append (out, delta->is_time_apart ? "  beyond the spread" : "  within the spread");
      g_string_append_c (out, '\n');
    }
}

static void
append_splits (GString *out, const char *title, const FlDeltaFusion *splits, guint n)
{
  for (guint i = 0; i < MIN (n, MAX_LISTED); i++)
    {
      g_string_append_printf (out, "%s %s:\n", title, splits[i].kernel);
      for (guint k = 0; k < splits[i].n_pieces; k++)
        g_string_append_printf (out, "    %s  in %s\n", splits[i].pieces[k], splits[i].homes[k]);
    }
  if (n > MAX_LISTED)
    g_string_append_printf (out, "%s … and %u more\n", title, n - MAX_LISTED);
}

static void
append_buffers (GString *out, const char *title, const FlDeltaBuffer *buffers, guint n)
{
  for (guint i = 0; i < MIN (n, MAX_LISTED); i++)
    {
      g_autofree char *bytes = fl_text_dup_bytes ((guint64) buffers[i].bytes);

      g_string_append_printf (out, "%s %s  %s  %s\n", title, buffers[i].subject, buffers[i].shape, bytes);
    }
  if (n > MAX_LISTED)
    g_string_append_printf (out, "%s … and %u more\n", title, n - MAX_LISTED);
}

void
fl_delta_append (GString *out, const FlDelta *delta, const char *base_name, const char *variant_name)
{
  g_string_append_printf (out, "%s\n\n", delta->sentence);
  append_figures (out, delta, base_name, variant_name);
  g_string_append_printf (out,
                          "\nfusions: %u lost, %u won, between the %u values that both runs have "
                          "(%.0f %% of %u and %u%s)\n",
                          delta->n_lost, delta->n_won, delta->n_matched, floor (delta->matched_share * 100),
                          delta->n_base_values, delta->n_variant_values,
                          delta->n_matched_by_order > 0 ? "; matched by order" : "");
  append_splits (out, "lost: ", delta->losses, delta->n_losses);
  append_splits (out, "won: ", delta->wins, delta->n_wins);
  append_buffers (out, "no longer stored: ", delta->gone, delta->n_gone);
  append_buffers (out, "newly stored: ", delta->fresh, delta->n_new);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static cJSON *
push_object (cJSON *array)
{
  cJSON *object = cJSON_CreateObject ();

  cJSON_AddItemToArray (array, object);
  return object;
}

static void
add_splits (cJSON *root, const char *key, const FlDeltaFusion *splits, guint n)
{
  cJSON *list = cJSON_AddArrayToObject (root, key);

  for (guint i = 0; i < n; i++)
    {
      cJSON *object = push_object (list), *pieces;

      cJSON_AddStringToObject (object, "kernel", splits[i].kernel);
      pieces = cJSON_AddArrayToObject (object, "pieces");
      for (guint k = 0; k < splits[i].n_pieces; k++)
        {
          cJSON *piece = push_object (pieces);

          cJSON_AddStringToObject (piece, "values", splits[i].pieces[k]);
          cJSON_AddStringToObject (piece, "kernel", splits[i].homes[k]);
        }
    }
}

static void
add_buffers (cJSON *root, const char *key, const FlDeltaBuffer *buffers, guint n)
{
  cJSON *list = cJSON_AddArrayToObject (root, key);

  for (guint i = 0; i < n; i++)
    {
      cJSON *object = push_object (list);

      cJSON_AddStringToObject (object, "subject", buffers[i].subject);
      cJSON_AddStringToObject (object, "shape", buffers[i].shape);
      cJSON_AddNumberToObject (object, "bytes", (double) buffers[i].bytes);
    }
}

cJSON *
fl_delta_new_json (const FlDelta *delta)
{
  cJSON *root = cJSON_CreateObject (), *figures = cJSON_AddObjectToObject (root, "figures");

  for (guint i = 0; i < FL_N_FACTS; i++)
    {
      cJSON *figure;

      if (!delta->has[i])
        continue;
      figure = cJSON_AddObjectToObject (figures, fl_fact_get_info (i)->name);
      cJSON_AddNumberToObject (figure, "base", delta->base[i]);
      cJSON_AddNumberToObject (figure, "variant", delta->variant[i]);
    }
  if (delta->has[FL_FACT_TIME])
    cJSON_AddBoolToObject (root, "time_differs_beyond_spread", delta->is_time_apart);
  cJSON_AddNumberToObject (root, "values_base", delta->n_base_values);
  cJSON_AddNumberToObject (root, "values_variant", delta->n_variant_values);
  cJSON_AddNumberToObject (root, "values_matched", delta->n_matched);
  cJSON_AddNumberToObject (root, "values_matched_by_order", delta->n_matched_by_order);
  cJSON_AddNumberToObject (root, "matched_share", delta->matched_share);
  cJSON_AddNumberToObject (root, "fusions_lost", delta->n_lost);
  cJSON_AddNumberToObject (root, "fusions_won", delta->n_won);
  add_splits (root, "lost", delta->losses, delta->n_losses);
  add_splits (root, "won", delta->wins, delta->n_wins);
  add_buffers (root, "no_longer_stored", delta->gone, delta->n_gone);
  add_buffers (root, "newly_stored", delta->fresh, delta->n_new);
  cJSON_AddNumberToObject (root, "kernels_rewritten", delta->n_rewritten);
  cJSON_AddStringToObject (root, "sentence", delta->sentence);
  return root;
}
