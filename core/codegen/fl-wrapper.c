/* The calling code as text, in the style of TorchInductor's output_code.py (torch/_inductor/codegen/wrapper.py): for
 * people. It is never run; the worker follows the plan itself. */
#include "fl-kernel.h"

#include "fl-quote.h"
#include "fl-text.h"

#include <string.h>

typedef struct
{
  const FlPass *pass;
  const FlProgram *program;
  const FlMemoryPlan *plan;
  const FlLowered *lowered;
  GString *out;
  guint indent;
  GPtrArray *pools;  /* PoolState */
  GHashTable *names; /* what the graph calls a tensor or a size -> what the text calls it */
  GHashTable *taken; /* the latter */
} Wrapper;

static void G_GNUC_PRINTF (2, 3) line (Wrapper *wrapper, const char *format, ...)
{
  va_list args;

  g_string_append_printf (wrapper->out, "%*s", 4 * wrapper->indent, "");
  va_start (args, format);
  g_string_append_vprintf (wrapper->out, format, args);
  va_end (args);
  g_string_append_c (wrapper->out, '\n');
}

static gboolean
is_gpu (const Wrapper *wrapper)
{
  return wrapper->program->target != FL_TARGET_CPU;
}

/* --- names ------------------------------------------------------------------------------------ */

/* Names of a file as Python can have them, each another one, and none that the text has for something else. */
static const char *
get_name (Wrapper *wrapper, const char *name)
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
                                     "stream0" };
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
  if (is_own)
    g_string_append_c (text, '_');
  while (g_hash_table_contains (wrapper->taken, text->str))
    g_string_append_c (text, '_');
  known = fl_arena_strdup (wrapper->pass->arena, text->str);
  g_hash_table_insert (wrapper->names, (gpointer) name, (gpointer) known);
  g_hash_table_add (wrapper->taken, (gpointer) known);
  return known;
}

/* A size or an index, with the names of sizes as they are in this text. */
static void
append_sym (Wrapper *wrapper, GString *out, const FlSym *sym)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  gboolean is_plain = !fl_sym_contains_kind (sym, FL_SYM_OPAQUE);

  fl_sym_collect_symbols (sym, symbols);
  for (guint i = 0; i < symbols->len && is_plain; i++)
    is_plain
        = fl_sym_get_kind (symbols->pdata[i]) != FL_SYM_SIZE
          || strcmp (get_name (wrapper, fl_sym_get_name (symbols->pdata[i])), fl_sym_get_name (symbols->pdata[i])) == 0;
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
append_syms (Wrapper *wrapper, GString *out, const FlSym *const *syms, guint n)
{
  g_string_append_c (out, '(');
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i ? ", " : "");
      append_sym (wrapper, out, syms[i]);
    }
  g_string_append (out, n == 1 ? ", )" : ")");
}

static void
append_layout (Wrapper *wrapper, GString *out, const FlLayout *layout)
{
  append_syms (wrapper, out, layout->sizes, layout->n_dims);
  g_string_append (out, ", ");
  append_syms (wrapper, out, layout->strides, layout->n_dims);
}

static void
append_view (Wrapper *wrapper, const FlBufferView *view)
{
  if (!view->buffer)
    {
      g_string_append (wrapper->out, "None");
      return;
    }
  if (!view->is_view)
    {
      g_string_append (wrapper->out, get_name (wrapper, view->buffer->name));
      return;
    }
  g_string_append_printf (wrapper->out, "reinterpret_tensor(%s, ", get_name (wrapper, view->buffer->name));
  append_layout (wrapper, wrapper->out, &view->layout);
  g_string_append (wrapper->out, ", ");
  append_sym (wrapper, wrapper->out, view->layout.offset);
  g_string_append_c (wrapper->out, ')');
}

static gboolean
has_equal_layout (const FlBuffer *a, const FlBuffer *b)
{
  if (a->layout.n_dims != b->layout.n_dims)
    return FALSE;
  for (guint i = 0; i < a->layout.n_dims; i++)
    if (a->layout.sizes[i] != b->layout.sizes[i] || a->layout.strides[i] != b->layout.strides[i])
      return FALSE;
  return TRUE;
}

/* --- memory lines ----------------------------------------------------------------------------- */

