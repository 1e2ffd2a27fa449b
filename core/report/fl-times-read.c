/* Times that were measured elsewhere, from a file: what fl_times_write wrote, or an execution of `run --json` or of a
 * report. Read strictly; a part without a device must say why it has no times. */
#include <string.h>

#include "fl-error.h"
#include "fl-file.h"
#include "fl-intern.h"
#include "fl-json-strict.h"
#include "fl-times-json.h"
#include "fl-times.h"

typedef struct
{
  FlJsonStrict json;
  FlTimes *times;
} Reader;

static const double max_ns = 1e15, max_bytes = 9e15;

/* --- members ---------------------------------------------------------------------------------- */

static gboolean
get_text (Reader *reader, const cJSON *object, const char *key, gboolean is_needed, const char **value)
{
  const char *text = NULL;

  if (!fl_json_strict_get_string (&reader->json, object, key, is_needed, &text))
    return FALSE;
  *value = text ? fl_arena_strdup (reader->times->arena, text) : NULL;
  return TRUE;
}

typedef struct
{
  const char *key;
  double *value;
  double maximum;
} Number;

static gboolean
get_numbers (Reader *reader, const cJSON *object, const Number *numbers, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!fl_json_strict_get_number (&reader->json, object, numbers[i].key, FALSE, 0, numbers[i].maximum,
                                    numbers[i].value))
      return FALSE;
  return TRUE;
}

typedef gboolean (*ReadItem) (Reader *reader, const cJSON *item, guint i, gpointer data);

/* A list of at most so many objects; *n is how many. */
static gboolean
find_list (Reader *reader, const cJSON *object, const char *key, guint most, const cJSON **list, guint *n)
{
  if (!fl_json_strict_get_array (&reader->json, object, key, TRUE, list))
    return FALSE;
  *n = cJSON_GetArraySize (*list);
  return *n <= most || fl_json_strict_fail (&reader->json, key, "at most %u may stand here, not %u", most, *n);
}

static gboolean
read_items (Reader *reader, const cJSON *list, const char *key, ReadItem read_item, gpointer data)
{
  const cJSON *item = list->child;
  gboolean ok = TRUE;

  for (guint i = 0; ok && item; i++, item = item->next)
    {
      gsize ticket = fl_json_strict_enter (&reader->json, key, (int) i);

      ok = fl_json_strict_check_object (&reader->json, item) && read_item (reader, item, i, data);
      fl_json_strict_leave (&reader->json, ticket);
    }
  return ok;
}

/* --- kernels ---------------------------------------------------------------------------------- */

static gboolean
read_kernel (Reader *reader, const cJSON *object, guint i, gpointer data)
{
  FlKernelTime *time = &((FlVariantTime *) data)->kernels[i];
  double samples = 0, bytes = 0, read = 0, written = 0, flops = 0;
  const Number numbers[] = { { "median_ns", &time->median_ns, max_ns },
                             { "low_ns", &time->low_ns, max_ns },
                             { "high_ns", &time->high_ns, max_ns },
                             { "samples", &samples, 1e9 },
                             { "bytes", &bytes, max_bytes },
                             { "read_bytes", &read, max_bytes },
                             { "written_bytes", &written, max_bytes },
                             { "flops", &flops, 9e15 },
                             { "bandwidth_share", &time->bandwidth_share, 1e9 },
                             { "ceiling_ns", &time->ceiling_ns, max_ns },
                             { "compute_ns", &time->compute_ns, max_ns },
                             { "arithmetic_ns", &time->arithmetic_ns, max_ns },
                             { "function_ns", &time->function_ns, max_ns } };

  if (!get_text (reader, object, "name", TRUE, &time->kernel)
      || !get_text (reader, object, "ceiling", FALSE, &time->ceiling)
      || !get_text (reader, object, "function", FALSE, &time->function)
      || !get_text (reader, object, "on_the_cpu_why", FALSE, &time->host_why)
      || !get_text (reader, object, "limit", FALSE, &time->told_limit)
      || !get_text (reader, object, "look", FALSE, &time->told_look)
      || !get_numbers (reader, object, numbers, G_N_ELEMENTS (numbers)))
    return FALSE;
  time->kernel = fl_intern (time->kernel); /* kernels are selected by their interned names */
  time->n_samples = (guint) samples;
  time->bytes = (gint64) bytes;
  time->read_bytes = (gint64) read;
  time->written_bytes = (gint64) written;
  time->flops = (gint64) flops;
  return TRUE;
}

