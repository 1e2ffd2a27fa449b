/* How kernels of different columns relate: same, joined, part, regrouped; and how many fusions lie
 * between two columns. */
#include <stdlib.h>

#include "fl-compare-private.h"

static gboolean
has_op (const FlCompareGroup *group, guint32 op)
{
  return bsearch (&op, group->ops, group->n_ops, sizeof op, fl_compare_op_numbers) != NULL;
}

static guint
count_common (const FlCompareGroup *a, const FlCompareGroup *b)
{
  guint n = 0;

  for (guint i = 0; i < a->n_ops; i++)
    n += has_op (b, a->ops[i]);
  return n;
}

/* Operators of the group that some kernel of the column computes: what it has nowhere says nothing.
 */
static guint
count_known (const FlCompareColumn *column, const FlCompareGroup *group)
{
  guint n_known = 0, n;

  for (guint i = 0; i < group->n_ops; i++)
    {
      fl_compare_column_get_groups (column, group->ops[i], &n);
      n_known += n > 0;
    }
  return n_known;
}

/* The kernels of a column that share operators with the group, each once. */
static GArray *
find_touching (const FlCompareColumn *column, const FlCompareGroup *group)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < group->n_ops; i++)
    {
      guint n;
      const guint32 *groups = fl_compare_column_get_groups (column, group->ops[i], &n);

      for (guint k = 0; k < n; k++)
        {
          gboolean is_new = TRUE;

          for (guint m = found->len; m-- > 0 && is_new;)
            is_new = g_array_index (found, guint32, m) != groups[k];
          if (is_new)
            g_array_append_val (found, groups[k]);
        }
    }
  return found;
}

/* The kernel of `column` that holds all of the group's operators; of several, the smallest;
 * G_MAXUINT32: none. */
static guint32
find_holder (const FlCompareColumn *column, const FlCompareGroup *group)
{
  g_autoptr (GArray) touching = find_touching (column, group);
  guint n_known = count_known (column, group);
  guint32 holder = G_MAXUINT32;

  for (guint k = 0; k < touching->len; k++)
    {
      guint32 at = g_array_index (touching, guint32, k);

      if (count_common (group, &column->groups[at]) == n_known
          && (holder == G_MAXUINT32 || column->groups[at].n_ops < column->groups[holder].n_ops))
        holder = at;
    }
  return holder;
}

static void
cover (gboolean *is_covered, const FlCompareGroup *group, const FlCompareGroup *piece)
{
  for (guint i = 0; i < group->n_ops; i++)
    is_covered[i] |= has_op (piece, group->ops[i]);
}

/* How many kernels of `from` this one stands for: those that it alone holds, and as few more as its
 * other operators need (the largest overlap first). */
static guint
count_pieces (const FlCompareColumn *from, const guint32 *holders, const FlCompareGroup *group, guint32 position)
{
  g_autoptr (GArray) touching = find_touching (from, group);
  g_autofree gboolean *is_covered = g_new0 (gboolean, MAX (group->n_ops, 1));
  guint n_pieces = 0;

  for (guint k = 0; k < touching->len; k++)
    if (holders[g_array_index (touching, guint32, k)] == position)
      {
        cover (is_covered, group, &from->groups[g_array_index (touching, guint32, k)]);
        n_pieces++;
      }
  for (;;)
    {
      guint best = 0, best_at = 0;

      for (guint k = 0; k < touching->len; k++)
        {
          const FlCompareGroup *other = &from->groups[g_array_index (touching, guint32, k)];
          guint n = 0;

          for (guint i = 0; i < group->n_ops; i++)
            n += !is_covered[i] && has_op (other, group->ops[i]);
          if (n > best)
            best = n, best_at = k;
        }
      if (best == 0)
        return n_pieces;
      cover (is_covered, group, &from->groups[g_array_index (touching, guint32, best_at)]);
      n_pieces++;
    }
}

