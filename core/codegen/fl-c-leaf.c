/* The operations of one leaf as C statements: one constant an operation, in the block that its loops allow.
 *
 * Equal expressions within reach are written once, across leaves too; a value that was just stored is not loaded again. What
 * does not depend on the inner loops is written outside of them. */
#include "fl-c-vector.h"

#include "fl-intern.h"

#include <string.h>

/* --- levels ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  const FlNestLeaf *leaf;
  GHashTable *levels; /* indirect FlSym -> level + 1 */
} Leveller;

static guint
get_index_level (const Leveller *leveller, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  guint level = 0;

  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlSym *symbol = g_ptr_array_index (symbols, i);
      guint known = GPOINTER_TO_UINT (g_hash_table_lookup (leveller->levels, symbol));

      if (known)
        level = MAX (level, known - 1);
      for (guint v = 0; v < leveller->leaf->n_loops; v++)
        if (leveller->leaf->vars[v] == symbol)
          level = MAX (level, v + 1);
    }
  return level;
}

static guint
find_block_level (Leveller *leveller, guint position, FlCOpState *states)
{
  const FlBodyBlock *block = &leveller->leaf->body->blocks[position];
  g_autofree guint *levels = g_new0 (guint, block->n_ops + 1);
  guint highest = 0;

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];

      for (guint a = 0; a < op->n_args; a++)
        {
          levels[i] = MAX (levels[i], levels[op->args[a]]);
          if (states)
            states[i].is_after |= states[op->args[a]].is_after;
        }
      if (op->index >= 0)
        levels[i] = MAX (levels[i], get_index_level (leveller, leveller->leaf->indices[op->index]));
      if (op->bound >= 0)
        levels[i] = MAX (levels[i], get_index_level (leveller, leveller->leaf->indices[op->bound]));
      if (op->block >= 0)
        levels[i] = MAX (levels[i], find_block_level (leveller, op->block, NULL));
      if (op->op == FL_SCALAR_SET_INDIRECT)
        g_hash_table_insert (leveller->levels, (gpointer) op->indirect_symbol, GUINT_TO_POINTER (levels[i] + 1));
      if (op->op == FL_SCALAR_REDUCTION && states)
        states[i].is_after = TRUE;
      if (op->op == FL_SCALAR_SCAN || op->op == FL_SCALAR_REDUCTION || op->op == FL_SCALAR_STORE)
        levels[i] = leveller->leaf->n_loops;
      if (states)
        states[i].level = levels[i];
      highest = MAX (highest, levels[i]);
    }
  return highest;
}

void
fl_c_leaf_init (FlCWriter *writer, FlCLeaf *state, const FlNestLeaf *leaf)
{
  g_autoptr (GHashTable) levels = g_hash_table_new (NULL, NULL);
  Leveller leveller = { .leaf = leaf, .levels = levels };

  state->leaf = leaf;
  state->ops = g_new0 (FlCOpState, leaf->body->blocks[0].n_ops + 1);
  state->indirect = g_hash_table_new (NULL, NULL);
  find_block_level (&leveller, 0, state->ops);
}

void
fl_c_leaf_clear (FlCLeaf *state)
{
  g_free (state->ops);
  g_hash_table_unref (state->indirect);
}

/* --- writing one operation --------------------------------------------------------------------------------------- */

/* A block being written: the root, or a masked body inside an if. */
typedef struct
{
  FlCWriter *writer;
  FlCLeaf *state;
  const FlBodyBlock *block;
  FlCValue *values;
  gboolean is_guarded; /* inside an if */
} Site;

static FlCValue
define_as (Site *site, const FlBodyOp *op, FlDtype dtype, gboolean is_vector, const char *type, const char *expression)
{
  FlCWriter *writer = site->writer;
  g_autofree char *key = g_strconcat (type, ":", expression, NULL);
  const FlCValue *known = fl_c_find_value (writer, key);
  FlCValue value = { .dtype = dtype, .is_vector = is_vector };

  if (known)
    return *known;
  value.text = fl_c_make_name (writer, op->name);
  fl_c_op_line (writer, site->state, op, "const %s %s = %s;", type, value.text, expression);
  fl_c_remember (writer, key, value);
  return value;
}

