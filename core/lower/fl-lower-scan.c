/* Lowerings of scans and sorts: loops over the other dimensions with the ordered one inside, on a GPU; a library call
 * elsewhere. Source: Inductor's Scan and Sort. */
#include "fl-event-kinds.h"
#include "fl-lower-table.h"
#include "fl-torch-rules.h"

LOWERING (cumsum);
LOWERING (cumprod);
LOWERING (logcumsumexp);
LOWERING (cummax);
LOWERING (cummin);
LOWERING (sort);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

enum
{
  MAX_SORTED = 512,    /* elements that one block sorts */
  MAX_POSITION = 32767 /* positions are 16-bit while they are sorted */
};

/* --- loops ------------------------------------------------------------------------------------ */

typedef struct
{
  FlLoopsKind kind;
  const FlBox *box;
  guint dim;
  const char *scan_op;
  gboolean is_stable, is_descending, is_split;
  guint n_values;
  FlDtype dtypes[2]; /* of the values; the second is the position along dim */
} Ordered;

/* Output number `output`; the result is stored where its element was read. */
static FlLoops *
make_loops (FlLowering *low, const Ordered *ordered, guint output)
{
  const FlBox *box = ordered->box;
  FlLoops *loops = fl_arena_new (low->arena, FlLoops, 1);
  const FlSym **ranges = fl_arena_new (low->arena, const FlSym *, box->n_dims), **index, **vars, **inner;
  guint n = 0;

  for (guint i = 0; i < box->n_dims; i++)
    if (i != ordered->dim)
      ranges[n++] = box->sizes[i];
  vars = fl_box_get_vars (low, "i", ranges, n);
  inner = fl_box_get_vars (low, "r0_", &box->sizes[ordered->dim], 1);
  index = fl_arena_new (low->arena, const FlSym *, box->n_dims);
  for (guint i = 0, k = 0; i < box->n_dims; i++)
    index[i] = i == ordered->dim ? inner[0] : vars[k++];
  *loops = (FlLoops) {
    .kind = ordered->kind,
    .device = box->device,
    .dtype = ordered->dtypes[output],
    .src_dtype = box->dtype,
    .n_ranges = n,
    .ranges = ranges,
    .vars = vars,
    .n_reduction_ranges = 1,
    .reduction_ranges = fl_arena_memdup (low->arena, &box->sizes[ordered->dim], sizeof (const FlSym *)),
    .reduction_vars = inner,
    .n_values = ordered->n_values,
    .values = { fl_box_load (low, box, index) },
    .hint = FL_HINT_DEFAULT,
    .output_index = output,
    .scatter_index = index,
    .n_scatter_index = box->n_dims,
    .scan_op = ordered->scan_op,
    .is_split = ordered->is_split,
    .sort_stable = ordered->is_stable,
    .sort_descending = ordered->is_descending,
  };
  if (ordered->n_values > 1)
    loops->values[1] = fl_expr_index (low->pool, ordered->dtypes[1], inner[0]);
  return loops;
}

static FlBox *
realize_output (FlLowering *low, const Ordered *ordered, guint output)
{
  const FlBox *box = ordered->box;
  FlRecord *record
      = fl_record_new (low, FL_BUFFER_COMPUTED, box->device, ordered->dtypes[output], box->sizes, box->n_dims);

  record->loops = make_loops (low, ordered, output);
  record->buffer.loops = record->loops;
  record->buffer.why = ordered->kind == FL_LOOPS_SCAN ? "it is a scan" : "it is a sort";
  fl_record_register_buffer (low, record);
  fl_record_register_operation (low, record);
  fl_lower_trace (low, FL_EVENT_REALIZE, FL_VERDICT_ACCEPT, record->buffer.why, record->buffer.name, 0, NULL);
  return fl_box_of_record (low, record);
}

static gboolean
is_one (const FlBox *box, guint dim)
{
  return fl_sym_is_int_value (box->sizes[dim], 1) || fl_sym_is_int_value (box->sizes[dim], 0);
}

