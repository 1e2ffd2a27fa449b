/* The product of dense matrices of doubles: blocks of the right operand are packed into panels of eight columns, and
 * six rows of the left one are multiplied with a panel at a time, on all processors when it is large. */
#include "fl-machine.h"
#include "fl-reference-private.h"

#include <string.h>

enum
{
  BLOCK_K = 192,
  BLOCK_M = 240, /* rows of the left operand that stay in the second cache */
  ROWS = 6,
  COLUMNS = 8,
  MAX_THREADS = 16
};

static const gint64 MIN_PARALLEL_FLOPS = 100000000;

typedef double Lanes __attribute__ ((vector_size (COLUMNS * sizeof (double))));

typedef struct
{
  gint64 m, n, k;
  const double *a, *b;
  double *c;
  const gint *cancelled;
} Product;

/* Rows of the panel beyond the last column are zero. */
static void
pack_panel (const Product *p, gint64 k0, gint64 n_k, gint64 j, double *panel)
{
  gint64 n_columns = MIN (COLUMNS, p->n - j);
  for (gint64 k = 0; k < n_k; k++)
    {
      memcpy (panel + k * COLUMNS, p->b + (k0 + k) * p->n + j, n_columns * sizeof (double));
      for (gint64 i = n_columns; i < COLUMNS; i++)
        panel[k * COLUMNS + i] = 0;
    }
}

/* sums[ROWS][COLUMNS] += rows of A (k0 …) times the panel; a row that there is not is another one again. */
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__                      \
    && !defined __SANITIZE_THREAD__
__attribute__ ((target_clones ("avx512f", "avx2,fma", "default"), optimize ("O3")))
#endif
static void
multiply_rows (const double *const rows[ROWS], gint64 n_k, const double *panel, double *sums)
{
  const double *r0 = rows[0], *r1 = rows[1], *r2 = rows[2], *r3 = rows[3], *r4 = rows[4], *r5 = rows[5];
  Lanes s0 = { 0 }, s1 = { 0 }, s2 = { 0 }, s3 = { 0 }, s4 = { 0 }, s5 = { 0 }, b;
  for (gint64 k = 0; k < n_k; k++)
    {
      memcpy (&b, panel + k * COLUMNS, sizeof b);
      s0 += r0[k] * b;
      s1 += r1[k] * b;
      s2 += r2[k] * b;
      s3 += r3[k] * b;
      s4 += r4[k] * b;
      s5 += r5[k] * b;
    }
  memcpy (sums, &s0, sizeof s0);
  memcpy (sums + COLUMNS, &s1, sizeof s1);
  memcpy (sums + 2 * COLUMNS, &s2, sizeof s2);
  memcpy (sums + 3 * COLUMNS, &s3, sizeof s3);
  memcpy (sums + 4 * COLUMNS, &s4, sizeof s4);
  memcpy (sums + 5 * COLUMNS, &s5, sizeof s5);
}

static void
multiply_panel (const Product *p, gint64 i0, gint64 i1, gint64 k0, gint64 n_k, gint64 j, const double *panel)
{
  double sums[ROWS * COLUMNS];
  gint64 n_columns = MIN (COLUMNS, p->n - j);
  for (gint64 i = i0; i < i1; i += ROWS)
    {
      const double *rows[ROWS];
      gint64 n_rows = MIN (ROWS, i1 - i);
      for (gint64 r = 0; r < ROWS; r++)
        rows[r] = p->a + (i + MIN (r, n_rows - 1)) * p->k + k0;
      multiply_rows (rows, n_k, panel, sums);
      for (gint64 r = 0; r < n_rows; r++)
        for (gint64 c = 0; c < n_columns; c++)
          p->c[(i + r) * p->n + j + c] += sums[r * COLUMNS + c];
    }
}

static gpointer
multiply (gpointer data)
{
  const Product *p = data;
  double panel[BLOCK_K * COLUMNS];
  for (gint64 k = 0; k < p->k; k += BLOCK_K)
    for (gint64 i = 0; i < p->m; i += BLOCK_M)
      for (gint64 j = 0; j < p->n; j += COLUMNS)
        {
          gint64 n_k = MIN (BLOCK_K, p->k - k);
          if (p->cancelled != NULL && g_atomic_int_get (p->cancelled))
            return NULL;
          pack_panel (p, k, n_k, j, panel);
          multiply_panel (p, i, MIN (i + BLOCK_M, p->m), k, n_k, j, panel);
        }
  return NULL;
}

void
fl_matmul_add (gint64 m, gint64 n, gint64 k, const double *a, const double *b, double *c, const gint *cancelled)
{
  guint n_threads = CLAMP (fl_count_processors (), 1, MAX_THREADS);
  if (2.0 * m * n * k < MIN_PARALLEL_FLOPS || m < 2 * n_threads)
    n_threads = 1;
  Product parts[MAX_THREADS];
  GThread *threads[MAX_THREADS] = { NULL };
  for (guint i = 0; i < n_threads; i++)
    {
      gint64 begin = m * i / n_threads, end = m * (i + 1) / n_threads;
      parts[i] = (Product) { end - begin, n, k, a + begin * k, b, c + begin * n, cancelled };
      if (i > 0)
        threads[i] = g_thread_new ("reference", multiply, &parts[i]);
    }
  multiply (&parts[0]);
  for (guint i = 1; i < n_threads; i++)
    g_thread_join (threads[i]);
}
