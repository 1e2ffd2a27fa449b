/* An execution as JSON: the member "run" of data/schema/run.schema.json, which times measured elsewhere are read back
 * from (fl-times-read.c). */
#include <cjson/cJSON.h>

#include "fl-limit.h"
#include "fl-report-json.h"
#include "fl-report-private.h"
#include "fl-roofline.h"
#include "fl-slower.h"

void
fl_json_add_text (cJSON *object, const char *name, const char *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  if (valid != NULL)
    cJSON_AddStringToObject (object, name, valid);
  else
    cJSON_AddNullToObject (object, name);
}

void
fl_json_add_torch (cJSON *object, const FlOptions *options)
{
  g_autofree char *why = fl_options_dup_torch_why (options);

  fl_json_add_text (object, "torch_version", fl_torch_get_name (options->rules.version));
  fl_json_add_text (object, "torch_why", why);
}

void
fl_json_push_text (cJSON *array, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  cJSON_AddItemToArray (array, cJSON_CreateString (valid));
}

/* Infinite and not-a-number have no JSON form: null. */
void
fl_json_add_number (cJSON *object, const char *name, double number)
{
  if (number - number == 0)
    cJSON_AddNumberToObject (object, name, number);
  else
    cJSON_AddNullToObject (object, name);
}

cJSON *
fl_json_push_object (cJSON *array)
{
  cJSON *object = cJSON_CreateObject ();

  cJSON_AddItemToArray (array, object);
  return object;
}

static void
add_limits (cJSON *kernel, const FlKernelTime *from)
{
  g_autofree char *limit = fl_kernel_time_dup_limit (from), *roofline = fl_kernel_time_dup_roofline (from);

  cJSON_AddNumberToObject (kernel, "read_bytes", (double) from->read_bytes);
  cJSON_AddNumberToObject (kernel, "written_bytes", (double) from->written_bytes);
  cJSON_AddNumberToObject (kernel, "flops", (double) from->flops);
  fl_json_add_number (kernel, "ceiling_ns", from->ceiling_ns);
  fl_json_add_text (kernel, "ceiling", from->ceiling);
  fl_json_add_number (kernel, "compute_ns", from->compute_ns);
  fl_json_add_number (kernel, "arithmetic_ns", from->arithmetic_ns);
  fl_json_add_text (kernel, "function", from->function);
  fl_json_add_number (kernel, "function_ns", from->function_ns);
  fl_json_add_text (kernel, "on_the_cpu_why", from->host_why);
  fl_json_add_text (kernel, "limit", limit);
  fl_json_add_text (kernel, "roofline", roofline);
  fl_json_add_text (kernel, "look", fl_look_get_info (fl_roofline_get_look (from))->name);
}

static void
add_times (cJSON *object, const FlVariantTime *variant)
{
  cJSON *kernels = cJSON_AddArrayToObject (object, "kernels");

  for (guint i = 0; i < variant->n_kernels; i++)
    {
      const FlKernelTime *from = &variant->kernels[i];
      cJSON *kernel = fl_json_push_object (kernels);

      fl_json_add_text (kernel, "name", from->kernel);
      fl_json_add_number (kernel, "median_ns", from->median_ns);
      fl_json_add_number (kernel, "spread", from->high_ns - from->low_ns);
      fl_json_add_number (kernel, "low_ns", from->low_ns);
      fl_json_add_number (kernel, "high_ns", from->high_ns);
      cJSON_AddNumberToObject (kernel, "samples", from->n_samples);
      cJSON_AddNumberToObject (kernel, "bytes", (double) from->bytes);
      fl_json_add_number (kernel, "bandwidth_share", from->bandwidth_share);
      add_limits (kernel, from);
      if (from->is_counted)
        {
          cJSON_AddNumberToObject (kernel, "cycles", (double) from->cycles);
          cJSON_AddNumberToObject (kernel, "instructions", (double) from->instructions);
          cJSON_AddNumberToObject (kernel, "cache_misses", (double) from->cache_misses);
        }
    }
  fl_json_add_number (object, "total_ns", variant->total_median_ns);
  fl_json_add_number (object, "total_low_ns", variant->total_low_ns);
  fl_json_add_number (object, "total_high_ns", variant->total_high_ns);
  fl_json_add_number (object, "gap_ns", variant->gap_ns);
  fl_json_add_number (object, "plain_launches_ns", variant->plain_median_ns);
  fl_json_add_text (object, "no_cuda_graph_why", variant->no_graph_why);
  fl_json_add_number (object, "ceiling_ns", variant->ceiling_ns);
}

