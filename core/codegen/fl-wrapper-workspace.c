/* Scratch memory of Triton kernels: totals of blocks in a long scan, and the partial sums along columns of a kernel
 * that reduces rows and columns of one input. Source: torch/_inductor/codegen/triton.py (TritonSplitScan),
 * codegen/simd.py (codegen_mix_order_reduction). */
#include "fl-wrapper-plan-private.h"

#include "fl-intern.h"

enum
{
  MULTIPROCESSORS = 132, /* of the GPU that the simulated device is */
  MIN_SPLIT = 16,
  MAX_SPLIT = 128
};

static FlWrapperSlot *
add_workspace (FlWrapperWriter *writer, const FlSchedNode *node, FlDtype dtype, const FlSym *n)
{
  FlBuffer *buffer = fl_arena_new (writer->pass->arena, FlBuffer, 1);
  FlSymTable *symbols = writer->schedule->lowered->symbols;
  const FlSym **sizes = fl_arena_new (writer->pass->arena, const FlSym *, 2);

  sizes[0] = n;
  sizes[1] = fl_sym_int (symbols, 1);
  buffer->kind = FL_BUFFER_NOP;
  buffer->name = fl_intern_printf ("workspace_%u", writer->n_workspaces++);
  buffer->layout = (FlLayout) { .kind = FL_LAYOUT_FIXED,
                                .device = node->device,
                                .dtype = dtype,
                                .n_dims = 1,
                                .sizes = &sizes[0],
                                .strides = &sizes[1],
                                .offset = fl_sym_int (symbols, 0) };
  return fl_wrapper_writer_add (writer, buffer, NULL);
}

/* A scan of few long rows, which several blocks share: each needs the totals of those before it. */
static const FlSchedNode *
find_scan (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlSchedNode *scan = node->originals[i];

      if (scan->op && scan->op->loops && scan->op->loops->is_split)
        return scan;
    }
  return NULL;
}

/* A flag and a total for each block and row, packed into one integer where they fit. */
static FlWrapperSlot *
add_scan_workspace (FlWrapperWriter *writer, const FlSchedNode *scan)
{
  FlSymTable *symbols = writer->schedule->lowered->symbols;
  const gint64 bytes = fl_dtype_get_size_bytes (scan->op->loops->dtype) == 8 ? 3 * 8 : 8;
  const FlSym *blocks
      = fl_sym_ceil_div (scan->rnumel, fl_sym_int (symbols, writer->pass->options->min_split_scan_rblock));

  return add_workspace (writer, scan, FL_DTYPE_U8,
                        fl_sym_mul (fl_sym_int (symbols, bytes), fl_sym_mul (scan->numel, blocks)));
}

/* --- both orders ------------------------------------------------------------------------------ */

static gboolean
is_split (const FlSchedNode *node)
{
  return node->op && node->op->loops && node->op->loops->split_kept;
}

/* Partial sums are not stored: the one reader of them, which would add them up, is done with the kernel. */
GPtrArray *
fl_wrapper_find_sums (FlWrapperWriter *writer, const FlSchedNode *node)
{
  GPtrArray *sums = g_ptr_array_new ();
  const FlSchedNode *columns = node->members[node->n_members - 1];

  for (guint i = 0; i < columns->n_originals; i++)
    {
      const FlSchedNode *original = columns->originals[i];
      FlWrapperSlot *slot = fl_wrapper_writer_find (writer, original->outputs[0]->buffer->name);

      if (!original->is_reduction)
        continue;
      if (is_split (original) && original->outputs[0]->n_users > 0 && original->outputs[0]->users[0].node)
        {
          FlSchedNode *last = original->outputs[0]->users[0].node;

          slot->is_removed = TRUE;
          g_hash_table_add (writer->computed, last);
          slot = fl_wrapper_writer_find (writer, last->outputs[0]->buffer->name);
        }
      slot->is_allocated = TRUE; /* the sum makes it */
      g_ptr_array_add (sums, slot);
    }
  return sums;
}

static guint
count_sums (const FlSchedNode *columns)
{
  guint n = 0;

  for (guint i = 0; i < columns->n_originals; i++)
    n += columns->originals[i]->is_reduction;
  return n;
}

/* How many rows a block of such a kernel goes over. */
static gint64
get_rows_of_block (const FlSym *numel)
{
  const gint64 wanted = fl_sym_get_sample (numel) / (MULTIPROCESSORS * 8);
  gint64 rows = 1;

  while (rows * 2 <= wanted)
    rows *= 2;
  return CLAMP (rows, MIN_SPLIT, MAX_SPLIT);
}

FlWrapperSlot *
fl_wrapper_find_workspace (FlWrapperWriter *writer, const FlSchedNode *node)
{
  FlSymTable *symbols = writer->schedule->lowered->symbols;
  const FlSchedNode *scan = find_scan (node);

  if (node->kind == FL_SCHED_MIX_ORDER)
    {
      const FlSchedNode *rows = node->members[0];
      const FlSym *blocks = fl_sym_ceil_div (rows->numel, fl_sym_int (symbols, get_rows_of_block (rows->numel)));
      const FlSym *n = fl_sym_int (symbols, count_sums (node->members[node->n_members - 1]));

      return add_workspace (writer, node, FL_DTYPE_F32, fl_sym_mul (n, fl_sym_mul (rows->rnumel, blocks)));
    }
  return scan ? add_scan_workspace (writer, scan) : NULL;
}
