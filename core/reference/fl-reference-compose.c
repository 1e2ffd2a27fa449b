/* Reference kernels made of others: operators on lists, grids of
 * coordinates. */
#include <math.h>
#include <string.h>

#include "fl-inputs.h"
#include "fl-reference-formula.h"
#include "fl-reference-kernels.h"

REFERENCE_KERNEL (ldexp);
REFERENCE_KERNEL (foreach);
REFERENCE_KERNEL (meshgrid);
REFERENCE_KERNEL (grouped_mm);

/* Evaluates another operator; its result is the caller's. Recursion: fl_call_execute finds this file's kernels in the
 * table, and they call it for simpler operators, whose kernels are in other files. */
static gboolean
call_other (FlCall *call, const char *name, const FlDatum *arguments, guint n, FlDatum *result)
{
  FlCall inner;
  const FlAtenRow *row = fl_aten_find (name);
  g_assert (row != NULL);
  gboolean done = fl_call_open (&inner, row, arguments, n, call->error);
  inner.cancelled = call->cancelled;
  inner.seed = call->seed;
  inner.noise = call->noise;
  inner.floors_quotients = call->floors_quotients;
  inner.is_for_gpu = call->is_for_gpu;
  done = done && fl_call_execute (&inner);
  if (done)
    {
      *result = inner.result;
      inner.result = (FlDatum) { 0 };
    }
  fl_call_close (&inner);
  return done;
}

/* As C has it, whose exponents are ints; no double is left from ±2200 on. */
static double
scale (const double *x, const double *p)
{
  return ldexp (X, CLAMP ((gint32) (gint64) Y, -2200, 2200));
}

/* By integers, as C's ldexp. Else the power of two has the exponent's type, perhaps narrower than the product's;
 * kernels may round it or not. A single exponent is taken in the type of both, but where self is f32 (eager
 * PyTorch 2.15). */
gboolean
reference_ldexp (FlCall *call)
{
  const FlDatum *self = fl_call_find (call, "self"), *other = fl_call_find (call, "other");
  FlDatum power = { 0 };

  if (self == NULL || other == NULL)
    return FALSE;
  gboolean is_float = self->kind == FL_DATUM_TENSOR && fl_dtype_is_float (self->view->dtype);
  FlDatum exponent = fl_datum_dup (other);
  if (is_float && (other->kind != FL_DATUM_TENSOR || fl_dtype_is_integer (other->view->dtype)))
    {
      FlArray *out = fl_call_evaluate (call, scale, LIST ("self", "other"), NULL, FL_FORMULA_FLOAT);

      fl_datum_clear (&exponent);
      return out != NULL && fl_call_return (call, out);
    }
  if (is_float && self->view->dtype != FL_DTYPE_F32 && other->view->n_dims == 0
      && fl_dtype_is_float (other->view->dtype))
    {
      FlArray *array = fl_view_dup_array (other->view);

      array->dtype = fl_dtype_promote (self->view->dtype, array->dtype); /* all floats are kept as doubles */
      fl_datum_clear (&exponent);
      exponent = fl_datum_view (fl_view_new_array (array));
    }
  gboolean done = call_other (call, "aten.pow.Scalar", (FlDatum[]) { fl_datum_float (2), exponent }, 2, &power);
  fl_datum_clear (&exponent);
  if (!done)
    return FALSE;
  if (call->noise != 0)
    {
      FlArray *array = fl_view_dup_array (power.view);

      fl_array_shake (array, fl_dtype_get_unit (array->dtype), call->noise ^ fl_inputs_mix (call->seed));
      fl_datum_clear (&power);
      power = fl_datum_view (fl_view_new_array (array));
    }
  gboolean ok = call_other (call, "aten.mul.Tensor", (FlDatum[]) { *self, power }, 2, &call->result);
  fl_datum_clear (&power);
  return ok;
}

/* --- lists ------------------------------------------------------------------------------------- */

