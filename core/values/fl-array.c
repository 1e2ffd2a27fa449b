/* FlArray: dense tensors of doubles or 64-bit integers, and their way to and from the bytes that kernels use. */
#include "fl-array.h"

#include <math.h>
#include <string.h>

gint64
fl_sizes_product (const gint64 *sizes, guint n)
{
  gint64 product = 1;
  for (guint i = 0; i < n; i++)
    product *= sizes[i];
  return product;
}

gboolean
fl_index_next (gint64 *index, const gint64 *sizes, guint n_dims)
{
  for (guint d = n_dims; d-- > 0;)
    {
      if (++index[d] < sizes[d])
        return TRUE;
      index[d] = 0;
    }
  return FALSE;
}

FlArray *
fl_array_new (FlDtype dtype, guint n_dims, const gint64 *sizes)
{
  g_assert (n_dims <= FL_MAX_DIMS);
  FlArray *array = g_new0 (FlArray, 1);
  array->dtype = dtype;
  array->n_dims = n_dims;
  if (n_dims > 0)
    memcpy (array->sizes, sizes, n_dims * sizeof *sizes);
  array->numel = fl_sizes_product (sizes, n_dims);
  gsize n = MAX (array->numel, 1);
  if (fl_dtype_is_complex (dtype))
    array->numbers = g_new0 (double, 2 * n); /* real and imaginary part side by side */
  else if (fl_dtype_is_float (dtype))
    array->numbers = g_new0 (double, n);
  else
    array->integers = g_new0 (gint64, n);
  return array;
}

FlArray *
fl_array_dup (const FlArray *array)
{
  FlArray *copy = fl_array_new (array->dtype, array->n_dims, array->sizes);
  gsize width = fl_dtype_is_complex (array->dtype) ? 2 : 1;

  if (array->numbers != NULL)
    memcpy (copy->numbers, array->numbers, width * array->numel * sizeof (double));
  else
    memcpy (copy->integers, array->integers, array->numel * sizeof (gint64));
  return copy;
}

void
fl_array_free (FlArray *array)
{
  if (array == NULL)
    return;
  g_free (array->numbers);
  g_free (array->integers);
  g_free (array);
}

/* --- rounding --------------------------------------------------------------------------------- */

typedef union
{
  double number;
  guint64 bits;
} Double;

enum
{
  DOUBLE_BIAS = 1023,
  DOUBLE_MANTISSA = 52
};

/* Rounds to a binary format with `bits` of precision (hidden one included), smallest normal exponent `low` and largest
 * finite value `top`, ties to even. Beyond top: infinity, or NaN where the format has none. */
static double
round_to_format (double x, int bits, int low, double top, gboolean has_infinity)
{
  if (x == 0 || !isfinite (x))
    return isinf (x) && !has_infinity ? NAN : x;
  Double d = { .number = x };
  int exponent = (int) (d.bits >> DOUBLE_MANTISSA & 0x7ff) - DOUBLE_BIAS; /* |x| in [2^exponent, 2^(exponent+1)) */
  double rounded;
  if (exponent >= low)
    {
      guint64 last = G_GUINT64_CONSTANT (1) << (DOUBLE_MANTISSA + 1 - bits); /* value of the result's last bit */
      d.bits += last / 2 - 1 + (d.bits & last ? 1 : 0);
      d.bits &= ~(last - 1);
      rounded = d.number;
    }
  else
    {
      int quantum = low - bits + 1;
      rounded = ldexp (nearbyint (ldexp (x, -quantum)), quantum);
    }
  if (fabs (rounded) > top)
    return has_infinity ? copysign (INFINITY, x) : NAN;
  return rounded;
}

/* The nearest power of two to |x|, the larger one of two that are as near; 2^-127 is the least. */
static double
round_to_power (float x)
{
  int exponent;
  if (!isfinite (x))
    return NAN;
  if (fabsf (x) < 0x1p-126f) /* denormals: PyTorch rounds what is more than 2^-127 up */
    return fabsf (x) > 0x1p-127f ? 0x1p-126 : 0x1p-127;
  double share = frexp (fabs (x), &exponent); /* in [0.5, 1) */
  exponent += share >= 0.75 ? 0 : -1;
  return exponent > 127 ? NAN : ldexp (1, exponent);
}

