/* Scans: elements of any type, and those in which they are scanned. */
#include "fl-half-copies.h"
#include "fl-scan.h"
#include "fl-vectors.h"

#ifndef __clang__          /* which does so anyway */
#pragma GCC optimize("O3") /* vectors */
#endif

#define READ_AS(id, type)                                                                                              \
  case FL_DTYPE_##id:                                                                                                  \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      to[i] = ((const type *) view->bytes)[place + i * step];                                                          \
    return;

/* Reads small integers, half precision and, as the includer names them, other types. */
#define DEFINE_READ(name, kernel_type, FIRST, SECOND)                                                                  \
  FL_CLONES static void name (const FlWorkView *view, gint64 place, gint64 step, gint64 n, kernel_type *to)            \
  {                                                                                                                    \
    float floats[FL_SCAN_CHUNK];                                                                                       \
    switch ((int) view->dtype)                                                                                         \
      {                                                                                                                \
        FIRST SECOND READ_AS (I16, gint16) READ_AS (I8, gint8) READ_AS (U8, guint8) READ_AS (BOOL, guint8)             \
      }                                                                                                                \
    fl_half_widen_row (view->dtype, (const guint16 *) view->bytes + place, step, floats, n);                           \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      to[i] = floats[i];                                                                                               \
  }

DEFINE_READ (read_f32, float, READ_AS (F32, float), )
DEFINE_READ (read_f64, double, READ_AS (F32, float), READ_AS (F64, double))
DEFINE_READ (read_i64, gint64, READ_AS (I32, gint32), READ_AS (I64, gint64))

void
fl_scan_read (const FlWorkView *view, gint64 place, gint64 step, gint64 n, FlDtype dtype, gpointer to)
{
  if (dtype == FL_DTYPE_F32)
    read_f32 (view, place, step, n, to);
  else if (dtype == FL_DTYPE_F64)
    read_f64 (view, place, step, n, to);
  else
    read_i64 (view, place, step, n, to);
}

#define WRITE_AS(id, type, kernel_type)                                                                                \
  case FL_DTYPE_##id:                                                                                                  \
    for (gint64 i = 0; i < n; i++)                                                                                     \
      ((type *) view->bytes)[place + i * step] = ((const kernel_type *) from)[i];                                      \
    return;

FL_CLONES void
fl_scan_write (const FlWorkView *view, gint64 place, gint64 step, gint64 n, gconstpointer from)
{
  switch ((int) view->dtype)
    {
      WRITE_AS (F64, double, double)
      WRITE_AS (F32, float, float)
      WRITE_AS (I64, gint64, gint64)
      WRITE_AS (I32, gint32, gint64)
      WRITE_AS (I16, gint16, gint64)
      WRITE_AS (I8, gint8, gint64)
      WRITE_AS (U8, guint8, gint64)
      WRITE_AS (BOOL, guint8, gint64)
    default: fl_half_round_row (view->dtype, from, (guint16 *) view->bytes + place, step, n);
    }
}

FlDtype
fl_scan_get_kernel_type (FlDtype to)
{
  return to == FL_DTYPE_F32 || fl_half_is (to) ? FL_DTYPE_F32 : to == FL_DTYPE_F64 ? FL_DTYPE_F64 : FL_DTYPE_I64;
}

gboolean
fl_scan_has_types (FlDtype from, FlDtype to)
{
  const gboolean is_small = from == FL_DTYPE_I16 || from == FL_DTYPE_I8 || from == FL_DTYPE_U8 || from == FL_DTYPE_BOOL;
  const gboolean is_integer = from == FL_DTYPE_I64 || from == FL_DTYPE_I32 || is_small;
  if (from == to)
    return is_integer || from == FL_DTYPE_F64 || from == FL_DTYPE_F32 || fl_half_is (from);
  if (to == FL_DTYPE_I64)
    return is_integer;
  return (to == FL_DTYPE_F32 || to == FL_DTYPE_F64) && (from == FL_DTYPE_F32 || fl_half_is (from) || is_small);
}
