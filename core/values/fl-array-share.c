/* Elements of a tensor that lie in one place: they have one value. */
#include <string.h>

#include "fl-array.h"

enum
{
  MAX_SPREAD = 64 /* places for each element: beyond that a table of all places would be mostly empty */
};

/* Which element came first to a place: its index + 1, or 0. */
typedef struct
{
  gint64 *all;
  GHashTable *some;
} Places;

static gint64
come_to (Places *places, gint64 place, gint64 i)
{
  const gint64 before = places->all != NULL
                            ? places->all[place]
                            : GPOINTER_TO_SIZE (g_hash_table_lookup (places->some, GSIZE_TO_POINTER (place)));

  if (before == 0 && places->all != NULL)
    places->all[place] = i + 1;
  else if (before == 0)
    g_hash_table_insert (places->some, GSIZE_TO_POINTER (place), GSIZE_TO_POINTER (i + 1));
  return before;
}

/* How many places the strides go over. By stride, each dimension steps over all that the smaller
 * ones reach: then no two elements meet. */
static gboolean
may_meet (const FlArray *array, const gint64 *strides, gint64 *n_places)
{
  gboolean is_done[FL_MAX_DIMS] = { FALSE };
  gboolean meets = FALSE;
  gint64 reach = 0;

  for (guint k = 0; k < array->n_dims; k++)
    {
      guint next = FL_MAX_DIMS;

      for (guint d = 0; d < array->n_dims; d++)
        if (!is_done[d] && (next == FL_MAX_DIMS || strides[d] < strides[next]))
          next = d;
      is_done[next] = TRUE;
      if (array->sizes[next] <= 1)
        continue;
      meets |= strides[next] <= reach;
      reach += (array->sizes[next] - 1) * strides[next];
    }
  *n_places = reach + 1;
  return meets;
}

static gboolean
is_same (const FlArray *array, gint64 a, gint64 b)
{
  const guint width = fl_dtype_is_complex (array->dtype) ? 2 : 1;

  if (array->integers != NULL)
    return array->integers[a] == array->integers[b];
  return memcmp (array->numbers + a * width, array->numbers + b * width, width * sizeof (double)) == 0;
}

static void
copy (FlArray *array, gint64 to, gint64 from)
{
  const guint width = fl_dtype_is_complex (array->dtype) ? 2 : 1;

  if (array->integers != NULL)
    array->integers[to] = array->integers[from];
  else
    memcpy (array->numbers + to * width, array->numbers + from * width, width * sizeof (double));
}

static gboolean
share (FlArray *array, const gint64 *strides, Places *places, gint64 *index, gint64 *like)
{
  gint64 at[FL_MAX_DIMS] = { 0 };
  gboolean differs = FALSE;

  for (gint64 i = 0; i < array->numel; i++)
    {
      gint64 place = 0, before;

      for (guint d = 0; d < array->n_dims; d++)
        place += at[d] * strides[d];
      before = come_to (places, place, i);
      if (before > 0 && !is_same (array, i, before - 1))
        {
          if (!differs && index != NULL)
            {
              *index = i;
              *like = before - 1;
            }
          differs = TRUE;
          copy (array, i, before - 1);
        }
      fl_index_next (at, array->sizes, array->n_dims);
    }
  return differs;
}

gboolean
fl_array_share (FlArray *array, const gint64 *strides, gint64 *index, gint64 *like)
{
  gint64 n_places;
  Places places = { NULL };
  gboolean differs;

  if (array->numel <= 1 || !may_meet (array, strides, &n_places))
    return FALSE;
  if (n_places / MAX_SPREAD <= array->numel)
    places.all = g_new0 (gint64, n_places);
  else
    places.some = g_hash_table_new (NULL, NULL);
  differs = share (array, strides, &places, index, like);
  g_free (places.all);
  g_clear_pointer (&places.some, g_hash_table_unref);
  return differs;
}
