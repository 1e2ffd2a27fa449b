/* Products of bytes with sums of 32 bits. The right operand is packed as unsigned bytes, 128 more each, as the
 * instruction for sums of four products wants them; what that adds, 128 times the sum of A's row, is taken off in the
 * end. */
#include "fl-product-other.h"

#include <string.h>
#if defined __x86_64__
#include <immintrin.h>
#endif

enum
{
  GROUP = 4,
  ROWS = 8,
  LANES = 16,
  MAX_VECS = 3,
  WIDTH = LANES * MAX_VECS
};

gint64
fl_bytes_count_groups (gint64 depth)
{
  return (depth + GROUP - 1) / GROUP;
}

guint
fl_bytes_count_panels (gint64 n)
{
  return (n + WIDTH - 1) / WIDTH;
}

gint64
fl_bytes_count_scratch (gint64 depth)
{
  return fl_bytes_count_groups (depth) * GROUP * WIDTH;
}

void
fl_bytes_group (const FlOtherMatrix *a, gint64 begin, gint64 end, gint32 *groups, gint32 *sums)
{
  const gint64 n_groups = fl_bytes_count_groups (a->columns);

  for (gint64 i = begin; i < end; i++)
    {
      const gint8 *from = (const gint8 *) a->data + i * a->row_stride;
      gint8 *to = (gint8 *) (groups + i * n_groups);
      guint32 sum = 0;
      for (gint64 k = 0; k < a->columns; k++)
        sum += to[k] = from[k * a->column_stride];
      memset (to + a->columns, 0, n_groups * GROUP - a->columns);
      sums[i] = (gint32) (sum * 128u);
    }
}

/* Four rows of columns that lie side by side, LANES of them at a time; how many were done. */
#if defined __x86_64__
__attribute__ ((target ("avx512f"))) static gint64
pack_group_by_vectors (const gint8 *from, gint64 stride, gint64 n, guint8 *to)
{
  gint64 j = 0;

  for (; j + LANES <= n; j += LANES)
    {
      __m512i bytes = _mm512_setzero_si512 ();
      for (guint i = GROUP; i-- > 0;)
        {
          const __m512i row = _mm512_cvtepu8_epi32 (_mm_loadu_si128 ((const __m128i *) (from + i * stride + j)));
          bytes = _mm512_or_si512 (_mm512_slli_epi32 (bytes, 8), row);
        }
      _mm512_storeu_si512 (to + j * GROUP, _mm512_xor_si512 (bytes, _mm512_set1_epi32 ((int) 0x80808080)));
    }
  return j;
}
#endif

/* Four rows. */
static void
pack_group (const gint8 *from, gint64 row_stride, gint64 column_stride, gint64 n, guint8 *to)
{
  gint64 j = 0;

#if defined __x86_64__
  if (column_stride == 1 && __builtin_cpu_supports ("avx512f"))
    j = pack_group_by_vectors (from, row_stride, n, to);
#endif
  for (; j < n; j++)
    {
      guint32 bytes = 0;
      if (row_stride == 1)
        memcpy (&bytes, from + j * column_stride, GROUP);
      else
        for (guint i = 0; i < GROUP; i++)
          ((gint8 *) &bytes)[i] = from[i * row_stride + j * column_stride];
      bytes ^= 0x80808080;
      memcpy (to + j * GROUP, &bytes, GROUP);
    }
}

/* [group][column][4], each 128 more; columns beyond the last are whatever: nobody stores their sums. */
static void
pack (const FlOtherMatrix *b, gint64 column, gint64 n, guint8 *to)
{
  gint64 k = 0;

  for (; k + GROUP <= b->rows; k += GROUP)
    pack_group ((const gint8 *) b->data + k * b->row_stride + column * b->column_stride, b->row_stride,
                b->column_stride, n, to + k * WIDTH);
  memset (to + k * WIDTH, 128, k < b->rows ? GROUP * WIDTH : 0);
  for (; k < b->rows; k++)
    for (gint64 j = 0; j < n; j++)
      to[k / GROUP * GROUP * WIDTH + j * GROUP + k % GROUP]
          = (guint8) (((const gint8 *) b->data)[k * b->row_stride + (column + j) * b->column_stride] ^ 0x80);
}

