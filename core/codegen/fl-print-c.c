/* Statements of a loop program as C. */
#include "fl-print-c.h"

#include "fl-c-lanes.h"
#include "fl-print-c-private.h"

#include <string.h>

static void
write_store (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home);
  const FlCValue value = fl_print_c_value (printer, stmt->value);
  g_autofree char *element = fl_print_c_dup_element (printer, stmt->home, stmt->index);
  g_autoptr (GString) stored = g_string_new (NULL), sum = g_string_new (NULL);

  if (stmt->mode == FL_LOOP_STORE_COMBINED)
    {
      fl_print_c_put (printer, stmt, value);
      return;
    }
  if (stmt->mode == FL_LOOP_STORE_ATOMIC_ADD)
    {
      fl_c_append_loaded (sum, home.dtype, element);
      g_string_append_printf (sum, home.dtype == FL_DTYPE_BOOL ? " || %s" : " + %s", value.text);
      fl_c_append_stored (stored, home.dtype, (FlCValue) { .text = sum->str, .dtype = home.dtype });
    }
  else if (home.kind == FL_HOME_STACK)
    g_string_append (stored, value.text);
  else
    fl_c_append_stored (stored, home.dtype, value);
  fl_print_c_line (printer, stmt->origins, 0, "%s = %s;", element, stored->str);
}

static void
write_prefetch (FlPrinter *printer, const FlLoopStmt *stmt)
{
  g_autofree char *place = fl_print_c_dup_place (printer, stmt->home, stmt->index);

  fl_c_line (printer->text, stmt->is_far ? "__builtin_prefetch (%s, 0, 2);" : "__builtin_prefetch (%s);", place);
}

/* A name is given even to what is an atom already, where it may change later: an accumulator. */
void
fl_print_c_let (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopValue value = *fl_loop_get_value (printer->loops, stmt->value);
  FlCValue result = fl_print_c_value (printer, stmt->value);

  if (value.op != FL_SCALAR_GETITEM || result.is_vector) /* a vector read of an accumulator has a name already */
    return;
  result.text = fl_arena_strdup (printer->text->pass->arena, result.text);
  fl_print_c_name (printer, stmt->value, stmt->origins, result);
}

static void
note_accumulation (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->kind == FL_STMT_ACCUMULATE || stmt->kind == FL_STMT_COMBINE)
    g_array_append_val ((GArray *) data, id);
}

/* The one statement that says what an accumulator is: lanes are merged into it, in the block where it begins. 0: there
 * are others. */
static FlStmtId
find_only_combine (const FlPrinter *printer, const FlLoopStmt *block, FlHomeId home)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlStmtId only = 0;

  for (guint i = 0; i < block->n_children; i++)
    fl_loop_visit (printer->loops, block->children[i], note_accumulation, found);
  for (guint i = 0; i < found->len; i++)
    {
      const FlStmtId id = g_array_index (found, FlStmtId, i);
      const FlLoopStmt *stmt = fl_loop_get_stmt (printer->loops, id);

      if (stmt->home != home)
        continue;
      if (only || stmt->kind != FL_STMT_COMBINE)
        return 0;
      only = id;
    }
  for (guint i = 0; i < block->n_children; i++)
    if (block->children[i] == only)
      return only;
  return 0;
}

