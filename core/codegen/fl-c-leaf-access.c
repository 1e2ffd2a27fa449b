/* Loads and stores of a leaf: elements, vectors, tiles and what stays in registers or rows on the stack. */
#include "fl-c-gather.h"
#include "fl-c-lanes.h"
#include "fl-c-leaf-private.h"
#include "fl-c-nest-private.h"
#include "fl-c-round.h"
#include "fl-c-stage.h"
#include "fl-c-turns.h"

/* gcc 12 takes loads whose constant step is a power of two for a group that it must load whole, and then does not
 * vectorise the loop. With the step in a variable that it cannot see through it gathers, at three times the speed. */
static char *
dup_index (FlCWriter *writer, const FlCLeaf *state, const FlSym *index)
{
  const FlNestLeaf *leaf = state->leaf;
  const FlSym *lane = writer->lane ? writer->lane->var : leaf->n_loops ? leaf->vars[leaf->n_loops - 1] : NULL;
  g_autofree char *rest = NULL;
  const FlSym *others;
  gint64 step = 0;

  if (!lane || !fl_sym_contains (index, lane) || fl_sym_contains_kind (index, FL_SYM_INDIRECT)
      || !fl_sym_is_int (fl_sym_get_stride (index, lane, leaf->vars, leaf->n_loops), &step) || step < 16
      || (step & (step - 1)))
    return fl_c_dup_sym (writer, state, index);
  others = fl_sym_sub (index, fl_sym_mul_int (lane, step));
  if (fl_sym_contains (others, lane))
    return fl_c_dup_sym (writer, state, index);
  writer->hidden_steps |= G_GUINT64_CONSTANT (1) << g_bit_nth_msf (step, -1);
  rest = fl_c_dup_sym (writer, state, others);
  if (fl_sym_is_int_value (others, 0))
    return g_strdup_printf ("step_%" G_GINT64_FORMAT " * %s", step, fl_sym_get_name (lane));
  return g_strdup_printf ("%s + step_%" G_GINT64_FORMAT " * %s", rest, step, fl_sym_get_name (lane));
}

gboolean
fl_c_site_is_along_vector (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op)
{
  return writer->vector
         && (fl_sym_contains (state->leaf->indices[op->index], writer->vector->var)
             || fl_c_gather_has_position (state, state->leaf->indices[op->index], writer->vector->var));
}

/* "buf0[3840 * i0 + i1]", which place it is in, and how it is reached: for a vector, by its address. */
static char *
dup_element (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace **place, char **access)
{
  const FlSym *index = state->leaf->indices[op->index], *staged;
  const char *name;
  g_autofree char *text = NULL, *reached = NULL;

  *place = g_hash_table_lookup (writer->places, op->buffer);
  g_assert (*place);
  name = (*place)->name;
  staged = fl_c_stage_get_index (writer, state, op, *place, &name);
  index = staged ? staged : index;
  if ((*place)->local && (*place)->local->place == FL_LOCAL_ROW)
    index = fl_nest_get_row_index (state->leaf, index, (*place)->local->depth);
  text = fl_c_dup_sym (writer, state, index);
  if (fl_c_site_is_along_vector (writer, state, op) && fl_c_vector_is_across (writer, state->leaf, op))
    {
      g_autofree char *element = g_strdup_printf ("%s[%s]", name, text);

      *access = g_strdup_printf ("%s + 64 * (i%u - i%u_begin) + i%u - i%u_begin",
                                 (char *) g_hash_table_lookup (writer->tiles, element), writer->tile_row->depth,
                                 writer->tile_row->depth, writer->vector->depth, writer->vector->depth);
    }
  else if (fl_c_site_is_along_vector (writer, state, op))
    *access = g_strdup_printf ("%s + %s", name, text);
  else
    {
      reached = dup_index (writer, state, index);
      *access = g_strdup_printf ("%s[%s]", name, reached);
    }
  return g_strdup_printf ("%s[%s]", name, text);
}

