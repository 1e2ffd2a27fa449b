/* Lowerings of random numbers and of scans. */
#include "fl-lower-table.h"

#include <string.h>

LOWERING (inductor_seeds);
LOWERING (inductor_seed);
LOWERING (inductor_lookup_seed);
LOWERING (inductor_random);
LOWERING (inductor_randint);

static const FlItem nothing = { .kind = FL_ITEM_NONE };

/* --- random numbers: one buffer of seeds, values computed from a seed and a position ---------- */

FlItem
lower_inductor_seeds (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  const FlSym **sizes = fl_arena_new (low->arena, const FlSym *, 1);
  FlDevice any = { NULL, -1 };
  FlExternCall *call = fl_extern_new (low, 1);

  sizes[0] = fl_sym_int (low->symbols, fl_lower_get_int (low, "count", 1));
  call->kernel = "aten.randint.low_out";
  call->aten = row;
  return fl_item_of_box (fl_extern_finish (low, call, FL_BUFFER_RANDOM_SEEDS,
                                           fl_lower_get_device (low, "device", fl_lower_map_device (low, any)),
                                           FL_DTYPE_I64, sizes, 1, fl_strides_contiguous (low, sizes, 1)));
}

/* Usually opened into seeds and a look-up; a lone one is a buffer of one seed, and the look-up in it. */
FlItem
lower_inductor_seed (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlItem seeds = lower_inductor_seeds (low, row, scalar);
  FlBox *box = seeds.box;

  return fl_item_of_box (
      fl_box_pointwise (low, box->device, FL_DTYPE_I64, NULL, 0,
                        fl_expr_load_seed (low->pool, box->storage->record->buffer.name, low->zero)));
}

FlItem
lower_inductor_lookup_seed (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *seeds = fl_lower_get_input (low);
  FlRecord *record;

  if (seeds == NULL)
    return nothing;
  record = fl_realize_box (low, seeds, "seeds are looked up in it");
  return fl_item_of_box (
      fl_box_pointwise (low, seeds->device, FL_DTYPE_I64, NULL, 0,
                        fl_expr_load_seed (low->pool, record->buffer.name,
                                           fl_sym_int (low->symbols, fl_lower_get_int (low, "index", 0)))));
}

/* Row-major position of the element: what makes its number differ from its neighbour's. */
static const FlExpr *
get_position (FlLowering *low, const FlSym *const *sizes, guint n)
{
  const FlSym **vars = fl_box_get_vars (low, "i", sizes, n), **strides = fl_strides_contiguous (low, sizes, n);
  const FlSym *position = fl_sym_int (low->symbols, fl_lower_get_int (low, "offset", 0));

  for (guint i = 0; i < n; i++)
    position = fl_sym_add (position, fl_sym_mul (vars[i], strides[i]));
  return fl_expr_index (low->pool, FL_DTYPE_I32, position);
}

FlItem
lower_inductor_random (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *seed = fl_lower_get_arg (low, "seed").box, *box;
  const FlArg *mode = fl_node_find_arg (low->node, "mode");
  guint n;
  const FlSym **sizes = fl_lower_get_syms (low, "size", &n);
  const FlExpr *args[2];
  gboolean is_normal = mode != NULL && mode->kind == FL_ARG_STRING && g_str_equal (mode->text, "randn");

  if (seed == NULL)
    return nothing;
  args[0] = fl_box_load (low, seed, NULL);
  args[1] = get_position (low, sizes, n);
  box = fl_box_pointwise (low, seed->device, FL_DTYPE_F32, sizes, n,
                          fl_expr_random (low->pool, is_normal ? FL_SCALAR_RANDN : FL_SCALAR_RAND, FL_DTYPE_F32, args,
                                          2));
  fl_realize_box (low, box, "random numbers are drawn once");
  return fl_item_of_box (box);
}

FlItem
lower_inductor_randint (FlLowering *low, const FlAtenRow *row, FlScalar scalar)
{
  FlBox *seed = fl_lower_get_arg (low, "seed").box;
  guint n;
  const FlSym **sizes = fl_lower_get_syms (low, "size", &n);
  const FlExpr *args[4];

  if (seed == NULL)
    return nothing;
  args[0] = fl_box_load (low, seed, NULL);
  args[1] = get_position (low, sizes, n);
  args[2] = fl_expr_constant_int (low->pool, FL_DTYPE_I64, fl_lower_get_int (low, "low", 0));
  args[3] = fl_expr_constant_int (low->pool, FL_DTYPE_I64, fl_lower_get_int (low, "high", 1));
  return fl_item_of_box (fl_box_pointwise (low, seed->device, FL_DTYPE_I64, sizes, n,
                                           fl_expr_random (low->pool, FL_SCALAR_RANDINT64, FL_DTYPE_I64, args, 4)));
}
