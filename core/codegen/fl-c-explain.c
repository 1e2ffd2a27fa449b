/* Choices that are visible in a nest's form, told with what they were chosen by; those made while it is written are
 * noted there. */
#include "fl-c-explain.h"
#include "fl-event-kinds.h"

enum
{
  MAX_TOLD = 4,  /* accesses of which steps are told */
  MAX_LOOPS = 16 /* of what is told about */
};

static void
record_choice (const FlCWriter *writer, const FlKernel *kernel, FlVerdict verdict, const FlBuffer *object,
               const char *reason, const char *facts)
{
  FlEvent event
      = { .stage = FL_STAGE_CODEGEN, .kind = FL_EVENT_CODEGEN, .verdict = verdict, .reason = reason, .facts = facts };

  event.subject = (FlRef) { FL_REF_KERNEL, 0, kernel->name };
  if (object)
    event.object = (FlRef) { FL_REF_BUFFER, object->number, object->name };
  fl_trace_record (writer->pass->trace, &event);
}

/* --- order ------------------------------------------------------------------------------------ */

/* A load or a store of memory that is not local, with its known step along each loop; 0 where none is known. */
typedef struct
{
  const char *name;
  gint64 bytes; /* of an element */
  gint64 steps[MAX_LOOPS];
} Access;

/* Fills access of an operation; FALSE: it loads or stores no memory, or the leaf has too many loops. */
static gboolean
find_access (const FlCWriter *writer, const FlNestLeaf *leaf, const FlBodyOp *op, Access *access)
{
  const FlNestLocal *local
      = op->op == FL_SCALAR_LOAD || op->op == FL_SCALAR_STORE ? fl_nest_find_local (writer->nest, op->buffer) : NULL;

  if ((op->op != FL_SCALAR_LOAD && op->op != FL_SCALAR_STORE) || (local && local->place != FL_LOCAL_MEMORY)
      || leaf->n_loops > MAX_LOOPS)
    return FALSE;
  access->name = op->buffer;
  access->bytes
      = fl_dtype_get_size_bytes (fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype);
  for (guint i = 0; i < leaf->n_loops; i++)
    {
      access->steps[i] = 0;
      fl_sym_is_int (fl_sym_get_stride (leaf->indices[op->index], leaf->vars[i], leaf->vars, leaf->n_loops),
                     &access->steps[i]);
    }
  return TRUE;
}

/* The loop along which its nearest elements lie. */
static guint
find_nearest (const Access *access, guint n_loops)
{
  guint nearest = n_loops;

  for (guint i = 0; i < n_loops; i++)
    if (access->steps[i] != 0 && (nearest == n_loops || ABS (access->steps[i]) <= ABS (access->steps[nearest])))
      nearest = i;
  return nearest;
}

static void
append_steps (GString *text, const Access *access, guint n_loops)
{
  g_string_append_printf (text, "; %s", access->name);
  for (guint i = 0; i < n_loops; i++)
    g_string_append_printf (text, "%c%" G_GINT64_FORMAT, i ? ',' : ' ', access->steps[i]);
}

/* Of the operation with the most loops: where do the nearest elements of all that it touches lie? */
static void
record_order (const FlCWriter *writer, const FlKernel *kernel)
{
  const FlNest *nest = writer->nest;
  const FlNestLeaf *leaf = NULL;
  g_autoptr (GString) loops = g_string_new (NULL), steps = g_string_new (NULL);
  guint n_accesses = 0, n_near = 0, n_across = 0;

  for (guint l = 0; l < nest->n_leaves; l++)
    if (!leaf || nest->leaves[l].n_loops >= leaf->n_loops)
      leaf = &nest->leaves[l];
  if (!leaf || leaf->n_loops < 2)
    return;
  for (guint b = 0; b < leaf->body->n_blocks; b++)
    for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
      {
        Access access;
        guint nearest;

        if (!find_access (writer, leaf, &leaf->body->blocks[b].ops[i], &access))
          continue;
        nearest = find_nearest (&access, leaf->n_loops);
        n_near += nearest == leaf->n_loops - 1;
        n_across += nearest < leaf->n_loops - 1 && access.steps[leaf->n_loops - 1] != 0;
        if (n_accesses++ < MAX_TOLD)
          append_steps (steps, &access, leaf->n_loops);
      }
  for (guint i = 0; i < leaf->n_loops; i++)
    {
      g_string_append (loops, i ? ", " : "");
      g_string_append_printf (loops, "i%u of ", i);
      fl_sym_append (loops, leaf->sizes[i]);
    }
  record_choice (writer, kernel, FL_VERDICT_ACCEPT, NULL, "loops are in this order",
                 fl_arena_printf (
                     writer->pass->arena,
                     "%s: the nearest elements lie along i%u in %u of %u accesses, along another loop in %u; steps%s%s",
                     loops->str, leaf->n_loops - 1, n_near, n_accesses, n_across, steps->str + (steps->len > 0),
                     n_accesses > MAX_TOLD ? "; …" : ""));
}

static void
record_loops (const FlCWriter *writer, const FlKernel *kernel, const FlNestItem *items, guint n_items)
{
  FlArena *arena = writer->pass->arena;

  for (guint i = 0; i < n_items; i++)
    {
      if (!items[i].loop)
        continue;
      if (items[i].loop->is_strip)
        record_choice (
            writer, kernel, FL_VERDICT_ACCEPT, NULL, "columns run innermost",
            fl_arena_printf (arena,
                             "memory is contiguous along i%u, not along the reduction; strips of at most %d columns",
                             items[i].loop->depth, FL_NEST_STRIP));
      if (items[i].loop->is_tiled)
        record_choice (writer, kernel, FL_VERDICT_ACCEPT, NULL, "loops run in tiles",
                       fl_arena_printf (arena, "some accesses are contiguous along i%u, others along i%u",
                                        items[i].loop->depth, items[i].loop->depth + 1));
      record_loops (writer, kernel, items[i].loop->items, items[i].loop->n_items);
    }
}

