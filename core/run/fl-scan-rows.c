/* The inner loops of scans.
 *
 * Each addition waits for the one before it, which takes four times as long as a machine needs for one: so four lanes are done
 * side by side, and rows across lanes in vectors. Every lane is joined element by element, from its first to its last, in double:
 * the same roundings as the definition and as PyTorch's own loops have. Only sums of f32 are made otherwise where the machine has vectors
 * of eight doubles: within a vector by pairs, which double's last bits see and a float hardly ever. */
#include "fl-library-scan.h"

/* --- along the lanes ------------------------------------------------------------------------------------------------- */

#define STEP(k, join) JOIN_##join (x##k, p##k[i * in_step])

#define JOIN_SUM(x, y) x += y
#define JOIN_PRODUCT(x, y) x *= y

#define DEFINE_LANES(name, type, wide, field, join)                                                                         \
  static void ends_##name (FlScanLanes *lanes)                                                                              \
  {                                                                                                                         \
    const gint64 in_step = lanes->in_step, n = lanes->n;                                                                    \
    const type *p0 = lanes->in[0], *p1 = lanes->in[1], *p2 = lanes->in[2], *p3 = lanes->in[3];                              \
    wide x0 = lanes->before[0].field, x1 = lanes->before[1].field;                                                          \
    wide x2 = lanes->before[2].field, x3 = lanes->before[3].field;                                                          \
    for (gint64 i = 0; i < n; i++)                                                                                          \
      {                                                                                                                     \
        STEP (0, join), STEP (1, join), STEP (2, join), STEP (3, join);                                                     \
      }                                                                                                                     \
    lanes->before[0].field = x0, lanes->before[1].field = x1;                                                               \
    lanes->before[2].field = x2, lanes->before[3].field = x3;                                                               \
  }                                                                                                                         \
  static inline __attribute__ ((always_inline)) void lanes_##name (FlScanLanes *lanes, gint64 in_step, gint64 out_step)     \
  {                                                                                                                         \
    const gint64 n = lanes->n;                                                                                              \
    const type *p0 = lanes->in[0], *p1 = lanes->in[1], *p2 = lanes->in[2], *p3 = lanes->in[3];                              \
    type *q0 = lanes->out[0], *q1 = lanes->out[1], *q2 = lanes->out[2], *q3 = lanes->out[3];                                \
    wide x0 = lanes->before[0].field, x1 = lanes->before[1].field;                                                          \
    wide x2 = lanes->before[2].field, x3 = lanes->before[3].field;                                                          \
    for (gint64 i = 0; i < n; i++)                                                                                          \
      {                                                                                                                     \
        STEP (0, join), STEP (1, join), STEP (2, join), STEP (3, join);                                                     \
        q0[i * out_step] = x0, q1[i * out_step] = x1, q2[i * out_step] = x2, q3[i * out_step] = x3;                         \
      }                                                                                                                     \
    lanes->before[0].field = x0, lanes->before[1].field = x1;                                                               \
    lanes->before[2].field = x2, lanes->before[3].field = x3;                                                               \
  }                                                                                                                         \
  static void name (FlScanLanes *lanes)                                                                                     \
  {                                                                                                                         \
    if (lanes->out[0] == NULL)                                                                                              \
      ends_##name (lanes);                                                                                                  \
    else if (lanes->in_step == 1 && lanes->out_step == 1)                                                                   \
      lanes_##name (lanes, 1, 1);                                                                                           \
    else                                                                                                                    \
      lanes_##name (lanes, lanes->in_step, lanes->out_step);                                                                \
  }

DEFINE_LANES (sum_f32, float, double, number, SUM)
DEFINE_LANES (sum_f64, double, double, number, SUM)
DEFINE_LANES (sum_i64, guint64, guint64, integer, SUM)
DEFINE_LANES (product_f32, float, double, number, PRODUCT)
DEFINE_LANES (product_f64, double, double, number, PRODUCT)
DEFINE_LANES (product_i64, guint64, guint64, integer, PRODUCT)

/* --- within a vector ------------------------------------------------------------------------------------------------- */

/* Eight elements at a time, as many as the widest vectors hold of doubles. */
typedef float Floats __attribute__ ((vector_size (32), aligned (4), may_alias));
typedef double Doubles __attribute__ ((vector_size (64), aligned (8), may_alias));
typedef gint64 Places __attribute__ ((vector_size (64)));

