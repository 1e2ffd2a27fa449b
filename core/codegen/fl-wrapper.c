/* The calling code as text, in the style of TorchInductor's output_code.py (torch/_inductor/codegen/wrapper.py): for
 * people. It is never run; the worker follows the plan itself. */
#include "fl-wrapper-private.h"

#include "fl-quote.h"
#include "fl-text.h"

#include <string.h>

/* --- values ----------------------------------------------------------------------------------- */

/* Is every name in there one that Python can have? (Keywords and strings always are: fl_arg_append.) */
static gboolean
has_python_names (FlWrapper *wrapper, const FlArg *arg)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  const char *name;

  for (guint i = 0; i < arg->n_items; i++)
    if (!has_python_names (wrapper, &arg->items[i]))
      return FALSE;
  if (arg->kind == FL_ARG_NODE || arg->kind == FL_ARG_GRAPH)
    {
      name = fl_graph_get_node (wrapper->lowered->graph, arg->node)->name;
      return strcmp (fl_wrapper_get_name (wrapper, name), name) == 0;
    }
  if (arg->kind == FL_ARG_NAME)
    {
      g_autofree char *path = fl_quote_dup_python_path (arg->text);

      return strcmp (path, arg->text) == 0;
    }
  if (arg->kind != FL_ARG_INT)
    return TRUE;
  if (fl_sym_contains_kind (arg->sym, FL_SYM_OPAQUE))
    return FALSE;
  fl_sym_collect_symbols (arg->sym, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (strcmp (fl_wrapper_get_name (wrapper, fl_sym_get_name (symbols->pdata[i])), fl_sym_get_name (symbols->pdata[i]))
        != 0)
      return FALSE;
  return TRUE;
}

/* A value with a name that Python cannot have is one mangled name as a whole. */
static void
append_value (FlWrapper *wrapper, const FlArg *arg)
{
  g_autoptr (GString) text = NULL;
  g_autofree char *identifier = NULL;

  if (has_python_names (wrapper, arg))
    {
      fl_arg_append (wrapper->out, wrapper->lowered->graph, arg);
      return;
    }
  text = g_string_new (NULL);
  fl_arg_append (text, wrapper->lowered->graph, arg);
  identifier = fl_quote_dup_python_identifier (text->str);
  g_string_append (wrapper->out, identifier);
}

/* --- calls ------------------------------------------------------------------------------------ */

static void
append_extern_args (FlWrapper *wrapper, const FlBuffer *call, guint first)
{
  for (guint i = first; i < call->n_args; i++)
    {
      const FlExternArg *arg = &call->args[i];

      g_string_append (wrapper->out, i > first ? ", " : "");
      if (arg->keyword)
        {
          g_autofree char *keyword = fl_quote_dup_python_identifier (arg->keyword);

          g_string_append_printf (wrapper->out, "%s=", keyword);
        }
      if (arg->kind == FL_EXTERN_TENSOR)
        fl_wrapper_append_view (wrapper, &arg->tensor);
      else if (arg->kind == FL_EXTERN_VALUE)
        {
          FlArg value = arg->value;

          value.keyword = arg->keyword ? NULL : value.keyword; /* written above */
          append_value (wrapper, &value);
        }
      else
        {
          g_string_append_c (wrapper->out, '[');
          for (guint k = 0; k < arg->n_tensors; k++)
            {
              g_string_append (wrapper->out, k ? ", " : "");
              fl_wrapper_append_view (wrapper, &arg->tensors[k]);
            }
          g_string_append_c (wrapper->out, ']');
        }
    }
}

