/* Phases as text: which loops a part consists of, what parts of a reduction leave in static memory, and how they are
 * joined.
 *
 * Parts are joined in their order by one thread, or, where they are rows of columns, column by column. So the result
 * depends on where the parts begin and end, and not on who did them or when. */
#include "fl-c-nest-private.h"
#include "fl-c-threads.h"

#include "fl-intern.h"

/* --- where loops begin and end ---------------------------------------------------------------- */

const char *
fl_c_threads_get_first (const FlCWriter *writer, const FlNestLoop *loop)
{
  if (loop != writer->phase->loop)
    return "0";
  return writer->phase->kind == FL_C_PHASE_RANGE ? "begin" : fl_intern_printf ("i%u_first", loop->depth);
}

const char *
fl_c_threads_get_last (FlCWriter *writer, const FlNestLoop *loop)
{
  g_autofree char *size = NULL;

  if (loop == writer->phase->loop)
    return writer->phase->kind == FL_C_PHASE_RANGE ? "end" : fl_intern_printf ("i%u_last", loop->depth);
  size = fl_c_dup_sym (writer, NULL, loop->size);
  return fl_intern (size);
}

gboolean
fl_c_threads_is_whole (const FlCWriter *writer, const FlNestLoop *loop, guint n_iterations)
{
  const FlCPhase *phase = writer->phase;
  gint64 part = phase->step, length;

  if (!fl_sym_is_int (loop->size, &length) || length % n_iterations != 0)
    return FALSE;
  return loop != phase->loop
         || ((phase->kind == FL_C_PHASE_RANGE || fl_sym_is_int (phase->block, &part)) && part % n_iterations == 0);
}

gboolean
fl_c_threads_makes_parts (const FlCWriter *writer, const FlNestLoop *loop)
{
  return writer->phase->kind == FL_C_PHASE_REDUCE && writer->phase->loop == loop && !writer->phase->joined;
}

gboolean
fl_c_threads_joins (const FlCWriter *writer, const FlNestLoop *loop)
{
  return writer->phase->joined == loop;
}

static const FlSym *
make_count (const FlNestLoop *loop)
{
  return fl_sym_var (fl_sym_get_table (loop->size), fl_intern_printf ("i%u_count", loop->depth), loop->size);
}

const FlSym *
fl_c_threads_get_count (const FlCWriter *writer)
{
  return writer->phase->kind == FL_C_PHASE_REDUCE ? make_count (writer->phase->loop) : NULL;
}

/* --- the loop over parts ---------------------------------------------------------------------- */

static gboolean
needs_count (const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->leaves[i]->is_two_pass)
      return TRUE;
  return FALSE;
}

/* How long a part is, and how many of them an iteration of the loops around has: a number, or a variable. */
static char *
dup_block (FlCWriter *writer, const FlCPhase *phase)
{
  return phase->most ? g_strdup_printf ("i%u_block", phase->loop->depth) : fl_c_dup_sym (writer, NULL, phase->block);
}

static char *
dup_blocks (FlCWriter *writer, const FlCPhase *phase)
{
  return phase->most ? g_strdup_printf ("i%u_blocks", phase->loop->depth)
                     : fl_c_dup_sym (writer, NULL, phase->n_blocks);
}

static gboolean
is_one_word (const FlCPhase *phase, const FlSym *count)
{
  return phase->most || fl_sym_is_int (count, NULL);
}

static void
declare_block (FlCWriter *writer, const FlCPhase *phase)
{
  const guint d = phase->loop->depth;
  g_autofree char *block = fl_c_dup_sym (writer, NULL, phase->block),
                  *size = fl_c_dup_sym (writer, NULL, phase->loop->size);

  if (phase->most)
    fl_c_line (
        writer,
        "const int64_t i%u_block = %s, i%u_blocks = (%s + i%u_block - 1) / i%u_block;  /* at most %" G_GINT64_FORMAT
        " parts */",
        d, block, d, size, d, d, phase->most);
}

/* "const int64_t i0 = part / 6, i1_first = 86 * (part % 6), i1_last = fl_min (i1_first + 86 * (end - part), 512);":
 * parts that follow each other are done as one. A part of a reduction is what it is: "i1_first + 86". */