/* A library that returns its result allocates it itself. */
static gboolean
is_returned (const FlBuffer *buffer)
{
  return buffer->kind == FL_BUFFER_EXTERN_ALLOC || buffer->kind == FL_BUFFER_FALLBACK
         || buffer->kind == FL_BUFFER_MULTI_OUTPUT;
}

static void
write_allocation (Wrapper *wrapper, const FlBuffer *buffer)
{
  g_autoptr (GString) layout = g_string_new (NULL);
  g_autofree char *device
      = fl_quote_dup_python_identifier (buffer->layout.device.type ? buffer->layout.device.type : "cpu");

  if (is_returned (buffer))
    return;
  append_layout (wrapper, layout, &buffer->layout);
  if (fl_options_is_modern (wrapper->pass->options))
    line (wrapper, "%s = empty_strided_%s(%s, %s)", get_name (wrapper, buffer->name), device, layout->str,
          fl_dtype_get_torch_name (buffer->layout.dtype));
  else
    line (wrapper, "%s = empty_strided(%s, device='%s', dtype=%s)", get_name (wrapper, buffer->name), layout->str,
          device, fl_dtype_get_torch_name (buffer->layout.dtype));
}

static void
write_reuse (Wrapper *wrapper, const FlBuffer *buffer, const FlBuffer *other)
{
  const FlMemoryBuffer *entry = fl_memory_plan_find (wrapper->plan, other->name);
  g_autofree char *del
      = entry && entry->pool > 0 ? g_strdup ("") : g_strdup_printf (" del %s", get_name (wrapper, other->name));
  g_autoptr (GString) layout = g_string_new (NULL);

  if (has_equal_layout (buffer, other))
    {
      line (wrapper, "%s = %s;%s  # reuse", get_name (wrapper, buffer->name), get_name (wrapper, other->name), del);
      return;
    }
  append_layout (wrapper, layout, &buffer->layout);
  line (wrapper, "%s = reinterpret_tensor(%s, %s, 0);%s  # reuse", get_name (wrapper, buffer->name),
        get_name (wrapper, other->name), layout->str, del);
}

/* --- pools ------------------------------------------------------------------------------------ */

typedef struct
{
  gboolean is_made;
  const char *last_name; /* of the last buffer freed from it */
  GPtrArray *names;      /* to be deleted with it */
  GPtrArray *makers;     /* pairs: text of an allocation, the name that has it */
} PoolState;

static void
pool_state_free (gpointer data)
{
  PoolState *state = data;

  g_ptr_array_unref (state->names);
  g_ptr_array_unref (state->makers);
  g_free (state);
}

static GPtrArray *
make_pool_states (const FlMemoryPlan *plan)
{
  GPtrArray *states = g_ptr_array_new_with_free_func (pool_state_free);

  for (guint i = 0; i < plan->n_pools; i++)
    {
      PoolState *state = g_new0 (PoolState, 1);

      state->names = g_ptr_array_new ();
      state->makers = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (states, state);
    }
  for (guint i = 0; i < plan->n_lines; i++)
    if (plan->lines[i].kind == FL_LINE_FREE)
      {
        const FlMemoryBuffer *entry = fl_memory_plan_find (plan, plan->lines[i].buffer->name);

        if (entry && entry->pool > 0)
          ((PoolState *) states->pdata[entry->pool - 1])->last_name = plan->lines[i].buffer->name;
      }
  return states;
}

static void
write_pool (Wrapper *wrapper, guint pool, const FlBuffer *first)
{
  const FlMemoryPool *made = &wrapper->plan->pools[pool];
  g_autofree char *device
      = fl_quote_dup_python_identifier (first->layout.device.type ? first->layout.device.type : "cpu");
  g_autoptr (GString) layout = g_string_new (NULL);

  if (made->shape)
    append_layout (wrapper, layout, &made->shape->layout);
  else
    g_string_append_printf (layout, "(%s, ), (1, )", made->bytes_text);
  line (wrapper, "pool%u = empty_strided_%s(%s, %s)", pool, device, layout->str,
        made->shape ? fl_dtype_get_torch_name (made->shape->layout.dtype) : "torch.uint8");
}

