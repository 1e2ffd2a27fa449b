/* Values for calls: those that are there, or new inputs with layouts of their own. */
#include <math.h>
#include <string.h>

#include "random-fill.h"
#include "random-maker.h"
#include "random-private.h"
#include "random-symbols.h"

const FlView *
rnd_view (RndMaker *m, int value)
{
  const RndValue *found = &g_array_index (m->values, RndValue, value);

  return found->datum.kind == FL_DATUM_TENSOR ? found->datum.view : NULL;
}

guint
rnd_rank (RndMaker *m, int value)
{
  return rnd_view (m, value)->n_dims;
}

/* --- types ------------------------------------------------------------------------------------- */

gboolean
rnd_is_kind (FlDtype dtype, guint kinds)
{
  gboolean is_narrow = fl_dtype_is_float (dtype) && fl_dtype_get_size_bytes (dtype) == 1;

  return (fl_dtype_is_complex (dtype)   ? (kinds & RND_COMPLEX)
          : is_narrow                   ? (kinds & RND_NARROW)
          : fl_dtype_is_float (dtype)   ? (kinds & RND_FLOATS)
          : fl_dtype_is_integer (dtype) ? (kinds & RND_INTS)
          : dtype == FL_DTYPE_BOOL      ? (kinds & RND_BOOLS)
                                        : 0)
         != 0;
}

FlDtype
rnd_dtype (RndMaker *m, guint kinds)
{
  static const struct
  {
    FlDtype dtype;
    guint8 weight;
  } all[] = { { FL_DTYPE_F32, 40 }, { FL_DTYPE_F64, 8 }, { FL_DTYPE_F16, 8 },    { FL_DTYPE_BF16, 9 },
              { FL_DTYPE_I64, 9 },  { FL_DTYPE_I32, 6 }, { FL_DTYPE_BOOL, 6 },   { FL_DTYPE_U8, 4 },
              { FL_DTYPE_I8, 3 },   { FL_DTYPE_I16, 3 }, { FL_DTYPE_F8E4M3, 2 }, { FL_DTYPE_F8E5M2, 2 },
              { FL_DTYPE_C64, 3 },  { FL_DTYPE_C128, 2 } };
  while (kinds & (RND_ALL | RND_NARROW | RND_COMPLEX))
    {
      guint i = rnd_pick (m, G_N_ELEMENTS (all));

      if (rnd_is_kind (all[i].dtype, kinds) && rnd_pick (m, 40) < all[i].weight)
        return all[i].dtype;
    }
  return FL_DTYPE_F32; /* nothing suits: the call will be refused */
}

/* --- inputs ------------------------------------------------------------------------------------ */

RndFill
rnd_fill (RndMaker *m, const char *kind, gint64 bound)
{
  return (RndFill) { kind != NULL                  ? kind
                     : rnd_chance (m, m->specials) ? "special"
                                                   : "plain",
                     bound, g_rand_int (m->random) % 100000 };
}

/* Dense, permuted, with gaps, repeated, or with strides of single places that mean nothing. */
static void
lay_out (RndMaker *m, guint n_dims, const gint64 *sizes, gboolean may_repeat, gint64 *strides)
{
  guint order[FL_MAX_DIMS], way = rnd_pick (m, 100);
  gint64 step = 1;

  for (guint d = 0; d < n_dims; d++)
    order[d] = d;
  if (way < 18)
    for (guint d = n_dims; d-- > 1;)
      {
        guint other = rnd_pick (m, d + 1), keep = order[other];

        order[other] = order[d];
        order[d] = keep;
      }
  if (way >= 18 && way < 24)
    step = 2;
  for (guint d = n_dims; d-- > 0; step *= MAX (sizes[order[d]], 1))
    {
      strides[order[d]] = step;
      if (way >= 24 && way < 30 && rnd_chance (m, 50))
        step += 1 + rnd_pick (m, 3); /* gaps between rows */
    }
  for (guint d = 0; may_repeat && way >= 30 && way < 38 && d < n_dims; d++)
    if (rnd_chance (m, 50))
      strides[d] = 0;
  for (guint d = 0; way >= 38 && way < 42 && d < n_dims; d++)
    if (sizes[d] == 1)
      strides[d] = rnd_between (m, 0, 7);
}

