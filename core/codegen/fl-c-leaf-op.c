/* One operation of a leaf as a C statement: equal expressions within reach are written once, a masked body inside an
 * if. */
#include "fl-c-gather.h"
#include "fl-c-idiom.h"
#include "fl-c-lanes.h"
#include "fl-c-leaf-private.h"
#include "fl-c-masks.h"
#include "fl-c-nest-private.h"
#include "fl-c-small.h"

#include "fl-intern.h"

FlCValue
fl_c_site_define_as (FlCSite *site, const FlBodyOp *op, FlDtype dtype, gboolean is_vector, const char *type,
                     const char *expression)
{
  FlCWriter *writer = site->writer;
  g_autofree char *key = g_strconcat (type, ":", expression, NULL);
  const FlCValue *known = fl_c_find_value (writer, key);
  FlCValue value = { .dtype = dtype, .is_vector = is_vector };

  if (known)
    return *known;
  value.text = fl_c_make_name (writer, op->op == FL_SCALAR_TRUEDIV && site->block == &site->state->leaf->body->blocks[0]
                                           ? fl_c_nest_name_quotient (writer, site->state->leaf, op)
                                           : op->name);
  fl_c_op_line (writer, site->state, op, "const %s %s = %s;", type, value.text, expression);
  fl_c_remember (writer, key, value);
  return value;
}

FlCValue
fl_c_site_define (FlCSite *site, const FlBodyOp *op, FlDtype dtype, const char *type, const char *expression)
{
  return fl_c_site_define_as (site, op, dtype, FALSE, type, expression);
}

static void
write_indirect (FlCSite *site, const FlBodyOp *op, FlCValue value)
{
  FlCWriter *writer = site->writer;
  g_autofree char *size = fl_c_dup_sym (writer, site->state, op->indirect_size);
  g_autofree char *wrapped
      = op->indirect_wrap ? g_strdup_printf ("fl_wrap_index (%s, %s)", value.text, size) : g_strdup (value.text);
  g_autofree char *expression
      = op->indirect_check ? g_strdup_printf ("fl_clamp_index (%s, %s)", wrapped, size) : g_strdup (wrapped);
  FlBodyOp named = *op;
  const FlCValue *checked;
  FlCValue index;

  named.name = fl_intern ("at");
  if (value.is_vector)
    {
      fl_c_gather_write_position (writer, site->state, op, value);
      return;
    }
  checked = op->indirect_check ? fl_c_find_value (writer, expression) : NULL;
  if (op->indirect_check)
    {
      if (!checked)
        {
          fl_c_op_line (writer, site->state, op, "bad_indices += fl_is_outside (%s, %s);", wrapped, size);
          fl_c_remember (writer, expression, value);
        }
      writer->has_checks = TRUE;
      writer->is_scalar_loop = TRUE;
      writer->is_checked_loop = TRUE;
    }
  index = fl_c_site_define (site, &named, FL_DTYPE_I64, "int64_t", expression);
  g_hash_table_insert (site->state->indirect, (gpointer) op->indirect_symbol, (gpointer) index.text);
}

/* An index that is known to the compiler but not proved to be inside: the kernel stops rather than read elsewhere. */
static void
write_check (FlCSite *site, const FlBodyOp *op)
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
write_assert (FlCSite *site, const FlBodyOp *op, const FlCValue *value)
{
  fl_c_op_line (site->writer, site->state, op, "if (!(%s)) { fl_index_errors++; return; }", value->text);
  site->writer->is_scalar_loop = TRUE;
  return *value;
}

/* The body of a masked operation runs only where the mask holds, so that its loads stay inside their buffers. */
static FlCValue
write_masked (FlCSite *site, const FlBodyOp *op)
{
  FlCWriter *writer = site->writer;
  const FlBodyBlock *block = &site->state->leaf->body->blocks[op->block];
  g_autofree FlCValue *values = g_new0 (FlCValue, block->n_ops + 1);
  g_autofree char *other = fl_c_dup_constant (op->dtype, op->number, op->integer);
  FlCSite inner = { .writer = writer, .state = site->state, .block = block, .values = values, .is_guarded = TRUE };
  FlCValue result = { .text = fl_c_make_name (writer, op->name), .dtype = op->dtype };
  const char *mask = site->values[op->args[0]].text;

  fl_c_op_line (writer, site->state, op, "%s %s = %s;", fl_c_get_compute_type (op->dtype), result.text, other);
  fl_c_line (writer, "if (%s) {", mask);
  writer->indent++;
  fl_c_push_frame (writer);
  for (guint i = 0; i < block->n_ops; i++)
    fl_c_site_write_op (&inner, i);
  fl_c_line (writer, "%s = %s;", result.text, values[block->result].text);
  fl_c_pop_frame (writer);
  writer->indent--;
  fl_c_line (writer, "}");
  return result;
}