static void
write_from_pool (Wrapper *wrapper, const FlMemoryBuffer *entry)
{
  PoolState *state = wrapper->pools->pdata[entry->pool - 1];
  g_autoptr (GString) text = g_string_new (NULL);

  if (!state->is_made)
    write_pool (wrapper, entry->pool - 1, entry->buffer);
  state->is_made = TRUE;
  for (guint i = 0; i < wrapper->plan->n_buffers; i++)
    if (wrapper->plan->buffers[i].owner == entry->buffer && wrapper->plan->buffers[i].pool == entry->pool)
      g_ptr_array_add (state->names, (gpointer) wrapper->plan->buffers[i].buffer->name);
  g_string_append_printf (text, "alloc_from_pool(pool%u, %s, %s, ", entry->pool - 1, entry->pool_offset_text,
                          fl_dtype_get_torch_name (entry->buffer->layout.dtype));
  append_layout (wrapper, text, &entry->buffer->layout);
  g_string_append_c (text, ')');
  for (guint i = 0; i + 1 < state->makers->len; i += 2)
    if (g_str_equal (state->makers->pdata[i], text->str))
      {
        line (wrapper, "%s = %s  # alloc", get_name (wrapper, entry->buffer->name),
              (const char *) state->makers->pdata[i + 1]);
        return;
      }
  g_ptr_array_add (state->makers, g_strdup (text->str));
  g_ptr_array_add (state->makers, g_strdup (get_name (wrapper, entry->buffer->name)));
  line (wrapper, "%s = %s", get_name (wrapper, entry->buffer->name), text->str);
}

/* Memory of a pool goes back with the pool, after its last user, unless an output lies in it. */
static void
write_free (Wrapper *wrapper, const FlBuffer *buffer, guint time)
{
  const FlMemoryBuffer *entry = fl_memory_plan_find (wrapper->plan, buffer->name);
  g_autoptr (GString) names = g_string_new (NULL);
  const PoolState *state;

  if (!entry || entry->pool == 0)
    {
      line (wrapper, "del %s", get_name (wrapper, buffer->name));
      return;
    }
  state = wrapper->pools->pdata[entry->pool - 1];
  if (state->last_name != buffer->name || wrapper->plan->pools[entry->pool - 1].end > time)
    return;
  for (guint i = 0; i < state->names->len; i++)
    g_string_append_printf (names, ", %s", get_name (wrapper, state->names->pdata[i]));
  line (wrapper, "del pool%u%s", entry->pool - 1, names->str);
}

static void
write_alias (Wrapper *wrapper, const FlBuffer *buffer, const FlBuffer *other)
{
  g_autoptr (GString) layout = g_string_new (NULL);

  append_layout (wrapper, layout, &buffer->layout);
  g_string_append (layout, ", ");
  append_sym (wrapper, layout, buffer->layout.target_offset ? buffer->layout.target_offset : buffer->layout.offset);
  line (wrapper, "%s = reinterpret_tensor(%s, %s)  # alias", get_name (wrapper, buffer->name),
        get_name (wrapper, other->name), layout->str);
}

/* --- values ----------------------------------------------------------------------------------- */

/* Is every name in there one that Python can have? (Keywords and strings always are: fl_arg_append.) */
static gboolean
has_python_names (Wrapper *wrapper, const FlArg *arg)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  const char *name;

  for (guint i = 0; i < arg->n_items; i++)
    if (!has_python_names (wrapper, &arg->items[i]))
      return FALSE;
  if (arg->kind == FL_ARG_NODE || arg->kind == FL_ARG_GRAPH)
    {
      name = fl_graph_get_node (wrapper->lowered->graph, arg->node)->name;
      return strcmp (get_name (wrapper, name), name) == 0;
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
    if (strcmp (get_name (wrapper, fl_sym_get_name (symbols->pdata[i])), fl_sym_get_name (symbols->pdata[i])) != 0)
      return FALSE;
  return TRUE;
}

