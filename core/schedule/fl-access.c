/* Differences of accesses: what two walks through one buffer have in common, and their words.
 * Source: torch/_inductor/scheduler.py (decide_fusion_fail_reason), whose classes these refine. */
#include "fl-access-private.h"

#include "fl-text.h"

static const struct
{
  const char *name, *sentence;
} rows[] = {
#define ACCESS(id, name, sentence) { name, sentence },
#include "fl-access-kinds.def"
};

const char *
fl_access_kind_get_name (FlAccessKind kind)
{
  g_assert (kind < FL_N_ACCESSES);
  return rows[kind].name;
}

const char *
fl_access_kind_get_sentence (FlAccessKind kind)
{
  g_assert (kind < FL_N_ACCESSES);
  return rows[kind].sentence;
}

/* --- walks ------------------------------------------------------------------------------------ */

/* Loops that move in the buffer; adjacent ones that are one loop over memory are merged. */
typedef struct
{
  guint n;
  FlAccessLoop loops[FL_ACCESS_MAX_LOOPS];
} Walk;

static void
sort_by_stride (Walk *walk)
{
  for (guint i = 1; i < walk->n; i++)
    for (guint k = i; k > 0 && ABS (walk->loops[k - 1].stride) < ABS (walk->loops[k].stride); k--)
      {
        const FlAccessLoop other = walk->loops[k];

        walk->loops[k] = walk->loops[k - 1];
        walk->loops[k - 1] = other;
      }
}

static void
merge_adjacent (Walk *walk, gboolean keeps_reduced)
{
  guint n = 0;

  for (guint i = 0; i < walk->n; i++)
    {
      FlAccessLoop *outer = n > 0 ? &walk->loops[n - 1] : NULL, inner = walk->loops[i];

      if (outer != NULL && outer->stride == inner.size * inner.stride
          && (!keeps_reduced || outer->is_reduced == inner.is_reduced))
        {
          inner.size *= outer->size;
          *outer = inner;
        }
      else
        walk->loops[n++] = inner;
    }
  walk->n = n;
}

static Walk
get_walk (const FlAccessSide *side, gboolean is_sorted, gboolean keeps_reduced)
{
  Walk walk = { 0 };

  for (guint i = 0; i < side->n_loops; i++)
    if (side->loops[i].stride != 0)
      walk.loops[walk.n++] = side->loops[i];
  if (is_sorted)
    sort_by_stride (&walk);
  merge_adjacent (&walk, keeps_reduced);
  return walk;
}

static gboolean
have_equal_walks (const FlAccessSide *a, const FlAccessSide *b, gboolean is_sorted, gboolean with_reduced)
{
  const Walk one = get_walk (a, is_sorted, with_reduced), other = get_walk (b, is_sorted, with_reduced);

  if (one.n != other.n)
    return FALSE;
  for (guint i = 0; i < one.n; i++)
    if (one.loops[i].size != other.loops[i].size || one.loops[i].stride != other.loops[i].stride
        || (with_reduced && one.loops[i].is_reduced != other.loops[i].is_reduced))
      return FALSE;
  return TRUE;
}

/* Does it come to an element only in steps of loops that do not move? */
static gboolean
has_no_overlap (const FlAccessSide *side)
{
  const Walk walk = get_walk (side, TRUE, FALSE);

  for (guint i = 0; i < walk.n; i++)
    {
      gint64 reach = 0;

      for (guint k = i + 1; k < walk.n; k++)
        reach += (walk.loops[k].size - 1) * ABS (walk.loops[k].stride);
      if (ABS (walk.loops[i].stride) <= reach)
        return FALSE;
    }
  return TRUE;
}

/* Elements that are touched, and how often each is. */
static gint64
count_steps (const FlAccessSide *side, gboolean of_moving)
{
  gint64 n = 1;

  for (guint i = 0; i < side->n_loops; i++)
    if ((side->loops[i].stride != 0) == of_moving)
      n *= side->loops[i].size;
  return n;
}