static void
write_prefetch (FlCSite *site, const FlBodyOp *op, const FlCPlace *place, const char *access, guint element_bytes)
{
  const FlNestLeaf *leaf = site->state->leaf;
  gint64 first = 0, distance = fl_c_schedule_get_distance (site->writer, leaf, place, leaf->indices[op->index],
                                                           element_bytes, &first);

  if (distance > 0)
    fl_c_schedule_note_fetch (site->writer, op->buffer, distance, element_bytes, FALSE);
  if (distance > 0 && first > 0)
    fl_c_line (site->writer, "if (%s >= %" G_GINT64_FORMAT ")", fl_sym_get_name (site->writer->vector->var), first);
  else if (distance > 0 && site->writer->turn)
    fl_c_line (site->writer, "if (%s)", site->writer->turn);
  if (distance > 0)
    fl_c_line (site->writer, "%s__builtin_prefetch (%s + %" G_GINT64_FORMAT ");%s",
               first > 0 || site->writer->turn ? "  " : "", access, distance,
               first > 0 ? "  /* where the next row begins */" : "");
}

/* A vector of elements from anywhere. */
static FlCValue
write_gather (FlCSite *site, const FlBodyOp *op, FlDtype dtype, const FlCPlace *place, const char *element)
{
  FlCWriter *writer = site->writer;
  const FlCValue *known = fl_c_find_value (writer, element);
  g_autofree char *expression = NULL;
  FlCValue value = { .dtype = dtype, .is_vector = TRUE };

  if (known)
    return *known;
  expression = fl_c_gather_dup_load (writer, site->state, op, place, fl_c_lanes_get_count (writer, dtype));
  value.text = fl_c_make_name (writer, op->name);
  fl_c_op_line (writer, site->state, op, "const %s %s = %s;", fl_c_lanes_get_type (writer, dtype), value.text,
                expression);
  fl_c_gather_write_prefetch (writer, site->state, op, place);
  fl_c_remember (writer, element, value);
  return value;
}

/* Indices, as positions of 32 bits a lane. */
static FlCValue
write_positions (FlCSite *site, const FlBodyOp *op, FlDtype dtype, const FlCPlace *place, const char *element,
                 const char *access)
{
  FlCWriter *writer = site->writer;
  g_autofree char *key = g_strconcat ("position:", element, NULL), *expression = NULL;
  const FlCValue *known = fl_c_find_value (writer, key);
  FlCValue value = { .dtype = FL_DTYPE_I32, .is_vector = TRUE };

  if (known)
    return *known;
  expression = fl_c_gather_dup_loaded_index (dtype, access, fl_c_lanes_get_count (writer, FL_DTYPE_I32));
  value.text = fl_c_make_name (writer, op->name);
  fl_c_op_line (writer, site->state, op, "const fl_i32 %s = %s;", value.text, expression);
  write_prefetch (site, op, place, access, fl_dtype_get_size_bytes (dtype));
  fl_c_remember (writer, key, value);
  return value;
}

static void
append_backwards (FlCWriter *writer, GString *expression, const char *access)
{
  if (writer->left)
    g_string_append_printf (expression, "fl_load_back_part_f32 (%s, %s)", access, writer->left);
  else
    g_string_append_printf (expression, "fl_load_back_f32 (%s)", access);
}

/* Every second, third or fourth float by shuffles of vectors side by side; of the last, partial vector each lane is
 * fetched. */
static void
append_apart (FlCWriter *writer, GString *expression, const char *access, gint64 step)
{
  const char *count = fl_c_lanes_get_count (writer, FL_DTYPE_F32);

  if (step == 2 && count)
    g_string_append_printf (expression, "fl_load_even_part_f32 (%s, %s)", access, count);
  else if (step == 2)
    g_string_append_printf (expression, "fl_load_even_f32 (%s)", access);
  else if (count)
    g_string_append_printf (expression, "fl_gather_part_f32 (%s, fl_count_from (0, %" G_GINT64_FORMAT "), %s)", access,
                            step, count);
  else
    g_string_append_printf (expression, "fl_load_apart_f32 (%s, %" G_GINT64_FORMAT ")", access, step);
}