/* Axes over which every access is contiguous were made one loop before they came here. */
static void
record_axes (const FlCWriter *writer, const FlKernel *kernel)
{
  const FlNest *nest = writer->nest;

  for (guint l = nest->n_leaves; l > 0; l--)
    {
      const FlNestLeaf *leaf = &nest->leaves[l - 1];
      const FlBuffer *result = leaf->node->op;
      guint n_axes = 0;

      for (guint i = 0; result && i < result->layout.n_dims; i++)
        n_axes += !fl_sym_is_int_value (result->layout.sizes[i], 1);
      if (n_axes <= MAX (leaf->n_iter, 1))
        continue;
      record_choice (writer, kernel, FL_VERDICT_ACCEPT, result,
                     leaf->n_iter > 1 ? "axes run as fewer loops" : "axes run as one loop",
                     fl_arena_printf (writer->pass->arena,
                                      "%u axes of %s in %u: memory is contiguous over those that are one", n_axes,
                                      result->name, MAX (leaf->n_iter, 1)));
      return;
    }
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Bytes of memory that the leaf reads under this name, within one turn of the loops around depth; 0: none, or not
 * known. */
static gint64
count_row_bytes (const FlCWriter *writer, const FlNestLeaf *leaf, const char *name, guint depth)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      gint64 length, elements = 1;
      Access access;

      if (block->ops[i].op != FL_SCALAR_LOAD || block->ops[i].buffer != name
          || !find_access (writer, leaf, &block->ops[i], &access))
        continue;
      for (guint d = depth; d < leaf->n_loops; d++)
        elements *= access.steps[d] != 0 && fl_sym_is_int (leaf->sizes[d], &length) ? MAX (length, 1) : 1;
      return elements > 1 ? elements * access.bytes : 0;
    }
  return 0;
}

/* Do several loops side by side, inside of this one, go through the same row of memory? */
static void
record_rows_of (const FlCWriter *writer, const FlKernel *kernel, const FlNestLoop *around)
{
  const FlNestLoop *first = NULL;

  for (guint i = 0; i < around->n_items && !first; i++)
    first = around->items[i].loop;
  for (guint i = 0; first && i < first->leaves[0]->body->blocks[0].n_ops; i++)
    {
      const char *name = first->leaves[0]->body->blocks[0].ops[i].buffer;
      const FlBodyOp *op = &first->leaves[0]->body->blocks[0].ops[i];
      const gint64 bytes
          = op->op == FL_SCALAR_LOAD ? count_row_bytes (writer, first->leaves[0], name, first->depth) : 0;
      guint n_again = 0;

      for (guint k = 0; k < around->n_items && bytes > 0; k++)
        for (guint l = 0;
             around->items[k].loop && around->items[k].loop != first && l < around->items[k].loop->n_leaves; l++)
          if (count_row_bytes (writer, around->items[k].loop->leaves[l], name, first->depth) > 0)
            {
              n_again++;
              break;
            }
      if (n_again == 0)
        continue;
      record_choice (writer, kernel, bytes <= FL_NEST_MAX_ROW_BYTES ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT,
                     fl_lowered_find_buffer (writer->nest->schedule->lowered, name), "its rows stay in a cache",
                     fl_arena_printf (writer->pass->arena,
                                      "%u loops over i%u go through the same %" G_GINT64_FORMAT
                                      " bytes, one after the other, "
                                      "before i%u goes on: %s the %d that a core's second-level cache keeps",
                                      n_again + 1, first->depth, bytes, around->depth,
                                      bytes <= FL_NEST_MAX_ROW_BYTES ? "not more than" : "more than",
                                      FL_NEST_MAX_ROW_BYTES));
      return;
    }
}

static void
record_rows (const FlCWriter *writer, const FlKernel *kernel, const FlNestItem *items, guint n_items)
{
  for (guint i = 0; i < n_items; i++)
    if (items[i].loop)
      {
        record_rows_of (writer, kernel, items[i].loop);
        record_rows (writer, kernel, items[i].loop->items, items[i].loop->n_items);
      }
}

void
fl_c_explain_record (const FlCWriter *writer, const FlKernel *kernel)
{
  static const char *const reasons[] = { [FL_LOCAL_MEMORY] = "kept out of memory",
                                         [FL_LOCAL_REGISTER] = "kept in a register",
                                         [FL_LOCAL_ROW] = "kept as a row on the stack" };
  const FlNest *nest = writer->nest;

  record_axes (writer, kernel);
  record_order (writer, kernel);
  for (guint i = 0; i < nest->n_locals; i++)
    record_choice (writer, kernel, nest->locals[i].place == FL_LOCAL_MEMORY ? FL_VERDICT_REJECT : FL_VERDICT_ACCEPT,
                   nest->locals[i].buffer, reasons[nest->locals[i].place], nest->locals[i].why);
  record_loops (writer, kernel, nest->items, nest->n_items);
  record_rows (writer, kernel, nest->items, nest->n_items);
  for (guint i = 0; i < writer->choices->len; i++)
    {
      const FlCChoice *choice = &g_array_index (writer->choices, FlCChoice, i);

      record_choice (writer, kernel, choice->verdict, choice->object, choice->reason, choice->facts);
    }
}
