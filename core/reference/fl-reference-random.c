/* Reference kernels: random numbers. What the compiler generates itself (prims.inductor_random and related operators)
 * follows Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011) with the seed as key and
 * the element's position as counter, as TorchInductor's CPU kernels do, so results can be compared. Operators that
 * leave the numbers to PyTorch's own generator get numbers of the right distribution only. */
#include "fl-inputs.h"
#include "fl-reference-kernels.h"

#include <math.h>
#include <string.h>

REFERENCE_KERNEL (random);

/* --- Philox ----------------------------------------------------------------------------------- */

static void
philox (guint64 seed, guint64 position, guint32 words[4])
{
  guint32 counter[4] = { position, position >> 32, 0, 0 }, key[2] = { seed, seed >> 32 };
  for (int round = 0; round < 10; round++)
    {
      guint64 a = (guint64) 0xD2511F53 * counter[0], b = (guint64) 0xCD9E8D57 * counter[2];
      guint32 next[4] = { (guint32) (b >> 32) ^ counter[1] ^ key[0], (guint32) b,
                          (guint32) (a >> 32) ^ counter[3] ^ key[1], (guint32) a };
      memcpy (counter, next, sizeof counter);
      key[0] += 0x9E3779B9;
      key[1] += 0xBB67AE85;
    }
  memcpy (words, counter, sizeof counter);
}

/* In [0, 1): 31 bits times the largest f32 for which the product stays below 1. */
static double
to_uniform (guint32 bits)
{
  return (float) (bits & 0x7fffffff) * 4.6566127342e-10f;
}

double
fl_reference_draw (guint64 seed, guint64 position, gboolean is_normal)
{
  guint32 words[4];
  philox (seed, position, words);
  if (!is_normal)
    return to_uniform (words[0]);
  /* Box and Muller, on (0, 1]; the differences are floats by definition: near 1 the logarithm makes much of how they
   * are rounded. */
  return sqrt (-2 * log ((float) (1 - to_uniform (words[0])))) * cos (2 * G_PI * (float) (1 - to_uniform (words[1])));
}

/* --- the compiler's own ----------------------------------------------------------------------- */

static gboolean
make_seeds (FlCall *call)
{
  gint64 n = fl_call_get_int (call, "count", 1);
  gboolean is_one = strstr (call->row->name, "inductor_seed.") != NULL;
  FlArray *out = fl_call_new_array (call, FL_DTYPE_I64, is_one ? 0 : 1, &n);
  for (gint64 i = 0; i < out->numel; i++)
    out->integers[i] = fl_inputs_get_seed (i);
  return fl_call_return (call, out);
}

static gboolean
look_up_seed (FlCall *call)
{
  const FlView *seeds = fl_call_get_view (call, "seeds");
  gint64 index = fl_call_get_int (call, "index", 0);
  if (seeds == NULL)
    return FALSE;
  if (index < 0 || index >= seeds->numel)
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: seed %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, call->row->name,
                         index, seeds->numel);
  FlArray *out = fl_call_new_array (call, FL_DTYPE_I64, 0, NULL);
  out->integers[0] = fl_call_dense (call, seeds)->integers[index];
  return fl_call_return (call, out);
}

static gboolean
draw_with_seed (FlCall *call)
{
  gint64 sizes[FL_MAX_DIMS];
  int n = fl_call_get_ints (call, "size", sizes, FL_MAX_DIMS);
  guint64 seed = fl_call_get_int (call, "seed", 0);
  gboolean is_normal = g_strcmp0 (fl_call_get_text (call, "mode"), "randn") == 0;
  FlArray *out = fl_call_new_array (call, FL_DTYPE_F32, MAX (n, 0), sizes);
  for (gint64 i = 0; i < out->numel; i++)
    out->numbers[i] = fl_reference_draw (seed, i, is_normal);
  return fl_call_return (call, out);
}

static gboolean
draw_integers_with_seed (FlCall *call)
{
  gint64 sizes[FL_MAX_DIMS];
  int n = fl_call_get_ints (call, "size", sizes, FL_MAX_DIMS);
  guint64 seed = fl_call_get_int (call, "seed", 0);
  gint64 low = fl_call_get_int (call, "low", 0), high = fl_call_get_int (call, "high", 1);
  FlArray *out = fl_call_new_array (call, FL_DTYPE_I64, MAX (n, 0), sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      guint32 words[4];
      philox (seed, i, words);
      out->integers[i] = low + (gint64) (((guint64) words[1] << 32 | words[0]) % (guint64) MAX (high - low, 1));
    }
  return fl_call_return (call, out);
}