static void
write_extern (FlWrapper *wrapper, const FlKernel *kernel)
{
  const FlBuffer *call = kernel->node->op;
  g_autofree char *name = fl_quote_dup_python_path (call->kernel ? call->kernel : "torch.ops.unknown");

  g_string_append_printf (wrapper->out, "%*s", 4 * wrapper->indent, "");
  if (call->kind == FL_BUFFER_MULTI_OUTPUT)
    g_string_append_printf (wrapper->out, "%s = %s[%u]\n", fl_wrapper_get_name (wrapper, call->name),
                            fl_wrapper_get_name (wrapper, call->args[0].tensor.buffer->name), call->tuple_index);
  else if (call->kind == FL_BUFFER_EXTERN_OUT)
    {
      g_string_append_printf (wrapper->out, "%s(", name);
      append_extern_args (wrapper, call, 0);
      g_string_append_printf (wrapper->out, ", out=%s)\n", fl_wrapper_get_name (wrapper, call->name));
    }
  else if (g_strcmp0 (call->class_name, "InplaceCopyFallback") == 0)
    {
      fl_wrapper_append_view (wrapper, &call->args[0].tensor);
      g_string_append (wrapper->out, ".copy_(");
      append_extern_args (wrapper, call, 1);
      g_string_append (wrapper->out, ")\n");
    }
  else
    {
      if (call->layout.kind != FL_LAYOUT_NONE)
        g_string_append_printf (wrapper->out, "%s = ", fl_wrapper_get_name (wrapper, call->name));
      g_string_append_printf (wrapper->out, "%s(", name);
      append_extern_args (wrapper, call, 0);
      g_string_append (wrapper->out, ")\n");
    }
}

/* After an in-place line the memory has the output's name. */
static const char *
get_name_at_call (const FlKernel *kernel, const FlMemoryPlan *plan, const FlBuffer *buffer)
{
  for (guint i = 0; i < kernel->node->n_originals; i++)
    for (guint k = 0; k < kernel->node->originals[i]->n_outputs; k++)
      {
        const FlBuffer *output = kernel->node->originals[i]->outputs[k]->buffer;
        const FlMemoryBuffer *entry = fl_memory_plan_find (plan, output->name);

        if (output != buffer && entry && !entry->is_removed && output->layout.kind == FL_LAYOUT_FIXED
            && fl_kernel_resolve (plan, kernel->node, output) == buffer)
          return output->name;
      }
  return buffer->name;
}

/* numel, rnumel: the launch sizes of a Triton kernel. */
static void
append_launch (FlWrapper *wrapper, const FlKernel *kernel)
{
  if (kernel->node->numel)
    {
      g_string_append (wrapper->out, ", ");
      fl_wrapper_append_sym (wrapper, wrapper->out, kernel->node->numel);
    }
  if (kernel->node->rnumel && !fl_sym_is_int_value (kernel->node->rnumel, 1))
    {
      g_string_append (wrapper->out, ", ");
      fl_wrapper_append_sym (wrapper, wrapper->out, kernel->node->rnumel);
    }
  g_string_append (wrapper->out, ", stream=stream0");
}

/* Buffers, sizes and launch sizes in the order of the kernel's parameters. */
static void
write_triton_call (FlWrapper *wrapper, const FlKernel *kernel, const FlTritonKernel *made)
{
  if (!made->source)
    {
      g_autoptr (GString) why = g_string_new (NULL);

      fl_text_append_repr (why, made->why_no_source);
      fl_wrapper_line (wrapper, "raise NotImplementedError('%s is not written: the Triton printer does not have ' %s)",
                       made->name, why->str);
      return;
    }
  fl_wrapper_line (wrapper, "stream0 = get_raw_stream(0)");
  g_string_append_printf (wrapper->out, "%*s%s.run(", 4 * wrapper->indent, "", made->name);
  for (guint i = 0; i < made->n_args; i++)
    g_string_append_printf (wrapper->out, "%s, ",
                            fl_wrapper_get_name (wrapper, get_name_at_call (kernel, wrapper->plan, made->args[i])));
  for (guint i = 0; i < made->n_sizes + made->n_numels; i++)
    {
      fl_wrapper_append_sym (wrapper, wrapper->out,
                             i < made->n_sizes ? made->sizes[i] : made->numels[i - made->n_sizes]);
      g_string_append (wrapper->out, ", ");
    }
  g_string_append (wrapper->out, "stream=stream0)\n");
}