static void
write_bounds (FlCWriter *writer, const FlCPhase *phase)
{
  const guint d = phase->loop->depth;
  g_autofree char *blocks = dup_blocks (writer, phase), *block = dup_block (writer, phase),
                  *size = fl_c_dup_sym (writer, NULL, phase->loop->size);
  const FlSym *inside = phase->n_blocks;
  GString *line = g_string_new ("const int64_t ");

  for (const FlNestLoop *at = phase->loop; at != phase->outer;)
    {
      const FlNestLoop *around = phase->outer;
      g_autofree char *below
          = inside == phase->n_blocks ? dup_blocks (writer, phase) : fl_c_dup_sym (writer, NULL, inside),
          *length = NULL;

      while (around->items[0].loop != at)
        around = around->items[0].loop;
      length = fl_c_dup_sym (writer, NULL, around->size);
      g_string_append_printf (line,
                              fl_sym_is_int (inside, NULL) || (phase->most && inside == phase->n_blocks)
                                  ? "i%u = part / %s"
                                  : "i%u = part / (%s)",
                              around->depth, below);
      if (around != phase->outer)
        g_string_append_printf (line, fl_sym_is_int (around->size, NULL) ? " %% %s" : " %% (%s)", length);
      g_string_append (line, ", ");
      inside = fl_sym_mul (around->size, inside);
      at = around;
    }
  if (phase->loop == phase->outer)
    g_string_append_printf (line, "i%u_first = %s * part", d, block);
  else
    g_string_append_printf (line,
                            is_one_word (phase, phase->n_blocks) ? "i%u_first = %s * (part %% %s)"
                                                                 : "i%u_first = %s * (part %% (%s))",
                            d, block, blocks);
  g_string_append_printf (line, ", i%u_last = fl_min (i%u_first + %s%s, %s)", d, d, block,
                          phase->kind == FL_C_PHASE_BLOCKS ? " * (end - part)" : "", size);
  if (phase->kind == FL_C_PHASE_REDUCE && needs_count (phase->loop))
    g_string_append_printf (line, ", i%u_count = i%u_last - i%u_first", d, d, d);
  fl_c_line (writer, "%s;", line->str);
  g_string_free (line, TRUE);
}

/* The item of the nest that holds the loop, with what is around it. */
static void
write_cut_loop (FlCWriter *writer, const FlCPhase *phase)
{
  const FlNestLoop *around = phase->outer;

  if (phase->loop == around)
    {
      fl_c_nest_write_items (writer, writer->nest->items + phase->first_item, 1, 0);
      return;
    }
  while (around->items[0].loop != phase->loop)
    around = around->items[0].loop;
  fl_c_nest_write_items (writer, around->items, 1, phase->loop->depth);
}

static void
write_parts (FlCWriter *writer, const FlCPhase *phase)
{
  const FlNestLoop *whole = writer->nest->items[phase->first_item].loop;
  FlCLoopText text;
  GString *body;

  declare_block (writer, phase);
  fl_c_nest_forget_written (writer, whole);
  fl_c_nest_hoist (writer, whole);
  fl_c_nest_begin_body (writer, &text);
  write_bounds (writer, phase);
  write_cut_loop (writer, phase);
  body = fl_c_nest_end_body (writer, &text);
  if (phase->kind == FL_C_PHASE_BLOCKS)
    {
      g_autofree char *blocks = fl_c_dup_sym (writer, NULL, phase->n_blocks);

      fl_c_line (writer,
                 fl_sym_is_int (phase->n_blocks, NULL)
                     ? "for (int64_t part = begin; part < end; part += %s - part %% %s) {"
                     : "for (int64_t part = begin; part < end; part += (%s) - part %% (%s)) {",
                 blocks, blocks);
    }
  else
    fl_c_line (writer, "for (int64_t part = begin; part < end; part++) {");
  fl_c_nest_put_body (writer, &text, body);
}