/* A value with a name that Python cannot have is one mangled name as a whole. */
static void
append_value (Wrapper *wrapper, const FlArg *arg)
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
append_extern_args (Wrapper *wrapper, const FlBuffer *call)
{
  for (guint i = 0; i < call->n_args; i++)
    {
      const FlExternArg *arg = &call->args[i];

      g_string_append (wrapper->out, i ? ", " : "");
      if (arg->keyword)
        {
          g_autofree char *keyword = fl_quote_dup_python_identifier (arg->keyword);

          g_string_append_printf (wrapper->out, "%s=", keyword);
        }
      if (arg->kind == FL_EXTERN_TENSOR)
        append_view (wrapper, &arg->tensor);
      else if (arg->kind == FL_EXTERN_VALUE)
        append_value (wrapper, &arg->value);
      else
        {
          g_string_append_c (wrapper->out, '[');
          for (guint k = 0; k < arg->n_tensors; k++)
            {
              g_string_append (wrapper->out, k ? ", " : "");
              append_view (wrapper, &arg->tensors[k]);
            }
          g_string_append_c (wrapper->out, ']');
        }
    }
}

static void
write_extern (Wrapper *wrapper, const FlKernel *kernel)
{
  const FlBuffer *call = kernel->node->op;
  g_autofree char *name = fl_quote_dup_python_path (call->kernel ? call->kernel : "torch.ops.unknown");

  g_string_append_printf (wrapper->out, "%*s", 4 * wrapper->indent, "");
  if (call->kind == FL_BUFFER_MULTI_OUTPUT)
    g_string_append_printf (wrapper->out, "%s = %s[%u]\n", get_name (wrapper, call->name),
                            get_name (wrapper, call->args[0].tensor.buffer->name), call->tuple_index);
  else if (call->kind == FL_BUFFER_EXTERN_OUT)
    {
      g_string_append_printf (wrapper->out, "%s(", name);
      append_extern_args (wrapper, call);
      g_string_append_printf (wrapper->out, ", out=%s)\n", get_name (wrapper, call->name));
    }
  else
    {
      if (call->layout.kind != FL_LAYOUT_NONE)
        g_string_append_printf (wrapper->out, "%s = ", get_name (wrapper, call->name));
      g_string_append_printf (wrapper->out, "%s(", name);
      append_extern_args (wrapper, call);
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
append_launch (Wrapper *wrapper, const FlKernel *kernel)
{
  if (kernel->node->numel)
    {
      g_string_append (wrapper->out, ", ");
      append_sym (wrapper, wrapper->out, kernel->node->numel);
    }
  if (kernel->node->rnumel && !fl_sym_is_int_value (kernel->node->rnumel, 1))
    {
      g_string_append (wrapper->out, ", ");
      append_sym (wrapper, wrapper->out, kernel->node->rnumel);
    }
  g_string_append (wrapper->out, ", stream=stream0");
}

static void
write_sources (Wrapper *wrapper, const FlKernel *kernel)
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
  line (wrapper, "# Topologically Sorted Source Nodes: [%s]", comment->str);
}

static void
write_call (Wrapper *wrapper, const FlKernel *kernel)
{
  if (kernel->kind == FL_KERNEL_EXTERN || kernel->kind == FL_KERNEL_NOP)
    {
      write_extern (wrapper, kernel);
      return;
    }
  write_sources (wrapper, kernel);
  if (is_gpu (wrapper))
    line (wrapper, "stream0 = get_raw_stream(0)");
  g_string_append_printf (wrapper->out, "%*s%s%s(", 4 * wrapper->indent, "", kernel->name,
                          is_gpu (wrapper) ? ".run" : "");
  for (guint i = 0; i < kernel->n_args; i++)
    g_string_append_printf (wrapper->out, "%s%s", i ? ", " : "",
                            get_name (wrapper, get_name_at_call (kernel, wrapper->plan, kernel->args[i].buffer)));
  for (guint i = 0; i < kernel->n_sizes; i++)
    g_string_append_printf (wrapper->out, ", %s", get_name (wrapper, fl_sym_get_name (kernel->size_symbols[i])));
  if (is_gpu (wrapper))
    append_launch (wrapper, kernel);
  g_string_append (wrapper->out, ")\n");
}

/* --- head and foot ---------------------------------------------------------------------------- */

/* Sizes that stand alone in an input's shape are read from it. */
static void
write_size_symbols (Wrapper *wrapper)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();

  for (guint i = 0; i < wrapper->lowered->n_inputs; i++)
    {
      const FlBuffer *input = wrapper->lowered->inputs[i];

      for (guint d = 0; input && d < input->layout.n_dims; d++)
        {
          const FlSym *size = input->layout.sizes[d];

          if (fl_sym_get_kind (size) != FL_SYM_SIZE || g_ptr_array_find (known, size, NULL))
            continue;
          g_ptr_array_add (known, (gpointer) size);
          line (wrapper, "%s = %s.size(%u)", get_name (wrapper, fl_sym_get_name (size)),
                get_name (wrapper, input->name), d);
        }
    }
}