static void
begin_homes (FlPrinter *printer, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < stmt->n_homes; i++)
    {
      const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->homes[i]);
      g_autofree char *size = fl_print_c_dup_index (printer, home.size);
      const FlStmtId combine = home.combiner != FL_N_REDUCTIONS ? find_only_combine (printer, stmt, stmt->homes[i]) : 0;

      if (home.kind == FL_HOME_PARTIALS)
        continue; /* of all functions */
      if (combine)
        g_hash_table_add (printer->declares, GUINT_TO_POINTER (combine));
      else if (home.combiner != FL_N_REDUCTIONS)
        fl_print_c_begin_accumulator (printer, stmt->homes[i], size);
      else if (home.kind == FL_HOME_REGISTER)
        {
          g_autofree char *n
              = fl_print_c_dup_index (printer, fl_sym_floor_div (home.size,
                                                                 fl_loop_kernel_get_lanes (printer->program->kernel)));

          fl_print_c_begin_registers (printer, stmt->homes[i], n);
        }
      else if (fl_print_c_is_one (printer, &home))
        fl_c_line (printer->text, "%s %s;", fl_c_get_compute_type (home.dtype),
                   fl_print_c_home (printer, stmt->homes[i], 0));
      else
        fl_c_line (printer->text, "_Alignas (64) %s %s[%s];",
                   home.kind == FL_HOME_STACK && !fl_print_c_is_row (&home) ? "uint16_t"
                                                                            : fl_c_get_compute_type (home.dtype),
                   fl_print_c_home (printer, stmt->homes[i], 0), size);
    }
}

static void
write_children (FlPrinter *printer, const FlLoopStmt *stmt)
{
  fl_print_c_push (printer);
  begin_homes (printer, stmt);
  for (guint i = 0; i < stmt->n_children; i++)
    fl_print_c_children (printer, stmt->children[i]);
  g_array_set_size (printer->open, printer->open->len - 1);
  fl_print_c_pop (printer);
}

/* Where whole steps of a range end. */
static const FlSym *
get_whole_end (const FlLoopAxis *range, const FlSym *step)
{
  const FlSym *begin = range->begin ? range->begin : fl_sym_int (fl_sym_get_table (step), 0);

  return fl_sym_add (begin, fl_sym_mul (fl_sym_floor_div (fl_sym_sub (range->extent, begin), step), step));
}

/* "768 & -FL_LANES", "begin + ((end - begin) & -(4 * FL_LANES))": that end, a vector's number of lanes being a power of
 * two. NULL: it is something else. */
static char *
dup_whole_end (FlPrinter *printer, const FlLoopAxis *range, const FlSym *at, const FlSym *lanes)
{
  g_autofree char *begin = range->begin ? fl_print_c_dup_index (printer, range->begin) : g_strdup ("0");
  g_autofree char *end = fl_print_c_dup_index (printer, range->extent), *step = NULL, *parts = NULL;

  for (guint n = 1; n <= 4 && !step; n *= 2)
    if (at == get_whole_end (range, fl_sym_mul_int (lanes, n)))
      {
        g_autofree char *text = fl_print_c_dup_index (printer, fl_sym_mul_int (lanes, n));

        step = n == 1 ? g_strdup (text) : g_strdup_printf ("(%s)", text);
      }
  if (!step)
    return NULL;
  if (g_str_equal (begin, "0"))
    return g_strdup_printf (fl_sym_is_symbol (range->extent) || fl_sym_is_int (range->extent, NULL) ? "%s & -%s"
                                                                                                    : "(%s) & -%s",
                            end, step);
  return g_strdup_printf (strchr (begin, ' ') ? "%s + ((%s - (%s)) & -%s)" : "%s + ((%s - %s) & -%s)", begin, end,
                          begin, step);
}

/* "for (int64_t i1 = 0; i1 < 768; i1 += FL_LANES) {"; of a range that whole vectors do not fill, those, and what they
 * leave over. */
