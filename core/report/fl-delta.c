/* The difference between two runs' facts.
 *
 * Values are matched first: of one graph by name, operator and shape; of two graphs in order, by
 * operator, shape and module, as a longest common sequence, so that an operator that was put in
 * renames nothing after it. Fusions are then counted between matched values alone: a kernel of the
 * base whose values are in k kernels of the variant lost k - 1. */
#include <math.h>
#include <string.h>

#include "fl-delta-private.h"
#include "fl-diff.h"
#include "fl-intern.h"

typedef struct
{
  FlDelta *delta;
  const FlFacts *base, *variant;
  guint *match_of_base; /* position in the variant; G_MAXUINT: none */
  guint *match_of_variant;
} Matcher;

/* --- matching --------------------------------------------------------------------------------- */

static char *
dup_key (const FlFactValue *value, gboolean with_subject)
{
  return with_subject
             ? g_strdup_printf ("%s\t%s\t%s", value->subject, value->op, value->shape)
             : g_strdup_printf ("%s\t%s\t%s", value->op, value->shape, value->module != NULL ? value->module : "");
}

static void
note_match (Matcher *matcher, guint base, guint variant)
{
  matcher->match_of_base[base] = variant;
  matcher->match_of_variant[variant] = base;
  matcher->delta->n_matched++;
}

static void
match_by_name (Matcher *matcher)
{
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < matcher->variant->n_values; i++)
    g_hash_table_insert (by_key, dup_key (&matcher->variant->values[i], TRUE), GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < matcher->base->n_values; i++)
    {
      g_autofree char *key = dup_key (&matcher->base->values[i], TRUE);
      guint found = GPOINTER_TO_UINT (g_hash_table_lookup (by_key, key));

      if (found > 0 && matcher->match_of_variant[found - 1] == G_MAXUINT)
        note_match (matcher, i, found - 1);
    }
}

static gconstpointer *
make_sequence (FlLinePool *pool, const FlFacts *facts)
{
  gconstpointer *sequence = g_new0 (gconstpointer, facts->n_values + 1);

  for (guint i = 0; i < facts->n_values; i++)
    {
      g_autofree char *key = dup_key (&facts->values[i], FALSE);
      g_autoptr (GPtrArray) lines = fl_line_pool_split (pool, key, strlen (key), FALSE);

      sequence[i] = lines->len > 0 ? lines->pdata[0] : NULL;
    }
  return sequence;
}

static void
match_by_order (Matcher *matcher)
{
  g_autoptr (FlLinePool) pool = fl_line_pool_new ();
  g_autofree gconstpointer *a = make_sequence (pool, matcher->base), *b = make_sequence (pool, matcher->variant);
  g_autoptr (GArray) hunks = fl_diff_new (a, matcher->base->n_values, b, matcher->variant->n_values);
  guint i = 0, k = 0;

  for (guint h = 0; h <= hunks->len; h++)
    {
      const FlHunk *hunk = h < hunks->len ? &g_array_index (hunks, FlHunk, h) : NULL;
      guint end = hunk != NULL ? hunk->from_a : matcher->base->n_values;

      for (; i < end; i++, k++)
        note_match (matcher, i, k);
      if (hunk != NULL)
        {
          i = hunk->from_a + hunk->n_a;
          k = hunk->from_b + hunk->n_b;
        }
    }
  matcher->delta->n_matched_by_order = matcher->delta->n_matched;
}

static void
match (Matcher *matcher)
{
  const FlFacts *base = matcher->base, *variant = matcher->variant;
  FlDelta *delta = matcher->delta;
  guint n = base->n_values + variant->n_values;

  for (guint i = 0; i < base->n_values; i++)
    matcher->match_of_base[i] = G_MAXUINT;
  for (guint i = 0; i < variant->n_values; i++)
    matcher->match_of_variant[i] = G_MAXUINT;
  if (base->graph_hash != NULL && variant->graph_hash != NULL && !g_str_equal (base->graph_hash, variant->graph_hash))
    match_by_order (matcher);
  else
    match_by_name (matcher);
  delta->n_base_values = base->n_values;
  delta->n_variant_values = variant->n_values;
  delta->matched_share = n > 0 ? 2.0 * delta->n_matched / n : 1;
}

/* --- fusions ---------------------------------------------------------------------------------- */

typedef struct
{
  guint home; /* the kernel on the other side */
  GString *names;
} Piece;

static void
free_piece (gpointer data)
{
  Piece *piece = data;

  g_string_free (piece->names, TRUE);
  g_free (piece);
}

static Piece *
find_piece (GPtrArray *pieces, guint home)
{
  Piece *piece;

  for (guint i = 0; i < pieces->len; i++)
    if (((Piece *) pieces->pdata[i])->home == home)
      return pieces->pdata[i];
  piece = g_new0 (Piece, 1);
  piece->home = home;
  piece->names = g_string_new (NULL);
  g_ptr_array_add (pieces, piece);
  return piece;
}

static void
add_split (Matcher *matcher, const FlFacts *whole, const FlFacts *other, guint kernel, const GPtrArray *pieces,
           GArray *splits)
{
  FlArena *arena = matcher->delta->arena;
  const char **texts = fl_arena_new (arena, const char *, pieces->len),
             **homes = fl_arena_new (arena, const char *, pieces->len);
  FlDeltaFusion split = { fl_arena_strdup (arena, whole->kernels[kernel]), pieces->len, texts, homes };

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = pieces->pdata[i];

      texts[i] = fl_arena_strdup (arena, piece->names->str);
      homes[i] = fl_arena_strdup (arena, other->kernels[piece->home]);
    }
  g_array_append_val (splits, split);
}