int
rnd_input (RndMaker *m, FlDtype dtype, guint n_dims, const gint64 *sizes, RndFill fill)
{
  RndValue value = { .is_input = TRUE, .is_exact = TRUE, .fill = fill };
  g_autofree char *plain = g_strdup_printf ("arg%u_1", m->values->len);
  gint64 length = 1;
  FlView *whole;
  FlArray *array;

  if (m->n_symbols > 0)
    rnd_symbols_lay_out (m, &value, n_dims, sizes);
  else
    lay_out (m, n_dims, sizes, TRUE, value.strides);
  if (strcmp (fill.kind, "distinct") == 0 || strcmp (fill.kind, "sorted") == 0 || strcmp (fill.kind, "offsets") == 0)
    for (gint64 d = (gint64) n_dims - 1, step = 1; d >= 0; step *= MAX (sizes[d], 1), d--)
      {
        value.strides[d] = step;
        value.order[d] = (guint8) d;
        value.gaps[d] = value.stride_symbols[d] = 0;
      }
  array = rnd_fill_new (fill.kind, fill.bound, fill.seed, dtype, n_dims, sizes, value.strides);
  g_assert (array != NULL);
  for (guint d = 0; d < n_dims; d++)
    length += MAX (sizes[d] - 1, 0) * value.strides[d];
  whole = fl_view_new_array (fl_array_new (dtype, 1, &length));
  value.datum = fl_datum_view (fl_view_new (whole, n_dims, sizes, value.strides, 0));
  fl_view_unref (whole);
  fl_view_write (value.datum.view, array);
  value.array = array;
  value.name = rnd_take_name (m, plain);
  g_array_append_val (m->values, value);
  return (int) m->values->len - 1;
}

static int
make_input (RndMaker *m, guint kinds, guint least_rank, guint most_rank)
{
  gint64 sizes[RND_MAX_RANK];
  guint usual = rnd_chance (m, 85) ? 3 : RND_MAX_RANK, /* once: the macros evaluate twice */
      rank = (guint) rnd_between (m, least_rank, MIN (most_rank, MAX (least_rank, usual)));
  gint64 numel = 1;

  for (guint d = 0; d < rank; d++)
    {
      sizes[d] = rnd_size (m);
      if (numel * MAX (sizes[d], 1) > m->usual_elements)
        sizes[d] = 1 + rnd_pick (m, 2);
      numel *= MAX (sizes[d], 1);
    }
  return rnd_input (m, rnd_dtype (m, kinds), rank, sizes, rnd_fill (m, NULL, 0));
}

/* --- what is there ----------------------------------------------------------------------------- */

static GHashTable *
list_places (const FlView *view)
{
  GHashTable *seen = g_hash_table_new (NULL, NULL);
  gint64 index[FL_MAX_DIMS] = { 0 };

  for (gint64 i = 0; i < view->numel; i++)
    {
      gint64 place = view->offset;

      for (guint d = 0; d < view->n_dims; d++)
        place += index[d] * view->strides[d];
      g_hash_table_add (seen, GSIZE_TO_POINTER (place + 1));
      fl_index_next (index, view->sizes, view->n_dims);
    }
  return seen;
}

/* The memory that a view of another dtype shows in the end. */
static const FlStorage *
find_memory (const FlView *view)
{
  while (view->storage->bits != NULL)
    view = view->storage->bits;
  return view->storage;
}

gboolean
rnd_overlap (const FlView *a, const FlView *b)
{
  g_autoptr (GHashTable) places = NULL, others = NULL;
  GHashTableIter iter;
  gpointer place;

  if (a->storage != b->storage)
    return find_memory (a) == find_memory (b); /* of two dtypes: perhaps */
  places = list_places (a);
  others = list_places (b);
  g_hash_table_iter_init (&iter, others);
  while (g_hash_table_iter_next (&iter, &place, NULL))
    if (g_hash_table_contains (places, place))
      return TRUE;
  return FALSE;
}

gboolean
rnd_is_fresh (const FlView *view)
{
  g_autoptr (GHashTable) places = NULL;

  if (view->storage->bits != NULL && !rnd_is_fresh (view->storage->bits))
    return FALSE;
  if (view->numel > 512)
    return fl_view_is_dense (view);
  places = list_places (view);
  return g_hash_table_size (places) == view->numel;
}

