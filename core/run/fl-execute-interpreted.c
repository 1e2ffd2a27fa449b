/* Kernels that a plain compiler refuses: the others run, and the interpreter's values stand in for what these would
 * have stored.
 *
 * In: programs, and the compiler's word that it refused one of their units. Out: the same programs without the kernels
 * that it refuses by themselves, and for each buffer of theirs a place in the exchange memory, filled before the run. A
 * buffer must be the value of a node of the graph; where one is not, nothing is replaced, and the whole run is
 * interpreted. */
#include "fl-execute-private.h"

#include "fl-compiler.h"
#include "fl-event-kinds.h"

#include <string.h>
#include <unistd.h>

/* A buffer of a refused kernel. */
typedef struct
{
  const FlKernel *kernel; /* of the program that runs */
  const FlBuffer *buffer;
  guint variant;
  gint64 place; /* in the exchange memory, dense */
} Interpreted;

static gboolean
is_refused (const FlExecutor *self, const FlProgram *program, guint kernel)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *unit = fl_program_dup_unit (program, kernel);
  int object = fl_compiler_build (program->kernels[kernel].name, unit, self->request->cache_folder, NULL, &error);
  if (object >= 0)
    close (object);
  return object < 0;
}

/* Is the buffer in memory just the value of its node? Layers of a sum that was split have the node of the whole. */
static gboolean
is_value_of_node (FlExecutor *self, const FlGraph *graph, const FlBuffer *buffer)
{
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS], offset, size;
  if (buffer->fx_node.index >= graph->n_nodes || buffer->layout.kind == FL_LAYOUT_MUTATION
      || buffer->layout.kind == FL_LAYOUT_MULTI_OUTPUT)
    return FALSE;
  const FlValue *value = &graph->nodes[buffer->fx_node.index].value;
  gboolean ok = value->kind == FL_VALUE_TENSOR && value->tensor.dtype == buffer->layout.dtype
                && value->tensor.n_dims == buffer->layout.n_dims
                && fl_executor_evaluate_layout (self, &buffer->layout, sizes, strides, &offset, NULL);
  for (guint d = 0; ok && d < value->tensor.n_dims; d++)
    ok = fl_executor_evaluate (self, value->tensor.sizes[d], &size, NULL) && size == sizes[d];
  return ok;
}

static gboolean
is_in_memory (const FlMemoryPlan *plan, const FlBuffer *buffer)
{
  for (guint i = 0; i < plan->n_buffers; i++)
    if (plan->buffers[i].buffer == buffer)
      return !plan->buffers[i].is_removed;
  return FALSE;
}

/* What the kernel stores; FALSE: something of it is no node's value. */
static gboolean
note_stored (FlExecutor *self, guint variant, const FlProgram *program, const FlKernel *kernel)
{
  const FlGraph *graph = program->plan->schedule->lowered->graph;
  for (guint i = 0; i < kernel->node->n_originals; i++)
    {
      const FlSchedNode *node = kernel->node->originals[i];
      for (guint k = 0; k < node->n_outputs; k++)
        {
          const FlBuffer *buffer = node->outputs[k]->buffer;
          if (buffer->layout.kind != FL_LAYOUT_MUTATION && !is_in_memory (program->plan, buffer))
            continue;
          if (!is_value_of_node (self, graph, buffer))
            return FALSE;
          Interpreted *item = g_new (Interpreted, 1);
          *item = (Interpreted) { kernel, buffer, variant, 0 };
          g_ptr_array_add (self->interpreted, item);
        }
    }
  return TRUE;
}

/* The program without the kernels that the compiler refuses. */
static const FlProgram *
leave_out (FlExecutor *self, guint variant, GString *names, gboolean *ok)
{
  const FlProgram *program = self->request->variants[variant].program;
  g_autofree gboolean *is_out = g_new0 (gboolean, program->n_kernels + 1);
  gboolean has_any = FALSE;
  for (guint i = 0; i < program->n_kernels; i++)
    {
      is_out[i] = program->kernels[i].source != NULL && is_refused (self, program, i);
      has_any |= is_out[i];
    }
  if (!has_any)
    return program;
  program = fl_program_new_without (self->pass->arena, program, is_out);
  for (guint i = 0; i < program->n_kernels && *ok; i++)
    if (is_out[i])
      {
        g_string_append_printf (names, "%s%s", names->len == 0 ? "" : ", ", program->kernels[i].name);
        *ok = note_stored (self, variant, program, &program->kernels[i]);
      }
  return program;
}

