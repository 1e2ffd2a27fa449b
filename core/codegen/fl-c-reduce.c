/* Reductions: which accumulators there are, and what operations and leaves share them. Statements inside the loops are
 * in fl-c-reduce-step.c, those around them in fl-c-reduce-around.c. */
#include "fl-c-idiom.h"
#include "fl-c-reduce-private.h"
#include "fl-c-threads.h"

#include "fl-intern.h"

#include <string.h>

static gboolean
is_two_pass (FlReductionType type)
{
  return type == FL_REDUCTION_WELFORD_REDUCE || type == FL_REDUCTION_ONLINE_SOFTMAX;
}

gboolean
fl_c_reduction_is_least (FlReductionType type)
{
  return type == FL_REDUCTION_ARGMIN || type == FL_REDUCTION_ARGMIN_VALUE || type == FL_REDUCTION_ARGMIN_WITH_VALUE;
}

/* Which of its names a reduction adds to in the present pass. */
guint
fl_c_get_running_output (const FlCWriter *writer, const FlCAccumulator *accumulator)
{
  return accumulator->is_two_pass && writer->pass_number == 2 ? 1 : 0;
}

gboolean
fl_c_is_mask_slot (const FlCAccumulator *accumulator, guint output)
{
  return accumulator->is_count || accumulator->type == FL_REDUCTION_ANY
         || (fl_reduction_is_arg (accumulator->type) && output == 0);
}

/* In a strip there is one accumulator a column; in vectors, what is being added up has one a lane. */
char *
fl_c_dup_slot (const FlCWriter *writer, const FlCAccumulator *accumulator, guint output)
{
  const char *name = accumulator->names[output];

  if (writer->slots)
    return g_strdup (fl_c_nest_use_slot (writer, name, name, fl_c_is_mask_slot (accumulator, output),
                                         output == fl_c_get_running_output (writer, accumulator)
                                             || fl_reduction_is_arg (accumulator->type)));
  if (writer->strip)
    return g_strdup_printf ("%s[i%u - i%u_begin]", name, writer->strip->depth, writer->strip->depth);
  if (writer->vector && accumulator->n_vectors && output == fl_c_get_running_output (writer, accumulator))
    return g_strdup_printf (accumulator->n_vectors == 1 ? "%s_lanes"
                            : writer->is_single         ? "%s_lanes[0]"
                                                        : "%s_lanes[vec]",
                            name);
  return g_strdup (name);
}

/* dtype of the values that are compared or added: an argmax yields an index of other values. */
static FlDtype
get_value_dtype (const FlBodyOp *op, const FlCValue *args)
{
  return fl_reduction_is_arg (op->reduction) ? args[0].dtype : op->dtype;
}

static const FlSym *
count_elements (const FlNestLeaf *leaf, guint first)
{
  FlSymTable *symbols = fl_sym_get_table (leaf->reduction_index);

  return fl_sym_product (symbols, leaf->sizes + first, leaf->n_loops - first);
}

/* Float sums of many terms lose digits: one lane adds thousands of them. Where the compiler adds up one element at a
 * time, that lane is the only one. */
static gboolean
needs_double (const FlCWriter *writer, const FlCAccumulator *accumulator)
{
  const gboolean is_one_by_one
      = !writer->vector && (writer->has_guarded_load || writer->is_scalar_loop || writer->pass->options->cpu_sanitize);
  gint64 limit = writer->strip ? FL_C_STRIP_PIECE : is_one_by_one ? FL_C_SINGLE_PIECE : FL_C_PIECE;

  if (accumulator->dtype == FL_DTYPE_F64 || !fl_dtype_is_float (accumulator->dtype))
    return FALSE;
  if (accumulator->type != FL_REDUCTION_SUM && accumulator->type != FL_REDUCTION_DOT && !accumulator->is_two_pass)
    return FALSE;
  return fl_sym_get_hint (accumulator->whole_count, limit + 1) > limit;
}

static char *
dup_key (const FlCLeaf *state, guint32 position, const FlBodyOp *op, const FlCValue *args)
{
  GString *key = g_string_new (NULL);

  g_string_append_printf (key, "%d %d %u", op->reduction, op->dtype, state->leaf->n_iter);
  for (guint i = 0; i < op->n_args; i++)
    g_string_append_printf (key, " %s", args[i].text);
  if (state->ops[position].idiom != FL_C_IDIOM_NONE)
    {
      const char *sign;
      g_autofree char *bound = fl_c_idiom_dup_bound (state, position, &sign);

      g_string_append_printf (key, " %s %s", sign, bound);
    }
  if (op->op == FL_SCALAR_SCAN)
    g_string_append_printf (key, " scan %u", state->leaf->position);
  return g_string_free (key, FALSE);
}