/* Long scans of few rows are split over blocks, which needs a single value. */
static gboolean
would_split (FlLowering *low, const FlBox *box, guint dim)
{
  g_autofree gboolean *axes = g_new0 (gboolean, box->n_dims + 1);
  FlReductionPlan plan;
  FlReductionHint hint;

  axes[dim] = TRUE;
  plan = fl_reduction_plan (low, (FlBox *) box, axes, FALSE);
  plan.type = FL_REDUCTION_SUM;
  plan.is_scan = TRUE;
  plan.input = NULL;
  return fl_reduction_choose_split (low, &plan, &hint) > 1;
}

/* --- scans ------------------------------------------------------------------------------------ */

/* cumsum.default (x, dim=1, dtype=None), as Inductor hands it to the library. */
static FlItem
call_library (FlLowering *low, FlBox *box, const FlAtenRow *row, guint dim)
{
  FlExternCall *call = fl_extern_new (low, 3);
  const FlArg none = { .kind = FL_ARG_NONE }, *dtype = fl_node_find_arg (low->node, "dtype");

  box = fl_realize_input (low, box);
  fl_box_decide_layout (low, box);
  call->kernel = fl_intern_printf ("torch.ops.%s", row->name);
  call->aten = row;
  fl_extern_add_box (low, call, NULL, box);
  fl_extern_add_int (low, call, "dim", dim);
  fl_extern_add_value (low, call, "dtype", dtype != NULL ? dtype : &none);
  return fl_extern_finish_fallback (low, call);
}

/* The tensor, promoted together with the dimension, which is a Python number: booleans become integers. */
static FlBox *
get_scanned (FlLowering *low, guint *dim)
{
  FlBox *box = fl_lower_get_input (low);

  if (box == NULL || !fl_lower_get_dim (low, "dim", 0, box->n_dims, dim))
    return NULL;
  return box->dtype == FL_DTYPE_BOOL ? fl_box_to_dtype (low, box, FL_DTYPE_I64) : box;
}

static FlItem
scan (FlLowering *low, const FlAtenRow *row, const char *op)
{
  guint dim;
  FlBox *box = get_scanned (low, &dim);
  FlDtype dtype;
  Ordered ordered;

  if (box == NULL)
    return nothing;
  dtype = fl_lower_get_dtype (low, "dtype", FL_DTYPE_NONE);
  if (dtype == FL_DTYPE_NONE)
    dtype = fl_dtype_is_float (box->dtype) ? box->dtype : FL_DTYPE_I64;
  if (box->n_dims == 0)
    return fl_item_of_box (fl_box_clone (low, fl_box_to_dtype (low, box, dtype)));
  if (fl_box_is_on_cpu (box))
    return call_library (low, box, row, dim);
  box = fl_box_to_dtype (low, box, dtype);
  if (is_one (box, dim))
    return fl_item_of_box (fl_box_clone (low, box));
  ordered = (Ordered) {
    .kind = FL_LOOPS_SCAN,
    .box = box,
    .dim = dim,
    .scan_op = op,
    .n_values = 1,
    .dtypes = { dtype },
    .is_split = would_split (low, box, dim),
  };
  return fl_item_of_box (realize_output (low, &ordered, 0));
}

FlItem
lower_cumsum (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return scan (low, row, "add");
}

FlItem
lower_cumprod (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return scan (low, row, "mul");
}

FlItem
lower_logcumsumexp (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low);

  if (box == NULL)
    return nothing;
  if (fl_dtype_is_complex (box->dtype) || (fl_box_is_on_cpu (box) && box->n_dims > 0))
    return fl_lower_fallback (low);
  return scan (low, row, "logaddexp");
}