gboolean
fl_executor_leave_refused (FlExecutor *self, const GError *refusal)
{
  FlExecuteRequest *request = fl_arena_memdup (self->pass->arena, self->request, sizeof *request);
  FlVariant *variants = fl_arena_memdup (self->pass->arena, request->variants, request->n_variants * sizeof *variants);
  g_autoptr (GString) names = g_string_new (NULL);
  FlExecution *result = self->result;
  gboolean ok = TRUE;
  self->interpreted = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < request->n_variants && ok; i++)
    variants[i].program = leave_out (self, i, names, &ok);
  if (!ok || names->len == 0)
    {
      g_clear_pointer (&self->interpreted, g_ptr_array_unref);
      return FALSE;
    }
  request->variants = variants;
  self->request = request;
  result->warning = fl_arena_printf (
      self->pass->arena,
      "%s.\nWhat these kernels store comes from the reference interpreter instead: %s. gcc or clang"
      " compile them: install one (Debian, Ubuntu: apt install gcc; Fedora: dnf install gcc; Arch: pacman -S gcc) or"
      " name it in FUSELOOM_CC",
      refusal->message, names->str);
  fl_trace_record (self->pass->trace,
                   &(FlEvent) {
                       .stage = FL_STAGE_RUN,
                       .kind = FL_EVENT_COMPILE,
                       .verdict = FL_VERDICT_REJECT,
                       .subject = { FL_REF_KERNEL, 0, fl_intern (names->str) },
                       .reason
                       = "the plain compiler refused these kernels: the interpreter's values stand in for theirs",
                       .facts = result->warning });
  return TRUE;
}

/* --- places and values ------------------------------------------------------------------------ */

gboolean
fl_interpreted_place (FlExecutor *self, GError **error)
{
  for (guint i = 0; self->interpreted != NULL && i < self->interpreted->len; i++)
    {
      Interpreted *item = self->interpreted->pdata[i];
      gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS], offset;
      if (!fl_executor_evaluate_layout (self, &item->buffer->layout, sizes, strides, &offset, error))
        return FALSE;
      gint64 bytes = fl_sizes_product (sizes, item->buffer->layout.n_dims)
                     * fl_dtype_get_size_bytes (item->buffer->layout.dtype);
      item->place = self->load_bytes;
      self->load_bytes += (bytes + FL_EXCHANGE_ALIGNMENT - 1) / FL_EXCHANGE_ALIGNMENT * FL_EXCHANGE_ALIGNMENT;
    }
  return TRUE;
}

gboolean
fl_interpreted_has (const FlExecutor *self, const FlKernel *kernel)
{
  for (guint i = 0; self->interpreted != NULL && i < self->interpreted->len; i++)
    if (((const Interpreted *) self->interpreted->pdata[i])->kernel == kernel)
      return TRUE;
  return FALSE;
}

gboolean
fl_interpreted_has_buffer (const FlExecutor *self, guint variant, const FlBuffer *buffer)
{
  for (guint i = 0; self->interpreted != NULL && i < self->interpreted->len; i++)
    {
      const Interpreted *item = self->interpreted->pdata[i];
      if (item->variant == variant && item->buffer == buffer)
        return TRUE;
    }
  return FALSE;
}

void
fl_interpreted_foreach (const FlExecutor *self, const FlKernel *kernel,
                        void (*func) (const FlBuffer *buffer, gint64 place, gpointer data), gpointer data)
{
  for (guint i = 0; self->interpreted != NULL && i < self->interpreted->len; i++)
    {
      const Interpreted *item = self->interpreted->pdata[i];
      if (item->kernel == kernel)
        func (item->buffer, item->place, data);
    }
}

/* Of one variant: programs of different strategies may have different graphs. */
static gboolean
store_variant (FlExecutor *self, guint variant, GError **error)
{
  const FlGraph *graph = self->request->variants[variant].program->plan->schedule->lowered->graph;
  g_autoptr (GArray) nodes = g_array_new (FALSE, TRUE, sizeof (FlNodeId));
  for (guint i = 0; i < self->interpreted->len; i++)
    {
      const Interpreted *item = self->interpreted->pdata[i];
      if (item->variant == variant)
        g_array_append_val (nodes, item->buffer->fx_node);
    }
  if (nodes->len == 0)
    return TRUE;
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  for (guint i = 0; i < self->inputs->len; i++) /* the graph may write them */
    g_ptr_array_add (inputs, self->inputs->pdata[i] == NULL ? NULL : fl_array_dup (self->inputs->pdata[i]));
  const FlReferenceRequest request = { .graph = graph,
                                       .inputs = (FlArray *const *) inputs->pdata,
                                       .sizes = fl_executor_get_size,
                                       .data = self,
                                       .given = self->request->given,
                                       .is_for_gpu = fl_options_is_gpu (self->pass->options),
                                       .nodes = (const FlNodeId *) nodes->data,
                                       .n_nodes = nodes->len,
                                       .cancelled = self->pass->cancelled };
  g_autoptr (GPtrArray) values = fl_reference_run_request (&request, error);
  for (guint i = 0, k = 0; values != NULL && i < self->interpreted->len; i++)
    {
      const Interpreted *item = self->interpreted->pdata[i];
      gint64 strides[FL_MAX_DIMS];
      if (item->variant != variant)
        continue;
      const FlArray *value = values->pdata[k++];
      fl_array_get_strides (value, strides);
      fl_array_store (value, strides, 0, fl_worker_client_get_exchange (self->client) + item->place);
    }
  return values != NULL;
}

gboolean
fl_interpreted_store (FlExecutor *self, GError **error)
{
  if (self->interpreted == NULL)
    return TRUE;
  if (self->inputs == NULL)
    self->inputs = fl_executor_new_inputs (self, error);
  gboolean ok = self->inputs != NULL;
  for (guint i = 0; ok && i < self->request->n_variants; i++)
    ok = store_variant (self, i, error);
  return ok;
}