static void
write_head (Wrapper *wrapper)
{
  const FlGraph *graph = wrapper->lowered->graph;

  line (wrapper, "def call(args):");
  wrapper->indent = 1;
  g_string_append (wrapper->out, "    ");
  for (guint i = 0; i < wrapper->lowered->n_inputs; i++)
    g_string_append_printf (wrapper->out, "%s, ",
                            wrapper->lowered->inputs[i] ? get_name (wrapper, wrapper->lowered->inputs[i]->name)
                            : graph                     ? get_name (wrapper, graph->nodes[graph->inputs[i].index].name)
                                                        : "_");
  if (wrapper->lowered->n_inputs > 1)
    g_string_truncate (wrapper->out, wrapper->out->len - 2);
  else if (wrapper->lowered->n_inputs == 1)
    g_string_truncate (wrapper->out, wrapper->out->len - 1);
  g_string_append (wrapper->out, wrapper->lowered->n_inputs ? " = args\n" : "() = args\n");
  line (wrapper, "args.clear()");
  write_size_symbols (wrapper);
  for (guint i = 0; i < wrapper->lowered->n_inputs; i++)
    {
      g_autoptr (GString) layout = g_string_new (NULL);

      if (!wrapper->lowered->inputs[i])
        continue;
      append_layout (wrapper, layout, &wrapper->lowered->inputs[i]->layout);
      line (wrapper, "assert_size_stride(%s, %s)", get_name (wrapper, wrapper->lowered->inputs[i]->name), layout->str);
    }
  if (is_gpu (wrapper))
    {
      line (wrapper, "with torch.cuda._DeviceGuard(0):");
      wrapper->indent = 2;
      line (wrapper, "torch.cuda.set_device(0)");
    }
}

static void
write_return (Wrapper *wrapper)
{
  wrapper->indent = 1;
  g_string_append (wrapper->out, "    return (");
  for (guint i = 0; i < wrapper->lowered->n_outputs; i++)
    {
      const FlOutput *output = &wrapper->lowered->outputs[i];

      if (output->kind == FL_OUTPUT_TENSOR)
        append_view (wrapper, &output->tensor);
      else if (output->kind == FL_OUTPUT_SYM)
        append_sym (wrapper, wrapper->out, output->sym);
      else
        g_string_append (wrapper->out, "None");
      g_string_append (wrapper->out, ", ");
    }
  g_string_append (wrapper->out, ")\n");
}

char *
fl_wrapper_write (const FlPass *pass, const FlProgram *program)
{
  Wrapper wrapper
      = { .pass = pass, .program = program, .plan = program->plan, .lowered = program->plan->schedule->lowered };
  g_autoptr (GPtrArray) pools = make_pool_states (program->plan);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  guint call = 0, time = 0;

  wrapper.out = g_string_new (NULL);
  wrapper.pools = pools;
  wrapper.names = names;
  wrapper.taken = taken;
  write_head (&wrapper);
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
              write_from_pool (&wrapper, buffer);
            else
              write_allocation (&wrapper, entry->buffer);
          }
          break;
        case FL_LINE_REUSE:
        case FL_LINE_INPLACE: write_reuse (&wrapper, entry->buffer, entry->other); break;
        case FL_LINE_ALIAS: write_alias (&wrapper, entry->buffer, entry->other); break;
        case FL_LINE_CALL:
          if (call < program->n_kernels)
            write_call (&wrapper, &program->kernels[call]);
          call++;
          break;
        case FL_LINE_FREE: write_free (&wrapper, entry->buffer, time); break;
        case FL_LINE_RETURN: write_return (&wrapper); break;
        }
    }
  return g_string_free (wrapper.out, FALSE);
}
