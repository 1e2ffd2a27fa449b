/* Layouts: where the elements of a buffer are. */
#include "fl-ir.h"

static const char *const layout_names[] = {
  [FL_LAYOUT_FIXED] = "FixedLayout",
  [FL_LAYOUT_FLEXIBLE] = "FlexibleLayout",
  [FL_LAYOUT_NON_OWNING] = "NonOwningLayout",
  [FL_LAYOUT_MUTATION] = "MutationLayoutSHOULDREMOVE",
  [FL_LAYOUT_NONE] = "NoneLayout",
  [FL_LAYOUT_MULTI_OUTPUT] = "MultiOutputLayout",
};

static void
append_syms (GString *out, const char *label, const FlSym *const *syms, guint n, gboolean is_tuple)
{
  g_string_append_printf (out, ", %s=%c", label, is_tuple ? '(' : '[');
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      fl_sym_append (out, syms[i]);
    }
  g_string_append_c (out, is_tuple ? ')' : ']');
}

/* The stride of a dimension as the product that it was made by: that of the next inner dimension, and its size. */
static const FlSym *
write_stride (const FlLayout *layout, guint dim, guint n_inner)
{
  const FlSym *stride = layout->strides[dim];

  if (fl_sym_get_kind (stride) != FL_SYM_ADD)
    return stride;
  for (guint i = layout->n_dims; i > 0 && n_inner < layout->n_dims; i--)
    if (i - 1 != dim && !fl_sym_is_int_value (layout->sizes[i - 1], 1)
        && fl_sym_mul (layout->strides[i - 1], layout->sizes[i - 1]) == stride)
      return fl_sym_mul_written (write_stride (layout, i - 1, n_inner + 1), layout->sizes[i - 1]);
  return fl_sym_factored (stride, layout->sizes, layout->n_dims);
}

/* A part of a concatenation has strides of the whole. */
static const FlSym *
write_part_stride (const FlLayout *part, guint dim)
{
  const FlLayout *whole = part->kind == FL_LAYOUT_NON_OWNING && part->target != NULL ? &part->target->layout : part;

  for (guint i = 0; i < whole->n_dims; i++)
    if (whole->strides[i] == part->strides[dim])
      return write_stride (whole, i, 0);
  return write_stride (part, dim, 0);
}

static void
append_strides (GString *out, const FlLayout *layout)
{
  g_autofree const FlSym **strides = g_new (const FlSym *, layout->n_dims + 1);

  for (guint i = 0; i < layout->n_dims; i++)
    strides[i] = write_part_stride (layout, i);
  append_syms (out, "stride", strides, layout->n_dims, layout->is_stride_tuple);
}

/* Python prints a tuple's and a nothing's layout as the dataclass it is, with the device in its long form. */
static void
append_dataclass (GString *out, const FlLayout *layout)
{
  g_string_append_printf (out, "%s(device=device(type='%s'", layout_names[layout->kind],
                          layout->device.type != NULL ? layout->device.type : "cpu");
  if (layout->device.index >= 0)
    g_string_append_printf (out, ", index=%d", layout->device.index);
  g_string_append (out, layout->kind == FL_LAYOUT_NONE ? "), size=[0], stride=[0])" : "))");
}

static const FlLayout *
get_written_layout (const FlLayout *layout)
{
  while (layout->kind == FL_LAYOUT_MUTATION && layout->target != NULL)
    layout = &layout->target->layout;
  return layout;
}

void
fl_layout_append (GString *out, const FlLayout *layout)
{
  if (layout->kind == FL_LAYOUT_NONE || layout->kind == FL_LAYOUT_MULTI_OUTPUT)
    {
      append_dataclass (out, layout);
      return;
    }
  g_string_append_printf (out, "%s('", layout_names[layout->kind]);
  g_string_append (out, layout->device.type != NULL ? layout->device.type : "cpu");
  if (layout->device.index >= 0)
    g_string_append_printf (out, ":%d", layout->device.index);
  g_string_append_printf (out, "', %s", fl_dtype_get_torch_name (layout->dtype));
  append_syms (out, "size", layout->sizes, layout->n_dims, FALSE);
  /* What overwrites a view shows the strides of the whole buffer, however many there are. */
  append_strides (out,
                  layout->kind == FL_LAYOUT_MUTATION && layout->target != NULL ? get_written_layout (layout) : layout);
  if (layout->kind != FL_LAYOUT_MUTATION && !fl_sym_is_int_value (layout->offset, 0))
    {
      g_string_append (out, ", offset=");
      fl_sym_append (out, layout->offset);
    }
  g_string_append_c (out, ')');
}

const FlSym *
fl_layout_get_index (const FlLayout *layout, FlSymTable *symbols, const FlSym *const *index)
{
  const FlSym *sum = layout->offset != NULL ? layout->offset : fl_sym_int (symbols, 0);

  for (guint i = 0; i < layout->n_dims; i++)
    if (!fl_sym_is_int_value (layout->sizes[i], 1))
      sum = fl_sym_add (sum, fl_sym_mul (index[i], layout->strides[i]));
  return sum;
}

const FlSym *
fl_layout_get_numel (const FlLayout *layout, FlSymTable *symbols)
{
  return fl_sym_product (symbols, layout->sizes, layout->n_dims);
}

const FlSym *
fl_layout_get_storage_size (const FlLayout *layout, FlSymTable *symbols)
{
  const FlSym *sum = fl_sym_int (symbols, 1);
  gboolean may_be_empty = FALSE;
  gint64 least, most;

  for (guint i = 0; i < layout->n_dims; i++)
    {
      if (fl_sym_is_int_value (layout->sizes[i], 0))
        return fl_sym_int (symbols, 0);
      fl_sym_get_range (layout->sizes[i], &least, &most);
      may_be_empty |= least < 1;
      sum = fl_sym_add (sum, fl_sym_mul (fl_sym_add_int (layout->sizes[i], -1), layout->strides[i]));
    }
  fl_sym_get_range (sum, &least, &most);
  if (may_be_empty && least < 0) /* a dimension of none takes its stride away, which the others may not make good */
    sum = fl_sym_max (sum, fl_sym_int (symbols, 0));
  return layout->offset != NULL ? fl_sym_add (sum, layout->offset) : sum;
}

gboolean
fl_layout_is_contiguous (const FlLayout *layout)
{
  const FlSym *expected = NULL;

  for (guint i = layout->n_dims; i > 0; i--)
    {
      const FlSym *size = layout->sizes[i - 1];

      if (expected == NULL)
        expected = fl_sym_int (fl_sym_get_table (size), 1);
      if (!fl_sym_is_int_value (size, 1) && !fl_sym_known_equal (layout->strides[i - 1], expected))
        return FALSE;
      expected = fl_sym_mul (expected, size);
    }
  return TRUE;
}
