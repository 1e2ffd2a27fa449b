/* Homes of a loop program as C: their names, and accumulators: how each is kept, where it begins, what is read of it.
 *
 * Mean and squares are Welford's, in double; maximum and sum of exponentials follow each other element by element
 * (online softmax). */
#include "fl-print-c-private.h"
#include "fl-print-c.h"

#include "fl-loop-partials.h"

#include "fl-intern.h"

/* Of the whole file: the kernel's own, and one of its several. */
static const char *
get_partials_name (FlPrinter *printer, FlHomeId id)
{
  const FlLoopStmt *root = fl_loop_get_stmt (printer->loops, printer->program->root);
  const char *name = fl_c_get_value_name (printer->text, fl_loop_get_home (printer->loops, id)->name);
  guint position = 0;

  while (position < root->n_homes && root->homes[position] != id)
    position++;
  return position == 0 ? fl_intern_printf ("%s_%s", fl_loop_kernel_get_name (printer->loops), name)
                       : fl_intern_printf ("%s_%s_%u", fl_loop_kernel_get_name (printer->loops), name, position + 1);
}

const char *
fl_print_c_home (FlPrinter *printer, FlHomeId id, guint component)
{
  static const char *const suffixes[] = { "", "_at", "_weight" };
  const FlLoopHome *home = fl_loop_get_home (printer->loops, id);
  g_autofree char *key = g_strdup_printf ("%u %u", id, component);
  const char *name;

  if (home->kind == FL_HOME_ARGUMENT)
    return fl_c_get_foreign_name (printer->text, 'b', home->buffer->name);
  if (home->kind == FL_HOME_PARTIALS)
    return get_partials_name (printer, id);
  name = g_hash_table_lookup (printer->homes, fl_intern (key));
  if (!name)
    {
      g_autofree char *base
          = home->kind == FL_HOME_STACK && home->buffer
                ? g_strdup_printf ("%s_row", fl_c_get_foreign_name (printer->text, 'b', home->buffer->name))
                : g_strconcat (fl_c_get_value_name (printer->text, home->name), suffixes[MIN (component, 2)], NULL);

      name = fl_c_make_name (printer->text, base);
      g_hash_table_insert (printer->homes, (gpointer) fl_intern (key), (gpointer) name);
    }
  return name;
}

gboolean
fl_print_c_is_one (const FlPrinter *printer, const FlLoopHome *home)
{
  return !printer->dialect && home->kind == FL_HOME_STACK && !home->buffer && home->combiner == FL_N_REDUCTIONS
         && fl_sym_is_int_value (home->size, 1);
}

gboolean
fl_print_c_is_row (const FlLoopHome *home)
{
  return home->kind == FL_HOME_STACK && (home->buffer || !fl_dtype_is_low_precision (home->dtype));
}

void
fl_print_c_begin_registers (FlPrinter *printer, FlHomeId id, const char *n_vectors)
{
  fl_c_line (printer->text, "fl_vec %s[%s];", fl_print_c_home (printer, id, 0), n_vectors);
}

void
fl_print_c_partials (FlCWriter *writer, const FlLoopProgram *program)
{
  const FlLoopStmt root = *fl_loop_get_stmt (program->kernel, program->root);
  FlPrinter printer = { .text = writer, .program = program, .loops = program->kernel };

  for (guint i = 0; i < root.n_homes; i++)
    {
      const FlLoopHome *home = fl_loop_get_home (program->kernel, root.homes[i]);
      gint64 size = 0;

      if (home->kind != FL_HOME_PARTIALS)
        continue;
      fl_sym_is_int (home->size, &size);
      fl_c_line (writer, "static _Alignas (64) %s %s[%" G_GINT64_FORMAT "];%s", fl_dtype_get_c_type (home->dtype),
                 get_partials_name (&printer, root.homes[i]), size,
                 i == 0 ? "  /* what one function leaves for the next one */" : "");
    }
}

static gboolean
is_moments (FlReductionType combiner)
{
  return combiner == FL_REDUCTION_WELFORD_REDUCE || combiner == FL_REDUCTION_WELFORD_COMBINE;
}

const char *
fl_print_c_get_kept_type (const FlLoopHome *home, guint component)
{
  if (is_moments (home->combiner) || (home->combiner == FL_REDUCTION_ONLINE_SOFTMAX && component == 1))
    return "double";
  if (fl_reduction_is_arg (home->combiner))
    return component == 1 ? "int64_t" : fl_c_get_compute_type (home->source_dtype);
  if (home->combiner == FL_REDUCTION_ANY)
    return "_Bool";
  return fl_c_get_compute_type (home->dtype);
}

