/* Homes of a loop program as C: their names, and accumulators: how each is kept, what is read of it.
 *
 * Mean and squares are Welford's, in double; maximum and sum of exponentials follow each other element by element
 * (online softmax). */
#include "fl-print-c-private.h"
#include "fl-print-c.h"

#include "fl-c-lanes.h"
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

enum
{
  LINE = 7, /* in place of a component, of which there are fewer */
  KEYS_A_HOME = 8
};

static gpointer
get_key (FlHomeId id, guint component)
{
  return GUINT_TO_POINTER (KEYS_A_HOME * id + component);
}

const char *
fl_print_c_home (FlPrinter *printer, FlHomeId id, guint component)
{
  static const char *const suffixes[] = { "", "_at", "_weight" };
  const FlLoopHome *home = fl_loop_get_home (printer->loops, id);
  const gpointer key = get_key (id, component);
  const char *name;

  if (home->kind == FL_HOME_ARGUMENT)
    return fl_c_get_foreign_name (printer->text, 'b', home->buffer->name);
  if (home->kind == FL_HOME_PARTIALS)
    return get_partials_name (printer, id);
  name = g_hash_table_lookup (printer->homes, key);
  if (!name)
    {
      g_autofree char *base
          = home->kind == FL_HOME_STACK && home->buffer
                ? g_strdup_printf ("%s_row", fl_c_get_foreign_name (printer->text, 'b', home->buffer->name))
                : g_strconcat (fl_c_get_value_name (printer->text, home->name), suffixes[MIN (component, 2)], NULL);

      name = fl_c_make_name (printer->text, base);
      g_hash_table_insert (printer->homes, key, (gpointer) name);
    }
  return name;
}

const char *
fl_print_c_home_line (FlPrinter *printer, FlHomeId id)
{
  const gpointer key = get_key (id, LINE);
  const char *name = g_hash_table_lookup (printer->homes, key);

  if (!name)
    {
      name = fl_c_make_name (printer->text, "line");
      g_hash_table_insert (printer->homes, key, (gpointer) name);
      g_ptr_array_add (printer->text->lines, (gpointer) name);
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

const FlSym *
fl_print_c_get_lanes (const FlPrinter *printer, const FlLoopHome *home)
{
  return home->dtype == FL_DTYPE_F64 ? fl_loop_kernel_get_lanes64 (printer->program->kernel)
                                     : fl_loop_kernel_get_lanes (printer->program->kernel);
}

const char *
fl_print_c_get_suffix (const FlLoopHome *home)
{
  return home->dtype == FL_DTYPE_F64 ? "_f64" : home->dtype == FL_DTYPE_I32 ? "_i32" : "";
}

guint
fl_print_c_count_vectors (const FlPrinter *printer, const FlLoopHome *home)
{
  const FlSym *lanes = fl_print_c_get_lanes (printer, home);
  gint64 n;

  return fl_sym_is_int (fl_sym_floor_div (home->size, lanes), &n) && fl_sym_mul_int (lanes, n) == home->size ? (guint) n
                                                                                                             : 0;
}

FlCValue
fl_print_c_read_accumulator (FlPrinter *printer, const FlLoopValue *value, const char *at)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, value->home);
  const guint component
      = home.combiner == FL_REDUCTION_ARGMAX || home.combiner == FL_REDUCTION_ARGMIN ? 1 : value->component;
  const char *home_name = fl_print_c_home (printer, value->home, component),
             *name = at ? fl_arena_printf (printer->text->pass->arena, "%s[%s]", home_name, at) : home_name;
  const char *kept = fl_print_c_get_kept_type (&home, component);
  const char *type = fl_c_get_compute_type (value->dtype);

  /* The mean of nothing is no number. */
  if (is_moments (home.combiner) && component == 0)
    name = fl_arena_printf (printer->text->pass->arena, "(%s != 0 ? %s : __builtin_nan (\"\"))",
                            fl_print_c_home (printer, value->home, 2), name);
  if (home.kind == FL_HOME_STACK && home.combiner == FL_REDUCTION_ANY)
    return (FlCValue) { .text = fl_arena_printf (printer->text->pass->arena, "(%s != 0)", name),
                        .dtype = FL_DTYPE_BOOL };
  if (kept && type && g_str_equal (kept, type))
    return (FlCValue) { .text = name, .dtype = value->dtype };
  return (FlCValue) { .text = fl_arena_printf (printer->text->pass->arena, "((%s) %s)", type ? type : "float", name),
                      .dtype = value->dtype };
}

const char *
fl_print_c_count_columns (const FlPrinter *printer)
{
  return printer->text->lanes == FL_C_LANES_WIDE ? fl_c_lanes_get_count (printer->text, FL_DTYPE_F32) : NULL;
}

char *
fl_print_c_dup_loaded_columns (const FlPrinter *printer, FlReductionType combiner, const char *place)
{
  const char *kind = combiner == FL_REDUCTION_ANY ? "i32" : "f32", *count = fl_print_c_count_columns (printer);

  return count ? g_strdup_printf ("fl_load_part_%s (%s, %s)", kind, place, count)
               : g_strdup_printf ("fl_load_%s (%s)", kind, place);
}