static void
add_agreements (cJSON *object, const char *name, const FlAgreement *agreements, guint n)
{
  cJSON *results = cJSON_AddArrayToObject (object, name);

  for (guint i = 0; i < n; i++)
    {
      const FlAgreement *from = &agreements[i];
      cJSON *result = fl_json_push_object (results);

      fl_json_add_text (result, "variant", from->variant);
      fl_json_add_text (result, "output", from->output);
      if (from->unverified_why == NULL)
        cJSON_AddBoolToObject (result, "agree", from->agrees);
      else
        cJSON_AddNullToObject (result, "agree");
      fl_json_add_text (result, "unverified_why", from->unverified_why);
      fl_json_add_number (result, "max_abs_error", from->max_abs);
      fl_json_add_number (result, "max_rel_error", from->max_rel);
      fl_json_add_number (result, "tolerance", from->tolerance);
      fl_json_add_text (result, "tolerance_why", from->tolerance_why);
      fl_json_add_number (result, "sensitivity", from->sensitivity);
      fl_json_add_number (result, "scale", from->scale);
      fl_json_add_text (result, "worst_place", from->worst_place);
      fl_json_add_number (result, "expected", from->expected);
      fl_json_add_number (result, "got", from->got);
    }
}

/* What the plan lays out, and what of it the process had in use after each kernel. */
static void
add_measured_memory (cJSON *object, const FlVariantTime *variant)
{
  cJSON *memory = cJSON_AddObjectToObject (object, "memory"), *list;

  cJSON_AddNumberToObject (memory, "arena_bytes", (double) variant->arena_bytes);
  cJSON_AddNumberToObject (memory, "planned_bytes", (double) variant->planned_bytes);
  if (variant->n_measured == 0)
    return;
  cJSON_AddNumberToObject (memory, "measured_peak_bytes", (double) variant->measured_peak_bytes);
  cJSON_AddNumberToObject (memory, "page_bytes", (double) variant->page_bytes);
  list = cJSON_AddArrayToObject (memory, "measured_bytes");
  for (guint i = 0; i < variant->n_measured; i++)
    cJSON_AddItemToArray (list, cJSON_CreateNumber ((double) variant->measured_bytes[i]));
}

static void
add_first_result (cJSON *object, const FlFirstResult *from)
{
  cJSON *first = cJSON_AddObjectToObject (object, "first");

  fl_json_add_number (first, "total_ns", from->total_ns);
  fl_json_add_number (first, "layout_ns", from->layout_ns);
  fl_json_add_number (first, "worker_ns", from->worker_ns);
  fl_json_add_number (first, "compile_ns", from->compile_ns);
  fl_json_add_number (first, "library_ns", from->library_ns);
  fl_json_add_number (first, "inputs_ns", from->inputs_ns);
  fl_json_add_number (first, "run_ns", from->run_ns);
}

static void
add_products (cJSON *object, const FlExecution *execution)
{
  cJSON *products = cJSON_AddArrayToObject (object, "product_peaks");

  for (guint i = 0; i < execution->n_products; i++)
    {
      cJSON *product = fl_json_push_object (products);

      fl_json_add_text (product, "type", execution->products[i].type);
      fl_json_add_number (product, "flops_per_s", execution->products[i].flops_per_s);
    }
}