static gboolean
read_variant (Reader *reader, const cJSON *object, guint i, gpointer data)
{
  const FlExecution *execution = data;
  FlVariantTime *variant = &execution->variants[i];
  const cJSON *list = NULL;
  const Number numbers[] = { { "total_ns", &variant->total_median_ns, max_ns },
                             { "total_low_ns", &variant->total_low_ns, max_ns },
                             { "total_high_ns", &variant->total_high_ns, max_ns },
                             { "gap_ns", &variant->gap_ns, max_ns },
                             { "plain_launches_ns", &variant->plain_median_ns, max_ns },
                             { "compile_ns", &variant->compile_ns, max_ns },
                             { "ceiling_ns", &variant->ceiling_ns, max_ns } };

  if (!get_text (reader, object, "name", TRUE, &variant->name)
      || !get_text (reader, object, "no_cuda_graph_why", FALSE, &variant->no_graph_why)
      || !get_numbers (reader, object, numbers, G_N_ELEMENTS (numbers))
      || !find_list (reader, object, "kernels", FL_TIMES_MAX_KERNELS, &list, &variant->n_kernels))
    return FALSE;
  variant->kernels = fl_arena_new (reader->times->arena, FlKernelTime, variant->n_kernels + 1);
  if (!read_items (reader, list, "kernels", read_kernel, variant))
    return FALSE;
  for (guint k = 0; k < variant->n_kernels; k++)
    variant->kernels[k].is_on_gpu = execution->gpu != NULL;
  return TRUE;
}

/* --- an execution ----------------------------------------------------------------------------- */

static gboolean
read_agreement (Reader *reader, const cJSON *object, guint i, gpointer data)
{
  FlExecution *execution = data;
  FlAgreement *agreement = &execution->agreements[i];
  const cJSON *agree;
  const Number numbers[] = { { "max_abs_error", &agreement->max_abs, G_MAXDOUBLE },
                             { "max_rel_error", &agreement->max_rel, G_MAXDOUBLE },
                             { "tolerance", &agreement->tolerance, G_MAXDOUBLE },
                             { "sensitivity", &agreement->sensitivity, G_MAXDOUBLE } };

  if (!get_text (reader, object, "variant", TRUE, &agreement->variant)
      || !get_text (reader, object, "output", FALSE, &agreement->output)
      || !get_text (reader, object, "unverified_why", FALSE, &agreement->unverified_why)
      || !get_text (reader, object, "tolerance_why", FALSE, &agreement->tolerance_why)
      || !get_numbers (reader, object, numbers, G_N_ELEMENTS (numbers)))
    return FALSE;
  agree = cJSON_GetObjectItemCaseSensitive (object, "agree");
  if (!cJSON_IsBool (agree) && !agreement->unverified_why)
    return fl_json_strict_fail (&reader->json, "agree",
                                "true or false should stand here, or a reason in unverified_why");
  agreement->agrees = agreement->is_within = cJSON_IsTrue (agree);
  execution->n_unverified += agreement->unverified_why != NULL;
  return TRUE;
}

static gboolean
read_lists (Reader *reader, const cJSON *object, FlExecution *execution)
{
  const cJSON *variants = NULL, *results = NULL;

  if (!find_list (reader, object, "variants", FL_TIMES_MAX_PARTS, &variants, &execution->n_variants)
      || !find_list (reader, object, "results", FL_TIMES_MAX_KERNELS, &results, &execution->n_agreements))
    return FALSE;
  execution->variants = fl_arena_new (reader->times->arena, FlVariantTime, execution->n_variants + 1);
  execution->agreements = fl_arena_new (reader->times->arena, FlAgreement, execution->n_agreements + 1);
  execution->is_compared = execution->n_agreements > 0;
  return read_items (reader, variants, "variants", read_variant, execution)
         && read_items (reader, results, "results", read_agreement, execution);
}

static gboolean
read_product (Reader *reader, const cJSON *object, guint i, gpointer data)
{
  FlProductPeak *product = &((FlProductPeak *) data)[i];

  return get_text (reader, object, "type", TRUE, &product->type)
         && fl_json_strict_get_number (&reader->json, object, "flops_per_s", TRUE, 0, 1e21, &product->flops_per_s);
}

