/* Vector gathers: which indices are positions of 32 bits a lane, and how loads at such positions are written. */
#include "fl-c-gather.h"

enum
{
  MAX_SIZE = 1 << 30, /* of a dimension that is indexed: an index that is wrapped fits, too */
  MAX_LANES = 16
};

static guint
get_depth (const FlCLeaf *state, const FlSym *var)
{
  for (guint d = 0; d < state->leaf->n_loops; d++)
    if (state->leaf->vars[d] == var)
      return d;
  return G_MAXUINT;
}

/* The operation that makes an index of one element, or NULL. */
static const FlBodyOp *
find_maker (const FlCLeaf *state, const FlSym *symbol, guint *level)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];

  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_SET_INDIRECT && block->ops[i].indirect_symbol == symbol)
      {
        *level = state->ops[i].level;
        return &block->ops[i];
      }
  return NULL;
}

static gboolean
is_made_along (const FlCLeaf *state, const FlSym *symbol, guint depth)
{
  guint level = 0;

  return find_maker (state, symbol, &level) && level > depth;
}

gboolean
fl_c_gather_has_position (const FlCLeaf *state, const FlSym *index, const FlSym *var)
{
  g_autoptr (GPtrArray) symbols = NULL;
  const guint depth = get_depth (state, var);

  if (depth == G_MAXUINT || !fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return FALSE;
  symbols = g_ptr_array_new ();
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (fl_sym_get_kind (symbols->pdata[i]) == FL_SYM_INDIRECT && is_made_along (state, symbols->pdata[i], depth))
      return TRUE;
  return FALSE;
}

/* --- which are positions ---------------------------------------------------------------------- */

/* Is it what memory holds, or that with more bits? */
static gboolean
is_whole_number (const FlCWriter *writer, const FlCLeaf *state, guint position)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  const FlBodyOp *op = &block->ops[position];
  const FlCPlace *place;
  FlDtype dtype;

  if (op->op == FL_SCALAR_TO_DTYPE)
    return op->dtype == FL_DTYPE_I64 && is_whole_number (writer, state, op->args[0]);
  if (op->op != FL_SCALAR_LOAD)
    return FALSE;
  place = g_hash_table_lookup (writer->places, op->buffer);
  dtype = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype;
  return (dtype == FL_DTYPE_I64 || dtype == FL_DTYPE_I32) && (!place->local || place->local->place == FL_LOCAL_MEMORY);
}

static gboolean
is_only_position (const FlCLeaf *state, guint position)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  gboolean is_used = FALSE;

  for (guint i = position + 1; i < block->n_ops; i++)
    for (guint a = 0; a < block->ops[i].n_args; a++)
      {
        if (block->ops[i].args[a] != position)
          continue;
        if (block->ops[i].op != FL_SCALAR_SET_INDIRECT
            && !(block->ops[i].op == FL_SCALAR_TO_DTYPE && is_only_position (state, i)))
          return FALSE;
        is_used = TRUE;
      }
  return is_used;
}

gboolean
fl_c_gather_is_position (const FlCWriter *writer, const FlCLeaf *state, guint position, const FlSym *var)
{
  const FlBodyOp *op = &state->leaf->body->blocks[0].ops[position];

  if (writer->strip || writer->lane || writer->tile_row || (op->op != FL_SCALAR_LOAD && op->op != FL_SCALAR_TO_DTYPE)
      || !fl_dtype_is_integer (op->dtype))
    return FALSE;
  if (op->op == FL_SCALAR_LOAD && fl_c_gather_has_position (state, state->leaf->indices[op->index], var))
    return FALSE;
  return is_whole_number (writer, state, position) && is_only_position (state, position);
}

/* Integers of so few bits are computed with in lanes of 32. */
static gboolean
fits_lane (FlDtype dtype)
{
  return dtype == FL_DTYPE_I32 || dtype == FL_DTYPE_I16 || dtype == FL_DTYPE_I8 || dtype == FL_DTYPE_U8;
}