static FlCValue
define (Site *site, const FlBodyOp *op, FlDtype dtype, const char *type, const char *expression)
{
  return define_as (site, op, dtype, FALSE, type, expression);
}

/* gcc 12 takes loads whose constant step is a power of two for a group that it must load whole, and then does not vectorise
 * the loop. With the step in a variable that it cannot see through it gathers, at three times the speed. */
static char *
dup_index (FlCWriter *writer, const FlCLeaf *state, const FlSym *index)
{
  const FlNestLeaf *leaf = state->leaf;
  const FlSym *lane = writer->lane ? writer->lane->var : leaf->n_loops ? leaf->vars[leaf->n_loops - 1] : NULL;
  g_autofree char *rest = NULL;
  const FlSym *others;
  gint64 step = 0;

  if (!lane || !fl_sym_contains (index, lane) || fl_sym_contains_kind (index, FL_SYM_INDIRECT)
      || !fl_sym_is_int (fl_sym_get_stride (index, lane, leaf->vars, leaf->n_loops), &step) || step < 16 || (step & (step - 1)))
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

/* Is the element one of a vector's, of which this is the first? */
static gboolean
is_along_vector (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op)
{
  return writer->vector && fl_sym_contains (state->leaf->indices[op->index], writer->vector->var);
}

/* "buf0[3840 * i0 + i1]", which place it is in, and how it is reached: for a vector, by its address. */
static char *
dup_element (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace **place, char **access)
{
  const FlSym *index = state->leaf->indices[op->index];
  g_autofree char *text = NULL, *reached = NULL;

  *place = g_hash_table_lookup (writer->places, op->buffer);
  g_assert (*place);
  if ((*place)->local && (*place)->local->place == FL_LOCAL_ROW)
    index = fl_nest_get_row_index (state->leaf, index, (*place)->local->depth);
  text = fl_c_dup_sym (writer, state, index);
  if (is_along_vector (writer, state, op) && fl_c_vector_is_across (writer, state->leaf, op))
    {
      g_autofree char *element = g_strdup_printf ("%s[%s]", (*place)->name, text);

      *access = g_strdup_printf ("%s + 64 * (i%u - i%u_begin) + i%u - i%u_begin", (char *) g_hash_table_lookup (writer->tiles, element),
                                 writer->tile_row->depth, writer->tile_row->depth, writer->vector->depth, writer->vector->depth);
    }
  else if (is_along_vector (writer, state, op))
    *access = g_strdup_printf ("%s + %s", (*place)->name, text);
  else
    {
      reached = dup_index (writer, state, index);
      *access = g_strdup_printf ("%s[%s]", (*place)->name, reached);
    }
  return g_strdup_printf ("%s[%s]", (*place)->name, text);
}

static void
write_prefetch (Site *site, const FlBodyOp *op, const FlCPlace *place, const char *access, guint element_bytes)
{
  const FlNestLeaf *leaf = site->state->leaf;
  gint64 distance = fl_c_schedule_get_distance (site->writer, leaf, place, leaf->indices[op->index], element_bytes);

  if (distance > 0)
    fl_c_line (site->writer, "__builtin_prefetch (%s + %" G_GINT64_FORMAT ");", access, distance);
}

static FlCValue
write_load (Site *site, const FlBodyOp *op)
{
  FlCWriter *writer = site->writer;
  const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer);
  FlDtype dtype = buffer->layout.dtype;
  const FlCPlace *place;
  g_autofree char *access = NULL, *element = dup_element (writer, site->state, op, &place, &access);
  const FlCValue *known = fl_c_find_value (writer, element);
  GString *expression;
  FlCValue value = { .dtype = dtype };

  if (known)
    return *known;
  g_assert (!place->local || place->local->place != FL_LOCAL_REGISTER);
  writer->has_guarded_load |= site->is_guarded;
  expression = g_string_new (NULL);
  value.is_vector = is_along_vector (writer, site->state, op);
  if (value.is_vector)
    fl_c_vector_append_loaded (writer, expression, dtype, place->local != NULL, access);
  else if (place->local)
    g_string_append (expression, access);
  else
    fl_c_append_loaded (expression, dtype, access);
  value.text = fl_c_make_name (writer, op->name);
  fl_c_op_line (writer, site->state, op, "const %s %s = %s;",
                value.is_vector ? fl_c_vector_get_type (dtype) : fl_c_get_compute_type (dtype), value.text, expression->str);
  if (value.is_vector && !writer->tile_row)
    write_prefetch (site, op, place, access, fl_dtype_get_size_bytes (dtype));
  fl_c_remember (writer, element, value);
  g_string_free (expression, TRUE);
  return value;
}