static gboolean
read_products (Reader *reader, const cJSON *object, FlExecution *execution)
{
  const cJSON *list = NULL;
  FlProductPeak *products;

  if (!cJSON_HasObjectItem (object, "product_peaks"))
    return TRUE;
  if (!find_list (reader, object, "product_peaks", FL_TIMES_MAX_PARTS, &list, &execution->n_products))
    return FALSE;
  execution->products = products = fl_arena_new (reader->times->arena, FlProductPeak, execution->n_products + 1);
  return read_items (reader, list, "product_peaks", read_product, products);
}

static gboolean
read_notes (Reader *reader, const cJSON *object, FlExecution *execution)
{
  const cJSON *list = NULL, *item;

  if (!fl_json_strict_get_array (&reader->json, object, "notes", FALSE, &list))
    return FALSE;
  execution->notes = fl_arena_new (reader->times->arena, const char *, (list ? cJSON_GetArraySize (list) : 0) + 1);
  cJSON_ArrayForEach (item, list)
    {
      if (!cJSON_IsString (item))
        return fl_json_strict_fail (&reader->json, "notes", "a list of texts should stand here");
      execution->notes[execution->n_notes++] = fl_arena_strdup (reader->times->arena, item->valuestring);
    }
  return TRUE;
}

static gboolean
read_check (Reader *reader, const cJSON *object, FlExecution *execution)
{
  const char *word = NULL;

  if (!get_text (reader, object, "check", TRUE, &word))
    return FALSE;
  for (guint i = FL_CHECK_UNVERIFIED; i <= FL_CHECK_DISAGREES; i++)
    if (g_str_equal (word, fl_check_get_word (i)))
      {
        execution->check = i;
        execution->verified = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (object, "verified"));
        execution->agrees = execution->check == FL_CHECK_AGREES && execution->verified;
        return TRUE;
      }
  return fl_json_strict_fail (&reader->json, "check", "agrees, disagrees or unverified should stand here");
}

static const FlExecution *
read_execution (Reader *reader, const cJSON *object)
{
  FlExecution *execution = fl_arena_new (reader->times->arena, FlExecution, 1);
  double n_threads = 0;
  const Number numbers[] = { { "max_rel_error", &execution->max_rel, G_MAXDOUBLE },
                             { "speedup", &execution->speedup, 1e12 },
                             { "speedup_low", &execution->speedup_low, 1e12 },
                             { "speedup_high", &execution->speedup_high, 1e12 },
                             { "copy_bytes_per_s", &execution->copy_bytes_per_s, 1e18 },
                             { "peak_flops_per_s", &execution->peak_flops_per_s, 1e21 },
                             { "ping_pong_ns", &execution->ping_pong_ns, max_ns },
                             { "foreign_share", &execution->foreign_share, 1e6 },
                             { "compile_cpu_ns", &execution->compile_cpu_ns, max_ns },
                             { "threads", &n_threads, 1e6 } };

  if (!get_text (reader, object, "gpu", FALSE, &execution->gpu)
      || !get_text (reader, object, "processor", FALSE, &execution->processor)
      || !get_text (reader, object, "machine", FALSE, &execution->machine)
      || !get_text (reader, object, "device", FALSE, &execution->device)
      || !get_text (reader, object, "compiler", FALSE, &execution->compiler)
      || !get_text (reader, object, "vectors", FALSE, &execution->vectors)
      || !get_text (reader, object, "warning", FALSE, &execution->warning)
      || !get_text (reader, object, "not_verified_why", FALSE, &execution->not_verified_why)
      || !get_numbers (reader, object, numbers, G_N_ELEMENTS (numbers)) || !read_check (reader, object, execution)
      || !read_notes (reader, object, execution) || !read_products (reader, object, execution)
      || !read_lists (reader, object, execution))
    return NULL;
  execution->n_threads = (guint) n_threads;
  if (!execution->gpu && !execution->processor && !execution->machine)
    {
      fl_json_strict_fail (&reader->json, NULL,
                           "these times name no device: gpu, processor or machine should say where they were measured");
      return NULL;
    }
  return execution;
}

/* --- the file --------------------------------------------------------------------------------- */