static FlCValue
write_index_value (FlCSite *site, const FlBodyOp *op)
{
  g_autofree char *index = fl_c_dup_sym (site->writer, site->state, site->state->leaf->indices[op->index]);
  const char *type = fl_c_get_compute_type (op->dtype);
  g_autofree char *cast = g_strdup_printf ("(%s) (%s)", type, index);

  if (fl_c_site_is_along_vector (site->writer, site->state, op))
    {
      const FlNestLeaf *leaf = site->state->leaf;
      gint64 step = 0;
      g_autofree char *count = NULL;

      if (fl_c_gather_has_position (site->state, leaf->indices[op->index], site->writer->vector->var))
        {
          count = fl_c_gather_dup_count (site->writer, site->state, leaf->indices[op->index]);
          return fl_c_site_define_as (site, op, FL_DTYPE_I32, TRUE, "fl_i32", count);
        }
      fl_sym_is_int (fl_sym_get_stride (leaf->indices[op->index], site->writer->vector->var, leaf->vars, leaf->n_loops),
                     &step);
      const gboolean is_small = site->writer->lanes && site->state->ops[op - site->block->ops].is_small;

      if (site->writer->lanes == FL_C_LANES_WIDE && op->dtype == FL_DTYPE_I64 && !is_small)
        {
          count = g_strdup_printf ("fl_count_wide_from (%s, %" G_GINT64_FORMAT ")", index, step);
          return fl_c_site_define_as (site, op, op->dtype, TRUE, "fl_i64", count);
        }
      if (op->dtype == FL_DTYPE_F32)
        {
          count = g_strdup_printf ("fl_f32_of_i32 (fl_count_from (%s, %" G_GINT64_FORMAT "))", index, step);
          return fl_c_site_define_as (site, op, op->dtype, TRUE, "fl_vec", count);
        }
      count = g_strdup_printf ("fl_count_from (%s, %" G_GINT64_FORMAT ")", index, step);
      return fl_c_site_define_as (site, op, is_small ? FL_DTYPE_I32 : op->dtype, TRUE, "fl_mask", count);
    }
  if (op->dtype == FL_DTYPE_I64)
    {
      if (fl_sym_is_symbol (site->state->leaf->indices[op->index]))
        return (FlCValue) { .text = fl_intern (index), .dtype = op->dtype };
      return fl_c_site_define (site, op, op->dtype, type, index);
    }
  return fl_c_site_define (site, op, op->dtype, type, cast);
}

/* A running sum, product, maximum or minimum along the reduction loop. */
static FlCValue
write_scan (FlCSite *site, const FlBodyOp *op, const FlCValue *args)
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

/* Dividing by what does not change in the innermost loop is multiplying by its reciprocal, written outside: one
 * division a row instead of one an element, for at most one unit in the last place. NULL: this is no such division. */
static char *
dup_reciprocal_product (FlCSite *site, const FlBodyOp *op, const FlCValue *args)
{
  FlCWriter *writer = site->writer;
  g_autofree char *text = NULL;
  const FlCValue *inverse, *scale;

  if (op->op != FL_SCALAR_TRUEDIV || fl_c_get_compute_type (op->dtype) != fl_c_get_compute_type (FL_DTYPE_F32))
    return NULL;
  text = g_strdup_printf ("1.0f / %s", args[1].text);
  inverse = fl_c_find_value (writer, text);
  if (inverse == NULL)
    return NULL;
  g_free (text);
  text = g_strdup_printf ("scale of %s", args[1].text);
  scale = fl_c_find_value (writer, text);
  return scale ? g_strdup_printf ("%s * %s * %s", args[0].text, scale->text, inverse->text) : NULL;
}