/* The kernels of `whole` whose matched values are in several of `other`; returns the fusions that
 * those do not have. */
static guint
find_splits (Matcher *matcher, const FlFacts *whole, const FlFacts *other, const guint *match_of, GArray *splits)
{
  g_autoptr (GPtrArray) kernels = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  guint n = 0;

  for (guint k = 0; k < whole->n_kernels; k++)
    g_ptr_array_add (kernels, g_ptr_array_new_with_free_func (free_piece));
  for (guint i = 0; i < whole->n_values; i++)
    {
      const FlFactValue *value = &whole->values[i];
      const FlFactValue *same = match_of[i] != G_MAXUINT ? &other->values[match_of[i]] : NULL;
      Piece *piece;

      if (same == NULL || value->kernel == G_MAXUINT || same->kernel == G_MAXUINT)
        continue;
      piece = find_piece (kernels->pdata[value->kernel], same->kernel);
      g_string_append_printf (piece->names, "%s%s", piece->names->len > 0 ? ", " : "", value->subject);
    }
  for (guint k = 0; k < kernels->len; k++)
    {
      const GPtrArray *pieces = kernels->pdata[k];

      if (pieces->len < 2)
        continue;
      n += pieces->len - 1;
      add_split (matcher, whole, other, k, pieces, splits);
    }
  return n;
}

static void
compare_fusions (Matcher *matcher)
{
  FlDelta *delta = matcher->delta;
  g_autoptr (GArray) losses = g_array_new (FALSE, FALSE, sizeof (FlDeltaFusion));
  g_autoptr (GArray) wins = g_array_new (FALSE, FALSE, sizeof (FlDeltaFusion));

  delta->n_lost = find_splits (matcher, matcher->base, matcher->variant, matcher->match_of_base, losses);
  delta->n_won = find_splits (matcher, matcher->variant, matcher->base, matcher->match_of_variant, wins);
  delta->n_losses = losses->len;
  delta->losses = fl_arena_memdup (delta->arena, losses->data, losses->len * sizeof (FlDeltaFusion));
  delta->n_wins = wins->len;
  delta->wins = fl_arena_memdup (delta->arena, wins->data, wins->len * sizeof (FlDeltaFusion));
}

/* --- buffers ---------------------------------------------------------------------------------- */

/* Values that `from` stores and `other` does not. */
static const FlDeltaBuffer *
find_missing (Matcher *matcher, const FlFacts *from, const FlFacts *other, const guint *match_of, guint *n)
{
  FlArena *arena = matcher->delta->arena;
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (FlDeltaBuffer));

  for (guint i = 0; i < from->n_values; i++)
    {
      const FlFactValue *value = &from->values[i];
      FlDeltaBuffer buffer = { value->subject, value->shape, value->bytes };

      if (value->buffer == NULL || (match_of[i] != G_MAXUINT && other->values[match_of[i]].buffer != NULL))
        continue;
      buffer.subject = fl_arena_strdup (arena, value->subject);
      buffer.shape = fl_arena_strdup (arena, value->shape);
      g_array_append_val (missing, buffer);
    }
  *n = missing->len;
  return fl_arena_memdup (arena, missing->data, missing->len * sizeof (FlDeltaBuffer));
}

/* --- all -------------------------------------------------------------------------------------- */

static void
compare_figures (FlDelta *delta, const FlFacts *base, const FlFacts *variant)
{
  for (guint i = 0; i < FL_N_FACTS; i++)
    {
      delta->has[i] = base->has[i] && variant->has[i];
      delta->base[i] = base->amount[i];
      delta->variant[i] = variant->amount[i];
    }
  delta->is_time_apart = delta->has[FL_FACT_TIME]
                         && (base->time_high_ns < variant->time_low_ns || variant->time_high_ns < base->time_low_ns);
}

static void
find_rewritten (FlDelta *delta, const FlFacts *base, const FlFacts *variant)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; base->codes != NULL && i < base->n_kernels; i++)
    if (base->codes[i] != 0)
      g_hash_table_insert (by_name, (gpointer) base->kernels[i], GUINT_TO_POINTER (base->codes[i]));
  for (guint i = 0; variant->codes != NULL && i < variant->n_kernels; i++)
    {
      const guint code = GPOINTER_TO_UINT (g_hash_table_lookup (by_name, variant->kernels[i]));

      if (code == 0 || variant->codes[i] == 0 || code == variant->codes[i])
        continue;
      if (delta->n_rewritten++ == 0)
        delta->rewritten = fl_arena_strdup (delta->arena, variant->kernels[i]);
    }
}

void
fl_delta_free (FlDelta *delta)
{
  if (delta != NULL)
    fl_arena_close (delta->arena);
}

FlDelta *
fl_delta_new (const FlFacts *base, const FlFacts *variant, const FlOverrides *overrides)
{
  FlArena *arena = fl_arena_open ();
  FlDelta *delta = fl_arena_new (arena, FlDelta, 1);
  g_autofree guint *match_of_base = g_new (guint, base->n_values + 1);
  g_autofree guint *match_of_variant = g_new (guint, variant->n_values + 1);
  Matcher matcher = { delta, base, variant, match_of_base, match_of_variant };

  delta->arena = arena;
  compare_figures (delta, base, variant);
  match (&matcher);
  compare_fusions (&matcher);
  delta->gone = find_missing (&matcher, base, variant, match_of_base, &delta->n_gone);
  delta->fresh = find_missing (&matcher, variant, base, match_of_variant, &delta->n_new);
  find_rewritten (delta, base, variant);
  delta->sentence = fl_delta_make_sentence (delta, base, variant, overrides);
  return delta;
}