/* Several lanes at once. */
static void
write_vector_store (Site *site, const FlBodyOp *op, FlDtype dtype, const FlCPlace *place, const char *element, const char *access,
                    FlCValue value)
{
  FlCWriter *writer = site->writer;
  gboolean is_memory = !place->local || place->local->place == FL_LOCAL_MEMORY;

  if (is_memory || place->local->place == FL_LOCAL_ROW)
    {
      g_autofree char *store
          = fl_c_vector_dup_store (writer, dtype, !is_memory, is_memory && place->is_streamed, access, value);

      fl_c_op_line (writer, site->state, op, "%s;", store);
      writer->has_streams |= is_memory && place->is_streamed;
    }
  if (value.dtype == dtype || (!is_memory && fl_dtype_is_float (dtype)))
    fl_c_remember (writer, element, (FlCValue) { .text = value.text, .dtype = dtype, .is_vector = value.is_vector });
  else if (!is_memory)
    {
      const char *name = fl_c_make_name (writer, op->name);
      g_autofree char *operand = fl_c_vector_dup_operand (value);

      fl_c_op_line (writer, site->state, op, "const fl_mask %s = %s != 0.0f;", name, operand);
      fl_c_remember (writer, element, (FlCValue) { .text = name, .dtype = dtype, .is_vector = TRUE });
    }
}

static void
write_store (Site *site, const FlBodyOp *op, FlCValue value)
{
  FlCWriter *writer = site->writer;
  const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer);
  FlDtype dtype = buffer->layout.dtype;
  const FlCPlace *place;
  g_autofree char *access = NULL, *element = dup_element (writer, site->state, op, &place, &access);
  GString *stored = g_string_new (NULL);

  fl_c_forget (writer, place->name);
  if (is_along_vector (writer, site->state, op))
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
  if (!place->local || place->local->place == FL_LOCAL_ROW)
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

static void
write_indirect (Site *site, const FlBodyOp *op, FlCValue value)
{
  FlCWriter *writer = site->writer;
  g_autofree char *size = fl_c_dup_sym (writer, site->state, op->indirect_size);
  g_autofree char *wrapped = op->indirect_wrap ? g_strdup_printf ("fl_wrap_index (%s, %s)", value.text, size) : g_strdup (value.text);
  g_autofree char *expression = NULL;
  FlCValue index;

  if (op->indirect_check)
    {
      const FlCValue *checked;

      expression = g_strdup_printf ("fl_clamp_index (%s, %s)", wrapped, size);
      checked = fl_c_find_value (writer, expression);
      if (!checked)
        {
          fl_c_op_line (writer, site->state, op, "bad_indices += fl_is_outside (%s, %s);", wrapped, size);
          fl_c_remember (writer, expression, value);
        }
      writer->has_checks = TRUE;
      writer->is_scalar_loop = TRUE;
    }
  else
    expression = g_strdup (wrapped);
  index = define (site, op, FL_DTYPE_I64, "int64_t", expression);
  g_hash_table_insert (site->state->indirect, (gpointer) op->indirect_symbol, (gpointer) index.text);
}

/* An index that is known to the compiler but not proved to be inside: the kernel stops rather than read elsewhere. */
static void
write_check (Site *site, const FlBodyOp *op)
{
  FlCWriter *writer = site->writer;
  g_autofree char *index = fl_c_dup_sym (writer, site->state, site->state->leaf->indices[op->index]);
  g_autofree char *bound = fl_c_dup_sym (writer, site->state, site->state->leaf->indices[op->bound]);

  if (!op->check_lower && !op->check_upper)
    return;
  fl_c_op_line (writer, site->state, op, "if (fl_is_outside (%s, %s)) { fl_index_errors++; return; }", index, bound);
  writer->is_scalar_loop = TRUE;
}