#ifdef __clang__
#define CHOOSE(a, b, ...) __builtin_shufflevector (a, b, __VA_ARGS__)
#else
#define CHOOSE(a, b, ...) __builtin_shuffle (a, b, (Places){ __VA_ARGS__ })
#endif

#if defined __x86_64__
__attribute__ ((target ("avx512f,avx512dq"))) static gint64
sum_row_z (const float *in, float *out, gint64 n, double *before)
{
  const Doubles none = { 0 };
  Doubles last = none + *before;
  gint64 i = 0;
  for (; i + 8 <= n; i += 8)
    {
      Doubles x = __builtin_convertvector (*(const Floats *) (in + i), Doubles);
      x += CHOOSE (x, none, 8, 0, 1, 2, 3, 4, 5, 6);
      x += CHOOSE (x, none, 8, 8, 0, 1, 2, 3, 4, 5);
      x += CHOOSE (x, none, 8, 8, 8, 8, 0, 1, 2, 3);
      *(Floats *) (out + i) = __builtin_convertvector (last + x, Floats);
      last += CHOOSE (x, x, 7, 7, 7, 7, 7, 7, 7, 7);
    }
  *before = last[0];
  return i;
}
#endif

gboolean
fl_scan_has_row_f32 (void)
{
#if defined __x86_64__
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq");
#else
  return FALSE;
#endif
}

gint64
fl_scan_sum_row_f32 (const float *in, float *out, gint64 n, double *before)
{
#if defined __x86_64__
  if (fl_scan_has_row_f32 ())
    return sum_row_z (in, out, n, before);
#endif
  return 0;
}

void
fl_scan_lanes (FlScanOp op, FlDtype dtype, FlScanLanes *lanes)
{
  gboolean is_sum = op == FL_SCAN_SUM;
  if (dtype == FL_DTYPE_F32)
    (is_sum ? sum_f32 : product_f32) (lanes);
  else if (dtype == FL_DTYPE_F64)
    (is_sum ? sum_f64 : product_f64) (lanes);
  else
    (is_sum ? sum_i64 : product_i64) (lanes);
}

/* --- across them ----------------------------------------------------------------------------------------------------- */

#define DEFINE_COLUMNS(isa, attributes)                                                                                     \
  attributes static void columns_##isa (FlScanOp op, const float *in, gint64 in_step, float *out, gint64 out_step,          \
                                        gint64 length, gint64 n, double *before)                                            \
  {                                                                                                                         \
    for (gint64 k = 0; k < length; k++, in += in_step, out += out_step)                                                     \
      for (gint64 i = 0; i + 8 <= n; i += 8)                                                                                \
        {                                                                                                                   \
          const Doubles x = __builtin_convertvector (*(const Floats *) (in + i), Doubles);                                  \
          const Doubles old = *(const Doubles *) (before + i), y = op == FL_SCAN_SUM ? old + x : old * x;                   \
          *(Doubles *) (before + i) = y;                                                                                    \
          *(Floats *) (out + i) = __builtin_convertvector (y, Floats);                                                      \
        }                                                                                                                   \
  }

#if defined __x86_64__
DEFINE_COLUMNS (z, __attribute__ ((target ("avx512f,avx512dq"))))
DEFINE_COLUMNS (y, __attribute__ ((target ("avx2"))))
#endif
DEFINE_COLUMNS (x, )

void
fl_scan_columns_f32 (FlScanOp op, const float *in, gint64 in_step, float *out, gint64 out_step, gint64 length, gint64 n, double *before)
{
  gint64 done = n & -8;
#if defined __x86_64__
  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq"))
    columns_z (op, in, in_step, out, out_step, length, n, before);
  else if (__builtin_cpu_supports ("avx2"))
    columns_y (op, in, in_step, out, out_step, length, n, before);
  else
#endif
    columns_x (op, in, in_step, out, out_step, length, n, before);
  for (gint64 k = 0; k < length && done < n; k++)
    for (gint64 i = done; i < n; i++)
      {
        double x = in[k * in_step + i];
        before[i] = op == FL_SCAN_SUM ? before[i] + x : before[i] * x;
        out[k * out_step + i] = before[i];
      }
}