static void
write_steps (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopAxis *axis, const char *name)
{
  const FlLoopAxis *range = fl_loop_get_axis (printer->loops, axis->of);
  FlLoopKernel *loops = printer->program->kernel;
  const FlSym *lanes = fl_sym_contains (axis->step, fl_loop_kernel_get_lanes64 (loops))
                           ? fl_loop_kernel_get_lanes64 (loops)
                           : fl_loop_kernel_get_lanes (loops);
  g_autofree char *step = fl_print_c_dup_index (printer, axis->step),
                  *begin = axis->begin ? fl_print_c_dup_index (printer, axis->begin) : g_strdup ("0");
  g_autofree char *extent = fl_print_c_dup_index (printer, axis->extent),
                  *end = fl_print_c_dup_index (printer, range->extent);
  g_autofree char *whole
      = axis->begin && axis->begin != range->begin ? dup_whole_end (printer, range, axis->begin, lanes) : NULL;

  if (axis->extent != range->extent && axis->extent == get_whole_end (range, axis->step))
    fl_c_line (printer->text, "for (int64_t %s = %s; %s <= %s - %s; %s += %s) {", name, whole ? whole : begin, name,
               end, step, name, step);
  else
    fl_c_line (printer->text, "for (int64_t %s = %s; %s < %s; %s += %s) {%s", name, whole ? whole : begin, name, extent,
               name, step,
               stmt->tail == FL_TAIL_REST   ? "  /* what is left */"
               : stmt->tail == FL_TAIL_HEAD ? "  /* up to where a vector of memory begins */"
                                            : "");
}

static void
write_loop (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopAxis axis = *fl_loop_get_axis (printer->loops, stmt->axis);
  g_autofree char *begin = axis.begin ? fl_print_c_dup_index (printer, axis.begin) : g_strdup ("0");
  g_autofree char *extent = fl_print_c_dup_index (printer, axis.extent);
  const char *name;

  fl_print_c_open (printer, stmt->axis);
  if (axis.stop)
    {
      write_children (printer, stmt);
      return;
    }
  name = fl_print_c_axis (printer, axis.var);
  if (stmt->map == FL_MAP_UNROLLED)
    fl_c_line (printer->text, "#pragma GCC unroll %s", extent);
  if (stmt->message)
    fl_c_line (printer->text, "/* %s */", stmt->message);
  if (axis.step)
    write_steps (printer, stmt, &axis, name);
  else if (stmt->map == FL_MAP_UNROLLED)
    fl_c_line (printer->text, "for (int %s = %s; %s < %s; %s++) {", name, begin, name, extent, name);
  else
    fl_c_line (printer->text, "for (int64_t %s = %s; %s < %s; %s++) {", name, begin, name, extent, name);
  printer->text->indent++;
  write_children (printer, stmt);
  printer->text->indent--;
  fl_c_line (printer->text, "}");
}

/* Whether the loop around goes forward by lanes of 64 bits: the innermost one with a step, for a vector may stand in an
 * unrolled loop over several of them. */
static gboolean
goes_by_wide_lanes (const FlPrinter *printer, const FlSym *wide)
{
  for (guint i = printer->open->len; i-- > 0;)
    {
      const FlLoopAxis *around = fl_loop_get_axis (printer->loops, g_array_index (printer->open, FlAxisId, i));

      if (around->step != NULL)
        return fl_sym_contains (around->step, wide);
    }
  return FALSE;
}

/* All lanes at once: their loop has no text, but of the last, partial vector, how many there are. */
static void
write_lanes (FlPrinter *printer, const FlLoopStmt *stmt)
{
  FlLoopKernel *loops = printer->program->kernel;
  const FlLoopAxis axis = *fl_loop_get_axis (printer->loops, stmt->axis);
  const FlSym *lanes = fl_loop_kernel_get_lanes (loops), *wide = fl_loop_kernel_get_lanes64 (loops);

  printer->text->lanes = goes_by_wide_lanes (printer, wide) ? FL_C_LANES_WIDE : FL_C_LANES_INTEGERS;
  printer->text->left = axis.extent == lanes || axis.extent == wide ? NULL : fl_print_c_dup_kept (printer, axis.extent);
  printer->vector = stmt->axis;
  fl_print_c_push (printer);
  for (guint i = 0; i < stmt->n_children; i++)
    fl_print_c_children (printer, stmt->children[i]);
  fl_print_c_pop (printer);
  printer->vector = 0;
  printer->text->left = NULL;
  printer->text->lanes = FL_C_LANES_FLOATS;
}