/* The graph itself says what must hold: the kernel stops, as it does at an index outside. */
static FlCValue
write_assert (Site *site, const FlBodyOp *op, const FlCValue *value)
{
  fl_c_op_line (site->writer, site->state, op, "if (!(%s)) { fl_index_errors++; return; }", value->text);
  site->writer->is_scalar_loop = TRUE;
  return *value;
}

static void write_op (Site *site, guint32 position);

/* The body of a masked operation runs only where the mask holds, so that its loads stay inside their buffers. */
static FlCValue
write_masked (Site *site, const FlBodyOp *op)
{
  FlCWriter *writer = site->writer;
  const FlBodyBlock *block = &site->state->leaf->body->blocks[op->block];
  g_autofree FlCValue *values = g_new0 (FlCValue, block->n_ops + 1);
  g_autofree char *other = fl_c_dup_constant (op->dtype, op->number, op->integer);
  Site inner = { .writer = writer, .state = site->state, .block = block, .values = values, .is_guarded = TRUE };
  FlCValue result = { .text = fl_c_make_name (writer, op->name), .dtype = op->dtype };
  const char *mask = site->values[op->args[0]].text;

  fl_c_op_line (writer, site->state, op, "%s %s = %s;", fl_c_get_compute_type (op->dtype), result.text, other);
  fl_c_line (writer, "if (%s) {", mask);
  writer->indent++;
  fl_c_push_frame (writer);
  for (guint i = 0; i < block->n_ops; i++)
    write_op (&inner, i);
  fl_c_line (writer, "%s = %s;", result.text, values[block->result].text);
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
  return result;
}

static FlCValue
write_index_value (Site *site, const FlBodyOp *op)
{
  g_autofree char *index = fl_c_dup_sym (site->writer, site->state, site->state->leaf->indices[op->index]);
  const char *type = fl_c_get_compute_type (op->dtype);
  g_autofree char *cast = g_strdup_printf ("(%s) (%s)", type, index);

  if (is_along_vector (site->writer, site->state, op))
    {
      const FlNestLeaf *leaf = site->state->leaf;
      gint64 step = 0;
      g_autofree char *count = NULL;

      fl_sym_is_int (fl_sym_get_stride (leaf->indices[op->index], site->writer->vector->var, leaf->vars, leaf->n_loops), &step);
      count = g_strdup_printf ("fl_count_from (%s, %" G_GINT64_FORMAT ")", index, step);
      return define_as (site, op, op->dtype, TRUE, "fl_mask", count);
    }
  if (op->dtype == FL_DTYPE_I64)
    {
      if (fl_sym_is_symbol (site->state->leaf->indices[op->index]))
        return (FlCValue) { .text = fl_intern (index), .dtype = op->dtype };
      return define (site, op, op->dtype, type, index);
    }
  return define (site, op, op->dtype, type, cast);
}

/* A running sum, product, maximum or minimum along the reduction loop. */
static FlCValue
write_scan (Site *site, const FlBodyOp *op, const FlCValue *args)
{
  FlCWriter *writer = site->writer;
  FlReductionType type = g_str_equal (op->scan_op, "mul")       ? FL_REDUCTION_PROD
                         : g_str_equal (op->scan_op, "maximum") ? FL_REDUCTION_MAX
                         : g_str_equal (op->scan_op, "minimum") ? FL_REDUCTION_MIN
                                                                : FL_REDUCTION_SUM;
  FlBodyOp reduction = *op;

  reduction.reduction = type;
  writer->is_scalar_loop = TRUE;
  fl_c_reduce (writer, site->state, op - site->block->ops, &reduction, args);
  return (FlCValue) { .text = fl_c_get_reduced (writer, site->state, op, 0), .dtype = op->dtype };
}

/* Dividing by what does not change in the innermost loop is multiplying by its reciprocal, written outside: one division a row
 * instead of one an element, for at most one unit in the last place. NULL: this is no such division. */
