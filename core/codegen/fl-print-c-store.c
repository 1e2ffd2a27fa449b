/* Stores of vectors as C. */
#include "fl-print-c-private.h"
#include "fl-print-c.h"

#include "fl-c-lanes.h"
#include "fl-c-vector.h"

/* Storing narrow floats rounds: the conversion before is not written, be it stored at once or from registers. */
static FlValueId
skip_rounding (const FlPrinter *printer, const FlLoopHome *home, FlValueId id)
{
  const FlLoopValue *value = fl_loop_get_value (printer->loops, id);

  if (home->kind != FL_HOME_STACK && (value->op == FL_SCALAR_TO_DTYPE || value->op == FL_SCALAR_ROUND_LOW)
      && value->dtype == home->dtype && fl_dtype_is_low_precision (home->dtype)
      && fl_loop_get_value (printer->loops, value->args[0])->dtype == FL_DTYPE_F32
      && !fl_print_c_is_named (printer, id))
    return value->args[0];
  return id;
}

/* "fl_load_f32 (place) + value", which becomes the value. */
static char *
dup_sum (FlPrinter *printer, const FlLoopHome *home, const char *place, FlCValue *value)
{
  g_autoptr (GString) sum = g_string_new (NULL);
  g_autofree char *operand = fl_c_vector_dup_operand (*value);

  fl_c_lanes_append_loaded (printer->text, sum, home->dtype, FALSE, place);
  g_string_append_printf (sum, " + %s", operand);
  *value = (FlCValue) { .text = sum->str, .dtype = home->dtype, .is_vector = TRUE };
  return g_string_free (g_steal_pointer (&sum), FALSE);
}

/* Floats that lie apart. */
static char *
dup_store_apart (FlPrinter *printer, const char *place, gint64 step, FlCValue value)
{
  const char *count = fl_c_lanes_get_count (printer->text, FL_DTYPE_F32);
  g_autofree char *operand = fl_c_lanes_dup_stored (printer->text, FL_DTYPE_F32, value);

  return count ? g_strdup_printf ("fl_store_steps_part_f32 (%s, %" G_GINT64_FORMAT ", %s, %s)", place, step, operand,
                                  count)
               : g_strdup_printf ("fl_store_steps_f32 (%s, %" G_GINT64_FORMAT ", %s)", place, step, operand);
}

void
fl_print_c_put (FlPrinter *printer, const FlLoopStmt *stmt, FlCValue value)
{
  const char *count = fl_c_lanes_get_count (printer->text, FL_DTYPE_F32);
  g_autofree char *place = fl_print_c_dup_place (printer, stmt->home, stmt->index),
                  *operand = fl_c_lanes_dup_stored (printer->text, FL_DTYPE_F32, value);

  printer->text->has_streams = TRUE;
  fl_print_c_line (printer, stmt->origins, 0, "fl_put_f32 (&%s, %s, %s, %s);",
                   fl_print_c_home_line (printer, stmt->home), place, operand,
                   !printer->vector ? "1"
                   : count          ? count
                                    : "FL_LANES");
}

static void
write_one (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home);
  const gboolean is_streamed = stmt->mode == FL_LOOP_STORE_STREAMING;
  FlCValue value = fl_print_c_value (printer, skip_rounding (printer, &home, stmt->value));
  g_autofree char *place = fl_print_c_dup_place (printer, stmt->home, stmt->index);
  g_autofree char *sum = stmt->mode == FL_LOOP_STORE_ATOMIC_ADD ? dup_sum (printer, &home, place, &value) : NULL;
  gint64 step = 1;
  g_autofree char *store
      = fl_print_c_find_step (printer->loops, stmt->index, printer->vector, &step) && step != 1
            ? dup_store_apart (printer, place, step, value)
            : fl_c_lanes_dup_store (printer->text, home.dtype, fl_print_c_is_row (&home), is_streamed, place, value);

  printer->text->has_streams |= is_streamed;
  fl_print_c_line (printer, stmt->origins, 0, "%s;", store);
}

/* Which of the vectors in registers an index along the lanes is one of: "odd". */
static const char *
dup_register (FlPrinter *printer, const FlSym *index)
{
  const FlSym *lane = fl_loop_get_axis (printer->loops, printer->vector)->var;

  return fl_print_c_dup_kept (printer, fl_sym_floor_div (fl_sym_sub (index, lane),
                                                         fl_loop_kernel_get_lanes (printer->program->kernel)));
}

/* In the set of values seen, 0 stands for floats of memory that are no bf16. */
static gboolean
note_float (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const FlLoopHome *home = value->op == FL_SCALAR_LOAD ? fl_loop_get_home (kernel, value->home) : NULL;

  if (home && home->kind == FL_HOME_ARGUMENT && fl_dtype_is_float (home->dtype) && home->dtype != FL_DTYPE_BF16)
    g_hash_table_add (data, GUINT_TO_POINTER (0));
  return TRUE;
}

static void
note_floats (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);

  fl_loop_visit_values (kernel, &stmt, data, note_float, data);
}

/* Is all that the kernel computes with bf16, or no float? Then the lower halves of NaNs are 0: arithmetic keeps the NaN
 * that it met, and makes new ones without lower bits. */
static gboolean
has_plain_nans (const FlPrinter *printer)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  fl_loop_visit (printer->loops, printer->program->root, note_floats, seen);
  return !g_hash_table_contains (seen, GUINT_TO_POINTER (0));
}

/* Two vectors in registers, rounded and stored at once: one after the other, or element by element in turn. */
static void
write_both (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopValue *load)
{
  const gboolean is_streamed = stmt->mode == FL_LOOP_STORE_STREAMING;
  const gboolean is_of_halves = load->index == fl_loop_get_axis (printer->loops, printer->vector)->var;
  g_autofree char *place = fl_print_c_dup_place (printer, stmt->home, stmt->index);

  printer->text->has_streams |= is_streamed;
  fl_print_c_line (printer, stmt->origins, 0, "fl_%s_%s (%s, %s);", is_streamed ? "stream" : "store",
                   is_of_halves               ? "two_bf16"
                   : has_plain_nans (printer) ? "both_of_bf16"
                                              : "both_bf16",
                   place, fl_print_c_home (printer, load->home, 0));
}

void
fl_print_c_vector_store (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home);
  const FlLoopValue stored = *fl_loop_get_value (printer->loops, stmt->value);

  if (home.kind == FL_HOME_REGISTER)
    {
      g_autofree char *operand
          = fl_c_vector_dup_operand (fl_print_c_value (printer, skip_rounding (printer, &home, stmt->value)));

      fl_print_c_line (printer, stmt->origins, 0, "%s[%s] = %s;", fl_print_c_home (printer, stmt->home, 0),
                       dup_register (printer, stmt->index), operand);
    }
  else if (fl_print_c_is_gather (printer->loops, stmt->index, printer->vector))
    fl_print_c_scatter (printer, stmt);
  else if (stored.op == FL_SCALAR_LOAD && fl_loop_get_home (printer->loops, stored.home)->kind == FL_HOME_REGISTER)
    write_both (printer, stmt, &stored);
  else if (stmt->mode == FL_LOOP_STORE_COMBINED)
    fl_print_c_put (printer, stmt, fl_print_c_value (printer, stmt->value));
  else
    write_one (printer, stmt);
}