double
fl_dtype_round (FlDtype dtype, double number)
{
  switch (dtype)
    {
    case FL_DTYPE_F32:
    case FL_DTYPE_C64: return (float) number;
    case FL_DTYPE_F16:
    case FL_DTYPE_C32: return round_to_format ((float) number, 11, -14, 65504.0, TRUE);
    case FL_DTYPE_BF16: return round_to_format ((float) number, 8, -126, 0x1.fep127, TRUE);
    case FL_DTYPE_F8E4M3: /* saturates, as PyTorch has it since 2.15 */
      return round_to_format (isnan (number) ? number : CLAMP ((float) number, -448.0f, 448.0f), 4, -6, 448.0, FALSE);
    case FL_DTYPE_F8E5M2: return round_to_format ((float) number, 3, -14, 57344.0, TRUE);
    case FL_DTYPE_F8E4M3Z: /* -0 is 0 there */ return 0.0 + round_to_format ((float) number, 4, -7, 240.0, FALSE);
    case FL_DTYPE_F8E5M2Z: return 0.0 + round_to_format ((float) number, 3, -15, 57344.0, FALSE);
    case FL_DTYPE_F8E8M0: return round_to_power ((float) number);
    default: return number;
    }
}

gint64
fl_dtype_wrap (FlDtype dtype, gint64 integer)
{
  switch (dtype)
    {
    case FL_DTYPE_BOOL: return integer != 0;
    case FL_DTYPE_U8: return (guint8) integer;
    case FL_DTYPE_I8: return (gint8) integer;
    case FL_DTYPE_I16: return (gint16) integer;
    case FL_DTYPE_I32: return (gint32) integer;
    case FL_DTYPE_U16: return (guint16) integer;
    case FL_DTYPE_U32: return (guint32) integer;
    default: return integer;
    }
}

/* As processors convert, and PyTorch with them: integers of less than 32 bits are the low bits of one that has as many.
 */
gint64
fl_dtype_wrap_number (FlDtype dtype, double number)
{
  double most = fl_dtype_get_size_bytes (dtype) == 8 || dtype == FL_DTYPE_U32 ? 0x1p63 : 0x1p31, whole = trunc (number);

  if (!(whole >= -most && whole < most))
    return fl_dtype_wrap (dtype, most == 0x1p63 ? G_MININT64 : G_MININT32);
  return fl_dtype_wrap (dtype, (gint64) whole);
}

gint64
fl_number_to_int (double number)
{
  if (isnan (number))
    return 0;
  if (number >= 0x1p63)
    return G_MAXINT64;
  if (number < -0x1p63)
    return G_MININT64;
  return (gint64) number;
}

/* --- bytes ------------------------------------------------------------------------------------ */

static double
decode_small_float (guint32 bits, int exponent_bits, int mantissa_bits, int bias, gboolean has_infinity)
{
  guint32 sign = bits >> (exponent_bits + mantissa_bits);
  guint32 exponent = (bits >> mantissa_bits) & ((1u << exponent_bits) - 1);
  guint32 mantissa = bits & ((1u << mantissa_bits) - 1);
  double value;
  if (has_infinity && exponent == (1u << exponent_bits) - 1)
    value = mantissa == 0 ? INFINITY : NAN;
  else if (exponent == 0)
    value = ldexp (mantissa, 1 - bias - mantissa_bits);
  else
    {
      Double d = { .bits = (guint64) (exponent - bias + DOUBLE_BIAS) << DOUBLE_MANTISSA };
      d.bits |= (guint64) mantissa << (DOUBLE_MANTISSA - mantissa_bits);
      value = d.number;
    }
  return sign ? -value : value;
}

static guint32
encode_small_float (double x, int exponent_bits, int mantissa_bits, int bias)
{
  guint32 sign = (guint32) (signbit (x) != 0) << (exponent_bits + mantissa_bits);
  guint32 top = (1u << exponent_bits) - 1;
  if (isnan (x))
    return sign | (top << mantissa_bits) | (1u << (mantissa_bits - 1));
  if (isinf (x))
    return sign | (top << mantissa_bits);
  if (x == 0)
    return sign;
  Double d = { .number = x };
  int biased = (int) (d.bits >> DOUBLE_MANTISSA & 0x7ff) - DOUBLE_BIAS + bias;
  if (biased <= 0)
    return sign | (guint32) ldexp (fabs (x), bias - 1 + mantissa_bits);
  guint32 mantissa = d.bits >> (DOUBLE_MANTISSA - mantissa_bits) & ((1u << mantissa_bits) - 1);
  return sign | ((guint32) biased << mantissa_bits) | mantissa;
}

