/* Operators on complex numbers. A kernel that knows pairs of numbers gets them; one that is linear in what it computes
 * with runs for the real and the imaginary parts apart, one that multiplies for the four products. Any other kernel
 * would take the pairs for numbers: such a call is refused. */
#include "fl-reference-complex.h"
#include "fl-reference-kernels.h"
#include "fl-reference-pointwise-private.h"

#include <string.h>

typedef enum
{
  COMPLEX_REFUSED,
  COMPLEX_DIRECT,
  COMPLEX_NAMED,   /* by the operator's name among the unary ones */
  COMPLEX_PARTS,   /* f (a + bi) = f (a) + f (b) i */
  COMPLEX_PRODUCT, /* f (bias, a, b) = bias + a b, linear in each */
  COMPLEX_LENGTH   /* a function of absolute values */
} Way;

#define COMPLEX(kernel, way) REFERENCE_KERNEL (kernel);
#include "fl-reference-complex.def"

static Way
find_way (const FlCall *call, FlReferenceFunc kernel)
{
  static const struct
  {
    FlReferenceFunc kernel;
    Way way;
  } rows[] = {
#define COMPLEX(kernel, way) { reference_##kernel, COMPLEX_##way },
#include "fl-reference-complex.def"
  };
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    if (rows[r].kernel == kernel)
      return rows[r].way;
  return call->row->kind == FL_ATEN_VIEW ? COMPLEX_DIRECT : COMPLEX_REFUSED;
}

static gboolean
holds_complex (const FlDatum *datum)
{
  if (datum->kind == FL_DATUM_TENSOR)
    return fl_dtype_is_complex (datum->view->dtype);
  for (guint i = 0; i < datum->n_items; i++)
    if (holds_complex (&datum->items[i]))
      return TRUE;
  return FALSE;
}

gboolean
fl_reference_is_complex (const FlCall *call)
{
  for (guint i = 0; i < call->n_parameters; i++)
    if (holds_complex (&call->values[i]))
      return TRUE;
  return FALSE;
}

/* --- parts of arguments ----------------------------------------------------------------------- */

typedef enum
{
  PART_REAL,
  PART_IMAGINARY,
  PART_LENGTH,
  PART_NOTHING /* zeros */
} Part;

static FlView *
take_part (const FlView *view, Part part)
{
  g_autoptr (FlArray) all = fl_view_dup_array (view);
  const gboolean is_complex = fl_dtype_is_complex (view->dtype);
  FlArray *array = fl_array_new (FL_DTYPE_F64, view->n_dims, view->sizes);
  for (gint64 i = 0; i < array->numel; i++)
    {
      const double real = is_complex ? all->numbers[2 * i] : fl_array_get (all, i),
                   imaginary = is_complex ? all->numbers[2 * i + 1] : 0;
      array->numbers[i] = part == PART_REAL        ? real
                          : part == PART_IMAGINARY ? imaginary
                          : part == PART_LENGTH    ? hypot (real, imaginary)
                                                   : 0;
    }
  return fl_view_new_array (array);
}

/* What the operator computes with, unlike an index, a mask or a dimension; numbers beside a product are factors of the
 * whole. */
static gboolean
is_operand (const FlCall *call, guint position, Way way)
{
  static const char *const names[]
      = { "self", "other", "value", "fill_value", "src", "source", "values", "input", "end", "x", "a", "b" };
  const FlDatum *value = &call->values[position];
  if (holds_complex (value))
    return TRUE;
  if (value->kind == FL_DATUM_TENSOR && fl_dtype_is_float (value->view->dtype))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names) && way != COMPLEX_PRODUCT; i++)
    if (strcmp (call->names[position], names[i]) == 0)
      return TRUE;
  return FALSE;
}

static void
replace_part (FlDatum *datum, Part part)
{
  for (guint i = 0; i < datum->n_items; i++)
    replace_part (&datum->items[i], part);
  if (datum->kind == FL_DATUM_TENSOR)
    {
      FlView *taken = take_part (datum->view, part);
      fl_view_unref (datum->view);
      datum->view = taken;
    }
  else if (part != PART_REAL && part != PART_LENGTH
           && (datum->kind == FL_DATUM_INT || datum->kind == FL_DATUM_FLOAT || datum->kind == FL_DATUM_BOOL))
    *datum = fl_datum_float (0);
}

/* Runs the kernel with that part of each operand. The result, an array of doubles that the caller frees; NULL and the
 * call's error. */
static FlArray *
run_parts (FlCall *call, FlReferenceFunc kernel, Way way, const Part *parts)
{
  FlCall one = *call;
  FlArray *result = NULL;
  guint n_operands = 0;
  one.scratch = g_ptr_array_new_with_free_func (g_free);
  one.output_dtype = FL_DTYPE_F64;
  for (guint i = 0; i < call->n_parameters; i++)
    {
      one.values[i] = fl_datum_dup (&call->values[i]);
      if (is_operand (call, i, way))
        {
          replace_part (&one.values[i], parts[MIN (n_operands, 2)]);
          n_operands++;
        }
      if (one.values[i].kind == FL_DATUM_DTYPE && fl_dtype_is_complex (one.values[i].dtype))
        one.values[i].dtype = FL_DTYPE_F64;
    }
  one.result = (FlDatum) { 0 };
  if (kernel (&one) && (call->error == NULL || *call->error == NULL))
    {
      if (one.result.kind == FL_DATUM_TENSOR && one.result.view->dtype == FL_DTYPE_F64)
        result = fl_view_dup_array (one.result.view);
      else
        fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s on complex numbers has no reference", call->row->name);
    }
  for (guint i = 0; i < call->n_parameters; i++)
    fl_datum_clear (&one.values[i]);
  fl_datum_clear (&one.result);
  g_ptr_array_unref (one.scratch);
  return result;
}