static void
write_guard (FlPrinter *printer, const FlLoopStmt *stmt)
{
  fl_c_line (printer->text, "if (%s) {", fl_print_c_value (printer, stmt->condition).text);
  printer->text->indent++;
  fl_print_c_push (printer);
  for (guint i = 0; i < stmt->n_children; i++)
    fl_print_c_children (printer, stmt->children[i]);
  fl_print_c_pop (printer);
  printer->text->indent--;
  fl_c_line (printer->text, "}");
}

void
fl_print_c_children (FlPrinter *printer, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (printer->loops, id);

  switch (stmt.kind)
    {
    case FL_STMT_SEQUENCE:
      begin_homes (printer, &stmt);
      for (guint i = 0; i < stmt.n_children; i++)
        fl_print_c_children (printer, stmt.children[i]);
      break;
    case FL_STMT_LOOP:
      if (stmt.map == FL_MAP_VECTOR)
        write_lanes (printer, &stmt);
      else
        write_loop (printer, &stmt);
      break;
    case FL_STMT_GUARD: write_guard (printer, &stmt); break;
    case FL_STMT_LET: fl_print_c_let (printer, &stmt); break;
    case FL_STMT_STORE:
      if (printer->vector && fl_loop_index_get_axes (printer->loops, stmt.index) >> printer->vector & 1)
        fl_print_c_vector_store (printer, &stmt);
      else
        write_store (printer, &stmt);
      break;
    case FL_STMT_PREFETCH: write_prefetch (printer, &stmt); break;
    case FL_STMT_ACCUMULATE: fl_print_c_step (printer, &stmt); break;
    case FL_STMT_COMBINE:
      fl_print_c_combine (printer, &stmt, g_hash_table_contains (printer->declares, GUINT_TO_POINTER (id)));
      break;
    case FL_STMT_RELAYOUT: fl_print_c_relayout (printer, &stmt); break;
    case FL_STMT_ASSERT:
      fl_print_c_line (printer, stmt.origins, 0, "if (!(%s)) { fl_index_errors++; return; }",
                       fl_print_c_value (printer, stmt.condition).text);
      break;
    default: fl_c_fail (printer->text, "the statement %s", fl_stmt_kind_get_name (stmt.kind));
    }
}

const FlSym *
fl_print_c_get_extent (const FlLoopProgram *program, guint child, gint64 *step)
{
  const FlLoopStmt *root = fl_loop_get_stmt (program->kernel, program->root),
                   *loop = fl_loop_get_stmt (program->kernel, root->children[child]);
  const FlLoopAxis *axis = loop->kind == FL_STMT_LOOP && loop->map == FL_MAP_PARALLEL
                               ? fl_loop_get_axis (program->kernel, loop->axis)
                               : NULL;
  gint64 unit = 1;

  if (!axis || !axis->stop)
    return NULL;
  if (axis->step)
    fl_sym_is_int (axis->step, &unit);
  *step = unit;
  return axis->extent;
}

void
fl_print_c_body (FlCWriter *writer, const FlLoopProgram *program, guint first, guint n, gboolean is_shared)
{
  const FlLoopStmt root = *fl_loop_get_stmt (program->kernel, program->root);
  g_autoptr (GHashTable) homes = g_hash_table_new (NULL, NULL), declares = g_hash_table_new (NULL, NULL),
                         axes = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) scopes = g_array_new (FALSE, FALSE, sizeof (gpointer)),
                     open = g_array_new (FALSE, FALSE, sizeof (FlAxisId));
  FlPrinter printer = { .text = writer,
                        .program = program,
                        .loops = program->kernel,
                        .homes = homes,
                        .declares = declares,
                        .axes = axes,
                        .scopes = scopes,
                        .open = open,
                        .is_shared = is_shared };

  fl_print_c_push (&printer);
  begin_homes (&printer, &root);
  for (guint i = 0; i < n; i++)
    fl_print_c_children (&printer, root.children[first + i]);
  fl_print_c_pop (&printer);
}