/* Fusions that `column` has and `other` has not. */
static guint
count_fusions (const FlCompareColumn *column, const FlCompareColumn *other)
{
  g_autofree guint32 *holders = g_new (guint32, MAX (other->n_groups, 1));
  guint n = 0;

  for (guint g = 0; g < other->n_groups; g++)
    holders[g] = find_holder (column, &other->groups[g]);
  for (guint32 g = 0; g < column->n_groups; g++)
    n += MAX (count_pieces (other, holders, &column->groups[g], g), 1) - 1;
  return n;
}

/* Kernels of a column that compute nothing but what the group (of `of`) computes. */
static guint
count_inside (const FlCompareColumn *column, const FlCompareColumn *of, const FlCompareGroup *group)
{
  g_autoptr (GArray) touching = find_touching (column, group);
  guint n = 0;

  for (guint k = 0; k < touching->len; k++)
    {
      const FlCompareGroup *it = &column->groups[g_array_index (touching, guint32, k)];
      n += count_common (group, it) == count_known (of, it);
    }
  return n;
}

/* Two kernels of the same operators are the same, unless one column needs more kernels for them:
 * one operator may be several nodes, each a kernel. */
static FlRelation
relate_equal (const FlCompareColumn *column, const FlCompareGroup *group, const FlCompareColumn *other,
              const FlCompareGroup *it)
{
  guint n_own = count_inside (column, other, it), n_others = count_inside (other, column, group);

  return n_own == n_others ? FL_RELATION_SAME : n_own < n_others ? FL_RELATION_JOINED : FL_RELATION_PART;
}

/* Beside one column. */
static FlRelation
relate (const FlCompareColumn *column, const FlCompareGroup *group, const FlCompareColumn *other)
{
  g_autoptr (GArray) touching = find_touching (other, group);
  gboolean holds_all = TRUE, is_held = FALSE;
  guint n_known = count_known (other, group);

  for (guint k = 0; k < touching->len; k++)
    {
      const FlCompareGroup *it = &other->groups[g_array_index (touching, guint32, k)];
      guint n_common = count_common (group, it);
      gboolean is_whole = n_common == count_known (column, it);

      if (is_whole && n_common == n_known)
        return relate_equal (column, group, other, it);
      holds_all = holds_all && is_whole;
      is_held = is_held || n_common == n_known;
    }
  if (touching->len == 0) /* inside all of its readers there */
    return group->n_ops > 0 ? FL_RELATION_PART : FL_RELATION_SAME;
  return holds_all ? FL_RELATION_JOINED : is_held ? FL_RELATION_PART : FL_RELATION_REGROUPED;
}

void
fl_compare_relate_columns (FlComparison *comparison, FlCompareColumn *columns)
{
  for (guint c = 0; c < comparison->n_columns; c++)
    for (guint g = 0; g < columns[c].n_groups; g++)
      {
        FlCompareGroup *group = (FlCompareGroup *) &columns[c].groups[g];
        gboolean is_joined = FALSE, is_part = FALSE;

        for (guint k = 0; k < comparison->n_columns; k++)
          {
            FlRelation relation = k == c ? FL_RELATION_SAME : relate (&columns[c], group, &columns[k]);

            is_joined |= relation == FL_RELATION_JOINED || relation == FL_RELATION_REGROUPED;
            is_part |= relation == FL_RELATION_PART || relation == FL_RELATION_REGROUPED;
          }
        group->relation = is_joined && is_part ? FL_RELATION_REGROUPED
                          : is_joined          ? FL_RELATION_JOINED
                          : is_part            ? FL_RELATION_PART
                                               : FL_RELATION_SAME;
      }
  for (guint c = 1; c < comparison->n_columns; c++)
    {
      columns[c].n_joins = count_fusions (&columns[c], &columns[0]);
      columns[c].n_lost = count_fusions (&columns[0], &columns[c]);
    }
}