/* Beside a sum, that of the squares. */
static void
add_squares (FlCWriter *writer, FlCAccumulator *sum)
{
  FlCAccumulator *squares = fl_arena_memdup (writer->pass->arena, sum, sizeof *sum);

  squares->key = fl_arena_printf (writer->pass->arena, "squares of %s", sum->key);
  squares->names[0] = fl_c_make_name (writer, "squares");
  squares->of = sum;
  sum->squares = squares;
  writer->sum_of_squares = squares;
  g_ptr_array_add (writer->accumulators, squares);
}

/* The FX node's own name reads best: amax, sum_1, argmax. But a sum that a mean or a variance begins with is neither.
 */
static const char *
choose_name (FlCWriter *writer, const FlBodyOp *op)
{
  const FlGraph *graph = writer->nest->schedule->lowered->graph;
  const FlNode *node = graph && op->origin.index < graph->n_nodes ? &graph->nodes[op->origin.index] : NULL;

  if (!node || is_two_pass (op->reduction) || op->reduction == FL_REDUCTION_WELFORD_COMBINE
      || (op->reduction == FL_REDUCTION_SUM
          && (strstr (node->target, "mean") || strstr (node->target, "var") || strstr (node->target, "std"))))
    return op->op == FL_SCALAR_SCAN ? op->name : fl_reduction_get_name (op->reduction);
  return fl_c_get_value_name (writer, node->name);
}

/* Is any element beyond a constant? The extreme of all tells: that takes one operation an element, and none is made a
 * truth value. */
static void
note_bound (FlCWriter *writer, const FlCLeaf *state, guint32 position, FlCAccumulator *accumulator)
{
  g_autofree char *bound = fl_c_idiom_dup_bound (state, position, &accumulator->sign);
  const gboolean is_above = state->ops[position].idiom == FL_C_IDIOM_ANY_ABOVE;

  accumulator->bound = fl_arena_strdup (writer->pass->arena, bound);
  fl_c_note_choice (
      writer, FL_VERDICT_ACCEPT, state->leaf->node->op,
      is_above ? "the largest tells of all" : "the smallest tells of all",
      fl_arena_printf (writer->pass->arena,
                       "elements are compared with %s, which is the same for all: one operation an element instead "
                       "of two",
                       bound));
}

static FlCAccumulator *
make_accumulator (FlCWriter *writer, const FlCLeaf *state, guint32 position, const FlBodyOp *op, const FlCValue *args,
                  char *key)
{
  FlCAccumulator *accumulator = fl_arena_new (writer->pass->arena, FlCAccumulator, 1);
  const char *base = choose_name (writer, op);

  accumulator->type = op->reduction;
  accumulator->dtype = get_value_dtype (op, args);
  accumulator->key = fl_arena_strdup (writer->pass->arena, key);
  accumulator->is_two_pass = is_two_pass (op->reduction);
  /* Integers that vectors add up one lane at a time are truth values; one that is the same in all lanes is still a
   * number. */
  accumulator->is_count
      = op->reduction == FL_REDUCTION_SUM
        && (args[0].is_counted || (writer->vector && !writer->lanes && fl_dtype_is_integer (op->dtype)));
  accumulator->depth = state->leaf->n_iter;
  accumulator->whole_count = accumulator->count = count_elements (state->leaf, state->leaf->n_iter);
  if (fl_c_threads_get_count (writer))
    accumulator->count
        = fl_sym_mul (fl_c_threads_get_count (writer), count_elements (state->leaf, state->leaf->n_iter + 1));
  accumulator->is_shifted = writer->moments != NULL;
  accumulator->is_wide = !accumulator->is_shifted && needs_double (writer, accumulator);
  accumulator->n_vectors = writer->vector && !writer->strip ? writer->n_vectors : 0;
  if (accumulator->n_vectors && state->ops[position].idiom != FL_C_IDIOM_NONE)
    note_bound (writer, state, position, accumulator);
  switch (op->reduction)
    {
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_WELFORD_COMBINE:
      accumulator->names[0] = fl_c_make_name (writer, "mean");
      accumulator->names[1] = fl_c_make_name (writer, "m2");
      if (op->reduction == FL_REDUCTION_WELFORD_COMBINE)
        accumulator->names[2] = fl_c_make_name (writer, "weight");
      break;
    case FL_REDUCTION_ONLINE_SOFTMAX:
      accumulator->names[0] = fl_c_make_name (writer, "max");
      accumulator->names[1] = fl_c_make_name (writer, "sum");
      break;
    case FL_REDUCTION_ARGMAX:
    case FL_REDUCTION_ARGMIN:
    case FL_REDUCTION_ARGMAX_VALUE:
    case FL_REDUCTION_ARGMIN_VALUE:
    case FL_REDUCTION_ARGMAX_WITH_VALUE:
    case FL_REDUCTION_ARGMIN_WITH_VALUE:
      accumulator->names[0] = fl_c_make_name (writer, base);
      accumulator->names[1] = fl_c_make_name (writer, "best");
      break;
    default: accumulator->names[0] = fl_c_make_name (writer, base);
    }
  if (accumulator->is_wide && (!writer->strip || writer->is_vector_strip))
    for (guint i = accumulator->type == FL_REDUCTION_ONLINE_SOFTMAX; i < 2 && accumulator->names[i]; i++)
      {
        g_autofree char *total = g_strconcat (accumulator->names[i], "_total", NULL);

        accumulator->finals[i] = accumulator->names[i];
        accumulator->names[i] = fl_c_make_name (writer, total);
      }
  g_ptr_array_add (writer->accumulators, accumulator);
  if (writer->deviations && !writer->sum_of_squares)
    add_squares (writer, accumulator);
  return accumulator;
}