static gboolean
suits (RndMaker *m, int value, guint kinds)
{
  const FlView *view = rnd_view (m, value);

  return view != NULL && rnd_is_kind (view->dtype, kinds)
         && (!(kinds & RND_EXACT) || g_array_index (m->values, RndValue, value).is_exact)
         && (!(kinds & RND_FRESH) || rnd_is_fresh (view));
}

/* Late values more often than early ones: what was just computed is to be used. */
static int
pick_value (RndMaker *m)
{
  guint n = m->values->len;

  return (int) (rnd_chance (m, 60) && n > 3 ? n - 1 - rnd_pick (m, 3) : rnd_pick (m, n));
}

/* Operators that have a reference for complex numbers: those that move elements, and arithmetic. */
static guint
add_complex (const RndMaker *m, guint kinds)
{
  static const char *const names[] = { "aten.add.Tensor",
                                       "aten.sub.Tensor",
                                       "aten.mul.Tensor",
                                       "aten.div.Tensor",
                                       "aten.clone.",
                                       "aten._conj.",
                                       "aten.copy.",
                                       "aten.cat.",
                                       "aten.index_select.",
                                       "aten.view_as_real.",
                                       "aten._fft_c2c.",
                                       "aten.flip.",
                                       NULL };

  if (!(kinds & RND_FLOATS))
    return kinds;
  if (m->row->kind == FL_ATEN_VIEW)
    return kinds | RND_COMPLEX;
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_has_prefix (m->row->name, names[i]))
      return kinds | RND_COMPLEX;
  return kinds;
}

int
rnd_any (RndMaker *m, guint kinds, guint least_rank, guint most_rank)
{
  kinds = add_complex (m, kinds);
  for (guint tries = 0; m->values->len > 0 && tries < 12 && !(tries == 0 && rnd_chance (m, 15)); tries++)
    {
      int value = pick_value (m);

      if (suits (m, value, kinds) && rnd_rank (m, value) >= least_rank && rnd_rank (m, value) <= most_rank)
        return value;
    }
  for (guint tries = 0; tries < 30; tries++)
    {
      int value = make_input (m, kinds, least_rank, most_rank);

      if (suits (m, value, kinds))
        return value;
    }
  return make_input (m, kinds, least_rank, most_rank);
}

static gboolean
has_shape (const FlView *view, guint n_dims, const gint64 *sizes)
{
  return view->n_dims == n_dims && (n_dims == 0 || memcmp (view->sizes, sizes, n_dims * sizeof *sizes) == 0);
}

int
rnd_shaped (RndMaker *m, FlDtype dtype, guint n_dims, const gint64 *sizes, guint kinds)
{
  gint64 numel = fl_sizes_product (sizes, n_dims);

  for (guint tries = 0; m->values->len > 0 && tries < 16; tries++)
    {
      int value = pick_value (m);
      const FlView *view = rnd_view (m, value);

      if (view == NULL || view->dtype != dtype || !suits (m, value, kinds | RND_ALL | RND_NARROW))
        continue;
      if (has_shape (view, n_dims, sizes))
        return value;
      if (view->numel == numel && numel > 0 && !(kinds & RND_FRESH) && rnd_chance (m, 60))
        {
          RndArg args[]
              = { { .kind = RND_VALUE, .value = value },
                  { .kind = RND_LIST, .n_items = n_dims, .items = fl_arena_new (m->arena, RndArg, n_dims + 1) } };
          int seen;

          for (guint d = 0; d < n_dims; d++)
            args[1].items[d] = (RndArg) { .kind = RND_SIZE, .integer = sizes[d] };
          seen = rnd_call (m, "aten.reshape.default", args, 2);
          if (seen >= 0)
            return seen;
        }
    }
  for (guint tries = 0; tries < 30; tries++)
    {
      int value = rnd_input (m, dtype, n_dims, sizes, rnd_fill (m, NULL, 0));

      if (suits (m, value, kinds | RND_ALL | RND_NARROW))
        return value;
    }
  return rnd_input (m, dtype, n_dims, sizes, rnd_fill (m, NULL, 0));
}

int
rnd_give_shaped (RndMaker *m, FlDtype dtype, guint n, gint64 a, gint64 b, gint64 c, gint64 d)
{
  gint64 sizes[4] = { a, b, c, d };
  int value = rnd_shaped (m, dtype, n, sizes, 0);

  rnd_give_value (m, value);
  return value;
}