/* --- putting together ------------------------------------------------------------------------- */

static FlDtype
find_dtype (const FlCall *call)
{
  FlDtype dtype = FL_DTYPE_C64;
  for (guint i = 0; i < call->n_parameters; i++)
    if (call->values[i].kind == FL_DATUM_DTYPE && fl_dtype_is_complex (call->values[i].dtype))
      return call->values[i].dtype;
    else if (call->values[i].kind == FL_DATUM_TENSOR
             && (call->values[i].view->dtype == FL_DTYPE_C128 || call->values[i].view->dtype == FL_DTYPE_F64)
             && call->values[i].view->n_dims > 0)
      dtype = FL_DTYPE_C128;
  return dtype;
}

/* real - minus + (imaginary + more) i; minus and more may be NULL. */
static gboolean
return_pairs (FlCall *call, const FlArray *real, const FlArray *minus, const FlArray *imaginary, const FlArray *more)
{
  FlArray *out = fl_call_new_array (call, find_dtype (call), real->n_dims, real->sizes);
  for (gint64 i = 0; i < out->numel; i++)
    {
      out->numbers[2 * i] = real->numbers[i] - (minus != NULL ? minus->numbers[i] : 0);
      out->numbers[2 * i + 1] = imaginary->numbers[i] + (more != NULL ? more->numbers[i] : 0);
    }
  return fl_call_return (call, out);
}

static gboolean
run_linear (FlCall *call, FlReferenceFunc kernel)
{
  static const Part real_parts[3] = { PART_REAL, PART_REAL, PART_REAL };
  static const Part imaginary_parts[3] = { PART_IMAGINARY, PART_IMAGINARY, PART_IMAGINARY };
  const FlDatum *weight = fl_call_find (call, "weight");
  if (weight != NULL && holds_complex (weight)) /* lerp multiplies by it */
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s with a complex weight has no reference", call->row->name);
  g_autoptr (FlArray) real = run_parts (call, kernel, COMPLEX_PARTS, real_parts);
  g_autoptr (FlArray) imaginary = real != NULL ? run_parts (call, kernel, COMPLEX_PARTS, imaginary_parts) : NULL;
  return imaginary != NULL && return_pairs (call, real, NULL, imaginary, NULL);
}

/* (a + bi)(c + di) = ac - bd + (ad + bc) i; a bias comes before both factors, and once. */
static gboolean
run_product (FlCall *call, FlReferenceFunc kernel)
{
  const Part R = PART_REAL, I = PART_IMAGINARY, O = PART_NOTHING;
  guint n_operands = 0;
  for (guint i = 0; i < call->n_parameters; i++)
    n_operands += is_operand (call, i, COMPLEX_PRODUCT);
  const guint first = n_operands > 2 ? 1 : 0; /* factor */
  const Part all[4][3] = { { R, R, R }, { O, I, I }, { I, R, I }, { O, I, R } };
  FlArray *results[4] = { NULL };
  gboolean done = TRUE;
  for (guint i = 0; i < 4 && done; i++)
    {
      const Part parts[3] = { all[i][1 - first], all[i][2 - first], all[i][2] };
      results[i] = run_parts (call, kernel, COMPLEX_PRODUCT, parts);
      done = results[i] != NULL;
    }
  done = done && return_pairs (call, results[0], results[1], results[2], results[3]);
  for (guint i = 0; i < 4; i++)
    g_clear_pointer (&results[i], fl_array_free);
  return done;
}

static gboolean
run_length (FlCall *call, FlReferenceFunc kernel)
{
  static const Part parts[3] = { PART_LENGTH, PART_LENGTH, PART_LENGTH };
  const FlDtype dtype = find_dtype (call) == FL_DTYPE_C128 ? FL_DTYPE_F64 : FL_DTYPE_F32;
  g_autoptr (FlArray) length = run_parts (call, kernel, COMPLEX_LENGTH, parts);
  if (length == NULL)
    return FALSE;
  FlArray *out = fl_call_new_array (call, dtype, length->n_dims, length->sizes);
  memcpy (out->numbers, length->numbers, length->numel * sizeof (double));
  return fl_call_return (call, out);
}

/* "aten.angle.default" is ANGLE of fl-reference-complex.c. */
static gboolean
run_named (FlCall *call)
{
  const FlView *self = fl_call_get_view (call, call->names[0]);
  g_auto (GStrv) words = g_strsplit (call->row->name, ".", 3);
  g_autofree char *name = words[0] != NULL && words[1] != NULL ? g_ascii_strup (words[1], -1) : g_strdup ("");
  return self != NULL && fl_reference_complex_unary (call, name, self);
}

gboolean
fl_reference_run_complex (FlCall *call, FlReferenceFunc kernel)
{
  switch (find_way (call, kernel))
    {
    case COMPLEX_DIRECT: return kernel (call);
    case COMPLEX_NAMED: return run_named (call);
    case COMPLEX_PARTS: return run_linear (call, kernel);
    case COMPLEX_PRODUCT: return run_product (call, kernel);
    case COMPLEX_LENGTH: return run_length (call, kernel);
    case COMPLEX_REFUSED: break;
    }
  return fl_call_fail (call, FL_ERROR_UNSUPPORTED, "%s on complex numbers has no reference", call->row->name);
}
