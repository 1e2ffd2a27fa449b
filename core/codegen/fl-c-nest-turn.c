/* Transposes, tile by tile in registers: what is read is contiguous along one loop, what is written along another, and
 * nothing is computed on the way. The two loops become one call, tiles and all; loops between them go around it. */
#include "fl-c-nest-private.h"

#include "fl-c-ranges.h"
#include "fl-c-threads.h"

enum
{
  MAX_BETWEEN = 8,
  MIN_LENGTH = 4, /* shorter loops stay as they are */
  MAX_WOVEN = 4   /* rows that become the elements of one, side by side */
};

typedef struct
{
  const FlNestLoop *outer, *inner;
  const FlNestLoop *row, *column; /* the same: along which reads are contiguous, and writes */
  guint n_between;
  const FlNestLoop *between[MAX_BETWEEN];
  const FlNestLeaf *leaf;
  const FlBodyOp *load, *store;
  const FlSym *from_step,
      *to_step; /* elements from one column to the next where one reads, from row to row where one writes */
  guint bits;
  gint64 n_woven; /* rows of 2 to 4, whose elements take turns where they are written; 0: more */
} Turn;

/* Nothing but an element that is read and stored as it is? */
static gboolean
find_copy (const FlCWriter *writer, Turn *turn)
{
  const FlBodyBlock *block = &turn->leaf->body->blocks[0];
  const FlBuffer *from, *to;
  const FlCPlace *from_place, *to_place;

  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_LOAD && !turn->load)
      turn->load = &block->ops[i];
    else if (block->ops[i].op == FL_SCALAR_STORE && !turn->store && block->ops[i].mode != FL_STORE_ATOMIC_ADD)
      turn->store = &block->ops[i];
    else
      return FALSE;
  if (!turn->load || !turn->store || turn->leaf->is_scatter || turn->leaf->is_reduction)
    return FALSE;
  from = fl_lowered_find_buffer (writer->nest->schedule->lowered, turn->load->buffer);
  to = fl_lowered_find_buffer (writer->nest->schedule->lowered, turn->store->buffer);
  from_place = g_hash_table_lookup (writer->places, turn->load->buffer);
  to_place = g_hash_table_lookup (writer->places, turn->store->buffer);
  turn->bits = 8 * fl_dtype_get_size_bytes (to->layout.dtype);
  return from->layout.dtype == to->layout.dtype && turn->bits <= 64 && turn->bits >= 8
         && (!from_place->local || from_place->local->place == FL_LOCAL_MEMORY)
         && (!to_place->local || to_place->local->place == FL_LOCAL_MEMORY)
         && g_strcmp0 (from_place->name, to_place->name) != 0;
}