static gboolean
is_reduction (const FlAccessSide *side)
{
  for (guint i = 0; i < side->n_loops; i++)
    if (side->loops[i].is_reduced)
      return TRUE;
  return FALSE;
}

/* Does a keep apart all that b keeps apart? */
static gboolean
keeps_all_of (const FlAccessSide *a, const FlAccessSide *b)
{
  const Walk one = get_walk (a, TRUE, TRUE), other = get_walk (b, TRUE, TRUE);

  for (guint i = 0; i < other.n; i++)
    {
      gboolean is_kept = other.loops[i].is_reduced;

      for (guint k = 0; k < one.n && !is_kept; k++)
        is_kept = !one.loops[k].is_reduced && one.loops[k].stride == other.loops[i].stride
                  && one.loops[k].size == other.loops[i].size;
      if (!is_kept)
        return FALSE;
    }
  return TRUE;
}

static FlAccessKind
classify_equal_sets (const FlAccessSide *a, const FlAccessSide *b)
{
  if (is_reduction (a) && is_reduction (b) && !have_equal_walks (a, b, TRUE, TRUE))
    return keeps_all_of (a, b) || keeps_all_of (b, a) ? FL_ACCESS_DEEPER : FL_ACCESS_AXIS;
  if (count_steps (a, FALSE) != count_steps (b, FALSE))
    return FL_ACCESS_BROADCAST;
  return have_equal_walks (a, b, FALSE, FALSE) ? FL_ACCESS_LOOPS : FL_ACCESS_ORDER;
}

FlAccessKind
fl_access_classify (const FlAccessSide *a, const FlAccessSide *b)
{
  if (a->index == NULL || b->index == NULL)
    return FL_ACCESS_WHOLE;
  if (fl_sym_contains_kind (a->index, FL_SYM_INDIRECT) || fl_sym_contains_kind (b->index, FL_SYM_INDIRECT))
    return FL_ACCESS_INDIRECT;
  if (!a->is_linear || !b->is_linear)
    return FL_ACCESS_RESHAPE;
  if (!has_no_overlap (a) || !has_no_overlap (b))
    return FL_ACCESS_WINDOW;
  if (count_steps (a, TRUE) != count_steps (b, TRUE))
    return FL_ACCESS_PART;
  if (!have_equal_walks (a, b, TRUE, FALSE))
    return FL_ACCESS_STRIDE;
  return a->offset != b->offset ? FL_ACCESS_OFFSET : classify_equal_sets (a, b);
}

/* --- text ------------------------------------------------------------------------------------- */

void
fl_access_append_side (GString *out, const FlAccessSide *side)
{
  guint n = 0;

  g_string_append (out, side->is_write ? "writes " : "reads ");
  if (side->index == NULL)
    {
      g_string_append (out, side->is_write ? "over it" : "all of it");
      return;
    }
  fl_sym_append (out, side->index);
  for (guint i = 0; i < side->n_vars; i++)
    {
      if (fl_sym_is_int_value (side->body->sizes[i], 1))
        continue;
      g_string_append_printf (out, "%s%s<", n++ == 0 ? " for " : ", ", fl_sym_get_name (side->body->vars[i]));
      fl_sym_append (out, side->body->sizes[i]);
      g_string_append (out, i >= side->body->n_iter ? " (reduced)" : "");
    }
}

void
fl_access_append (GString *out, const FlAccess *access)
{
  g_autofree char *bytes = fl_text_dup_bytes ((guint64) MAX (access->bytes, 0));

  g_string_append_printf (out, "%s, %s: ", access->buffer, bytes);
  for (guint i = 0; i < G_N_ELEMENTS (access->sides); i++)
    {
      g_string_append_printf (out, "%s%s ", i > 0 ? "; " : "", access->sides[i].node);
      fl_access_append_side (out, &access->sides[i]);
    }
  if (access->n_others > 0)
    g_string_append_printf (out, "; and %u more", access->n_others);
}
