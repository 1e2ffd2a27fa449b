/* The product of dense matrices of doubles: blocked plain loops, two rows and four steps of k at a time, on all
 * processors when it is large. */
#include "fl-reference-private.h"

enum
{
  BLOCK_K = 128,
  BLOCK_N = 512,
  MAX_THREADS = 16
};

static const gint64 MIN_PARALLEL_FLOPS = 100000000;

typedef struct
{
  gint64 m, n, k;
  const double *a, *b;
  double *c;
  const gint *cancelled;
} Product;

#if defined __x86_64__ && defined __GNUC__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__
__attribute__ ((target_clones ("avx512f", "avx2,fma", "default"), optimize ("O3")))
#endif
static void
multiply_block (const Product *p, gint64 k0, gint64 k1, gint64 j0, gint64 j1)
{
  for (gint64 i = 0; i < p->m; i += 2)
    {
      gboolean is_pair = i + 1 < p->m;
      double *restrict c0 = p->c + i * p->n;
      double *restrict c1 = is_pair ? c0 + p->n : c0;
      const double *a0 = p->a + i * p->k, *a1 = a0 + p->k;
      gint64 k = k0;
      for (; is_pair && k + 4 <= k1; k += 4)
        {
          const double *b = p->b + k * p->n;
          gint64 n = p->n;
          double x0 = a0[k], x1 = a0[k + 1], x2 = a0[k + 2], x3 = a0[k + 3];
          double y0 = a1[k], y1 = a1[k + 1], y2 = a1[k + 2], y3 = a1[k + 3];
          for (gint64 j = j0; j < j1; j++)
            {
              double b0 = b[j], b1 = b[j + n], b2 = b[j + 2 * n], b3 = b[j + 3 * n];
              c0[j] += x0 * b0 + x1 * b1 + x2 * b2 + x3 * b3;
              c1[j] += y0 * b0 + y1 * b1 + y2 * b2 + y3 * b3;
            }
        }
      for (; k < k1; k++)
        {
          const double *b = p->b + k * p->n;
          for (gint64 j = j0; j < j1; j++)
            {
              c0[j] += a0[k] * b[j];
              if (is_pair)
                c1[j] += a1[k] * b[j];
            }
        }
    }
}

static gpointer
multiply (gpointer data)
{
  const Product *p = data;
  for (gint64 j = 0; j < p->n; j += BLOCK_N)
    for (gint64 k = 0; k < p->k; k += BLOCK_K)
      {
        if (p->cancelled != NULL && g_atomic_int_get (p->cancelled))
          return NULL;
        multiply_block (p, k, MIN (k + BLOCK_K, p->k), j, MIN (j + BLOCK_N, p->n));
      }
  return NULL;
}

void
fl_matmul_add (gint64 m, gint64 n, gint64 k, const double *a, const double *b, double *c, const gint *cancelled)
{
  guint n_threads = CLAMP (g_get_num_processors (), 1, MAX_THREADS);
  if (2.0 * m * n * k < MIN_PARALLEL_FLOPS || m < 2 * n_threads)
    n_threads = 1;
  Product parts[MAX_THREADS];
  GThread *threads[MAX_THREADS] = { NULL };
  for (guint i = 0; i < n_threads; i++)
    {
      gint64 begin = m * i / n_threads, end = m * (i + 1) / n_threads;
      parts[i] = (Product){ end - begin, n, k, a + begin * k, b, c + begin * n, cancelled };
      if (i > 0)
        threads[i] = g_thread_new ("reference", multiply, &parts[i]);
    }
  multiply (&parts[0]);
  for (guint i = 1; i < n_threads; i++)
    g_thread_join (threads[i]);
}