static char *
dup_reciprocal_product (Site *site, const FlBodyOp *op, const FlCValue *args)
{
  FlCWriter *writer = site->writer;
  g_autofree char *text = NULL;
  const FlCValue *inverse;

  if (op->op != FL_SCALAR_TRUEDIV || fl_c_get_compute_type (op->dtype) != fl_c_get_compute_type (FL_DTYPE_F32))
    return NULL;
  text = g_strdup_printf ("1.0f / %s", args[1].text);
  inverse = fl_c_find_value (writer, text);
  return inverse ? g_strdup_printf ("%s * %s", args[0].text, inverse->text) : NULL;
}

static FlCValue
write_plain (Site *site, const FlBodyOp *op, const FlCValue *args)
{
  GString *expression = g_string_new (NULL);
  const char *type = fl_c_get_compute_type (op->dtype);
  g_autofree char *product = dup_reciprocal_product (site, op, args);
  FlCValue value = { .text = "0", .dtype = op->dtype };
  gboolean is_vector = FALSE;

  for (guint i = 0; i < op->n_args; i++)
    is_vector |= args[i].is_vector;
  if (is_vector && fl_c_vector_is_identity (op, args))
    value = (FlCValue) { .text = args[0].text, .dtype = op->dtype, .is_vector = TRUE };
  else if (is_vector)
    {
      type = fl_c_vector_get_type (op->dtype);
      if (!product && !fl_c_vector_append_op (expression, op, args))
        fl_c_fail (site->writer, "vectors of the operation %s", fl_scalar_get_info (op->op)->name);
      value = define_as (site, op, op->dtype, TRUE, type, product ? product : expression->str);
    }
  else if (product)
    value = define (site, op, op->dtype, type, product);
  else if (!type || !fl_c_append_op (expression, op, args))
    fl_c_fail (site->writer, "the operation %s on %s", fl_scalar_get_info (op->op)->name, fl_dtype_get_torch_name (op->dtype));
  else
    value = define (site, op, op->dtype, type, expression->str);
  g_string_free (expression, TRUE);
  return value;
}

static FlCValue
write_constant (const FlBodyOp *op)
{
  g_autofree char *text = fl_c_dup_constant (op->dtype, op->number, op->integer);

  return (FlCValue) { .text = fl_intern (text), .dtype = op->dtype };
}

static void
write_op (Site *site, guint32 position)
{
  const FlBodyOp *op = &site->block->ops[position];
  FlCValue args[4] = { { 0 } }, value = { .text = "0", .dtype = op->dtype };

  for (guint i = 0; i < op->n_args && i < 4; i++)
    args[i] = site->values[op->args[i]];
  switch (op->op)
    {
    case FL_SCALAR_CONSTANT:
      value = write_constant (op);
      break;
    case FL_SCALAR_LOAD:
    case FL_SCALAR_LOAD_SEED:
      value = write_load (site, op);
      break;
    case FL_SCALAR_INDEX_EXPR:
      value = write_index_value (site, op);
      break;
    case FL_SCALAR_MASKED:
      value = write_masked (site, op);
      break;
    case FL_SCALAR_SET_INDIRECT:
      write_indirect (site, op, args[0]);
      break;
    case FL_SCALAR_CHECK_BOUNDS:
      write_check (site, op);
      break;
    case FL_SCALAR_DEVICE_ASSERT:
      value = write_assert (site, op, &args[0]);
      break;
    case FL_SCALAR_REDUCTION:
      fl_c_reduce (site->writer, site->state, position, op, args);
      break;
    case FL_SCALAR_SCAN:
      value = write_scan (site, op, args);
      break;
    case FL_SCALAR_GETITEM:
      value = args[0];
      if (site->block->ops[op->args[0]].op == FL_SCALAR_REDUCTION)
        value.text = fl_c_get_reduced (site->writer, site->state, &site->block->ops[op->args[0]], op->output);
      break;
    case FL_SCALAR_STORE:
    case FL_SCALAR_STORE_REDUCTION:
      write_store (site, op, args[0]);
      break;
    case FL_SCALAR_SORT:
      fl_c_fail (site->writer, "sorting inside a kernel");
      break;
    default:
      value = write_plain (site, op, args);
    }
  site->values[position] = value;
}