static void
write_call (FlWrapper *wrapper, const FlKernel *kernel)
{
  if (kernel->kind == FL_KERNEL_EXTERN || kernel->kind == FL_KERNEL_NOP)
    {
      write_extern (wrapper, kernel);
      return;
    }
  fl_wrapper_write_sources (wrapper, kernel);
  if (wrapper->kernels)
    {
      for (const FlTritonKernel *made = wrapper->kernels[kernel - wrapper->program->kernels]; made; made = made->next)
        write_triton_call (wrapper, kernel, made);
      return;
    }
  if (fl_wrapper_is_gpu (wrapper))
    fl_wrapper_line (wrapper, "stream0 = get_raw_stream(0)");
  g_string_append_printf (wrapper->out, "%*s%s%s(", 4 * wrapper->indent, "", kernel->name,
                          fl_wrapper_is_gpu (wrapper) ? ".run" : "");
  for (guint i = 0; i < kernel->n_args; i++)
    g_string_append_printf (wrapper->out, "%s%s", i ? ", " : "",
                            fl_wrapper_get_name (wrapper,
                                                 get_name_at_call (kernel, wrapper->plan, kernel->args[i].buffer)));
  for (guint i = 0; i < kernel->n_sizes; i++)
    g_string_append_printf (wrapper->out, ", %s",
                            fl_wrapper_get_name (wrapper, fl_sym_get_name (kernel->size_symbols[i])));
  if (fl_wrapper_is_gpu (wrapper))
    append_launch (wrapper, kernel);
  g_string_append (wrapper->out, ")\n");
}

/* --- head and foot ---------------------------------------------------------------------------- */

/* A size that is an input itself; NULL: the input is a tensor, or no lone size. */
static const FlSym *
get_size_input (const FlWrapper *wrapper, guint position)
{
  const FlGraph *graph = wrapper->lowered->graph;
  const FlNode *node
      = graph && !wrapper->lowered->inputs[position] ? &graph->nodes[graph->inputs[position].index] : NULL;

  return node && node->value.kind == FL_VALUE_SYM && fl_sym_get_kind (node->value.sym) == FL_SYM_SIZE ? node->value.sym
                                                                                                      : NULL;
}

/* Sizes that stand alone in an input's shape are read from it; where the text is to run, those that are inputs, too. */
static void
write_size_symbols (FlWrapper *wrapper)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();

  for (guint i = 0; i < wrapper->lowered->n_inputs && wrapper->kernels; i++)
    {
      const FlSym *size = get_size_input (wrapper, i);

      if (!size || g_ptr_array_find (known, size, NULL))
        continue;
      g_ptr_array_add (known, (gpointer) size);
      fl_wrapper_line (
          wrapper, "%s = %s", fl_wrapper_get_name (wrapper, fl_sym_get_name (size)),
          fl_wrapper_get_name (wrapper, wrapper->lowered->graph->nodes[wrapper->lowered->graph->inputs[i].index].name));
    }
  for (guint i = 0; i < wrapper->lowered->n_inputs; i++)
    {
      const FlBuffer *input = wrapper->lowered->inputs[i];

      for (guint d = 0; input && d < input->layout.n_dims; d++)
        {
          const FlSym *size = input->layout.sizes[d];

          if (fl_sym_get_kind (size) != FL_SYM_SIZE || g_ptr_array_find (known, size, NULL))
            continue;
          g_ptr_array_add (known, (gpointer) size);
          fl_wrapper_line (wrapper, "%s = %s.size(%u)", fl_wrapper_get_name (wrapper, fl_sym_get_name (size)),
                           fl_wrapper_get_name (wrapper, input->name), d);
        }
    }
}

static void
write_head (FlWrapper *wrapper)
{
  const FlGraph *graph = wrapper->lowered->graph;

  fl_wrapper_line (wrapper, "def call(args):");
  wrapper->indent = 1;
  g_string_append (wrapper->out, "    ");
  for (guint i = 0; i < wrapper->lowered->n_inputs; i++)
    g_string_append_printf (wrapper->out, "%s, ",
                            wrapper->lowered->inputs[i]
                                ? fl_wrapper_get_name (wrapper, wrapper->lowered->inputs[i]->name)
                            : graph ? fl_wrapper_get_name (wrapper, graph->nodes[graph->inputs[i].index].name)
                                    : "_");
  if (wrapper->lowered->n_inputs > 1)
    g_string_truncate (wrapper->out, wrapper->out->len - 2);
  else if (wrapper->lowered->n_inputs == 1)
    g_string_truncate (wrapper->out, wrapper->out->len - 1);
  g_string_append (wrapper->out, wrapper->lowered->n_inputs ? " = args\n" : "() = args\n");
  fl_wrapper_line (wrapper, "args.clear()");
  write_size_symbols (wrapper);
  for (guint i = 0; i < wrapper->lowered->n_inputs; i++)
    {
      g_autoptr (GString) layout = g_string_new (NULL);

      if (!wrapper->lowered->inputs[i])
        continue;
      fl_wrapper_append_layout (wrapper, layout, &wrapper->lowered->inputs[i]->layout);
      fl_wrapper_line (wrapper, "assert_size_stride(%s, %s)",
                       fl_wrapper_get_name (wrapper, wrapper->lowered->inputs[i]->name), layout->str);
    }
  if (fl_wrapper_is_gpu (wrapper))
    {
      fl_wrapper_line (wrapper, "with torch.cuda._DeviceGuard(0):");
      wrapper->indent = 2;
      fl_wrapper_line (wrapper, "torch.cuda.set_device(0)");
    }
}