guint
fl_print_c_count_vectors (const FlPrinter *printer, const FlLoopHome *home)
{
  const FlSym *lanes = fl_loop_kernel_get_lanes (printer->program->kernel);
  gint64 n;

  return fl_sym_is_int (fl_sym_floor_div (home->size, lanes), &n) && fl_sym_mul_int (lanes, n) == home->size ? (guint) n
                                                                                                             : 0;
}

/* "fl_vec sum_lanes[4] = { 0 };" */
static void
begin_lanes (FlPrinter *printer, FlHomeId id, const FlLoopHome *home, guint n)
{
  const char *name = fl_print_c_home (printer, id, 0),
             *type = home->combiner == FL_REDUCTION_ANY ? "fl_mask" : "fl_vec";
  g_autofree char *neutral = fl_c_dup_neutral (home->combiner, home->dtype),
                  *several = n > 1 ? g_strdup_printf ("[%u]", n) : g_strdup ("");

  if (home->combiner == FL_REDUCTION_SUM || home->combiner == FL_REDUCTION_DOT || home->combiner == FL_REDUCTION_ANY)
    fl_c_line (printer->text, "%s %s%s = { 0 };", type, name, several);
  else
    fl_c_line (printer->text, n > 1 ? "%s %s%s = FL_FOUR (fl_splat (%s));" : "%s %s%s = fl_splat (%s);", type, name,
               several, neutral);
}

/* "_Alignas (64) float sum[304] = { 0 };" */
static void
begin_row (FlPrinter *printer, FlHomeId id, const FlLoopHome *home, const char *size)
{
  const char *name = fl_print_c_home (printer, id, 0), *type = fl_c_get_compute_type (home->dtype);
  g_autofree char *neutral = fl_c_dup_neutral (home->combiner, home->dtype);

  if (home->combiner == FL_REDUCTION_SUM || home->combiner == FL_REDUCTION_DOT)
    {
      fl_c_line (printer->text, "_Alignas (64) %s %s[%s] = { 0 };", type, name, size);
      return;
    }
  fl_c_line (printer->text, "_Alignas (64) %s %s[%s];", type, name, size);
  fl_c_line (printer->text, "for (int64_t c = 0; c < %s; c++)", size);
  fl_c_line (printer->text, "  %s[c] = %s;", name, neutral);
}

void
fl_print_c_begin_accumulator (FlPrinter *printer, FlHomeId id, const char *size)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, id);

  if (home.kind == FL_HOME_STACK)
    {
      begin_row (printer, id, &home, size);
      return;
    }
  if (!fl_sym_is_int_value (home.size, 1))
    {
      begin_lanes (printer, id, &home, fl_print_c_count_vectors (printer, &home));
      return;
    }

  for (guint i = 0; i < fl_loop_count_kept (&home); i++)
    {
      const char *type = fl_print_c_get_kept_type (&home, i);
      g_autofree char *neutral
          = fl_c_dup_neutral (home.combiner, fl_reduction_is_arg (home.combiner) ? home.source_dtype : home.dtype);

      if (!type)
        fl_c_fail (printer->text, "a %s of %s", fl_reduction_get_name (home.combiner),
                   fl_dtype_get_torch_name (home.dtype));
      else
        fl_c_line (printer->text, "%s %s = %s;", type, fl_print_c_home (printer, id, i),
                   is_moments (home.combiner) || (i > 0 && home.combiner == FL_REDUCTION_ONLINE_SOFTMAX) ? "0"
                   : i > 0 ? "INT64_C (0x7fffffffffffffff)"
                           : neutral);
    }
}

FlCValue
fl_print_c_read_accumulator (FlPrinter *printer, const FlLoopValue *value, const char *element)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, value->home);
  const guint component
      = home.combiner == FL_REDUCTION_ARGMAX || home.combiner == FL_REDUCTION_ARGMIN ? 1 : value->component;
  const char *name = element ? element : fl_print_c_home (printer, value->home, component);
  const char *kept = fl_print_c_get_kept_type (&home, component);
  const char *type = fl_c_get_compute_type (value->dtype);

  /* The mean of nothing is no number. */
  if (is_moments (home.combiner) && component == 0)
    name = fl_arena_printf (printer->text->pass->arena, "(%s != 0 ? %s : __builtin_nan (\"\"))",
                            fl_print_c_home (printer, value->home, 2), name);
  if (kept && type && g_str_equal (kept, type))
    return (FlCValue) { .text = name, .dtype = value->dtype };
  return (FlCValue) { .text = fl_arena_printf (printer->text->pass->arena, "((%s) %s)", type ? type : "float", name),
                      .dtype = value->dtype };
}