/* A composition as one function: see fl-c-idiom.h. */
static FlCValue
write_idiom (FlCSite *site, const FlBodyOp *op, const FlCOpState *state)
{
  FlCWriter *writer = site->writer;
  g_autofree char *operand = fl_c_vector_dup_operand (site->values[state->idiom_arg]);
  g_autofree char *call = g_strdup_printf ("%s (%s)", fl_c_idiom_get_function (state->idiom), operand);
  FlBodyOp named = *op;

  named.name = fl_c_idiom_get_name (state->idiom);
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "computed by one function",
                    fl_arena_printf (writer->pass->arena, "%s instead of its definition's operations: %s",
                                     fl_c_idiom_get_function (state->idiom), fl_c_idiom_get_definition (state->idiom)));
  return fl_c_site_define_as (site, &named, op->dtype, TRUE, "fl_vec", call);
}

/* A conversion to 16 or 8 bits that is only stored: storing converts. */
static gboolean
is_made_by_store (const FlCSite *site, const FlBodyOp *op, const FlCValue *args)
{
  const FlNestLeaf *leaf = site->state->leaf;
  gboolean is_stored = FALSE;

  if (op->op != FL_SCALAR_TO_DTYPE || !fl_dtype_is_low_precision (op->dtype) || args[0].dtype != FL_DTYPE_F32
      || site->block != &leaf->body->blocks[0])
    return FALSE;
  for (guint i = 0; i < site->block->n_ops; i++)
    {
      const FlBodyOp *user = &site->block->ops[i];
      const FlCPlace *place
          = user->op == FL_SCALAR_STORE ? g_hash_table_lookup (site->writer->places, user->buffer) : NULL;

      for (guint a = 0; a < user->n_args; a++)
        if (&site->block->ops[user->args[a]] == op)
          {
            if (!place || place->local || user->mode == FL_STORE_ATOMIC_ADD
                || fl_lowered_find_buffer (site->writer->nest->schedule->lowered, user->buffer)->layout.dtype
                       != op->dtype)
              return FALSE;
            is_stored = TRUE;
          }
    }
  return is_stored;
}

static FlCValue
write_plain (FlCSite *site, const FlBodyOp *op, const FlCValue *args)
{
  GString *expression = g_string_new (NULL);
  const char *type = fl_c_get_compute_type (op->dtype);
  g_autofree char *product = dup_reciprocal_product (site, op, args);
  FlCValue value = { .text = "0", .dtype = op->dtype };
  gboolean is_vector = FALSE;

  for (guint i = 0; i < op->n_args; i++)
    is_vector |= args[i].is_vector;
  if ((is_vector || fl_dtype_get_size_bytes (op->dtype) == 1) && is_made_by_store (site, op, args))
    value = args[0];
  else if (is_vector && fl_c_lanes_is_identity (site->writer, op, args))
    value = (FlCValue) { .text = args[0].text,
                         .dtype = op->dtype,
                         .is_vector = TRUE,
                         .is_counted = !site->writer->lanes && op->dtype != FL_DTYPE_BOOL
                                       && (args[0].dtype == FL_DTYPE_BOOL || args[0].is_counted) };
  else if (is_vector)
    {
      type = fl_c_lanes_get_type (site->writer, op->dtype);
      if (!product && !fl_c_lanes_append_op (expression, site->writer, op, args))
        fl_c_fail (site->writer, "vectors of the operation %s", fl_scalar_get_info (op->op)->name);
      value = fl_c_site_define_as (site, op, op->dtype, TRUE, type, product ? product : expression->str);
    }
  else if (product)
    value = fl_c_site_define (site, op, op->dtype, type, product);
  else if (!type || !fl_c_append_op (expression, op, args))
    fl_c_fail (site->writer, "the operation %s on %s", fl_scalar_get_info (op->op)->name,
               fl_dtype_get_torch_name (op->dtype));
  else
    value = fl_c_site_define (site, op, op->dtype, type, expression->str);
  g_string_free (expression, TRUE);
  return value;
}