/* The stride of an index along a loop, when the loop enters it in no other way. */
static const FlSym *
find_step (const Turn *turn, const FlBodyOp *op, const FlNestLoop *loop)
{
  const FlSym *index = turn->leaf->indices[op->index], *step;

  if (fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return NULL;
  step = fl_sym_get_stride (index, loop->var, turn->leaf->vars, turn->leaf->n_loops);
  for (guint i = 0; i < turn->leaf->n_loops; i++)
    if (fl_sym_contains (step, turn->leaf->vars[i]))
      return NULL;
  return fl_sym_contains (fl_sym_sub (index, fl_sym_mul (step, loop->var)), loop->var) ? NULL : step;
}

static gboolean
find_steps (Turn *turn, const FlNestLoop *row, const FlNestLoop *column)
{
  const FlSym *read = find_step (turn, turn->load, row), *written = find_step (turn, turn->store, column);

  turn->row = row;
  turn->column = column;
  turn->from_step = find_step (turn, turn->load, column);
  turn->to_step = find_step (turn, turn->store, row);
  return read && written && turn->from_step && turn->to_step && fl_sym_is_int_value (read, 1)
         && fl_sym_is_int_value (written, 1) && !fl_sym_is_int_value (turn->from_step, 0)
         && !fl_sym_is_int_value (turn->from_step, 1) && !fl_sym_is_int_value (turn->to_step, 0)
         && !fl_sym_is_int_value (turn->to_step, 1);
}

/* A few rows, of which one element each makes up all that lies side by side? */
static gint64
count_woven (const Turn *turn)
{
  gint64 n;

  return turn->n_between == 0 && turn->bits == 32 && turn->column == turn->inner
                 && fl_sym_is_int (turn->inner->size, &n) && n >= 2 && n <= MAX_WOVEN
                 && fl_sym_is_int_value (turn->to_step, n)
             ? n
             : 0;
}

/* Is none of the loops too short? */
static gboolean
is_long (Turn *turn)
{
  turn->n_woven = count_woven (turn);
  return fl_sym_get_hint (turn->outer->size, MIN_LENGTH) >= MIN_LENGTH
         && (turn->n_woven > 0 || fl_sym_get_hint (turn->inner->size, MIN_LENGTH) >= MIN_LENGTH);
}

/* The loop with all that is inside it, one in the other. */
static gboolean
find_turn (const FlCWriter *writer, const FlNestLoop *loop, Turn *turn)
{
  const FlNestLoop *inner = loop;

  *turn = (Turn) { .outer = loop };
  while (inner->n_items == 1 && inner->items[0].loop)
    {
      inner = inner->items[0].loop;
      if (inner->is_strip || turn->n_between == MAX_BETWEEN
          || (writer->phase
              && ((writer->phase->loop == inner && !writer->phase->is_inner) || writer->phase->joined == inner)))
        return FALSE;
      turn->between[turn->n_between++] = inner;
    }
  if (inner == loop || inner->n_items != 1 || !inner->items[0].leaf)
    return FALSE;
  turn->n_between--;
  turn->inner = inner;
  turn->leaf = inner->items[0].leaf;
  return turn->leaf->n_loops == inner->depth + 1 && turn->leaf->n_iter == turn->leaf->n_loops
         && find_copy (writer, turn) && (find_steps (turn, loop, inner) || find_steps (turn, inner, loop))
         && is_long (turn);
}

const FlNestLoop *
fl_c_nest_find_turned_rows (const FlCWriter *writer, const FlNestLoop *loop)
{
  const FlCPlace *place;
  Turn turn;

  if (!find_turn (writer, loop, &turn) || turn.n_between > 0 || turn.row != loop || turn.n_woven > 0)
    return NULL;
  place = g_hash_table_lookup (writer->places, turn.store->buffer);
  return place->is_streamed ? turn.inner : NULL;
}

/* Where the part of a loop begins. */
static const FlSym *
get_begin (const FlCWriter *writer, const FlNestLoop *loop)
{
  const char *first = fl_c_threads_get_first (writer, loop);
  FlSymTable *symbols = fl_sym_get_table (loop->size);

  return g_str_equal (first, "0") ? fl_sym_int (symbols, 0) : fl_sym_var (symbols, first, loop->size);
}

/* Its length. */
static char *
dup_length (FlCWriter *writer, const FlNestLoop *loop)
{
  const char *first = fl_c_threads_get_first (writer, loop), *last = fl_c_threads_get_last (writer, loop);

  return g_str_equal (first, "0") ? g_strdup (last) : g_strdup_printf ("%s - %s", last, first);
}

/* The address of the first element, with the two loops at their beginning. */
static char *
dup_first (FlCWriter *writer, const Turn *turn, const FlBodyOp *op)
{
  const FlSym *vars[] = { turn->outer->var, turn->inner->var };
  const FlSym *firsts[] = { get_begin (writer, turn->outer), get_begin (writer, turn->inner) };
  const FlCPlace *place = g_hash_table_lookup (writer->places, op->buffer);
  g_autofree char *text = fl_c_dup_sym (writer, fl_c_nest_get_state (writer, turn->leaf),
                                        fl_sym_substitute (turn->leaf->indices[op->index], vars, firsts, 2));

  return g_strcmp0 (text, "0") == 0 ? g_strdup (place->name) : g_strdup_printf ("%s + %s", place->name, text);
}

static void
write_turn (FlCWriter *writer, const Turn *turn)
{
  g_autofree char *to = dup_first (writer, turn, turn->store), *from = dup_first (writer, turn, turn->load);
  g_autofree char *to_step = fl_c_dup_sym (writer, NULL, turn->to_step),
                  *from_step = fl_c_dup_sym (writer, NULL, turn->from_step);
  g_autofree char *inner = dup_length (writer, turn->inner), *outer = dup_length (writer, turn->outer);
  const char *columns = turn->column == turn->inner ? inner : outer,
             *rows = turn->column == turn->inner ? outer : inner;
  const FlCPlace *place = g_hash_table_lookup (writer->places, turn->store->buffer);

  writer->has_streams |= place->is_streamed;
  if (turn->n_woven > 0)
    {
      fl_c_op_line (writer, fl_c_nest_get_state (writer, turn->leaf), turn->store,
                    "fl_weave_%s32 (%s, %s, %s, %" G_GINT64_FORMAT ", %s);", place->is_streamed ? "past_" : "", to,
                    from, from_step, turn->n_woven, outer);
      return;
    }
  fl_c_op_line (writer, fl_c_nest_get_state (writer, turn->leaf), turn->store, "fl_turn_%s%u (%s, %s, %s, %s, %s, %s);",
                place->is_streamed ? "past_" : "", turn->bits, to, to_step, from, from_step, columns, rows);
}

gboolean
fl_c_nest_write_turned (FlCWriter *writer, const FlNestLoop *loop)
{
  FlCLoopText text;
  GString *body;
  Turn turn;

  if (writer->strip || writer->lane || writer->pass_number != 1 || fl_c_ranges_get (writer, loop)
      || !find_turn (writer, loop, &turn))
    return FALSE;
  fl_c_nest_forget_written (writer, loop);
  fl_c_nest_begin_text (writer, &text);
  if (turn.n_woven > 0)
    fl_c_line (writer, "/* woven in registers: elements of %" G_GINT64_FORMAT " rows take turns */", turn.n_woven);
  else
    fl_c_line (writer, "/* turned over in tiles: what is read is contiguous along i%u, what is written along i%u */",
               turn.row->depth, turn.column->depth);
  for (guint i = 0; i < turn.n_between; i++)
    {
      guint d = turn.between[i]->depth;
      g_autofree char *size = fl_c_dup_sym (writer, NULL, turn.between[i]->size);

      fl_c_line (writer, "for (int64_t i%u = 0; i%u < %s; i%u++) {", d, d, size, d);
      writer->indent++;
    }
  write_turn (writer, &turn);
  for (guint i = 0; i < turn.n_between; i++)
    {
      writer->indent--;
      fl_c_line (writer, "}");
    }
  body = fl_c_end_capture (writer, &text.capture);
  fl_c_paste (writer, body, text.first_span);
  writer->has_inner_loop = TRUE;
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, NULL, "turned over in registers",
      fl_arena_printf (writer->pass->arena,
                       "a copy of elements of %u bits, contiguous along i%u where it reads and along i%u where "
                       "it writes",
                       turn.bits, turn.row->depth, turn.column->depth));
  return TRUE;
}