/* "fl_load_f32 (arg1_1_round + i0 % 3)" */
static void
append_round (FlCWriter *writer, GString *expression, const FlCPlace *place, gint64 length, gint64 first)
{
  g_autofree char *access
      = g_strdup_printf ("%s + i%u %% %" G_GINT64_FORMAT, fl_c_round_get_row (writer, place, length, first),
                         writer->vector->depth, length);

  fl_c_lanes_append_loaded (writer, expression, FL_DTYPE_F32, FALSE, access);
}

FlCValue
fl_c_site_write_load (FlCSite *site, const FlBodyOp *op)
{
  FlCWriter *writer = site->writer;
  const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer);
  FlDtype dtype = buffer->layout.dtype;
  const FlCPlace *place;
  g_autofree char *access = NULL, *element = dup_element (writer, site->state, op, &place, &access);
  const FlCValue *known = fl_c_find_value (writer, element);
  gint64 length, first;
  GString *expression;
  FlCValue value = { .dtype = dtype };

  if (fl_c_site_is_along_vector (writer, site->state, op) && site->block == &site->state->leaf->body->blocks[0])
    {
      if (fl_c_gather_has_position (site->state, site->state->leaf->indices[op->index], writer->vector->var))
        return write_gather (site, op, dtype, place, element);
      if (fl_c_gather_is_position (writer, site->state, op - site->block->ops, writer->vector->var))
        return write_positions (site, op, dtype, place, element, access);
    }
  if (known)
    return *known;
  g_assert (!place->local || place->local->place != FL_LOCAL_REGISTER);
  writer->has_guarded_load |= site->is_guarded;
  expression = g_string_new (NULL);
  value.is_vector = fl_c_site_is_along_vector (writer, site->state, op);
  if (value.is_vector && fl_c_vector_is_backwards (writer, site->state->leaf, op, writer->vector->var))
    append_backwards (writer, expression, access);
  else if (value.is_vector && fl_c_round_find (writer, site->state->leaf, op, writer->vector->var, &length, &first))
    append_round (writer, expression, place, length, first);
  else if (value.is_vector && fl_c_vector_find_step (writer, site->state->leaf, op, writer->vector->var) > 0)
    append_apart (writer, expression, access,
                  fl_c_vector_find_step (writer, site->state->leaf, op, writer->vector->var));
  else if (value.is_vector)
    fl_c_lanes_append_loaded (writer, expression, dtype, place->local != NULL, access);
  else if (place->local)
    g_string_append (expression, access);
  else
    fl_c_append_loaded (expression, dtype, access);
  value.text = fl_c_make_name (writer, op->name);
  fl_c_op_line (writer, site->state, op, "const %s %s = %s;",
                value.is_vector ? fl_c_lanes_get_type (writer, dtype) : fl_c_get_compute_type (dtype), value.text,
                expression->str);
  if (value.is_vector && !writer->tile_row
      && !fl_c_round_find (writer, site->state->leaf, op, writer->vector->var, &length, &first))
    write_prefetch (site, op, place, access, fl_dtype_get_size_bytes (dtype));
  fl_c_remember (writer, element, value);
  g_string_free (expression, TRUE);
  return value;
}

FlCValue
fl_c_site_write_load_where (FlCSite *site, const FlBodyOp *op, const char *where)
{
  FlCWriter *writer = site->writer;
  const FlCPlace *place;
  g_autofree char *access = NULL, *element = dup_element (writer, site->state, op, &place, &access), *key = NULL;
  const FlCValue *known;
  FlCValue value = { .dtype = FL_DTYPE_F32, .is_vector = TRUE };

  key = g_strdup_printf ("%s where %s", element, where);
  known = fl_c_find_value (writer, key);
  if (known)
    return *known;
  value.text = fl_c_make_name (writer, op->name);
  fl_c_op_line (writer, site->state, op, "const fl_vec %s = fl_load_where_f32 (%s, %s);", value.text, access, where);
  fl_c_remember (writer, key, value);
  return value;
}