/* --- tiles ------------------------------------------------------------------------------------------------------- */

static const FlSym *
get_begin (const FlNestLoop *loop)
{
  return fl_sym_var (fl_sym_get_table (loop->size), fl_intern_printf ("i%u_begin", loop->depth), loop->size);
}

void
fl_c_leaf_write_tiles (FlCWriter *writer, FlCLeaf *state)
{
  const FlNestLeaf *leaf = state->leaf;
  const FlBodyBlock *block = &leaf->body->blocks[0];
  const FlNestLoop *row = writer->tile_row, *column = writer->vector;
  const FlSym *vars[] = { row->var, column->var }, *begins[] = { get_begin (row), get_begin (column) };

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];
      const FlCPlace *place;
      g_autofree char *text = NULL, *element = NULL, *first = NULL, *step = NULL;
      const FlSym *index;
      const char *name;

      if (op->op != FL_SCALAR_LOAD || !fl_c_vector_is_across (writer, leaf, op))
        continue;
      index = leaf->indices[op->index];
      place = g_hash_table_lookup (writer->places, op->buffer);
      text = fl_c_dup_sym (writer, state, index);
      element = g_strdup_printf ("%s[%s]", place->name, text);
      if (g_hash_table_contains (writer->tiles, element))
        continue;
      name = fl_c_make_name (writer, fl_intern_printf ("%s_tile", place->name));
      first = fl_c_dup_sym (writer, state, fl_sym_substitute (index, vars, begins, 2));
      step = fl_c_dup_sym (writer, state, fl_sym_get_stride (index, column->var, leaf->vars, leaf->n_loops));
      fl_c_line (writer, "_Alignas (64) float %s[%d * %d];", name, FL_NEST_TILE, FL_C_TILE);
      fl_c_op_line (writer, state, op, "fl_transpose_f32 (%s, %s + %s, %s, i%u_end - i%u_begin, i%u_end - i%u_begin);", name, place->name,
                    first, step, column->depth, column->depth, row->depth, row->depth);
      g_hash_table_insert (writer->tiles, g_steal_pointer (&element), (gpointer) name);
    }
}

/* --- the root block ---------------------------------------------------------------------------------------------- */

static gboolean
is_written (const FlCWriter *writer, const FlCOpState *op)
{
  return op->serial && op->frame < writer->frames->len
         && g_array_index (writer->frames, FlCFrame, op->frame).serial == op->serial;
}

static void
write_root_op (FlCWriter *writer, FlCLeaf *state, guint position)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  g_autofree FlCValue *values = g_new0 (FlCValue, block->n_ops + 1);
  Site site = { .writer = writer, .state = state, .block = block, .values = values };

  for (guint i = 0; i < block->ops[position].n_args; i++)
    values[block->ops[position].args[i]] = state->ops[block->ops[position].args[i]].value;
  write_op (&site, position);
  state->ops[position].value = values[position];
  state->ops[position].frame = writer->frames->len - 1;
  state->ops[position].serial = g_array_index (writer->frames, FlCFrame, writer->frames->len - 1).serial;
}

static gboolean
reads_written (const FlCWriter *writer, const FlNestLeaf *leaf, guint position, const FlNestLoop *loop)
{
  const FlBodyBlock *block = &leaf->body->blocks[position];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];
      const FlBuffer *buffer = op->op == FL_SCALAR_LOAD ? fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer) : NULL;

      if (op->block >= 0 && reads_written (writer, leaf, op->block, loop))
        return TRUE;
      for (guint l = 0; buffer && l < loop->n_leaves; l++)
        for (guint k = 0; k < loop->leaves[l]->node->n_outputs; k++)
          if (fl_buffer_get_base (loop->leaves[l]->node->outputs[k]->buffer) == fl_buffer_get_base (buffer))
            return TRUE;
    }
  return FALSE;
}