void
fl_c_threads_write_phase (FlCWriter *writer)
{
  const FlCPhase *phase = writer->phase;

  if (phase->kind == FL_C_PHASE_SERIAL || phase->kind == FL_C_PHASE_RANGE)
    fl_c_nest_write_items (writer, writer->nest->items + phase->first_item, phase->n_items, 0);
  else
    write_parts (writer, phase);
}

/* --- what parts come to ----------------------------------------------------------------------- */

/* The accumulator's variable of that position is added up in double. */
static gboolean
is_total (const FlCWriter *writer, const FlCAccumulator *accumulator, guint output)
{
  return accumulator->is_wide && (accumulator->finals[output] || writer->strip);
}

static const char *
get_field_type (const FlCWriter *writer, const FlCAccumulator *accumulator, guint output)
{
  if (fl_reduction_is_arg (accumulator->type) && output == 0)
    return "int64_t";
  return is_total (writer, accumulator, output) ? "double" : fl_c_get_compute_type (accumulator->dtype);
}

/* An element of a variable: in a strip there is one a column. */
static char *
dup_slot (const FlCWriter *writer, const FlCAccumulator *accumulator, guint output)
{
  const guint d = writer->strip ? writer->strip->depth : 0;

  return writer->strip ? g_strdup_printf ("%s[i%u - i%u_begin]", accumulator->names[output], d, d)
                       : g_strdup (accumulator->names[output]);
}

static char *
dup_field (const FlCWriter *writer, const FlCPhase *parts, const FlCAccumulator *accumulator, guint output)
{
  return writer->strip
             ? g_strdup_printf ("%s_parts[part].%s[i%u]", parts->name, accumulator->names[output], writer->strip->depth)
             : g_strdup_printf ("%s_parts[part].%s", parts->name, accumulator->names[output]);
}

static void
open_columns (FlCWriter *writer)
{
  if (!writer->strip)
    return;
  fl_c_nest_write_range (writer, writer->strip->depth);
  writer->indent++;
}

static void
close_columns (FlCWriter *writer)
{
  if (!writer->strip)
    return;
  writer->indent--;
  fl_c_line (writer, "}");
  writer->has_inner_loop = TRUE;
}

void
fl_c_threads_store_parts (FlCWriter *writer, guint first)
{
  g_autoptr (GString) fields = g_string_new (NULL);
  g_autofree char *extent = writer->phase->most ? g_strdup_printf ("%" G_GINT64_FORMAT, writer->phase->most)
                                                : fl_c_dup_sym (writer, NULL, writer->phase->extent),
                  *columns = NULL;

  columns = writer->strip ? fl_c_dup_sym (writer, NULL, writer->strip->size) : NULL;
  open_columns (writer);
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);

      for (guint k = 0; k < 3 && accumulator->names[k]; k++)
        {
          g_autofree char *field = dup_field (writer, writer->phase, accumulator, k),
                          *slot = dup_slot (writer, accumulator, k);

          g_string_append_printf (fields, "%s%s %s%s%s%s;", fields->len ? " " : "",
                                  get_field_type (writer, accumulator, k), accumulator->names[k], columns ? "[" : "",
                                  columns ? columns : "", columns ? "]" : "");
          fl_c_line (writer, "%s = %s;", field, slot);
        }
    }
  close_columns (writer);
  g_string_append_printf (writer->shared, "static struct { %s } %s_parts[%s];\n", fields->str, writer->phase->name,
                          extent);
}

/* --- joining ---------------------------------------------------------------------------------- */

typedef struct
{
  FlCWriter *writer;
  const FlCPhase *parts;
  const FlCAccumulator *accumulator;
  char *slots[2], *fields[2]; /* of the accumulator's variables */
} Join;

static void
join_open (Join *join, FlCWriter *writer, guint position)
{
  join->writer = writer;
  join->parts = writer->phase - 1;
  join->accumulator = g_ptr_array_index (writer->accumulators, position);
  for (guint k = 0; k < 2; k++)
    {
      join->slots[k] = join->accumulator->names[k] ? dup_slot (writer, join->accumulator, k) : NULL;
      join->fields[k] = join->accumulator->names[k] ? dup_field (writer, join->parts, join->accumulator, k) : NULL;
    }
}