/* A small integer, or how two of them compare, in lanes of 32 bits. */
static FlCValue
write_small (FlCSite *site, const FlBodyOp *op, const FlCValue *args)
{
  FlBodyOp small = *op;
  FlCValue operands[4] = { { 0 } };

  if (op->dtype != FL_DTYPE_BOOL)
    small.dtype = FL_DTYPE_I32;
  for (guint i = 0; i < op->n_args && i < 4; i++)
    {
      operands[i] = args[i];
      if (args[i].dtype != FL_DTYPE_I64)
        continue;
      operands[i].dtype = FL_DTYPE_I32;
      if (!args[i].is_vector) /* beside a vector of 32 bits C takes no number of 64 */
        operands[i].text = fl_arena_printf (site->writer->pass->arena, "(int32_t) %s", args[i].text);
    }
  return write_plain (site, &small, operands);
}

/* Indices that only tell where to load stay as they were loaded. */
static FlCValue
write_any (FlCSite *site, guint32 position, const FlCValue *args)
{
  const FlBodyOp *op = &site->block->ops[position];
  gboolean is_vector = FALSE;

  for (guint i = 0; i < op->n_args && i < 4; i++)
    is_vector |= args[i].is_vector;
  if (!is_vector || site->block != &site->state->leaf->body->blocks[0])
    return write_plain (site, op, args);
  if (fl_c_gather_is_position (site->writer, site->state, position, site->writer->vector->var))
    return args[0];
  return site->writer->lanes && fl_c_small_is_among (site->state, position) ? write_small (site, op, args)
                                                                            : write_plain (site, op, args);
}

static FlCValue
write_constant (const FlBodyOp *op)
{
  g_autofree char *text = fl_c_dup_constant (op->dtype, op->number, op->integer);

  return (FlCValue) { .text = fl_intern (text), .dtype = op->dtype };
}

void
fl_c_site_write_op (FlCSite *site, guint32 position)
{
  const FlBodyOp *op = &site->block->ops[position];
  FlCValue args[4] = { { 0 } }, value = { .text = "0", .dtype = op->dtype };

  for (guint i = 0; i < op->n_args && i < 4; i++)
    args[i] = site->values[op->args[i]];
  switch (op->op)
    {
    case FL_SCALAR_CONSTANT: value = write_constant (op); break;
    case FL_SCALAR_LOAD:
    case FL_SCALAR_LOAD_SEED: value = fl_c_site_write_load (site, op); break;
    case FL_SCALAR_INDEX_EXPR: value = write_index_value (site, op); break;
    case FL_SCALAR_MASKED:
      value = site->writer->masked && site->writer->vector == site->writer->masked
                  ? fl_c_masks_write (site, op, args[0])
                  : write_masked (site, op);
      break;
    case FL_SCALAR_SET_INDIRECT: write_indirect (site, op, args[0]); break;
    case FL_SCALAR_CHECK_BOUNDS: write_check (site, op); break;
    case FL_SCALAR_DEVICE_ASSERT: value = write_assert (site, op, &args[0]); break;
    case FL_SCALAR_REDUCTION:
      if (site->writer->vector && site->state->ops[position].idiom != FL_C_IDIOM_NONE)
        args[0] = site->values[site->state->ops[position].idiom_arg];
      fl_c_reduce (site->writer, site->state, position, op, args);
      break;
    case FL_SCALAR_SCAN: value = write_scan (site, op, args); break;
    case FL_SCALAR_GETITEM:
      value = args[0];
      if (site->block->ops[op->args[0]].op == FL_SCALAR_REDUCTION)
        value.text = fl_c_get_reduced (site->writer, site->state, &site->block->ops[op->args[0]], op->output);
      break;
    case FL_SCALAR_STORE:
    case FL_SCALAR_STORE_REDUCTION: fl_c_site_write_store (site, op, args[0]); break;
    case FL_SCALAR_SORT: fl_c_fail (site->writer, "sorting inside a kernel"); break;
    default:
      if (site->writer->vector && site->block == &site->state->leaf->body->blocks[0]
          && site->state->ops[position].idiom != FL_C_IDIOM_NONE)
        value = write_idiom (site, op, &site->state->ops[position]);
      else
        value = write_any (site, position, args);
    }
  site->values[position] = value;
}