static void
write_return (FlWrapper *wrapper)
{
  wrapper->indent = 1;
  g_string_append (wrapper->out, "    return (");
  for (guint i = 0; i < wrapper->lowered->n_outputs; i++)
    {
      const FlOutput *output = &wrapper->lowered->outputs[i];

      if (output->kind == FL_OUTPUT_TENSOR)
        fl_wrapper_append_view (wrapper, &output->tensor);
      else if (output->kind == FL_OUTPUT_SYM)
        fl_wrapper_append_sym (wrapper, wrapper->out, output->sym);
      else
        g_string_append (wrapper->out, "None");
      g_string_append (wrapper->out, ", ");
    }
  g_string_append (wrapper->out, ")\n");
}

void
fl_wrapper_init (FlWrapper *wrapper, const FlPass *pass, const FlProgram *program)
{
  *wrapper = (FlWrapper) { .pass = pass, .program = program, .plan = program->plan };
  wrapper->lowered = program->plan->schedule->lowered;
  wrapper->out = g_string_new (NULL);
  wrapper->pools = fl_wrapper_make_pools (program->plan);
  wrapper->names = g_hash_table_new (g_str_hash, g_str_equal);
  wrapper->taken = g_hash_table_new (g_str_hash, g_str_equal);
}

char *
fl_wrapper_finish (FlWrapper *wrapper)
{
  g_ptr_array_unref (wrapper->pools);
  g_hash_table_unref (wrapper->names);
  g_hash_table_unref (wrapper->taken);
  return g_string_free (wrapper->out, FALSE);
}

void
fl_wrapper_write_call_function (FlWrapper *wrapper)
{
  const FlProgram *program = wrapper->program;
  guint call = 0, time = 0;

  write_head (wrapper);
  for (guint i = 0; i < program->plan->n_lines; i++)
    {
      const FlMemoryLine *entry = &program->plan->lines[i];

      time += fl_memory_line_is_planning (entry) && (i == 0 || !fl_memory_line_is_planning (entry - 1));
      switch (entry->kind)
        {
        case FL_LINE_ALLOCATE:
          {
            const FlMemoryBuffer *buffer = fl_memory_plan_find (program->plan, entry->buffer->name);

            if (buffer && buffer->pool > 0)
              fl_wrapper_write_from_pool (wrapper, buffer);
            else
              fl_wrapper_write_allocation (wrapper, entry->buffer);
          }
          break;
        case FL_LINE_REUSE:
        case FL_LINE_INPLACE: fl_wrapper_write_reuse (wrapper, entry->buffer, entry->other); break;
        case FL_LINE_ALIAS: fl_wrapper_write_alias (wrapper, entry->buffer, entry->other); break;
        case FL_LINE_CALL:
          if (call < program->n_kernels)
            write_call (wrapper, &program->kernels[call]);
          call++;
          break;
        case FL_LINE_FREE: fl_wrapper_write_free (wrapper, entry->buffer, time); break;
        case FL_LINE_RETURN: write_return (wrapper); break;
        }
    }
}

char *
fl_wrapper_write (const FlPass *pass, const FlProgram *program)
{
  FlWrapper wrapper;

  fl_wrapper_init (&wrapper, pass, program);
  fl_wrapper_write_call_function (&wrapper);
  return fl_wrapper_finish (&wrapper);
}