int
rnd_like (RndMaker *m, int value, guint kinds)
{
  const FlView *view = rnd_view (m, value);

  return rnd_shaped (m, view->dtype, view->n_dims, view->sizes, kinds);
}

static gboolean
can_broadcast (const RndMaker *m, const FlView *a, const FlView *b, gboolean is_within)
{
  guint n = MIN (a->n_dims, b->n_dims);
  gint64 numel = 1;

  if (is_within && b->n_dims > a->n_dims)
    return FALSE;
  for (guint d = 1; d <= n; d++)
    {
      gint64 x = a->sizes[a->n_dims - d], y = b->sizes[b->n_dims - d];

      if (x != y && y != 1 && (is_within || x != 1))
        return FALSE;
      numel *= MAX (x, y);
    }
  for (guint d = n + 1; d <= MAX (a->n_dims, b->n_dims); d++)
    numel *= d <= a->n_dims ? a->sizes[a->n_dims - d] : b->sizes[b->n_dims - d];
  return numel <= m->usual_elements;
}

int
rnd_partner (RndMaker *m, int value, guint kinds, gboolean is_within)
{
  gint64 sizes[FL_MAX_DIMS];
  guint dropped;
  FlDtype dtype;

  for (guint tries = 0; tries < 14 && !(tries == 0 && rnd_chance (m, 15)); tries++)
    {
      int other = pick_value (m);

      if (suits (m, other, kinds) && can_broadcast (m, rnd_view (m, value), rnd_view (m, other), is_within))
        return other;
    }
  const FlView *view = rnd_view (m, value);
  kinds = add_complex (m, kinds);
  dropped = rnd_chance (m, 40) ? rnd_pick (m, view->n_dims + 1) : 0;
  for (guint d = dropped; d < view->n_dims; d++)
    sizes[d - dropped] = rnd_chance (m, 25) ? 1 : view->sizes[d];
  dtype = rnd_is_kind (view->dtype, kinds) && rnd_chance (m, 70) ? view->dtype : rnd_dtype (m, kinds);
  return rnd_input (m, dtype, view->n_dims - dropped, sizes, rnd_fill (m, NULL, 0));
}

static gboolean
lies_within (const FlView *view, gint64 low, gint64 high)
{
  g_autoptr (FlArray) array = fl_view_dup_array (view);

  for (gint64 i = 0; i < array->numel; i++)
    if (array->integers[i] < low || array->integers[i] >= high)
      return FALSE;
  return TRUE;
}

int
rnd_index (RndMaker *m, guint n_dims, const gint64 *sizes, gint64 bound, gboolean with_negative)
{
  gboolean is_negative = with_negative && rnd_chance (m, 30);

  for (guint i = m->values->len; i-- > 0 && rnd_chance (m, 90);)
    {
      const FlView *view = rnd_view (m, (int) i);

      if (view != NULL && view->dtype == FL_DTYPE_I64 && has_shape (view, n_dims, sizes)
          && lies_within (view, with_negative ? -bound : 0, bound))
        return (int) i;
    }
  return rnd_input (m, FL_DTYPE_I64, n_dims, sizes, rnd_fill (m, is_negative ? "index" : "below", bound));
}

/* --- scalars ----------------------------------------------------------------------------------- */

RndArg
rnd_scalar (RndMaker *m, FlDtype dtype)
{
  static const double numbers[] = { 0.5, 2.0, -1.5, 1.0, 0.0, 3.0, 0.1, -0.25, 1e-5, 7.0, -2.0, 0.7071067811865476 };
  static const double odd[] = { -0.0, INFINITY, -INFINITY, NAN, 1e30, 1e-40 };

  if (fl_dtype_is_float (dtype) && rnd_chance (m, m->specials / 2))
    return (RndArg) { .kind = RND_FLOAT, .number = odd[rnd_pick (m, G_N_ELEMENTS (odd))] };
  if (fl_dtype_is_float (dtype) && rnd_chance (m, 75))
    return (RndArg) { .kind = RND_FLOAT, .number = numbers[rnd_pick (m, G_N_ELEMENTS (numbers))] };
  if (dtype == FL_DTYPE_BOOL && rnd_chance (m, 50))
    return (RndArg) { .kind = RND_BOOL, .integer = rnd_pick (m, 2) };
  return (RndArg) { .kind = RND_INT, .integer = dtype == FL_DTYPE_U8 ? rnd_between (m, 0, 6) : rnd_between (m, -4, 6) };
}