static void
load_float (FlDtype dtype, gconstpointer bytes, gint64 position, double *value)
{
  switch (dtype)
    {
    case FL_DTYPE_F32: *value = ((const float *) bytes)[position]; break;
    case FL_DTYPE_F64: *value = ((const double *) bytes)[position]; break;
    case FL_DTYPE_BF16: *value = decode_small_float (((const guint16 *) bytes)[position], 8, 7, 127, TRUE); break;
    case FL_DTYPE_F16: *value = decode_small_float (((const guint16 *) bytes)[position], 5, 10, 15, TRUE); break;
    case FL_DTYPE_F8E5M2: *value = decode_small_float (((const guint8 *) bytes)[position], 5, 2, 15, TRUE); break;
    case FL_DTYPE_F8E4M3:
      {
        guint8 bits = ((const guint8 *) bytes)[position];
        *value = (bits & 0x7f) == 0x7f ? NAN : decode_small_float (bits, 4, 3, 7, FALSE);
        break;
      }
    case FL_DTYPE_F8E4M3Z:
    case FL_DTYPE_F8E5M2Z:
      {
        guint8 bits = ((const guint8 *) bytes)[position];
        *value = bits == 0x80                ? NAN
                 : dtype == FL_DTYPE_F8E4M3Z ? decode_small_float (bits, 4, 3, 8, FALSE)
                                             : decode_small_float (bits, 5, 2, 16, FALSE);
        break;
      }
    case FL_DTYPE_F8E8M0:
      {
        guint8 bits = ((const guint8 *) bytes)[position];
        *value = bits == 0xff ? NAN : ldexp (1, bits - 127);
        break;
      }
    case FL_DTYPE_C32:
      load_float (FL_DTYPE_F16, bytes, 2 * position, &value[0]);
      load_float (FL_DTYPE_F16, bytes, 2 * position + 1, &value[1]);
      break;
    case FL_DTYPE_C64:
      value[0] = ((const float *) bytes)[2 * position];
      value[1] = ((const float *) bytes)[2 * position + 1];
      break;
    case FL_DTYPE_C128:
      value[0] = ((const double *) bytes)[2 * position];
      value[1] = ((const double *) bytes)[2 * position + 1];
      break;
    default: *value = NAN;
    }
}

static void
store_float (FlDtype dtype, gpointer bytes, gint64 position, const double *value)
{
  double x = fl_dtype_is_complex (dtype) ? 0 : fl_dtype_round (dtype, *value);
  switch (dtype)
    {
    case FL_DTYPE_F32: ((float *) bytes)[position] = x; break;
    case FL_DTYPE_F64: ((double *) bytes)[position] = x; break;
    case FL_DTYPE_BF16: ((guint16 *) bytes)[position] = encode_small_float (x, 8, 7, 127); break;
    case FL_DTYPE_F16: ((guint16 *) bytes)[position] = encode_small_float (x, 5, 10, 15); break;
    case FL_DTYPE_F8E5M2: ((guint8 *) bytes)[position] = encode_small_float (x, 5, 2, 15); break;
    case FL_DTYPE_F8E4M3: ((guint8 *) bytes)[position] = isnan (x) ? 0x7f : encode_small_float (x, 4, 3, 7); break;
    case FL_DTYPE_F8E4M3Z: ((guint8 *) bytes)[position] = isnan (x) ? 0x80 : encode_small_float (x, 4, 3, 8); break;
    case FL_DTYPE_F8E5M2Z: ((guint8 *) bytes)[position] = isnan (x) ? 0x80 : encode_small_float (x, 5, 2, 16); break;
    case FL_DTYPE_F8E8M0: ((guint8 *) bytes)[position] = isnan (x) ? 0xff : ilogb (x) + 127; break;
    case FL_DTYPE_C32:
      store_float (FL_DTYPE_F16, bytes, 2 * position, &value[0]);
      store_float (FL_DTYPE_F16, bytes, 2 * position + 1, &value[1]);
      break;
    case FL_DTYPE_C64:
      ((float *) bytes)[2 * position] = value[0];
      ((float *) bytes)[2 * position + 1] = value[1];
      break;
    case FL_DTYPE_C128:
      ((double *) bytes)[2 * position] = value[0];
      ((double *) bytes)[2 * position + 1] = value[1];
      break;
    default: break;
    }
}