/* Sums of some rows by a panel, WIDTH of them a row. */
typedef void (*TileFunc) (const gint32 *groups, gint64 n_groups, const guint8 *b, guint32 sums[ROWS][WIDTH]);

#if defined __x86_64__
#define ROW(i)                                                                                                         \
  {                                                                                                                    \
    const __m512i a = _mm512_set1_epi32 (groups[i * n_groups + g]);                                                    \
    s##i##0 = _mm512_dpbusd_epi32 (s##i##0, b0, a);                                                                    \
    s##i##1 = _mm512_dpbusd_epi32 (s##i##1, b1, a);                                                                    \
    s##i##2 = _mm512_dpbusd_epi32 (s##i##2, b2, a);                                                                    \
  }
#define SUMS(i) __m512i s##i##0 = _mm512_setzero_si512 (), s##i##1 = s##i##0, s##i##2 = s##i##0;
#define STORE(i)                                                                                                       \
  _mm512_storeu_si512 (sums[i], s##i##0);                                                                              \
  _mm512_storeu_si512 (sums[i] + LANES, s##i##1);                                                                      \
  _mm512_storeu_si512 (sums[i] + 2 * LANES, s##i##2);
#define EACH_ROW(WHAT) WHAT (0) WHAT (1) WHAT (2) WHAT (3) WHAT (4) WHAT (5) WHAT (6) WHAT (7)

__attribute__ ((target ("avx512f,avx512vnni"))) static void
run_tile_vnni (const gint32 *groups, gint64 n_groups, const guint8 *b, guint32 sums[ROWS][WIDTH])
{
  EACH_ROW (SUMS)
  for (gint64 g = 0; g < n_groups; g++, b += GROUP * WIDTH)
    {
      const __m512i b0 = _mm512_loadu_si512 (b), b1 = _mm512_loadu_si512 (b + 64), b2 = _mm512_loadu_si512 (b + 128);
      EACH_ROW (ROW)
    }
  EACH_ROW (STORE)
}
#endif

static void
run_tile_plain (const gint32 *groups, gint64 n_groups, const guint8 *b, guint32 sums[ROWS][WIDTH])
{
  memset (sums, 0, ROWS * sizeof sums[0]);
  for (gint64 g = 0; g < n_groups; g++, b += GROUP * WIDTH)
    for (guint i = 0; i < ROWS; i++)
      {
        const gint8 *a = (const gint8 *) (groups + i * n_groups + g);
        const gint32 a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
        for (guint j = 0; j < WIDTH; j++)
          sums[i][j] += (guint32) (a0 * b[4 * j] + a1 * b[4 * j + 1] + a2 * b[4 * j + 2] + a3 * b[4 * j + 3]);
      }
}

static TileFunc
get_tile (void)
{
#if defined __x86_64__
  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512vnni"))
    return run_tile_vnni;
#endif
  return run_tile_plain;
}

static void
store_row (const guint32 *sums, gint32 taken, gint64 n, gpointer c, gint64 place, gint64 step, gboolean is_narrow)
{
  for (gint64 j = 0; j < n; j++)
    {
      const guint32 sum = sums[j] - (guint32) taken;
      if (is_narrow)
        ((guint8 *) c)[place + j * step] = (guint8) sum;
      else
        ((guint32 *) c)[place + j * step] = sum;
    }
}

void
fl_bytes_run (const gint32 *groups, const gint32 *sums, gint64 n_rows, const FlOtherMatrix *b, guint begin, guint end,
              gpointer c, gint64 c_stride, gint64 c_step, gboolean is_narrow, guint8 *scratch)
{
  const TileFunc tile = get_tile ();
  const gint64 n_groups = fl_bytes_count_groups (b->rows);

  for (guint p = begin; p < end; p++)
    {
      const gint64 column = (gint64) p * WIDTH, n = MIN (WIDTH, b->columns - column);
      pack (b, column, n, scratch);
      for (gint64 i = 0; i < n_rows; i += ROWS)
        {
          guint32 results[ROWS][WIDTH];
          tile (groups + i * n_groups, n_groups, scratch, results);
          for (gint64 r = 0; r < MIN (ROWS, n_rows - i); r++)
            store_row (results[r], sums[i + r], n, c, (i + r) * c_stride + column * c_step, c_step, is_narrow);
        }
    }
}