static void
join_close (Join *join)
{
  for (guint k = 0; k < 2; k++)
    {
      g_free (join->slots[k]);
      g_free (join->fields[k]);
    }
}

static void
join_extreme (const Join *join)
{
  const char *slot = join->slots[0], *field = join->fields[0];
  gboolean is_max = join->accumulator->type == FL_REDUCTION_MAX;

  if (fl_dtype_is_float (join->accumulator->dtype))
    fl_c_line (join->writer, "%s = fl_%s_%s (%s, %s);", slot, is_max ? "max" : "min",
               join->accumulator->dtype == FL_DTYPE_F64 ? "f64" : "f32", slot, field);
  else
    fl_c_line (join->writer, "%s = %s %s %s ? %s : %s;", slot, field, is_max ? ">" : "<", slot, field, slot);
}

/* Of equal elements the lower position wins; a NaN beats every number, the first one of several. */
static void
join_best (const Join *join)
{
  const FlCAccumulator *accumulator = join->accumulator;
  const char *place = join->slots[0], *best = join->slots[1];
  const char *at = fl_c_make_name (join->writer, "at"), *value = fl_c_make_name (join->writer, "value");
  gboolean is_least = accumulator->type == FL_REDUCTION_ARGMIN || accumulator->type == FL_REDUCTION_ARGMIN_VALUE
                      || accumulator->type == FL_REDUCTION_ARGMIN_WITH_VALUE;
  const char *sign = is_least ? "<" : ">";

  fl_c_line (join->writer, "const int64_t %s = %s;", at, join->fields[0]);
  fl_c_line (join->writer, "const %s %s = %s;", fl_c_get_compute_type (accumulator->dtype), value, join->fields[1]);
  if (fl_dtype_is_float (accumulator->dtype))
    fl_c_line (join->writer, "if (%s %s %s || (%s == %s && %s < %s) || (%s != %s && (%s == %s || %s < %s))) {", value,
               sign, best, value, best, at, place, value, value, best, best, at, place);
  else
    fl_c_line (join->writer, "if (%s %s %s || (%s == %s && %s < %s)) {", value, sign, best, value, best, at, place);
  fl_c_line (join->writer, "  %s = %s;", best, value);
  fl_c_line (join->writer, "  %s = %s;", place, at);
  fl_c_line (join->writer, "}");
}

static void
join_one (const Join *join)
{
  switch (join->accumulator->type)
    {
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_DOT: fl_c_line (join->writer, "%s += %s;", join->slots[0], join->fields[0]); break;
    case FL_REDUCTION_PROD: fl_c_line (join->writer, "%s *= %s;", join->slots[0], join->fields[0]); break;
    case FL_REDUCTION_ANY: fl_c_line (join->writer, "%s |= %s;", join->slots[0], join->fields[0]); break;
    case FL_REDUCTION_XOR_SUM: fl_c_line (join->writer, "%s ^= %s;", join->slots[0], join->fields[0]); break;
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN: join_extreme (join); break;
    case FL_REDUCTION_ARGMAX:
    case FL_REDUCTION_ARGMIN:
    case FL_REDUCTION_ARGMAX_VALUE:
    case FL_REDUCTION_ARGMIN_VALUE:
    case FL_REDUCTION_ARGMAX_WITH_VALUE:
    case FL_REDUCTION_ARGMIN_WITH_VALUE: join_best (join); break;
    case FL_REDUCTION_WELFORD_REDUCE:
    case FL_REDUCTION_WELFORD_COMBINE:
    case FL_REDUCTION_ONLINE_SOFTMAX:
    case FL_N_REDUCTIONS: g_assert_not_reached ();
    }
}

/* Over the parts of the present result. */
static void
open_parts (FlCWriter *writer, const FlCPhase *parts)
{
  g_autofree char *blocks = dup_blocks (writer, parts);

  if (parts->loop == parts->outer)
    fl_c_line (writer, "for (int64_t part = 0; part < %s; part++) {", blocks);
  else
    fl_c_line (writer, "for (int64_t part = %s * i0; part < %s * (i0 + 1); part++) {", blocks, blocks);
  writer->indent++;
}

