/* Programs for a GPU: what can be run, where each step was, and the device that times belong to. */
#include "fl-execute-private.h"

#include <string.h>

gboolean
fl_executor_is_for_gpu (const FlExecutor *self)
{
  return self->request->variants[0].program->target == FL_TARGET_CUDA;
}

/* "no source for kernels triton_… (a grid: …)"; NULL: all have some. */
static const char *
dup_missing (FlExecutor *self, const FlProgram *program)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < program->n_kernels; i++)
    {
      const FlKernel *kernel = &program->kernels[i];
      if (kernel->why_no_source != NULL && kernel->kind != FL_KERNEL_EXTERN && kernel->kind != FL_KERNEL_NOP)
        g_string_append_printf (text, "%s%s (%s)", text->len > 0 ? ", " : "", kernel->name, kernel->why_no_source);
    }
  return text->len == 0 ? NULL : fl_arena_strdup (self->pass->arena, text->str);
}

gboolean
fl_executor_check_target (FlExecutor *self, GError **error)
{
  const FlOptions *options = self->pass->options;
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      const FlVariant *variant = &self->request->variants[i];
      const char *missing = variant->program->target == FL_TARGET_CUDA ? dup_missing (self, variant->program) : NULL;
      if (variant->program->target != self->request->variants[0].program->target)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED,
                       "programs for different targets cannot be run together: %s is for %s", variant->name,
                       fl_target_get_name (variant->program->target));
          return FALSE;
        }
      if (missing != NULL)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED,
                       "the %s program cannot be run on a GPU yet, as kernels lack CUDA source: %s; --target cpu runs",
                       variant->name, missing);
          return FALSE;
        }
    }
  if (!fl_executor_is_for_gpu (self))
    return TRUE;
  if (options->guard || options->cpu_sanitize)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "%s is for --target cpu: kernels on a GPU are not guarded so",
                   options->guard ? "run.guard" : "cpu.sanitize");
      return FALSE;
    }
  if (self->request->session != NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "a session's worker is for --target cpu");
      return FALSE;
    }
  return TRUE;
}

static double
get_number (const cJSON *object, const char *name)
{
  const cJSON *item = cJSON_GetObjectItem (object, name);
  return cJSON_IsNumber (item) ? item->valuedouble : 0;
}

/* "NVIDIA H200 (compute capability 9.0, 132 multiprocessors, 60 MiB of L2, 139.7 GiB), driver for CUDA 13.0". */
void
fl_executor_read_device (FlExecutor *self, const cJSON *facts)
{
  const cJSON *device = cJSON_GetObjectItem (facts, "device");
  const char *name = cJSON_GetStringValue (cJSON_GetObjectItem (device, "name"));
  guint capability = get_number (device, "capability"), driver = get_number (device, "driver");
  if (name == NULL)
    return;
  self->result->gpu = fl_arena_strdup (self->pass->arena, name);
  self->result->machine = fl_arena_printf (
      self->pass->arena,
      "%s (compute capability %u.%u, %.0f multiprocessors, %.0f MiB of L2, %.1f GiB), driver for CUDA "
      "%u.%u; beside %s",
      name, capability / 10, capability % 10, get_number (device, "multiprocessors"),
      get_number (device, "l2_bytes") / (1 << 20), get_number (device, "memory_bytes") / (1 << 30), driver / 1000,
      driver % 1000 / 10, self->result->machine);
}

/* Of each step: why it was run on the CPU, NULL: it was not. */
void
fl_executor_read_places (FlExecutor *self, guint position, const cJSON *answer)
{
  FlSentProgram *sent = &self->programs[position];
  const cJSON *item;
  guint i = 0, n = 0;
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) list = g_string_new (NULL);
  const char *library = cJSON_GetStringValue (cJSON_GetObjectItem (answer, "library"));
  if (library != NULL)
    self->result->compiler = fl_arena_printf (self->pass->arena, "NVRTC; library calls by %s", library);
  sent->host_whys = fl_arena_new (self->pass->arena, const char *, sent->n_steps + 1);
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (answer, "places"))
    {
      const char *place = cJSON_GetStringValue (cJSON_GetObjectItem (item, "place")),
                 *why = cJSON_GetStringValue (cJSON_GetObjectItem (item, "why"));
      if (i == sent->n_steps)
        break;
      sent->host_whys[i++] = g_strcmp0 (place, "host") == 0
                                 ? fl_arena_strdup (self->pass->arena, why != NULL ? why : "no reason was given")
                                 : NULL;
      if (sent->host_whys[i - 1] == NULL)
        continue;
      n++;
      if (g_hash_table_add (names, (gpointer) sent->steps[i - 1]->name))
        g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", sent->steps[i - 1]->name);
    }
  if (n > 0)
    fl_execution_add_note (
        self, "steps on the CPU",
        fl_arena_printf (self->pass->arena,
                         "%u of %u steps of the %s program ran on the CPU, copied there and back, and "
                         "are in no time: %s",
                         n, sent->n_steps, self->request->variants[position].name, list->str));
}

/* What one CUDA graph of all steps won over starting each. */
void
fl_executor_read_launches (FlExecutor *self, guint position, GArray *plain, const cJSON *program)
{
  FlVariantTime *variant = &self->result->variants[position];
  const char *why = cJSON_GetStringValue (cJSON_GetObjectItem (program, "no_graph"));
  FlQuartiles q = fl_samples_summarize ((double *) plain->data, plain->len);
  variant->plain_median_ns = q.median;
  variant->no_graph_why = why == NULL ? NULL : fl_arena_strdup (self->pass->arena, why);
}