/* "aten._foreach_add_.Scalar" -> "aten.add_.Tensor" */
static const char *
find_single (const FlCall *call)
{
  static const struct
  {
    const char *prefix, *single;
  } names[] = {
    { "addcmul.", "aten.addcmul.default" },
    { "addcmul_.", "aten.addcmul_.default" },
    { "addcdiv.", "aten.addcdiv.default" },
    { "addcdiv_.", "aten.addcdiv_.default" },
    { "add.", "aten.add.Tensor" },
    { "add_.", "aten.add_.Tensor" },
    { "sub.", "aten.sub.Tensor" },
    { "mul.", "aten.mul.Tensor" },
    { "mul_.", "aten.mul_.Tensor" },
    { "div.", "aten.div.Tensor" },
    { "div_.", "aten.div_.Tensor" },
    { "sqrt.", "aten.sqrt.default" },
    { "rsqrt.", "aten.rsqrt.default" },
    { "reciprocal.", "aten.reciprocal.default" },
    { "neg.", "aten.neg.default" },
    { "abs.", "aten.abs.default" },
    { "sign.", "aten.sign.default" },
    { "clone.", "aten.clone.default" },
    { "lerp.", "aten.lerp.Scalar" },
    { "copy.", "aten.copy.default" },
    { "copy_.", "aten.copy_.default" },
    { "pow.ScalarAndTensor", "aten.pow.Scalar" },
    { "pow.List", "aten.pow.Tensor_Tensor" },
    { "pow.Scalar", "aten.pow.Tensor_Scalar" },
    { "maximum.List", "aten.max.other" },
    { "clamp_min.List", "aten.max.other" },
    { "maximum.Scalar", "aten.clamp_min.default" },
    { "clamp_min.Scalar", "aten.clamp_min.default" },
    { "minimum.List", "aten.min.other" },
    { "clamp_max.List", "aten.min.other" },
    { "minimum.Scalar", "aten.clamp_max.default" },
    { "clamp_max.Scalar", "aten.clamp_max.default" },
    { "norm.", "aten.linalg_vector_norm.default" },
  };
  static const char prefix[] = "aten._foreach_";
  for (guint i = 0; i < G_N_ELEMENTS (names) && g_str_has_prefix (call->row->name, prefix); i++)
    if (g_str_has_prefix (call->row->name + strlen (prefix), names[i].prefix))
      return names[i].single;
  return NULL;
}

/* The operator on each member: of the lists the position-th, of what is no list all of it. */
gboolean
reference_foreach (FlCall *call)
{
  const FlDatum *list = NULL;
  const char *single = find_single (call);
  for (guint i = 0; i < call->n_parameters && list == NULL; i++) /* pow of a number has it second */
    list = call->values[i].kind == FL_DATUM_LIST ? &call->values[i] : NULL;
  if (list == NULL || list->kind != FL_DATUM_LIST || single == NULL)
    return fl_call_fail (call, FL_ERROR_GRAPH, "%s needs a list of tensors", call->row->name);
  gboolean is_norm = strstr (single, "norm") != NULL;
  FlDatum results = { .kind = FL_DATUM_LIST, .items = g_new0 (FlDatum, list->n_items + 1) };
  for (guint i = 0; i < list->n_items; i++)
    {
      FlDatum arguments[FL_MAX_PARAMETERS];
      guint n = is_norm ? 2 : call->n_parameters;
      for (guint k = 0; k < n; k++)
        {
          const FlDatum *value = &call->values[k];
          if (value->kind == FL_DATUM_LIST && i >= value->n_items)
            {
              fl_datum_clear (&results);
              return fl_call_fail (call, FL_ERROR_GRAPH, "%s: the lists differ in length", call->row->name);
            }
          arguments[k] = value->kind == FL_DATUM_LIST ? value->items[i] : *value;
        }
      results.n_items = i + 1;
      if (!call_other (call, single, arguments, n, &results.items[i]))
        {
          fl_datum_clear (&results);
          return FALSE;
        }
    }
  if (strstr (single, "_.") != NULL) /* the members were written; nothing is returned */
    fl_datum_clear (&results);
  else
    call->result = results;
  return TRUE;
}

/* One tensor a list member, each seen along a dimension of its own. */
gboolean
reference_meshgrid (FlCall *call)
{
  const FlDatum *list = fl_call_find (call, "tensors");
  if (list == NULL || list->kind != FL_DATUM_LIST || list->n_items == 0 || list->n_items > FL_MAX_DIMS)
    return fl_call_fail (call, FL_ERROR_GRAPH, "%s needs a list of tensors", call->row->name);
  guint n = list->n_items, dims[FL_MAX_DIMS];
  gboolean is_xy = g_strcmp0 (fl_call_get_text (call, "indexing"), "xy") == 0;
  gint64 sizes[FL_MAX_DIMS];
  for (guint i = 0; i < n; i++)
    {
      const FlDatum *item = &list->items[i];
      if (item->kind != FL_DATUM_TENSOR || item->view->n_dims > 1)
        return fl_call_fail (call, FL_ERROR_SHAPE, "%s: item %u is no vector", call->row->name, i);
      dims[i] = is_xy && n > 1 && i < 2 ? 1 - i : i;
      sizes[dims[i]] = item->view->numel;
    }
  FlView *views[FL_MAX_DIMS];
  for (guint i = 0; i < n; i++)
    {
      const FlView *view = list->items[i].view;
      gint64 strides[FL_MAX_DIMS] = { 0 };
      strides[dims[i]] = view->n_dims == 0 ? 0 : view->strides[0];
      views[i] = fl_view_new (view, n, sizes, strides, view->offset);
    }
  return fl_call_return_views (call, n, views);
}