/* To the open line: "fl_put_f32 (&line, relu, FL_LANES)" stands where "fl_store_f32 (buf0 + i0, relu)" would. */
static void
write_put (FlCSite *site, const FlBodyOp *op, FlDtype dtype, FlCValue value)
{
  FlCWriter *writer = site->writer;
  const char *count = fl_c_lanes_get_count (writer, dtype);
  g_autofree char *operand = fl_c_lanes_dup_stored (writer, dtype, value),
                  *put = fl_c_stage_dup_put (writer, operand, count ? count : "FL_LANES");

  fl_c_op_line (writer, site->state, op, "%s;", put);
}

/* Lanes to places of their own; what is the same for all of them stays one number. */
static void
write_scatter (FlCSite *site, const FlBodyOp *op, FlDtype dtype, const FlCPlace *place, FlCValue value)
{
  FlCWriter *writer = site->writer;
  const gboolean is_same = op->mode == FL_STORE_ATOMIC_ADD && !value.is_vector;
  const char *count = fl_c_lanes_get_count (writer, is_same ? FL_DTYPE_I32 : dtype);
  g_autofree char *operand = is_same ? g_strdup (value.text) : fl_c_lanes_dup_stored (writer, dtype, value);
  g_autofree char *scatter = fl_c_gather_dup_store (writer, site->state, op, place, operand, is_same, count);

  fl_c_op_line (writer, site->state, op, "%s;", scatter);
}

static void
write_store_prefetch (FlCWriter *writer, const FlBodyOp *op, const FlCPlace *place, const char *access)
{
  const gint64 distance = fl_c_schedule_get_store_distance (writer, place);

  if (distance <= 0)
    return;
  fl_c_schedule_note_fetch (writer, op->buffer, distance,
                            fl_dtype_get_size_bytes (
                                fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype),
                            TRUE);
  fl_c_line (writer, "__builtin_prefetch (%s + %" G_GINT64_FORMAT "%s);", access, distance,
             writer->is_within_l2 ? ", 1" : "");
}

/* Several lanes at once. */
static void
write_vector_store (FlCSite *site, const FlBodyOp *op, FlDtype dtype, const FlCPlace *place, const char *element,
                    const char *access, FlCValue value)
{
  FlCWriter *writer = site->writer;
  gboolean is_memory = !place->local || place->local->place == FL_LOCAL_MEMORY;

  if (fl_c_gather_has_position (site->state, site->state->leaf->indices[op->index], writer->vector->var))
    {
      write_scatter (site, op, dtype, place, value);
      return;
    }
  gboolean is_streamed
      = is_memory && place->is_streamed && !fl_c_stage_has (writer, place) && op->mode != FL_STORE_ATOMIC_ADD;

  if (op->mode == FL_STORE_ATOMIC_ADD)
    {
      GString *sum = g_string_new (NULL);
      g_autofree char *operand = fl_c_vector_dup_operand (value);

      fl_c_vector_append_loaded (writer, sum, dtype, FALSE, access);
      g_string_append_printf (sum, " + %s", operand);
      value = (FlCValue) { .text = fl_arena_strdup (writer->pass->arena, sum->str),
                           .dtype = FL_DTYPE_F32,
                           .is_vector = TRUE };
      g_string_free (sum, TRUE);
    }
  if (is_memory && fl_c_stage_is_line (writer, place))
    write_put (site, op, dtype, value);
  else if (is_memory && writer->joined && dtype == FL_DTYPE_BF16)
    {
      g_autofree char *operand
          = fl_dtype_is_float (value.dtype) || value.dtype == FL_DTYPE_BOOL ? fl_c_vector_dup_operand (value) : NULL;

      g_assert (operand);
      fl_c_turns_store (writer, site->state, op, place, is_streamed, access, operand);
      writer->has_streams |= is_streamed;
    }
  else if (is_memory || place->local->place == FL_LOCAL_ROW)
    {
      g_autofree char *store = fl_c_lanes_dup_store (writer, dtype, !is_memory, is_streamed, access, value);

      fl_c_op_line (writer, site->state, op, "%s;", store);
      writer->has_streams |= is_streamed;
      if (is_memory)
        write_store_prefetch (writer, op, place, access);
    }
  if (op->mode == FL_STORE_ATOMIC_ADD)
    return;
  if (value.dtype == dtype || (!is_memory && fl_dtype_is_float (dtype)))
    fl_c_remember (writer, element, (FlCValue) { .text = value.text, .dtype = dtype, .is_vector = value.is_vector });
  else if (!is_memory && writer->lanes)
    {
      const FlBodyOp conversion = { .op = FL_SCALAR_TO_DTYPE, .dtype = dtype };
      GString *converted = g_string_new (NULL);
      const char *name = fl_c_make_name (writer, op->name);

      fl_c_lanes_append_op (converted, writer, &conversion, &value);
      fl_c_op_line (writer, site->state, op, "const %s %s = %s;", fl_c_lanes_get_type (writer, dtype), name,
                    converted->str);
      fl_c_remember (writer, element, (FlCValue) { .text = name, .dtype = dtype, .is_vector = TRUE });
      g_string_free (converted, TRUE);
    }
  else if (!is_memory)
    {
      const char *name = fl_c_make_name (writer, op->name);
      g_autofree char *operand = fl_c_vector_dup_operand (value);

      fl_c_op_line (writer, site->state, op, "const fl_mask %s = %s != 0.0f;", name, operand);
      fl_c_remember (writer, element, (FlCValue) { .text = name, .dtype = dtype, .is_vector = TRUE });
    }
}