const char *
fl_c_gather_refuse_position (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlSym *var)
{
  gint64 size;

  if (!fl_c_gather_is_position (writer, state, op->args[0], var) && !state->ops[op->args[0]].is_small
      && !fits_lane (state->leaf->body->blocks[0].ops[op->args[0]].dtype))
    return "an index that is computed of large numbers";
  if (writer->strip || writer->lane || writer->tile_row)
    return "an index, of columns";
  return fl_sym_is_int (op->indirect_size, &size) && size > 0 && size <= MAX_SIZE
             ? NULL
             : "an index of a dimension of unknown size";
}

/* --- loads ------------------------------------------------------------------------------------ */

/* index = base + the sum of steps[i] * symbols[i]; of the loop's variable, base has its own step, too. */
typedef struct
{
  const FlSym *base;
  gint64 step; /* from one lane to the next */
  guint n;
  const FlSym *symbols[4];
  gint64 steps[4];
} Address;

static gboolean
take_symbol (Address *address, const FlSym *symbol)
{
  const FlSym *zero = fl_sym_int (fl_sym_get_table (address->base), 0),
              *one = fl_sym_int (fl_sym_get_table (address->base), 1);
  const FlSym *without = fl_sym_substitute (address->base, &symbol, &zero, 1);
  const FlSym *step = fl_sym_sub (fl_sym_substitute (address->base, &symbol, &one, 1), without);

  if (address->n == G_N_ELEMENTS (address->symbols) || !fl_sym_is_int (step, &address->steps[address->n])
      || !fl_sym_is_int_value (fl_sym_sub (address->base, fl_sym_add (without, fl_sym_mul (step, symbol))), 0))
    return FALSE;
  address->symbols[address->n++] = symbol;
  address->base = without;
  return TRUE;
}

static gboolean
find_address (const FlCLeaf *state, const FlSym *index, const FlSym *var, Address *address)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  const FlSym *step;

  *address = (Address) { .base = index };
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (fl_sym_get_kind (symbols->pdata[i]) == FL_SYM_INDIRECT
        && is_made_along (state, symbols->pdata[i], get_depth (state, var))
        && !take_symbol (address, symbols->pdata[i]))
      return FALSE;
  step = fl_sym_get_stride (address->base, var, state->leaf->vars, state->leaf->n_loops);
  return fl_sym_is_int (step, &address->step)
         && !fl_sym_contains (fl_sym_sub (address->base, fl_sym_mul (step, var)), var);
}

/* Elements beside the one that is asked for which its word may hold. */
static gint64
count_others (FlDtype dtype)
{
  const guint bytes = fl_dtype_get_size_bytes (dtype);

  return bytes < 4 ? 4 / bytes - 1 : 0;
}

static gboolean
has_gather (FlDtype dtype)
{
  switch (dtype)
    {
    case FL_DTYPE_F32:
    case FL_DTYPE_F64:
    case FL_DTYPE_BF16:
    case FL_DTYPE_F16:
    case FL_DTYPE_BOOL:
    case FL_DTYPE_I64:
    case FL_DTYPE_I32:
    case FL_DTYPE_I16:
    case FL_DTYPE_I8:
    case FL_DTYPE_U8: return TRUE;
    default: return FALSE;
    }
}

/* Do positions add up to something that 32 bits hold? last: the farthest. */
static const char *
refuse_address (const FlCLeaf *state, const FlBodyOp *op, const FlSym *var, gint64 *last)
{
  Address address;

  *last = 0;
  if (!find_address (state, state->leaf->indices[op->index], var, &address) || address.step < 0)
    return "elements from anywhere, with positions that are no sum of multiples";
  for (guint i = 0; i < address.n; i++)
    {
      guint level;
      const FlBodyOp *maker = find_maker (state, address.symbols[i], &level);
      gint64 size, reach;

      if (!fl_sym_is_int (maker->indirect_size, &size) || address.steps[i] < 0
          || __builtin_mul_overflow (size - 1, address.steps[i], &reach) || __builtin_add_overflow (*last, reach, last)
          || *last > G_MAXINT32)
        return "elements from anywhere, at positions that 32 bits do not hold";
    }
  return *last > G_MAXINT32 - MAX_LANES * address.step ? "elements from anywhere, at positions that 32 bits do not hold"
                                                       : NULL;
}