/* --- products of groups
 * ---------------------------------------------------------------------------------------------- */

/* Rows [begin, end) of dimension dim. */
static FlView *
cut (const FlView *view, guint dim, gint64 begin, gint64 end)
{
  gint64 sizes[FL_MAX_DIMS];
  memcpy (sizes, view->sizes, sizeof sizes);
  sizes[dim] = end - begin;
  return fl_view_new (view, view->n_dims, sizes, view->strides, view->offset + begin * view->strides[dim]);
}

static FlView *
pick (const FlView *view, gint64 position)
{
  gint64 sizes[2] = { view->sizes[1], view->sizes[2] }, strides[2] = { view->strides[1], view->strides[2] };
  return fl_view_new (view, 2, sizes, strides, view->offset + position * view->strides[0]);
}

static void
multiply_group (FlCall *call, const FlView *a, const FlView *b, FlView *to)
{
  double *sums = fl_call_alloc (call, to->numel, sizeof *sums);
  gint64 sizes[2] = { a->sizes[0], b->sizes[1] };
  fl_matmul_add (a->sizes[0], b->sizes[1], a->sizes[1], fl_call_numbers (call, a), fl_call_numbers (call, b), sums,
                 call->cancelled);
  FlArray *product = fl_call_new_array (call, to->dtype, 2, sizes);
  fl_view_write (to, fl_call_settle (product, sums));
}

/* One product a group. offs are the ends of the groups along the dimension that one operand, or
 * both, have instead of a dimension for groups: rows of the first, columns of the second, or what
 * is summed over. */
gboolean
reference_grouped_mm (FlCall *call)
{
  const FlView *a = fl_call_get_view (call, "self"), *b = fl_call_get_view (call, "mat2"),
               *ends = fl_call_find_view (call, "offs");
  if (a == NULL || b == NULL)
    return FALSE;
  gboolean a_has = a->n_dims == 3, b_has = b->n_dims == 3;
  if (a->n_dims < 2 || a->n_dims > 3 || b->n_dims < 2 || b->n_dims > 3 || (ends == NULL && !(a_has && b_has))
      || a->sizes[a->n_dims - 1] != b->sizes[b->n_dims - 2])
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: operands of %u and %u dimensions do not fit", call->row->name,
                         a->n_dims, b->n_dims);
  gint64 n_groups = a_has ? a->sizes[0] : b_has ? b->sizes[0] : ends->numel, rows = a->sizes[a->n_dims - 2];
  gint64 columns = b->sizes[b->n_dims - 1], begin = 0;
  if ((a_has && b_has && b->sizes[0] != n_groups) || (ends != NULL && ends->numel != n_groups))
    return fl_call_fail (call, FL_ERROR_SHAPE, "%s: the operands have different numbers of groups", call->row->name);
  gboolean is_flat = a_has != b_has;
  gint64 sizes[3] = { n_groups, rows, columns };
  FlArray *out
      = fl_call_new_array (call, fl_call_get_dtype (call, "out_dtype", a->dtype), is_flat ? 2 : 3, sizes + is_flat);
  FlView *whole = fl_view_new_borrowed (out);
  const FlArray *offsets = ends == NULL ? NULL : fl_call_dense (call, ends);
  gint64 limit = !a_has && b_has ? rows : a_has ? columns : a->sizes[1];
  for (gint64 g = 0; g < n_groups; g++)
    {
      gint64 end = offsets == NULL ? 0 : CLAMP (offsets->integers[g], begin, limit);
      FlView *x = a_has ? pick (a, g) : cut (a, b_has ? 0 : 1, begin, end),
             *y = b_has ? pick (b, g) : cut (b, a_has ? 1 : 0, begin, end);
      FlView *to = !is_flat ? pick (whole, g) : cut (whole, b_has ? 0 : 1, begin, end);
      multiply_group (call, x, y, to);
      fl_view_unref (x);
      fl_view_unref (y);
      fl_view_unref (to);
      begin = end;
    }
  fl_view_unref (whole);
  return fl_call_return (call, out);
}
