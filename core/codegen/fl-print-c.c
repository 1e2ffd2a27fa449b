/* Statements of a loop program as C. */
#include "fl-print-c.h"

#include "fl-print-c-private.h"

static void
write_store (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home);
  const FlCValue value = fl_print_c_value (printer, stmt->value);
  g_autofree char *element = fl_print_c_dup_element (printer, stmt->home, stmt->index);
  g_autoptr (GString) stored = g_string_new (NULL), sum = g_string_new (NULL);

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

/* A name is given even to what is an atom already, where it may change later: an accumulator. */
static void
write_let (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopValue value = *fl_loop_get_value (printer->loops, stmt->value);
  FlCValue result = fl_print_c_value (printer, stmt->value);

  if (value.op != FL_SCALAR_GETITEM)
    return;
  result.text = fl_arena_strdup (printer->text->pass->arena, result.text);
  fl_print_c_name (printer, stmt->value, stmt->origins, result);
}

static void
begin_homes (FlPrinter *printer, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < stmt->n_homes; i++)
    {
      const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->homes[i]);
      g_autofree char *size = fl_print_c_dup_index (printer, home.size);

      if (home.combiner != FL_N_REDUCTIONS)
        fl_print_c_begin_accumulator (printer, stmt->homes[i]);
      else
        fl_c_line (printer->text, "_Alignas (64) %s %s[%s];", fl_c_get_compute_type (home.dtype), fl_print_c_home (printer, stmt->homes[i], 0), size);
    }
}

static void
write_loop (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopAxis axis = *fl_loop_get_axis (printer->loops, stmt->axis);
  g_autofree char *extent = fl_print_c_dup_index (printer, axis.extent);
  const gboolean is_shared = stmt->map == FL_MAP_PARALLEL && printer->first;

  fl_c_line (printer->text, "for (int64_t %s = %s; %s < %s; %s++) {", axis.name, is_shared ? printer->first : "0", axis.name,
             is_shared ? printer->last : extent, axis.name);
  printer->text->indent++;
  fl_print_c_push (printer);
  begin_homes (printer, stmt);
  for (guint i = 0; i < stmt->n_children; i++)
    fl_print_c_children (printer, stmt->children[i]);
  fl_print_c_pop (printer);
  printer->text->indent--;
  fl_c_line (printer->text, "}");
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
      write_loop (printer, &stmt);
      break;
    case FL_STMT_GUARD:
      write_guard (printer, &stmt);
      break;
    case FL_STMT_LET:
      write_let (printer, &stmt);
      break;
    case FL_STMT_STORE:
      write_store (printer, &stmt);
      break;
    case FL_STMT_ACCUMULATE:
      fl_print_c_step (printer, &stmt);
      break;
    case FL_STMT_ASSERT:
      fl_print_c_line (printer, stmt.origins, 0, "if (!(%s)) { fl_index_errors++; return; }", fl_print_c_value (printer, stmt.condition).text);
      break;
    default:
      fl_c_fail (printer->text, "the statement %s", fl_stmt_kind_get_name (stmt.kind));
    }
}

const FlSym *
fl_print_c_get_extent (const FlLoopProgram *program)
{
  const FlLoopStmt *root = fl_loop_get_stmt (program->kernel, program->root);
  const FlLoopStmt *only = root->n_children == 1 ? fl_loop_get_stmt (program->kernel, root->children[0]) : NULL;

  return only && only->kind == FL_STMT_LOOP && only->map == FL_MAP_PARALLEL ? fl_loop_get_axis (program->kernel, only->axis)->extent : NULL;
}

void
fl_print_c_body (FlCWriter *writer, const FlLoopProgram *program, gboolean is_shared)
{
  g_autoptr (GHashTable) homes = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) scopes = g_array_new (FALSE, FALSE, sizeof (gpointer));
  FlPrinter printer = { .text = writer, .program = program, .loops = program->kernel, .homes = homes, .scopes = scopes,
                        .first = is_shared ? "begin" : NULL, .last = is_shared ? "end" : NULL };

  fl_print_c_push (&printer);
  fl_print_c_children (&printer, program->root);
  fl_print_c_pop (&printer);
}