const char *
fl_c_gather_refuse_load (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlSym *var)
{
  const FlCPlace *place = g_hash_table_lookup (writer->places, op->buffer);
  const FlDtype dtype = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype;
  const char *why;
  gint64 last;

  if (place->local && place->local->place != FL_LOCAL_MEMORY)
    return "elements from anywhere in a row on the stack";
  if (writer->strip || writer->lane || writer->tile_row)
    return "elements from anywhere, of columns";
  if (!has_gather (dtype))
    return "elements from anywhere, of a type that has no gather";
  why = refuse_address (state, op, var, &last);
  return !why && last < count_others (dtype) ? "elements from anywhere of very few" : why;
}

/* Memory that lanes may be added to, one after the other. */
static gboolean
can_be_added_to (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || dtype == FL_DTYPE_F64 || dtype == FL_DTYPE_I64 || dtype == FL_DTYPE_I32;
}

const char *
fl_c_gather_refuse_store (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlSym *var)
{
  const FlCPlace *place = g_hash_table_lookup (writer->places, op->buffer);
  const FlDtype dtype = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype;
  gint64 last;

  if (place->local || writer->strip || writer->lane || writer->tile_row)
    return "elements that are stored anywhere, of columns";
  if (!has_gather (dtype) || dtype == FL_DTYPE_I16 || (op->mode == FL_STORE_ATOMIC_ADD && !can_be_added_to (dtype)))
    return "elements that are stored anywhere, of a type that has no scatter";
  return refuse_address (state, op, var, &last);
}

gboolean
fl_c_gather_scatters (const FlCWriter *writer, const FlCLeaf *state, const FlNestLoop *loop)
{
  const FlBodyBlock *block = &state->leaf->body->blocks[0];
  const FlLowered *lowered = writer->nest->schedule->lowered;
  const FlBuffer *to = NULL;

  if (loop->n_leaves != 1 || state->leaf->body->n_blocks != 1)
    return FALSE;
  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_STORE)
      {
        if (to || !fl_c_gather_has_position (state, state->leaf->indices[block->ops[i].index], loop->var))
          return FALSE;
        to = fl_buffer_get_storage (fl_lowered_find_buffer (lowered, block->ops[i].buffer));
      }
  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_LOAD
        && fl_buffer_get_storage (fl_lowered_find_buffer (lowered, block->ops[i].buffer)) == to)
      return FALSE;
  return to != NULL;
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* Is it text that vectors understand as well? The smaller one of two, a choice and their like are functions of one
 * number. */
static gboolean
is_plain (const FlSym *sym)
{
  static const FlSymKind functions[]
      = { FL_SYM_MOD, FL_SYM_MIN, FL_SYM_MAX, FL_SYM_REL, FL_SYM_SELECT, FL_SYM_REAL, FL_SYM_ROUND, FL_SYM_OPAQUE };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (fl_sym_contains_kind (sym, functions[i]))
      return FALSE;
  return TRUE;
}

/* Parts an index: what the loop's variables say, and what positions add to that. FALSE: they do not just add up. */
static gboolean
split_count (const FlCLeaf *state, const FlSym *index, const FlSym *var, const FlSym **base, const FlSym **added)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  const FlSym *zero = fl_sym_int (fl_sym_get_table (index), 0);

  *base = index;
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlSym *symbol = symbols->pdata[i];

      if (fl_sym_get_kind (symbol) == FL_SYM_INDIRECT && is_made_along (state, symbol, get_depth (state, var)))
        *base = fl_sym_substitute (*base, &symbol, &zero, 1);
    }
  *added = fl_sym_sub (index, *base);
  g_ptr_array_set_size (symbols, 0);
  fl_sym_collect_symbols (*added, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (fl_sym_get_kind (symbols->pdata[i]) != FL_SYM_INDIRECT
        || !is_made_along (state, symbols->pdata[i], get_depth (state, var)))
      return FALSE;
  return is_plain (*added);
}

