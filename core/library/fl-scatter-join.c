/* Scatter micro-kernel: one loop for rows that are joined to rows, one for lanes that lie in a row, one for all else.
 */
#include "fl-scatter-join.h"

#include "fl-vectors.h"

#include <math.h>

#ifndef __clang__                              /* which does so anyway */
#pragma GCC optimize("O3", "no-trapping-math") /* rows in vectors */
#endif

/* Ways to join x to a place; in `wide` integers wrap. */
#define SET(to, x, wide) to = x
#define SUM(to, x, wide) to = (wide) to + (wide) x
#define PRODUCT(to, x, wide) to = (wide) to * (wide) x
/* The larger or smaller one, without a branch but for NaN, which wins. */
#define EXTREME(to, x, than)                                                                                           \
  {                                                                                                                    \
    const __typeof__ (to) old = to, new = x, best = new than old ? new : old;                                          \
    to = new == new ? best : new;                                                                                      \
  }
#define MAX_OF(to, x, wide) EXTREME (to, x, >)
#define MIN_OF(to, x, wide) EXTREME (to, x, <)

#define DEFINE(name, type, wide, join)                                                                                 \
  FL_CLONES static void name (const FlScatterBlock *b)                                                                 \
  {                                                                                                                    \
    for (gint64 a = 0; a < b->n_outer; a++)                                                                            \
      {                                                                                                                \
        const gint64 *index = b->index + a * b->index_outer;                                                           \
        const type *from = (const type *) b->from + a * b->from_outer;                                                 \
        type *to = b->to;                                                                                              \
        if (b->index_inner == 0 && (*index < b->low || *index >= b->high))                                             \
          continue;                                                                                                    \
        if (b->index_inner == 0 && b->to_inner == 1 && b->from_inner == 1)                                             \
          {                                                                                                            \
            type *restrict row = to + *index * b->step;                                                                \
            for (gint64 j = 0; j < b->n_inner; j++)                                                                    \
              join (row[j], from[j], wide);                                                                            \
          }                                                                                                            \
        else if (b->index_inner == 1 && b->from_inner == 1 && b->to_inner == 0 && b->step == 1)                        \
          {                                                                                                            \
            _Pragma ("GCC unroll 4") for (gint64 j = 0; j < b->n_inner; j++) join (to[index[j]], from[j], wide);       \
          }                                                                                                            \
        else                                                                                                           \
          for (gint64 j = 0; j < b->n_inner; j++)                                                                      \
            join (to[j * b->to_inner + index[j * b->index_inner] * b->step], from[j * b->from_inner], wide);           \
      }                                                                                                                \
  }
#define DEFINE_ALL(name, type, wide)                                                                                   \
  DEFINE (set_##name, type, wide, SET)                                                                                 \
  DEFINE (sum_##name, type, wide, SUM)                                                                                 \
  DEFINE (product_##name, type, wide, PRODUCT)                                                                         \
  DEFINE (max_##name, type, wide, MAX_OF)                                                                              \
  DEFINE (min_##name, type, wide, MIN_OF)

DEFINE_ALL (f32, float, float)
DEFINE_ALL (f64, double, double)
DEFINE_ALL (i64, gint64, guint64)
DEFINE_ALL (i32, gint32, guint32)

#define FUNCS(name) set_##name, sum_##name, product_##name, max_##name, min_##name

typedef struct
{
  FlScatterFunc funcs[FL_N_SCATTER_JOINS];
  gconstpointer neutrals;
  gsize width;
} Type;

static const float f32[] = { 0, -0.0f, 1, -INFINITY, INFINITY };
static const double f64[] = { 0, -0.0, 1, -INFINITY, INFINITY };
static const gint64 i64[] = { 0, 0, 1, G_MININT64, G_MAXINT64 };
static const gint32 i32[] = { 0, 0, 1, G_MININT32, G_MAXINT32 };

static const Type *
find_type (FlDtype dtype)
{
  static const Type type_f32 = { { FUNCS (f32) }, f32, sizeof *f32 }, type_f64 = { { FUNCS (f64) }, f64, sizeof *f64 },
                    type_i64 = { { FUNCS (i64) }, i64, sizeof *i64 }, type_i32 = { { FUNCS (i32) }, i32, sizeof *i32 };
  switch ((int) dtype)
    {
    case FL_DTYPE_F32: return &type_f32;
    case FL_DTYPE_F64: return &type_f64;
    case FL_DTYPE_I64: return &type_i64;
    case FL_DTYPE_I32: return &type_i32;
    default: return NULL;
    }
}

FlScatterFunc
fl_scatter_find_func (FlDtype dtype, FlScatterJoin join)
{
  const Type *type = find_type (dtype);
  return type == NULL ? NULL : type->funcs[join];
}

gconstpointer
fl_scatter_get_neutral (FlDtype dtype, FlScatterJoin join)
{
  const Type *type = find_type (dtype);
  return type == NULL ? NULL : (const guint8 *) type->neutrals + join * type->width;
}

/* An index that is negative or too large sets the sign of what is collected. */
FL_CLONES gboolean
fl_scatter_has_outside (const gint64 *index, gint64 n, gint64 size)
{
  guint64 outside = 0;
  for (gint64 i = 0; i < n; i++)
    outside |= (guint64) index[i] | ((guint64) size - 1 - (guint64) index[i]);
  return outside >> 63;
}

gboolean
fl_scatter_block_has_outside (const FlScatterBlock *block, gint64 n_places)
{
  const gint64 n = block->index_inner == 0 ? 1 : block->n_inner; /* of a row the same again and again */
  gint64 n_bad = 0;
  for (gint64 a = 0; a < block->n_outer; a++)
    if (block->index_inner == 1)
      n_bad += fl_scatter_has_outside (block->index + a * block->index_outer, n, n_places);
    else
      for (gint64 j = 0; j < n; j++)
        n_bad += (guint64) block->index[a * block->index_outer + j * block->index_inner] >= (guint64) n_places;
  return n_bad > 0;
}