static FlCAccumulator *
find_accumulator (const FlCWriter *writer, const char *key)
{
  for (guint i = 0; i < writer->accumulators->len; i++)
    {
      FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);

      if (g_str_equal (accumulator->key, key))
        return accumulator;
    }
  return NULL;
}

void
fl_c_reduce (FlCWriter *writer, FlCLeaf *state, guint32 position, const FlBodyOp *op, const FlCValue *args)
{
  const FlBodyOp *original = &state->leaf->body->blocks[0].ops[position];
  FlCAccumulator *accumulator;
  g_autofree char *key = NULL;

  if (!fl_c_get_compute_type (op->dtype) || (op->n_args && !fl_c_get_compute_type (args[0].dtype)))
    {
      fl_c_fail (writer, "a reduction of %s", fl_dtype_get_torch_name (op->dtype));
      return;
    }
  if (writer->pass_number == 2 || (writer->left && !writer->strip) || writer->is_again)
    {
      /* Names of inputs differ from those of the first pass, so the operation itself leads to its accumulator. */
      accumulator = g_hash_table_lookup (writer->reduced, original);
      key = g_strdup_printf ("again %p", (void *) accumulator);
      if (fl_c_find_value (writer, key))
        return;
      fl_c_remember (writer, key, args[0]);
      if (writer->pass_number == 2)
        fl_c_reduce_write_second_pass (writer, state, op, accumulator, args[0]);
      else
        fl_c_reduce_write_first_pass (writer, state, op, accumulator, args);
      return;
    }
  key = dup_key (state, position, op, args);
  accumulator = find_accumulator (writer, key);
  if (!accumulator)
    {
      accumulator = make_accumulator (writer, state, position, op, args, key);
      fl_c_reduce_write_first_pass (writer, state, op, accumulator, args);
    }
  g_hash_table_insert (writer->reduced, (gpointer) original, accumulator);
}

const char *
fl_c_get_reduced (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, guint output)
{
  const FlCAccumulator *accumulator = g_hash_table_lookup (writer->reduced, op);
  g_autofree char *slot = NULL;

  g_assert (accumulator && output < 3);
  if (accumulator->type == FL_REDUCTION_WELFORD_REDUCE && output == 2)
    {
      g_autofree char *count = fl_c_dup_sym (writer, NULL, accumulator->count);

      slot = g_strdup_printf ("((%s) (%s))", fl_c_get_compute_type (accumulator->dtype), count);
      return fl_intern (slot);
    }
  /* A position is kept before the value that it belongs to. */
  if (fl_reduction_is_arg (accumulator->type) && accumulator->type != FL_REDUCTION_ARGMAX
      && accumulator->type != FL_REDUCTION_ARGMIN)
    output = 1 - output;
  slot = fl_c_dup_slot (writer, accumulator, output);
  if (writer->is_vector_strip && accumulator->type == FL_REDUCTION_ANY)
    return fl_intern_printf ("(%s != 0)", slot);
  return fl_intern (slot);
}
