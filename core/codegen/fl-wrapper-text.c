/* The calling code: lines, names as Python can have them, sizes and views. */
#include "fl-wrapper-private.h"

#include "fl-quote.h"
#include "fl-text.h"

#include <string.h>

void
fl_wrapper_line (FlWrapper *wrapper, const char *format, ...)
{
  va_list args;

  g_string_append_printf (wrapper->out, "%*s", 4 * wrapper->indent, "");
  va_start (args, format);
  g_string_append_vprintf (wrapper->out, format, args);
  va_end (args);
  g_string_append_c (wrapper->out, '\n');
}

gboolean
fl_wrapper_is_gpu (const FlWrapper *wrapper)
{
  return wrapper->program->target != FL_TARGET_CPU;
}

/* --- names ------------------------------------------------------------------------------------ */

/* Names of a file as Python can have them, each another one, and none that the text has for something else. */
const char *
fl_wrapper_get_name (FlWrapper *wrapper, const char *name)
{
  static const char *const own[] = { "args",
                                     "call",
                                     "torch",
                                     "extern_kernels",
                                     "reinterpret_tensor",
                                     "alloc_from_pool",
                                     "assert_size_stride",
                                     "empty_strided",
                                     "empty_strided_cpu",
                                     "empty_strided_cuda",
                                     "get_raw_stream",
                                     "stream0",
                                     "align",
                                     "aten",
                                     "async_compile",
                                     "device",
                                     "inf",
                                     "nan",
                                     "math",
                                     "tl",
                                     "triton" };
  const char *known = g_hash_table_lookup (wrapper->names, name);
  g_autoptr (GString) text = NULL;
  g_autofree char *identifier = NULL;
  gboolean is_own = FALSE;

  if (known)
    return known;
  identifier = fl_quote_dup_python_identifier (name);
  text = g_string_new (identifier);
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    is_own |= strcmp (own[i], identifier) == 0;
  if (is_own || g_str_has_prefix (identifier, "triton_")) /* kernels are called so */
    g_string_append_c (text, '_');
  while (g_hash_table_contains (wrapper->taken, text->str))
    g_string_append_c (text, '_');
  known = fl_arena_strdup (wrapper->pass->arena, text->str);
  g_hash_table_insert (wrapper->names, (gpointer) name, (gpointer) known);
  g_hash_table_add (wrapper->taken, (gpointer) known);
  return known;
}

/* A size or an index, with the names of sizes as they are in this text. */
void
fl_wrapper_append_sym (FlWrapper *wrapper, GString *out, const FlSym *sym)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  gboolean is_plain = !fl_sym_contains_kind (sym, FL_SYM_OPAQUE);

  fl_sym_collect_symbols (sym, symbols);
  for (guint i = 0; i < symbols->len && is_plain; i++)
    is_plain = fl_sym_get_kind (symbols->pdata[i]) != FL_SYM_SIZE
               || strcmp (fl_wrapper_get_name (wrapper, fl_sym_get_name (symbols->pdata[i])),
                          fl_sym_get_name (symbols->pdata[i]))
                      == 0;
  if (is_plain)
    fl_sym_append_python (out, sym);
  else
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *identifier = NULL;

      fl_sym_append_python (text, sym);
      identifier = fl_quote_dup_python_identifier (text->str);
      g_string_append (out, identifier);
    }
}

/* --- pieces ----------------------------------------------------------------------------------- */

/* "(10, 3840)", "(10, )", "()" */
static void
append_syms (FlWrapper *wrapper, GString *out, const FlSym *const *syms, guint n)
{
  g_string_append_c (out, '(');
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i ? ", " : "");
      fl_wrapper_append_sym (wrapper, out, syms[i]);
    }
  g_string_append (out, n == 1 ? ", )" : ")");
}

void
fl_wrapper_append_layout (FlWrapper *wrapper, GString *out, const FlLayout *layout)
{
  append_syms (wrapper, out, layout->sizes, layout->n_dims);
  g_string_append (out, ", ");
  append_syms (wrapper, out, layout->strides, layout->n_dims);
}

void
fl_wrapper_append_view (FlWrapper *wrapper, const FlBufferView *view)
{
  if (!view->buffer)
    {
      g_string_append (wrapper->out, "None");
      return;
    }
  if (!view->is_view)
    {
      g_string_append (wrapper->out, fl_wrapper_get_name (wrapper, view->buffer->name));
      return;
    }
  g_string_append_printf (wrapper->out, "reinterpret_tensor(%s, ", fl_wrapper_get_name (wrapper, view->buffer->name));
  fl_wrapper_append_layout (wrapper, wrapper->out, &view->layout);
  g_string_append (wrapper->out, ", ");
  fl_wrapper_append_sym (wrapper, wrapper->out, view->layout.offset);
  g_string_append_c (wrapper->out, ')');
}

void
fl_wrapper_write_sources (FlWrapper *wrapper, const FlKernel *kernel)
{
  g_autoptr (GPtrArray) ops = fl_kernel_get_op_names (wrapper->plan->schedule, kernel->node);
  g_autoptr (GPtrArray) sources = fl_kernel_get_source_names (wrapper->plan->schedule, kernel->node);
  g_autoptr (GString) text = g_string_new (NULL), comment = g_string_new (NULL);

  for (guint i = 0; i < sources->len; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", (const char *) g_ptr_array_index (sources, i));
  g_string_append (text, "], Original ATen: [");
  for (guint i = 0; i < ops->len; i++)
    g_string_append_printf (text, "%saten.%s", i ? ", " : "", (const char *) g_ptr_array_index (ops, i));
  fl_quote_append_python_comment (comment, text->str);
  fl_wrapper_line (wrapper, "# Topologically Sorted Source Nodes: [%s]", comment->str);
}
