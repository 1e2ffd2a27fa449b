/* Deciding strides: a computed buffer follows the strides of what it reads (torch/_inductor/ir.py, FlexibleLayout). */
#include "fl-event-kinds.h"
#include "fl-lowering.h"
#include "fl-torch-rules.h"

#include <string.h>

/* --- freezing --------------------------------------------------------------------------------- */

/* Orders of dimensions: by stride, the nearest elements first (fill), and each one's place in that (stride). */
static void
append_orders (FlLowering *low, GString *text, const FlLayout *layout)
{
  const guint *order = fl_stride_order (low, layout->strides, layout->n_dims);
  g_autofree guint *fill = g_new (guint, layout->n_dims + 1);

  for (guint i = 0; i < layout->n_dims; i++)
    fill[order[i]] = i;
  g_string_append (text, "; stride order [");
  for (guint i = 0; i < layout->n_dims; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", order[i]);
  g_string_append (text, "], fill order [");
  for (guint i = 0; i < layout->n_dims; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", fill[i]);
  g_string_append_c (text, ']');
}

/* More memory than elements: strides were padded. */
static void
append_padding (FlLowering *low, GString *text, const FlLayout *layout)
{
  gint64 size, numel;

  if (low->options->comprehensive_padding && fl_sym_is_int (fl_layout_get_storage_size (layout, low->symbols), &size)
      && fl_sym_is_int (fl_layout_get_numel (layout, low->symbols), &numel) && size > numel)
    g_string_append_printf (text,
                            "; padded: strides over padding_stride_threshold %" G_GINT64_FORMAT
                            " are multiples of padding_alignment_bytes %" G_GINT64_FORMAT,
                            (gint64) low->options->padding_stride_threshold,
                            (gint64) low->options->padding_alignment_bytes);
}

static void
trace_layout (FlLowering *low, const FlRecord *record, const char *why)
{
  g_autoptr (GString) text = g_string_new ("strides [");

  for (guint i = 0; i < record->buffer.layout.n_dims; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      fl_sym_append (text, record->buffer.layout.strides[i]);
    }
  g_string_append (text, "], FlexibleLayout until here");
  if (record->buffer.layout.n_dims > 1)
    append_orders (low, text, &record->buffer.layout);
  append_padding (low, text, &record->buffer.layout);
  fl_lower_trace (low, FL_EVENT_LAYOUT, FL_VERDICT_ACCEPT, why, record->buffer.name, 0, text->str);
}

void
fl_record_freeze (FlLowering *low, FlRecord *record, const FlSym *const *strides, const char *why)
{
  FlLayout *layout = &record->buffer.layout;

  if (layout->kind != FL_LAYOUT_FLEXIBLE)
    return;
  layout->kind = FL_LAYOUT_FIXED;
  layout->strides = fl_arena_memdup (low->arena, strides, layout->n_dims * sizeof *strides);
  trace_layout (low, record, why);
}

/* As it stands: contiguous, padded where padding is wanted. */
void
fl_record_freeze_contiguous (FlLowering *low, FlRecord *record, const char *why)
{
  FlLayout *layout = &record->buffer.layout;

  fl_record_freeze (low, record,
                    fl_strides_pad (low, layout->strides, layout->sizes, layout->n_dims, layout->dtype, layout->device),
                    why);
}

typedef struct
{
  FlLowering *low;
  const FlLoops *loops;
  GPtrArray *strides; /* gint64[n], one a read */
} ReadStrides;

/* A read's stride in each dimension, with reduction variables and indices read from memory at 0. */
static void
add_read (const FlExpr *load, gpointer data)
{
  ReadStrides *reads = data;
  FlLowering *low = reads->low;
  const FlLoops *loops = reads->loops;
  const FlSym *const *vars, *const *reduction_vars, *index;
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  gint64 *strides;
  guint n;

  if (load->op != FL_SCALAR_LOAD)
    return;
  index = fl_sym_close (fl_layout_resolve_one (low, load->buffer, load->index));
  strides = fl_arena_new (low->arena, gint64, loops->n_ranges + loops->n_scatter_index + 1);
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (fl_sym_get_kind (symbols->pdata[i]) == FL_SYM_INDIRECT)
      index = fl_sym_substitute (index, (const FlSym *const *) &symbols->pdata[i], &low->zero, 1);
  reduction_vars = fl_box_close_vars (low, loops->reduction_vars, loops->n_reduction_ranges);
  for (guint i = 0; i < loops->n_reduction_ranges; i++)
    if (!fl_sym_is_int (reduction_vars[i], NULL))
      index = fl_sym_substitute (index, &reduction_vars[i], &low->zero, 1);
  n = loops->kind == FL_LOOPS_SCAN ? loops->n_scatter_index : loops->n_ranges;
  vars = fl_box_close_vars (low, loops->kind == FL_LOOPS_SCAN ? loops->scatter_index : loops->vars, n);
  for (guint i = 0; i < n; i++)
    if (fl_sym_get_kind (vars[i]) == FL_SYM_VAR)
      strides[i] = fl_sym_get_hint (fl_sym_get_stride (index, vars[i], vars, n), 0);
  g_ptr_array_add (reads->strides, strides);
}

void
fl_record_decide_layout (FlLowering *low, FlRecord *record, const char *why)
{
  FlLayout *layout = &record->buffer.layout;
  g_autoptr (GPtrArray) strides = NULL;
  ReadStrides reads = { low, record->loops, NULL };
  guint *order;

  if (layout->kind != FL_LAYOUT_FLEXIBLE)
    return;
  if (record->buffer.kind != FL_BUFFER_COMPUTED || record->loops == NULL)
    {
      fl_record_freeze_contiguous (low, record, why);
      return;
    }
  reads.strides = strides = g_ptr_array_new ();
  for (guint i = 0; i < record->loops->n_values; i++)
    fl_expr_visit_loads (low->pool, record->loops->values[i], add_read, &reads);
  if (strides->len == 0 || layout->n_dims == 0)
    {
      fl_record_freeze_contiguous (low, record, "it reads nothing: contiguous");
      return;
    }
  order = fl_arena_new (low->arena, guint, layout->n_dims + 1);
  fl_pick_loop_order ((const gint64 *const *) strides->pdata, strides->len, layout->sizes, layout->n_dims,
                      fl_options_has (low->options, FL_RULE_LOOP_ORDER_BY_MAJORITY), order);
  {
    const FlSym **filled = fl_strides_of_fill_order (low, layout->sizes, layout->n_dims, order);

    fl_record_freeze (low, record,
                      fl_strides_pad (low, filled, layout->sizes, layout->n_dims, layout->dtype, layout->device),
                      "it follows the strides of what it reads");
  }
}

void
fl_box_decide_layout (FlLowering *low, const FlBox *box)
{
  if (box->view == FL_VIEW_NONE && box->storage->record != NULL)
    fl_record_decide_layout (low, box->storage->record, "a view was taken of it");
}