gboolean
fl_c_gather_can_count (const FlCLeaf *state, const FlSym *index, const FlSym *var)
{
  const FlSym *base, *added, *step;

  if (!split_count (state, index, var, &base, &added))
    return FALSE;
  step = fl_sym_get_stride (base, var, state->leaf->vars, state->leaf->n_loops);
  return fl_sym_is_int (step, NULL) && !fl_sym_contains (fl_sym_sub (base, fl_sym_mul (step, var)), var);
}

/* "fl_count_from (128 * i1 + 2 * i2, 2) + at + 62 * (at / 2)" */
char *
fl_c_gather_dup_count (FlCWriter *writer, const FlCLeaf *state, const FlSym *index)
{
  const FlNestLeaf *leaf = state->leaf;
  const FlSym *base, *added;
  gint64 step = 0;
  g_autofree char *first = NULL, *rest = NULL;
  gboolean is_sum = split_count (state, index, writer->vector->var, &base, &added);

  g_assert (is_sum);
  fl_sym_is_int (fl_sym_get_stride (base, writer->vector->var, leaf->vars, leaf->n_loops), &step);
  first = fl_c_dup_sym (writer, state, base);
  rest = fl_c_dup_sym (writer, state, added);
  return g_strdup_printf ("fl_count_from (%s, %" G_GINT64_FORMAT ") + %s", first, step, rest);
}

/* --- text ------------------------------------------------------------------------------------- */

char *
fl_c_gather_dup_loaded_index (FlDtype dtype, const char *access, const char *count)
{
  const char *name = fl_dtype_get_short_name (dtype);

  if (count)
    return g_strdup_printf ("fl_load_part_index_%s (%s, %s)", name, access, count);
  return g_strdup_printf ("fl_load_index_%s (%s)", name, access);
}

void
fl_c_gather_write_position (FlCWriter *writer, FlCLeaf *state, const FlBodyOp *op, FlCValue value)
{
  g_autofree char *size = fl_c_dup_sym (writer, state, op->indirect_size);
  /* A lane of a truth value is -1, where the index is 1. */
  g_autofree char *number = value.is_counted ? g_strdup_printf ("%s & 1", value.text) : g_strdup (value.text);
  g_autofree char *wrapped
      = op->indirect_wrap ? g_strdup_printf ("fl_wrap_lanes (%s, %s)", number, size) : g_strdup (number);
  g_autofree char *valid
      = op->indirect_check ? g_strdup_printf ("fl_clamp_lanes (%s, %s)", wrapped, size) : g_strdup (wrapped);
  g_autofree char *key = g_strdup_printf ("position:%s", valid);
  const FlCValue *known = fl_c_find_value (writer, key);
  FlCValue position = { .dtype = FL_DTYPE_I32, .is_vector = TRUE };

  if (known)
    position = *known;
  else
    {
      if (op->indirect_check && writer->left) /* lanes behind the last element hold anything */
        fl_c_op_line (writer, state, op, "bad_indices += fl_count_outside (fl_first_i32 (%s, %s, 0), %s);", wrapped,
                      writer->left, size);
      else if (op->indirect_check)
        fl_c_op_line (writer, state, op, "bad_indices += fl_count_outside (%s, %s);", wrapped, size);
      position.text = fl_c_make_name (writer, "at");
      fl_c_op_line (writer, state, op, "const fl_i32 %s = %s;", position.text, valid);
      fl_c_remember (writer, key, position);
    }
  writer->has_checks |= op->indirect_check;
  g_hash_table_insert (state->indirect, (gpointer) op->indirect_symbol, (gpointer) position.text);
}

/* "1024 * set_indirect0 + fl_count_from (0, 1)" */
static char *
dup_positions (const FlCLeaf *state, const Address *address)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < address->n; i++)
    {
      const char *name = g_hash_table_lookup (state->indirect, address->symbols[i]);

      g_string_append (out, i ? " + " : "");
      if (address->steps[i] != 1)
        g_string_append_printf (out, "%" G_GINT64_FORMAT " * ", address->steps[i]);
      g_string_append (out, name);
    }
  if (address->step != 0)
    g_string_append_printf (out, " + fl_count_from (0, %" G_GINT64_FORMAT ")", address->step);
  return g_string_free (out, FALSE);
}