void
fl_c_site_write_store (FlCSite *site, const FlBodyOp *op, FlCValue value)
{
  FlCWriter *writer = site->writer;
  const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer);
  FlDtype dtype = buffer->layout.dtype;
  const FlCPlace *place;
  g_autofree char *access = NULL, *element = dup_element (writer, site->state, op, &place, &access);
  GString *stored = g_string_new (NULL);

  fl_c_forget (writer, place->name);
  if (fl_c_site_is_along_vector (writer, site->state, op))
    {
      write_vector_store (site, op, dtype, place, element, access, value);
      g_string_free (stored, TRUE);
      return;
    }
  if (place->local)
    g_string_append (stored, value.text);
  else if (op->mode == FL_STORE_ATOMIC_ADD)
    {
      GString *sum = g_string_new (NULL);

      fl_c_append_loaded (sum, dtype, access);
      g_string_append_printf (sum, dtype == FL_DTYPE_BOOL ? " || %s" : " + %s", value.text);
      fl_c_append_stored (stored, dtype, (FlCValue) { .text = sum->str, .dtype = dtype });
      g_string_free (sum, TRUE);
      fl_c_op_line (writer, site->state, op, "%s = %s;", access, stored->str);
      g_string_free (stored, TRUE);
      return;
    }
  else
    fl_c_append_stored (stored, dtype, value);
  if (fl_c_stage_is_line (writer, place))
    {
      g_autofree char *operand = g_strdup_printf ("fl_splat (%s)", stored->str),
                      *put = fl_c_stage_dup_put (writer, operand, "1");

      fl_c_op_line (writer, site->state, op, "%s;", put);
      writer->is_scalar_loop = TRUE; /* in order */
    }
  else if (!place->local || place->local->place == FL_LOCAL_ROW)
    fl_c_op_line (writer, site->state, op, "%s = %s;", access, stored->str);
  /* A narrower dtype would read back rounded: only what memory holds exactly may stand for it. */
  if (value.dtype == dtype || (place->local && fl_dtype_is_float (dtype)))
    fl_c_remember (writer, element, (FlCValue) { .text = value.text, .dtype = dtype });
  else if (place->local)
    {
      const char *name = fl_c_make_name (writer, op->name);

      fl_c_op_line (writer, site->state, op, "const %s %s = %s;", fl_c_get_compute_type (dtype), name, value.text);
      fl_c_remember (writer, element, (FlCValue) { .text = name, .dtype = dtype });
    }
  g_string_free (stored, TRUE);
}
