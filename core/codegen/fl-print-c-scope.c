/* Scopes and lines of printed C: which values have names in reach, and where a line comes from. */
#include "fl-print-c-private.h"

#include "fl-text.h"

enum
{
  LINE_LENGTH = 120 /* of most lines */
};

/* --- scopes ----------------------------------------------------------------------------------- */

void
fl_print_c_push (FlPrinter *printer)
{
  GHashTable *scope = g_hash_table_new (NULL, NULL);

  g_array_append_val (printer->scopes, scope);
}

void
fl_print_c_pop (FlPrinter *printer)
{
  g_hash_table_unref (g_array_index (printer->scopes, GHashTable *, printer->scopes->len - 1));
  g_array_set_size (printer->scopes, printer->scopes->len - 1);
}

const FlCValue *
fl_print_c_find_value (const FlPrinter *printer, FlValueId id)
{
  for (guint i = printer->scopes->len; i-- > 0;)
    {
      const FlCValue *value
          = g_hash_table_lookup (g_array_index (printer->scopes, GHashTable *, i), GUINT_TO_POINTER (id));

      if (value)
        return value;
    }
  return NULL;
}

gboolean
fl_print_c_is_named (const FlPrinter *printer, FlValueId id)
{
  return fl_print_c_find_value (printer, id) != NULL;
}

void
fl_print_c_remember (FlPrinter *printer, FlValueId id, FlCValue value)
{
  g_hash_table_insert (g_array_index (printer->scopes, GHashTable *, printer->scopes->len - 1), GUINT_TO_POINTER (id),
                       fl_arena_memdup (printer->text->pass->arena, &value, sizeof value));
}

/* --- lines ------------------------------------------------------------------------------------ */

/* "exp = ops.exp(sub)": what the line is, in the words of the loop body. */
static const char *
describe (FlPrinter *printer, const FlLoopValue *value)
{
  g_autoptr (GString) out = g_string_new (value->name);

  if (value->function != FL_LOOP_FUNCTION_NONE)
    return fl_arena_printf (printer->text->pass->arena, "%s = ops.%s(%s)", value->name,
                            fl_loop_function_get_name (value->function),
                            fl_loop_get_value (printer->loops, value->of)->name);
  g_string_append (out, " = ops.");
  g_string_append (out, fl_scalar_get_info (value->op)->name);
  g_string_append_c (out, '(');
  if (value->home && fl_loop_get_home (printer->loops, value->home)->buffer)
    {
      g_string_append_c (out, '\'');
      g_string_append (out, fl_loop_get_home (printer->loops, value->home)->buffer->name);
      g_string_append (out, "', ");
    }
  if (value->index && value->op != FL_SCALAR_SET_INDIRECT)
    fl_sym_append (out, value->index);
  for (guint i = 0; i < value->n_args; i++)
    {
      g_string_append (out, i ? ", " : "");
      g_string_append (out, fl_loop_get_value (printer->loops, value->args[i])->name);
    }
  g_string_append_c (out, ')');
  return fl_arena_strndup (printer->text->pass->arena, out->str, out->len);
}

void
fl_print_c_line (FlPrinter *printer, guint origins, FlValueId id, const char *format, ...)
{
  const FlGraph *graph = printer->text->nest->schedule->lowered->graph;
  const FlLoopOrigins *from = fl_loop_get_origins (printer->loops, origins);
  const FlLoopValue *value = id ? fl_loop_get_value (printer->loops, id) : NULL;
  FlSourceSpan span = { .line = printer->text->line, .origin = FL_NODE_NONE, .text = "" };
  const char *comment = NULL;
  g_autoptr (GString) text = g_string_sized_new (LINE_LENGTH);
  va_list args;

  va_start (args, format);
  fl_text_append_vprintf (text, format, args);
  va_end (args);
  if (from)
    {
      span.node = from->op;
      span.origin = from->n > 0 ? from->nodes[0] : FL_NODE_NONE;
      span.text
          = value ? describe (printer, value) : fl_arena_strndup (printer->text->pass->arena, text->str, text->len);
      if (span.node)
        g_array_append_val (printer->text->spans, span);
      if (graph && from->n > 0 && from->nodes[0].index < graph->n_nodes && (!value || value->op != FL_SCALAR_LOAD))
        comment = graph->nodes[from->nodes[0].index].name;
    }
  fl_c_commented_line (printer->text, text->str, comment);
}