static char *
dup_base (FlCWriter *writer, const FlCLeaf *state, const FlCPlace *place, const FlSym *base)
{
  g_autofree char *text = fl_c_dup_sym (writer, state, base);

  return fl_sym_is_int_value (base, 0) ? g_strdup (place->name) : g_strdup_printf ("%s + %s", place->name, text);
}

char *
fl_c_gather_dup_load (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place,
                      const char *count)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer);
  const FlDtype dtype = buffer->layout.dtype;
  const char *name = dtype == FL_DTYPE_BOOL ? "bool" : fl_dtype_get_short_name (dtype);
  g_autofree char *base = NULL, *positions = NULL;
  Address address;
  gboolean is_known = find_address (state, state->leaf->indices[op->index], writer->vector->var, &address);

  g_assert (is_known);
  base = dup_base (writer, state, place, address.base);
  positions = dup_positions (state, &address);
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, buffer, "gathered in vectors",
      fl_arena_printf (writer->pass->arena,
                       "indices along i%u tell where; they are checked and used as positions of 32 bits a lane",
                       writer->vector->depth));
  if (count)
    return g_strdup_printf ("fl_gather_part_%s (%s, %s, %s)", name, base, positions, count);
  return g_strdup_printf ("fl_gather_%s (%s, %s)", name, base, positions);
}

char *
fl_c_gather_dup_store (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place,
                       const char *value, gboolean is_same, const char *count)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer);
  const FlDtype dtype = buffer->layout.dtype;
  const char *name = dtype == FL_DTYPE_BOOL ? "bool" : fl_dtype_get_short_name (dtype);
  const char *add = op->mode != FL_STORE_ATOMIC_ADD ? "" : is_same ? "add_same_" : "add_";
  g_autofree char *base = NULL, *positions = NULL;
  Address address;
  gboolean is_known = find_address (state, state->leaf->indices[op->index], writer->vector->var, &address);

  g_assert (is_known);
  base = dup_base (writer, state, place, address.base);
  positions = dup_positions (state, &address);
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, buffer, "places found in vectors",
      fl_arena_printf (writer->pass->arena,
                       "indices along i%u tell where; elements are put there one by one, as several may meet",
                       writer->vector->depth));
  if (count)
    return g_strdup_printf ("fl_scatter_%spart_%s (%s, %s, %s, %s)", add, name, base, positions, value, count);
  return g_strdup_printf ("fl_scatter_%s%s (%s, %s, %s)", add, name, base, positions, value);
}

/* Where a row is gathered from that the loop is long enough to go through: of longer ones, few lines would be needed.
 */
void
fl_c_gather_write_prefetch (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, const FlCPlace *place)
{
  const FlNestLeaf *leaf = state->leaf;
  const guint depth = writer->vector->depth;
  const FlDtype dtype = fl_lowered_find_buffer (writer->nest->schedule->lowered, op->buffer)->layout.dtype;
  g_autofree char *base = NULL;
  guint level;
  gint64 size, row, length, bytes, first = 0;
  Address address;

  if (depth == 0 || !fl_sym_is_int (writer->vector->size, &length)
      || !find_address (state, leaf->indices[op->index], writer->vector->var, &address) || address.n != 1
      || address.steps[0] != 1 || address.step != 0
      || !fl_sym_is_int (find_maker (state, address.symbols[0], &level)->indirect_size, &size)
      || !fl_sym_is_int (fl_sym_get_stride (address.base, leaf->vars[depth - 1], leaf->vars, leaf->n_loops), &row)
      || row < size || length < size / 2)
    return;
  bytes = fl_c_schedule_get_distance (writer, leaf, place, address.base, fl_dtype_get_size_bytes (dtype), &first);
  if (bytes <= 0 || first > 0)
    return;
  base = dup_base (writer, state, place, address.base);
  fl_c_schedule_note_fetch (writer, op->buffer, bytes, fl_dtype_get_size_bytes (dtype), FALSE);
  fl_c_line (writer, "__builtin_prefetch (%s + %" G_GINT64_FORMAT " + i%u);", base, bytes, depth);
}
