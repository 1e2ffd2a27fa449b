/* What the arithmetic of kernels takes at least: the functions that they call, timed by themselves in the same rounds,
 * and the rest of their operations at the speed of multiply-adds. */
#include "fl-execute-private.h"

enum
{
  FEW_BYTES = 64 << 10 /* the worker runs kernels with less memory than this on one thread */
};

typedef struct
{
  const char *name, *call; /* of FlKernelFunction */
  GArray *ns;              /* double: of one thread, an element */
  double median_ns;
} Function;

struct _FlArithmetic
{
  FlExecutor *executor;
  GArray *functions; /* Function */
  char *source;
};

static Function *
find_function (FlArithmetic *self, const char *call)
{
  for (guint i = 0; i < self->functions->len; i++)
    if (g_array_index (self->functions, Function, i).call == call)
      return &g_array_index (self->functions, Function, i);
  return NULL;
}

static void
add_functions (FlArithmetic *self, const FlKernel *kernel)
{
  for (guint i = 0; i < kernel->work.n_functions; i++)
    {
      Function function = { kernel->work.functions[i].name, kernel->work.functions[i].call, NULL, 0 };
      if (find_function (self, function.call) != NULL)
        continue;
      function.ns = g_array_new (FALSE, FALSE, sizeof (double));
      g_array_append_val (self->functions, function);
    }
}

FlArithmetic *
fl_arithmetic_new (FlExecutor *executor)
{
  FlArithmetic *self = g_new0 (FlArithmetic, 1);
  self->executor = executor;
  self->functions = g_array_new (FALSE, TRUE, sizeof (Function));
  for (guint v = 0; v < executor->request->n_variants; v++)
    for (guint i = 0; i < executor->programs[v].n_steps; i++)
      add_functions (self, executor->programs[v].steps[i]);
  if (self->functions->len > 0)
    {
      g_autofree const char **calls = g_new0 (const char *, self->functions->len);
      for (guint i = 0; i < self->functions->len; i++)
        calls[i] = g_array_index (self->functions, Function, i).call;
      self->source = fl_codegen_dup_calls (executor->request->variants[0].program->head, calls, self->functions->len);
    }
  return self;
}

void
fl_arithmetic_free (FlArithmetic *self)
{
  for (guint i = 0; i < self->functions->len; i++)
    g_array_unref (g_array_index (self->functions, Function, i).ns);
  g_array_unref (self->functions);
  g_free (self->source);
  g_free (self);
}

void
fl_arithmetic_ask (const FlArithmetic *self, cJSON *message)
{
  if (self->source == NULL)
    return;
  cJSON *functions = cJSON_AddObjectToObject (message, "functions");
  cJSON_AddStringToObject (functions, "source", self->source);
  cJSON_AddNumberToObject (functions, "n", self->functions->len);
  if (self->executor->request->cache_folder != NULL)
    cJSON_AddStringToObject (functions, "cache", self->executor->request->cache_folder);
}

void
fl_arithmetic_read (FlArithmetic *self, const cJSON *answer)
{
  const cJSON *list = cJSON_GetArrayItem (cJSON_GetObjectItem (answer, "functions"), 0), *item;
  for (guint i = 0; i < self->functions->len && list != NULL; i++, list = list->next)
    cJSON_ArrayForEach (item, list)
      g_array_append_val (g_array_index (self->functions, Function, i).ns, item->valuedouble);
}

static void
find_arithmetic (FlArithmetic *self, FlKernelTime *time, const FlKernel *kernel)
{
  double ns = 0, longest = 0, n_threads = time->bytes < FEW_BYTES ? 1 : MAX (self->executor->result->n_threads, 1);
  for (guint i = 0; i < kernel->work.n_functions; i++)
    {
      const Function *function = find_function (self, kernel->work.functions[i].call);
      double all = kernel->work.functions[i].n * function->median_ns / n_threads;
      ns += all;
      if (all <= longest)
        continue;
      longest = all;
      time->function = function->name;
      time->function_ns = function->median_ns / n_threads;
      time->n_function = kernel->work.functions[i].n;
    }
  if (kernel->work.n_functions == 0 || self->executor->result->peak_flops_per_s <= 0)
    time->arithmetic_ns = time->compute_ns;
  else
    time->arithmetic_ns = ns + kernel->work.plain_flops / self->executor->result->peak_flops_per_s * 1e9;
}

void
fl_arithmetic_finish (FlArithmetic *self)
{
  for (guint i = 0; i < self->functions->len; i++)
    {
      Function *function = &g_array_index (self->functions, Function, i);
      function->median_ns = fl_samples_get_median ((double *) function->ns->data, function->ns->len);
    }
  for (guint v = 0; v < self->executor->request->n_variants; v++)
    {
      FlVariantTime *variant = &self->executor->result->variants[v];
      for (guint i = 0; i < variant->n_kernels; i++)
        {
          find_arithmetic (self, &variant->kernels[i], self->executor->programs[v].steps[i]);
          variant->arithmetic_ns += variant->kernels[i].arithmetic_ns;
        }
    }
}