/* The extreme so far, and where it is. */
static FlItem
scan_extreme (FlLowering *low, const char *op)
{
  FlBox *box = fl_lower_get_input (low), *boxes[2];
  Ordered ordered;
  guint dim;

  if (box == NULL)
    return nothing;
  if (box->n_dims == 0 || fl_box_is_on_cpu (box) || !fl_lower_get_dim (low, "dim", 0, box->n_dims, &dim)
      || is_one (box, dim) || would_split (low, box, dim))
    return fl_lower_fallback (low);
  ordered = (Ordered) {
    .kind = FL_LOOPS_SCAN, .box = box, .dim = dim, .scan_op = op, .n_values = 2, .dtypes = { box->dtype, FL_DTYPE_I64 }
  };
  for (guint i = 0; i < 2; i++)
    boxes[i] = realize_output (low, &ordered, i);
  return fl_item_of_boxes (low, boxes, 2);
}

FlItem
lower_cummax (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return scan_extreme (low, "argmax");
}

FlItem
lower_cummin (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  return scan_extreme (low, "argmin");
}

/* --- sorts ------------------------------------------------------------------------------------ */

static FlItem
call_sort (FlLowering *low, FlBox *box, const FlAtenRow *row)
{
  const FlArg dim = { .kind = FL_ARG_INT, .sym = fl_sym_int (low->symbols, fl_lower_get_int (low, "dim", -1)) };
  const FlArg is_stable = { .kind = FL_ARG_BOOL, .number = fl_lower_get_bool (low, "stable", FALSE) };
  const FlArg is_descending = { .kind = FL_ARG_BOOL, .number = fl_lower_get_bool (low, "descending", FALSE) };
  FlExternCall *call = fl_extern_new (low, 4);

  box = fl_realize_input (low, box);
  fl_box_decide_layout (low, box);
  call->kernel = "torch.ops.aten.sort.stable";
  call->aten = row;
  fl_extern_add_box (low, call, NULL, box);
  fl_extern_add_value (low, call, "stable", &is_stable);
  fl_extern_add_value (low, call, "dim", &dim);
  fl_extern_add_value (low, call, "descending", &is_descending);
  return fl_extern_finish_fallback (low, call);
}

/* Rows of one element: they stay as they are. */
static FlItem
sort_single (FlLowering *low, FlBox *box)
{
  FlItem zero = fl_item_of_int (low, 0);
  FlBox *boxes[]
      = { fl_box_clone (low, box), fl_box_full (low, &zero, FL_DTYPE_I64, box->device, box->sizes, box->n_dims) };

  return fl_item_of_boxes (low, boxes, 2);
}

/* A row that one block can hold is sorted by a kernel on a GPU; anything else by the library, by the stable overload.
 */
FlItem
lower_sort (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *box = fl_lower_get_input (low), *boxes[2];
  Ordered ordered;
  guint dim;

  if (box == NULL)
    return nothing;
  if (box->n_dims == 0)
    return sort_single (low, box);
  if (!fl_lower_get_dim (low, "dim", -1, box->n_dims, &dim))
    return nothing;
  if (!fl_options_has (low->options, FL_RULE_SORTS_IN_KERNELS) || fl_box_is_on_cpu (box)
      || fl_dtype_is_complex (box->dtype)
      || !fl_sym_known (FL_SYM_LE, box->sizes[dim], fl_sym_int (low->symbols, MAX_SORTED)))
    return call_sort (low, box, row);
  if (is_one (box, dim))
    return sort_single (low, box);
  ordered = (Ordered) { .kind = FL_LOOPS_SORT,
                        .box = box,
                        .dim = dim,
                        .is_stable = fl_lower_get_bool (low, "stable", FALSE),
                        .is_descending = fl_lower_get_bool (low, "descending", FALSE),
                        .n_values = 2,
                        .dtypes = { box->dtype, FL_DTYPE_I16 } };
  for (guint i = 0; i < 2; i++)
    boxes[i] = realize_output (low, &ordered, i);
  boxes[1] = fl_box_to_dtype (low, boxes[1], FL_DTYPE_I64);
  return fl_item_of_boxes (low, boxes, 2);
}