static void
close_parts (FlCWriter *writer)
{
  writer->indent--;
  fl_c_line (writer, "}");
  writer->has_inner_loop = TRUE;
}

/* Means, then squares about them: those about the common mean are each part's, and how far the part's own mean is from
 * it. */
static void
join_moments (const Join *join)
{
  FlCWriter *writer = join->writer;
  const FlCPhase *parts = join->parts;
  const char *mean = join->slots[0], *m2 = join->slots[1], *weight = fl_c_make_name (writer, "weight"),
             *delta = fl_c_make_name (writer, "delta");
  g_autofree char *count = fl_c_dup_factor (writer, join->accumulator->count), *block = dup_block (writer, parts),
                  *blocks = dup_blocks (writer, parts), *size = fl_c_dup_factor (writer, parts->loop->size);
  g_autofree char *at = parts->loop == parts->outer ? g_strdup ("part") : g_strdup_printf ("(part %% %s)", blocks);
  g_autofree char *share = g_strdup_printf ("const double %s = (double) fl_min (%s, %s - %s * %s) / %s;", weight, block,
                                            size, block, at, size);

  open_parts (writer, parts);
  fl_c_line (writer, "%s", share);
  open_columns (writer);
  fl_c_line (writer, "%s += %s * %s;", mean, weight, join->fields[0]);
  close_columns (writer);
  close_parts (writer);
  if (!fl_sym_is_int (join->accumulator->count, NULL))
    {
      open_columns (writer);
      fl_c_line (writer, "if (%s == 0)  /* 0 / 0 */", count);
      fl_c_line (writer, "  %s = __builtin_nan (\"\");", mean);
      close_columns (writer);
    }
  open_parts (writer, parts);
  fl_c_line (writer, "%s", share);
  open_columns (writer);
  fl_c_line (writer, "const double %s = %s - %s;", delta, join->fields[0], mean);
  fl_c_line (writer, "%s += %s + %s * %s * %s * %s;", m2, join->fields[1], delta, delta, weight, count);
  close_columns (writer);
  close_parts (writer);
}

void
fl_c_threads_write_join (FlCWriter *writer, guint first)
{
  guint n_others = 0;

  declare_block (writer, writer->phase - 1);
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);

      accumulator->n_vectors = 0;
      accumulator->count = accumulator->whole_count;
      n_others += accumulator->type != FL_REDUCTION_WELFORD_REDUCE;
    }
  fl_c_declare_accumulators (writer, first);
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      Join join;

      join_open (&join, writer, i);
      if (join.accumulator->type == FL_REDUCTION_WELFORD_REDUCE)
        join_moments (&join);
      join_close (&join);
    }
  if (n_others == 0)
    return;
  open_parts (writer, writer->phase - 1);
  open_columns (writer);
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      Join join;

      join_open (&join, writer, i);
      if (join.accumulator->type != FL_REDUCTION_WELFORD_REDUCE)
        join_one (&join);
      join_close (&join);
    }
  close_columns (writer);
  close_parts (writer);
}

/* --- static memory ---------------------------------------------------------------------------- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (a, b);
}

void
fl_c_threads_write_shared (FlCWriter *writer)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (writer->places), compare_names);

  for (const GList *l = names; l; l = l->next)
    {
      const FlCPlace *place = g_hash_table_lookup (writer->places, l->data);

      if (place->is_shared)
        fl_c_line (writer, "static %s %s[1];  /* %s, for the functions behind the one that computes it */",
                   fl_c_get_compute_type (place->local->buffer->layout.dtype), place->name, place->local->buffer->name);
    }
  if (writer->shared->len == 0)
    return;
  fl_c_line (writer,
             "/* What parts come to, to be joined in their order: any number of threads gives the same result. */");
  for (gsize i = 0; i < writer->shared->len; i++)
    writer->line += writer->shared->str[i] == '\n';
  g_string_append (writer->out, writer->shared->str);
  fl_c_line (writer, "%s", "");
}