cJSON *
fl_report_new_execution_json (const FlExecution *execution, const FlProgram *program)
{
  g_autofree char *slower = fl_execution_dup_slower (execution, 1, 0);
  const FlVariantTime *own = NULL;
  cJSON *object = cJSON_CreateObject (), *variants, *notes;

  cJSON_AddStringToObject (object, "check", fl_check_get_word (execution->check));
  cJSON_AddBoolToObject (object, "verified", execution->verified);
  if (execution->check != FL_CHECK_UNVERIFIED)
    cJSON_AddBoolToObject (object, "agree", execution->check == FL_CHECK_AGREES);
  else
    cJSON_AddNullToObject (object, "agree");
  fl_json_add_number (object, "max_rel_error", execution->max_rel);
  cJSON_AddNumberToObject (object, "widened", execution->n_widened);
  cJSON_AddNumberToObject (object, "unverified", execution->n_unverified);
  fl_json_add_text (object, "not_verified_why", execution->verified ? NULL : execution->not_verified_why);
  notes = cJSON_AddArrayToObject (object, "notes");
  for (guint i = 0; i < execution->n_notes; i++)
    fl_json_push_text (notes, execution->notes[i]);
  for (guint i = 0; i < execution->n_variants; i++)
    if (program != NULL && (own == NULL || execution->variants[i].program == program))
      own = &execution->variants[i];
  if (own != NULL)
    add_times (object, own);
  fl_json_add_number (object, "speedup", execution->speedup);
  fl_json_add_number (object, "speedup_low", execution->speedup_low);
  fl_json_add_number (object, "speedup_high", execution->speedup_high);
  fl_json_add_text (object, "slower_why", slower);
  fl_json_add_number (object, "copy_bytes_per_s", execution->copy_bytes_per_s);
  fl_json_add_number (object, "peak_flops_per_s", execution->peak_flops_per_s);
  add_products (object, execution);
  fl_json_add_number (object, "ping_pong_ns", execution->ping_pong_ns);
  fl_json_add_number (object, "foreign_share", execution->foreign_share);
  cJSON_AddNumberToObject (object, "threads", execution->n_threads);
  fl_json_add_number (object, "compile_cpu_ns", execution->compile_cpu_ns);
  fl_json_add_text (object, "compiler", execution->compiler);
  fl_json_add_text (object, "compiler_path", execution->compiler_path);
  fl_json_add_text (object, "compiler_flags", execution->compiler_flags);
  fl_json_add_text (object, "vectors", execution->vectors);
  fl_json_add_text (object, "confined", execution->confined);
  fl_json_add_text (object, "not_confined", execution->not_confined);
  cJSON_AddNumberToObject (object, "modules", execution->n_modules);
  cJSON_AddNumberToObject (object, "cached_modules", execution->n_cached_modules);
  fl_json_add_text (object, "warning", execution->warning);
  fl_json_add_text (object, "no_counters_why", execution->no_counters_why);
  fl_json_add_text (object, "gpu", execution->gpu);
  fl_json_add_text (object, "processor", execution->processor);
  fl_json_add_text (object, "machine", execution->machine);
  fl_json_add_text (object, "device", execution->device);
  add_first_result (object, &execution->first);
  add_agreements (object, "results", execution->agreements, execution->n_agreements);
  add_agreements (object, "expected", execution->expected, execution->n_expected);
  variants = cJSON_AddArrayToObject (object, "variants");
  for (guint i = 0; i < execution->n_variants; i++)
    {
      cJSON *variant = fl_json_push_object (variants);

      fl_json_add_text (variant, "name", execution->variants[i].name);
      fl_json_add_number (variant, "compile_ns", execution->variants[i].compile_ns);
      cJSON_AddBoolToObject (variant, "was_cached", execution->variants[i].was_cached);
      add_measured_memory (variant, &execution->variants[i]);
      add_times (variant, &execution->variants[i]);
    }
  return object;
}