static gint64
load_integer (FlDtype dtype, gconstpointer bytes, gint64 position)
{
  switch (fl_dtype_get_size_bytes (dtype))
    {
    case 1: return fl_dtype_wrap (dtype, ((const gint8 *) bytes)[position]);
    case 2: return fl_dtype_wrap (dtype, ((const gint16 *) bytes)[position]);
    case 4: return fl_dtype_wrap (dtype, ((const gint32 *) bytes)[position]);
    default: return ((const gint64 *) bytes)[position];
    }
}

static void
store_integer (FlDtype dtype, gpointer bytes, gint64 position, gint64 value)
{
  switch (fl_dtype_get_size_bytes (dtype))
    {
    case 1: ((guint8 *) bytes)[position] = fl_dtype_wrap (dtype, value); break;
    case 2: ((guint16 *) bytes)[position] = value; break;
    case 4: ((guint32 *) bytes)[position] = value; break;
    default: ((gint64 *) bytes)[position] = value;
    }
}

static gint64
get_place (const gint64 *index, const gint64 *strides, guint n_dims, gint64 offset)
{
  for (guint d = 0; d < n_dims; d++)
    offset += index[d] * strides[d];
  return offset;
}

void
fl_array_get_strides (const FlArray *array, gint64 *strides)
{
  gint64 stride = 1;
  for (guint d = array->n_dims; d-- > 0; stride *= array->sizes[d])
    strides[d] = stride;
}

FlArray *
fl_array_load (FlDtype dtype, guint n_dims, const gint64 *sizes, const gint64 *strides, gint64 offset,
               gconstpointer bytes)
{
  FlArray *array = fl_array_new (dtype, n_dims, sizes);
  gint64 inner = n_dims == 0 ? 1 : sizes[n_dims - 1];
  gint64 step = n_dims == 0 ? 1 : strides[n_dims - 1];
  guint n_outer = n_dims == 0 ? 0 : n_dims - 1;
  gint64 index[FL_MAX_DIMS] = { 0 };
  guint width = fl_dtype_is_complex (dtype) ? 2 : 1;
  for (gint64 at = 0; at < array->numel; at += inner)
    {
      gint64 place = get_place (index, strides, n_outer, offset);
      if (dtype == FL_DTYPE_F32)
        for (gint64 i = 0; i < inner; i++)
          array->numbers[at + i] = ((const float *) bytes)[place + i * step];
      else
        for (gint64 i = 0; i < inner; i++)
          if (array->numbers != NULL)
            load_float (dtype, bytes, place + i * step, array->numbers + width * (at + i));
          else
            array->integers[at + i] = load_integer (dtype, bytes, place + i * step);
      fl_index_next (index, sizes, n_outer);
    }
  return array;
}

void
fl_array_store (const FlArray *array, const gint64 *strides, gint64 offset, gpointer bytes)
{
  guint n_dims = array->n_dims;
  gint64 inner = n_dims == 0 ? 1 : array->sizes[n_dims - 1];
  gint64 step = n_dims == 0 ? 1 : strides[n_dims - 1];
  guint n_outer = n_dims == 0 ? 0 : n_dims - 1;
  gint64 index[FL_MAX_DIMS] = { 0 };
  guint width = fl_dtype_is_complex (array->dtype) ? 2 : 1;
  for (gint64 at = 0; at < array->numel; at += inner)
    {
      gint64 place = get_place (index, strides, n_outer, offset);
      if (array->dtype == FL_DTYPE_F32)
        for (gint64 i = 0; i < inner; i++)
          ((float *) bytes)[place + i * step] = array->numbers[at + i];
      else
        for (gint64 i = 0; i < inner; i++)
          if (array->numbers != NULL)
            store_float (array->dtype, bytes, place + i * step, array->numbers + width * (at + i));
          else
            store_integer (array->dtype, bytes, place + i * step, array->integers[at + i]);
      fl_index_next (index, array->sizes, n_outer);
    }
}