static gboolean
can_hoist (const FlCWriter *writer, const FlCLeaf *state, guint position, guint level, const FlNestLoop *loop)
{
  const FlBodyOp *op = &state->leaf->body->blocks[0].ops[position];

  if (state->ops[position].is_after || state->ops[position].level > level || op->op == FL_SCALAR_STORE
      || op->op == FL_SCALAR_STORE_REDUCTION || op->op == FL_SCALAR_CONSTANT)
    return FALSE;
  for (guint i = 0; i < op->n_args; i++)
    if (!is_written (writer, &state->ops[op->args[i]])
        && state->leaf->body->blocks[0].ops[op->args[i]].op != FL_SCALAR_CONSTANT)
      return FALSE;
  if (op->op == FL_SCALAR_LOAD)
    {
      const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer);

      for (guint l = 0; l < loop->n_leaves; l++)
        for (guint k = 0; k < loop->leaves[l]->node->n_outputs; k++)
          if (fl_buffer_get_base (loop->leaves[l]->node->outputs[k]->buffer) == fl_buffer_get_base (buffer))
            return FALSE;
    }
  return op->block < 0 || !reads_written (writer, state->leaf, op->block, loop);
}

/* Reciprocals of divisors that stay the same in the loop, when it is the innermost one of the leaf. */
static void
hoist_reciprocals (FlCWriter *writer, FlCLeaf *state, guint level)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops && level + 1 == state->leaf->n_loops; i++)
    {
      const FlBodyOp *op = &block->ops[i];
      const FlCOpState *divisor;
      g_autofree char *text = NULL;
      FlCValue inverse = { .dtype = FL_DTYPE_F32 };

      if (op->op != FL_SCALAR_TRUEDIV || state->ops[i].is_after || state->ops[i].level <= level || op->dtype == FL_DTYPE_F64)
        continue;
      divisor = &state->ops[op->args[1]];
      if (!is_written (writer, divisor) || block->ops[op->args[1]].op == FL_SCALAR_CONSTANT
          || fl_c_get_compute_type (divisor->value.dtype) != fl_c_get_compute_type (FL_DTYPE_F32))
        continue;
      text = g_strdup_printf ("1.0f / %s", divisor->value.text);
      if (fl_c_find_value (writer, text))
        continue;
      inverse.text = fl_c_make_name (writer, "inverse");
      fl_c_op_line (writer, state, op, "const float %s = %s;", inverse.text, text);
      fl_c_remember (writer, text, inverse);
    }
}

void
fl_c_leaf_hoist (FlCWriter *writer, FlCLeaf *state, guint level, const FlNestLoop *loop)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      if (is_written (writer, &state->ops[i]) || !can_hoist (writer, state, i, level, loop))
        continue;
      for (guint a = 0; a < block->ops[i].n_args; a++)
        if (!is_written (writer, &state->ops[block->ops[i].args[a]]))
          write_root_op (writer, state, block->ops[i].args[a]);
      write_root_op (writer, state, i);
    }
  hoist_reciprocals (writer, state, level);
}

static gboolean
is_store (const FlBodyOp *op)
{
  return op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION;
}

void
fl_c_leaf_write_inside (FlCWriter *writer, FlCLeaf *state)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      gboolean is_reduction = block->ops[i].op == FL_SCALAR_REDUCTION;

      if ((state->ops[i].is_after && !is_reduction) || is_written (writer, &state->ops[i]))
        continue;
      if (writer->pass_number == 2 && is_store (&block->ops[i]))
        continue;
      write_root_op (writer, state, i);
    }
}

void
fl_c_leaf_write_after (FlCWriter *writer, FlCLeaf *state)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];

      if (!state->ops[i].is_after || op->op == FL_SCALAR_REDUCTION)
        continue;
      /* What it needs besides the reduction, unless the loops left it in reach. */
      for (guint a = 0; a < op->n_args; a++)
        if (!state->ops[op->args[a]].is_after && !is_written (writer, &state->ops[op->args[a]]))
          write_root_op (writer, state, op->args[a]);
      for (guint a = 0; a < op->n_args; a++)
        if (block->ops[op->args[a]].op == FL_SCALAR_REDUCTION)
          state->ops[op->args[a]].value
              = (FlCValue) { .text = fl_c_get_reduced (writer, state, &block->ops[op->args[a]], 0), .dtype = op->dtype };
      write_root_op (writer, state, i);
    }
}