/* --- PyTorch's -------------------------------------------------------------------------------- */

static FlArray *
new_like (FlCall *call, const FlView *self, FlDtype fallback)
{
  gint64 sizes[FL_MAX_DIMS];
  FlDtype dtype = fl_call_get_dtype (call, "dtype", self != NULL ? self->dtype : fallback);
  if (self != NULL)
    return fl_call_new_array (call, dtype, self->n_dims, self->sizes);
  int n = fl_call_get_ints (call, "size", sizes, FL_MAX_DIMS);
  return fl_call_new_array (call, dtype, MAX (n, 0), sizes);
}

static gboolean
drop_out (FlCall *call)
{
  const FlView *input = fl_call_get_view (call, "input");
  gboolean is_native = strstr (call->row->name, "native") != NULL;
  if (input == NULL)
    return FALSE;
  double p = fl_call_get_bool (call, "train", FALSE) ? fl_call_get_double (call, "p", 0.5) : 0;
  const FlArray *in = fl_call_dense (call, input);
  FlArray *out = new_like (call, input, FL_DTYPE_F32),
          *mask = fl_call_new_array (call, FL_DTYPE_BOOL, input->n_dims, input->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      mask->integers[i] = p == 0 || fl_reference_draw (call->seed, i, FALSE) >= p;
      out->numbers[i] = mask->integers[i] ? in->numbers[i] / (1 - p) : 0;
    }
  return is_native ? fl_call_return_list (call, 2, (FlArray *[]) { out, mask }) : fl_call_return (call, out);
}

static double
draw_one (FlCall *call, const FlArray *self, const char *name, gint64 i)
{
  double u = fl_reference_draw (call->seed, i, FALSE);
  if (strstr (name, "exponential") != NULL)
    return -log1p (-u) / fl_call_get_double (call, "lambd", 1);
  if (strstr (name, "uniform") != NULL)
    {
      double from = fl_call_get_double (call, "from", 0), to = fl_call_get_double (call, "to", 1);
      return from + (to - from) * u;
    }
  if (strstr (name, "normal") != NULL)
    return fl_call_get_double (call, "mean", 0)
           + fl_call_get_double (call, "std", 1) * fl_reference_draw (call->seed, i, TRUE);
  if (strstr (name, "bernoulli.default") != NULL)
    return u < fl_array_get (self, i);
  if (strstr (name, "bernoulli") != NULL)
    return u < fl_call_get_double (call, "p", 0.5);
  if (strstr (name, "randint") != NULL)
    {
      gint64 low = fl_call_get_int (call, "low", 0), high = fl_call_get_int (call, "high", 1);
      return low + floor (u * (high - low));
    }
  return strstr (name, "randn") != NULL ? fl_reference_draw (call->seed, i, TRUE) : u;
}

/* All numbers below n in some order: each place exchanges with a later one. */
static gboolean
permute (FlCall *call)
{
  gint64 n = MAX (fl_call_get_int (call, "n", 0), 0);
  FlArray *out = fl_call_new_array (call, fl_call_get_dtype (call, "dtype", FL_DTYPE_I64), 1, &n);
  gint64 *order = fl_call_alloc (call, n, sizeof *order);
  for (gint64 i = 0; i < n; i++)
    order[i] = i;
  for (gint64 i = 0; i < n; i++)
    {
      gint64 other = i + (gint64) (fl_reference_draw (call->seed, i, FALSE) * (n - i)), kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
  for (gint64 i = 0; i < n; i++)
    fl_array_set (out, i, order[i]);
  return fl_call_return (call, out);
}

gboolean
reference_random (FlCall *call)
{
  const char *name = call->row->name;
  if (strstr (name, "randperm") != NULL)
    return permute (call);
  if (strstr (name, "lookup_seed") != NULL)
    return look_up_seed (call);
  if (strstr (name, "inductor_seed") != NULL)
    return make_seeds (call);
  if (strstr (name, "inductor_randint") != NULL)
    return draw_integers_with_seed (call);
  if (strstr (name, "inductor_random") != NULL)
    return draw_with_seed (call);
  if (strstr (name, "dropout") != NULL)
    return drop_out (call);
  const FlView *self = fl_call_find_view (call, "self");
  FlArray *out = new_like (call, self, strstr (name, "randint") != NULL ? FL_DTYPE_I64 : FL_DTYPE_F32);
  const FlArray *in = self == NULL ? NULL : fl_call_dense (call, self);
  for (gint64 i = 0; i < out->numel; i++)
    fl_array_set (out, i, draw_one (call, in, name, i));
  return fl_call_return (call, out);
}