static gboolean
read_part (Reader *reader, const cJSON *object, guint i, gpointer data)
{
  const char *by = NULL, *word = NULL, *message = NULL;
  const cJSON *run = NULL;
  const FlExecution *execution;
  FlTarget target;
  gsize ticket;

  if (!get_text (reader, object, "by", TRUE, &by) || !get_text (reader, object, "target", TRUE, &word)
      || !get_text (reader, object, "error", FALSE, &message)
      || !fl_json_strict_get_object (&reader->json, object, "run", FALSE, &run))
    return FALSE;
  if (!fl_target_find (word, &target))
    return fl_json_strict_fail (&reader->json, "target", "cpu or cuda should stand here, not \"%s\"", word);
  if (!run == !message)
    return fl_json_strict_fail (&reader->json, "run", "a part has either a run, or an error that says why not");
  if (message)
    {
      fl_times_add_error (reader->times, by, target, message);
      return TRUE;
    }
  ticket = fl_json_strict_enter (&reader->json, "run", -1);
  execution = read_execution (reader, run);
  fl_json_strict_leave (&reader->json, ticket);
  if (!execution)
    return FALSE;
  fl_times_add_execution (reader->times, by, target, execution);
  return TRUE;
}

static gboolean
read_parts (Reader *reader, const cJSON *root)
{
  const cJSON *list = NULL;
  double version = 0;
  guint n;

  if (!get_text (reader, root, "graph", TRUE, &reader->times->graph)
      || !get_text (reader, root, "measured", TRUE, &reader->times->measured)
      || !fl_json_strict_get_number (&reader->json, root, "version", TRUE, 1, 1e6, &version)
      || !find_list (reader, root, "parts", FL_TIMES_MAX_PARTS, &list, &n))
    return FALSE;
  if (version > FL_TIMES_VERSION)
    return fl_json_strict_fail (&reader->json, "version", "version %.0f is newer than this program, which reads %d",
                                version, FL_TIMES_VERSION);
  return read_items (reader, list, "parts", read_part, NULL);
}

/* What `run --json` and report.json have: one execution, whose programs are called fused and unfused. */
static gboolean
read_report (Reader *reader, const cJSON *root)
{
  const cJSON *run = NULL, *graph = NULL, *options = NULL;
  const char *word = NULL;
  const FlExecution *execution;
  FlTarget target;
  gsize ticket;

  if (!fl_json_strict_get_object (&reader->json, root, "graph", TRUE, &graph)
      || !fl_json_strict_get_object (&reader->json, root, "options", TRUE, &options)
      || !get_text (reader, graph, "name", FALSE, &reader->times->graph)
      || !get_text (reader, options, "target", TRUE, &word))
    return FALSE;
  if (!cJSON_IsObject (cJSON_GetObjectItemCaseSensitive (root, "run")))
    return fl_json_strict_fail (&reader->json, "run", "nothing was executed in this report, so it has no times");
  if (!fl_json_strict_get_object (&reader->json, root, "run", TRUE, &run))
    return FALSE;
  if (!fl_target_find (word, &target))
    return fl_json_strict_fail (&reader->json, "options", "the target should be cpu or cuda, not \"%s\"", word);
  ticket = fl_json_strict_enter (&reader->json, "run", -1);
  execution = read_execution (reader, run);
  fl_json_strict_leave (&reader->json, ticket);
  if (!execution)
    return FALSE;
  reader->times->measured = "at a time that the report does not tell";
  fl_times_add_execution (reader->times, "Fuseloom", target, execution);
  return TRUE;
}

gboolean
fl_times_probe (const char *text, gsize length)
{
  return g_strstr_len (text, (gssize) MIN (length, 256), "\"" FL_TIMES_FORMAT "\"") != NULL;
}

FlTimes *
fl_times_read (const char *path, GError **error)
{
  g_autoptr (FlTimes) times = fl_times_new ("");
  g_autofree char *text = NULL;
  Reader reader = { .times = times };
  const char *format = NULL;
  gsize length;
  cJSON *root;
  gboolean ok;

  if (!fl_file_read_up_to (path, FL_JSON_STRICT_MAX_BYTES, &text, &length, error))
    return NULL;
  times->path = fl_arena_strdup (times->arena, path);
  fl_json_strict_init (&reader.json, path, error);
  root = fl_json_strict_parse (&reader.json, text, length);
  ok = root && fl_json_strict_get_string (&reader.json, root, "format", FALSE, &format);
  if (ok && format && !g_str_equal (format, FL_TIMES_FORMAT))
    ok = fl_json_strict_fail (&reader.json, "format", "\"%s\" should stand here", FL_TIMES_FORMAT);
  ok = ok && (format ? read_parts (&reader, root) : read_report (&reader, root));
  cJSON_Delete (root);
  fl_json_strict_clear (&reader.json);
  return ok ? g_steal_pointer (&times) : NULL;
}
