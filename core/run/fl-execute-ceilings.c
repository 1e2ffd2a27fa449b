/* The fastest that a kernel could be, by measurement: a STREAM loop over as many bytes, in the same rounds.
 *
 * Which stream: by how many bytes are read for each one written. A kernel that moves R and W bytes is compared with the
 * stream of that kind whose size is nearest, with ordinary or non-temporal stores, whichever was faster, at (R + W)
 * bytes. */
#include "fl-cache-sizes.h"
#include "fl-execute-private.h"

#include <math.h>
#include <string.h>

enum
{
  MAX_STREAMS = 24
};

typedef struct
{
  const char *kind;
  gint64 bytes;
} Wish;

typedef struct
{
  const char *kind; /* interned */
  gint64 bytes;
  GArray *ns; /* double */
} Row;

struct _FlCeilingSamples
{
  FlExecutor *executor;
  GArray *wishes; /* Wish */
  GArray *rows;   /* Row */
  GArray *flops;  /* double */
  double ping_pong_ns;
  FlArithmetic *arithmetic;
  GPtrArray *types;    /* interned: of a GPU's products */
  GPtrArray *products; /* GArray of double, one a type */
};

static const char *
get_kind (gint64 read_bytes, gint64 written_bytes)
{
  double ratio = written_bytes > 0 ? (double) read_bytes / written_bytes : HUGE_VAL;
  return ratio > 4 ? "read" : ratio > 1.5 ? "add" : ratio > 0.5 ? "copy" : "fill";
}

/* --- which ------------------------------------------------------------------------------------ */

static int
compare_wishes (gconstpointer a, gconstpointer b)
{
  const Wish *x = a, *y = b;
  int order = g_strcmp0 (x->kind, y->kind);
  return order != 0 ? order : (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static void
add_wish (GArray *wishes, gint64 read_bytes, gint64 written_bytes)
{
  Wish wish = { get_kind (read_bytes, written_bytes), read_bytes + written_bytes };
  if (wish.bytes > 0)
    g_array_append_val (wishes, wish);
}

/* Of each kind, sizes that lie within the ratio of each other count as one: the largest. */
static void
thin_out (GArray *wishes, double ratio)
{
  guint n = 0;
  for (guint i = 0; i < wishes->len; i++)
    {
      Wish wish = g_array_index (wishes, Wish, i);
      const Wish *last = n == 0 ? NULL : &g_array_index (wishes, Wish, n - 1);
      if (last == NULL || last->kind != wish.kind || wish.bytes > ratio * last->bytes)
        n++;
      g_array_index (wishes, Wish, n - 1) = wish;
    }
  g_array_set_size (wishes, n);
}

/* At the sizes of this execution; what the kernel itself says holds at the symbols' hints. */
static void
get_moved_bytes (FlExecutor *self, const FlKernel *kernel, FlKernelTime *time)
{
  FlSymTable *symbols = self->request->variants[0].program->plan->schedule->lowered->symbols;
  time->read_bytes = kernel->read_bytes;
  time->written_bytes = kernel->written_bytes;
  if (self->result->n_sizes == 0)
    return;
  time->read_bytes = time->written_bytes = 0;
  for (guint i = 0; i < kernel->n_args; i++)
    {
      gint64 bytes;
      if (!fl_buffer_get_size_bytes (kernel->args[i].buffer, symbols, fl_executor_look_up, self, &bytes, NULL))
        continue;
      time->read_bytes += kernel->args[i].is_read ? bytes : 0;
      time->written_bytes += kernel->args[i].is_written ? bytes : 0;
    }
}

static gboolean
is_read (const FlProgram *program, const FlBuffer *buffer)
{
  for (guint k = 0; k < program->n_kernels; k++)
    for (guint i = 0; i < program->kernels[k].n_args; i++)
      if (program->kernels[k].args[i].is_read && fl_buffer_get_base (program->kernels[k].args[i].buffer) == buffer)
        return TRUE;
  return FALSE;
}

/* What any program for the graph has to move: inputs and constants that are read, and results, each storage once. */
static void
get_graph_bytes (FlExecutor *self, FlVariantTime *variant)
{
  const FlLowered *lowered = variant->program->plan->schedule->lowered;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gint64 bytes;
  for (guint i = 0; i < lowered->n_inputs + lowered->n_constants; i++)
    {
      const FlBuffer *buffer = i < lowered->n_inputs ? lowered->inputs[i] : lowered->constants[i - lowered->n_inputs];
      if (buffer != NULL && is_read (variant->program, buffer)
          && fl_buffer_get_size_bytes (buffer, lowered->symbols, fl_executor_look_up, self, &bytes, NULL))
        variant->read_bytes += bytes;
    }
  for (guint i = 0; i < lowered->n_outputs; i++)
    {
      const FlBuffer *buffer = lowered->outputs[i].kind == FL_OUTPUT_TENSOR
                                   ? fl_buffer_get_base (lowered->outputs[i].tensor.buffer)
                                   : NULL;
      if (buffer != NULL && g_hash_table_add (seen, (gpointer) buffer)
          && fl_buffer_get_size_bytes (buffer, lowered->symbols, fl_executor_look_up, self, &bytes, NULL))
        variant->written_bytes += bytes;
    }
}

FlCeilingSamples *
fl_ceiling_samples_new (FlExecutor *executor)
{
  FlCeilingSamples *self = g_new0 (FlCeilingSamples, 1);
  self->executor = executor;
  self->wishes = g_array_new (FALSE, TRUE, sizeof (Wish));
  self->rows = g_array_new (FALSE, TRUE, sizeof (Row));
  self->flops = g_array_new (FALSE, TRUE, sizeof (double));
  self->arithmetic = fl_arithmetic_new (executor);
  self->types = g_ptr_array_new ();
  self->products = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint v = 0; v < executor->request->n_variants; v++)
    {
      FlVariantTime *variant = &executor->result->variants[v];
      const FlSentProgram *sent = &executor->programs[v];
      variant->n_kernels = sent->n_steps;
      variant->kernels = fl_arena_new (executor->pass->arena, FlKernelTime, sent->n_steps + 1);
      for (guint i = 0; i < sent->n_steps; i++)
        {
          FlKernelTime *time = &variant->kernels[i];
          get_moved_bytes (executor, sent->steps[i], time);
          add_wish (self->wishes, time->read_bytes, time->written_bytes);
        }
      get_graph_bytes (executor, variant);
      add_wish (self->wishes, variant->read_bytes, variant->written_bytes);
    }
  g_array_sort (self->wishes, compare_wishes);
  for (double ratio = 1.1; ratio < 1.2 || self->wishes->len > MAX_STREAMS; ratio *= 1.3)
    thin_out (self->wishes, ratio);
  return self;
}

void
fl_ceiling_samples_free (FlCeilingSamples *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    g_array_unref (g_array_index (self->rows, Row, i).ns);
  g_array_unref (self->rows);
  g_array_unref (self->wishes);
  g_array_unref (self->flops);
  fl_arithmetic_free (self->arithmetic);
  g_ptr_array_unref (self->types);
  g_ptr_array_unref (self->products);
  g_free (self);
}

/* --- products ---------------------------------------------------------------------------------- */

/* Of a library call that multiplies: what its operands are made of. NULL: it is none. */
static const char *
get_product_type (FlExecutor *self, const FlKernel *kernel)
{
  return kernel->call != NULL && fl_kernel_count_flops (kernel, fl_executor_look_up, self) > 0
             ? fl_intern (fl_dtype_get_short_name (kernel->call->layout.dtype))
             : NULL;
}

static void
ask_products (FlCeilingSamples *self, cJSON *message)
{
  cJSON *list = fl_executor_is_for_gpu (self->executor) ? cJSON_AddArrayToObject (message, "products") : NULL;
  for (guint v = 0; list != NULL && v < self->executor->request->n_variants; v++)
    for (guint i = 0; i < self->executor->programs[v].n_steps; i++)
      {
        const char *type = get_product_type (self->executor, self->executor->programs[v].steps[i]);
        if (type == NULL || g_ptr_array_find (self->types, type, NULL))
          continue;
        g_ptr_array_add (self->types, (gpointer) type);
        g_ptr_array_add (self->products, g_array_new (FALSE, FALSE, sizeof (double)));
      }
  for (guint i = 0; list != NULL && i < self->types->len; i++)
    cJSON_AddItemToArray (list, cJSON_CreateString (self->types->pdata[i]));
}

/* --- asking ----------------------------------------------------------------------------------- */

static Row *
get_row (FlCeilingSamples *self, const char *kind, gint64 bytes)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = &g_array_index (self->rows, Row, i);
      if (row->kind == kind && row->bytes == bytes)
        return row;
    }
  Row row = { kind, bytes, g_array_new (FALSE, FALSE, sizeof (double)) };
  g_array_append_val (self->rows, row);
  return &g_array_index (self->rows, Row, self->rows->len - 1);
}

static void
append_numbers (GArray *array, const cJSON *list)
{
  const cJSON *item;
  cJSON_ArrayForEach (item, list)
    g_array_append_val (array, item->valuedouble);
}

gboolean
fl_ceiling_samples_take (FlCeilingSamples *self, guint n, gboolean with_memory, GError **error)
{
  cJSON *message = cJSON_CreateObject ();
  cJSON_AddStringToObject (message, "do", "ceilings");
  cJSON_AddNumberToObject (message, "samples", n);
  cJSON_AddBoolToObject (message, "memory", with_memory);
  cJSON *streams = cJSON_AddArrayToObject (message, "streams");
  for (guint i = 0; i < self->wishes->len; i++)
    {
      const Wish *wish = &g_array_index (self->wishes, Wish, i);
      cJSON *stream = cJSON_CreateObject ();
      cJSON_AddStringToObject (stream, "kind", wish->kind);
      cJSON_AddNumberToObject (stream, "bytes", MIN (wish->bytes, G_GINT64_CONSTANT (1) << 31));
      cJSON_AddItemToArray (streams, stream);
    }
  fl_arithmetic_ask (self->arithmetic, message);
  ask_products (self, message);
  cJSON *answer = fl_worker_client_call (self->executor->client, message, NULL, NULL, error);
  if (answer == NULL)
    return FALSE;
  fl_arithmetic_read (self->arithmetic, answer);
  const cJSON *item;
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (answer, "rows"))
    append_numbers (get_row (self, fl_intern (cJSON_GetStringValue (cJSON_GetObjectItem (item, "kind"))),
                             cJSON_GetNumberValue (cJSON_GetObjectItem (item, "bytes")))
                        ->ns,
                    cJSON_GetObjectItem (item, "ns"));
  append_numbers (self->flops, cJSON_GetObjectItem (answer, "flops_per_s"));
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (answer, "products"))
    {
      guint i;
      if (g_ptr_array_find (self->types, fl_intern (cJSON_GetStringValue (cJSON_GetObjectItem (item, "type"))), &i))
        append_numbers (self->products->pdata[i], cJSON_GetObjectItem (item, "flops_per_s"));
    }
  self->ping_pong_ns = cJSON_GetNumberValue (cJSON_GetObjectItem (answer, "ping_pong_ns"));
  cJSON_Delete (answer);
  return TRUE;
}

/* --- arithmetic ------------------------------------------------------------------------------- */

/* --- what comes of it ------------------------------------------------------------------------- */

/* The stream of that kind whose size is nearest, by ratio. */
static const FlCeiling *
find_nearest (const FlExecution *execution, const char *kind, gint64 bytes)
{
  const FlCeiling *best = NULL;
  double least = HUGE_VAL;
  for (guint i = 0; i < execution->n_ceilings; i++)
    {
      const FlCeiling *ceiling = &execution->ceilings[i];
      double distance = fabs (log ((double) ceiling->bytes / MAX (bytes, 1)));
      if (g_str_equal (ceiling->kind, kind) && distance < least)
        {
          best = ceiling;
          least = distance;
        }
    }
  return best;
}

static double
find_time (const FlExecution *execution, const char *kind, gint64 bytes, const char **name)
{
  g_autofree char *non_temporal = g_strconcat (kind, " with non-temporal stores", NULL);
  const FlCeiling *a = find_nearest (execution, kind, bytes), *b = find_nearest (execution, non_temporal, bytes);
  if (a == NULL || (b != NULL && b->ns / b->bytes < a->ns / a->bytes))
    a = b;
  if (a == NULL || bytes == 0)
    return 0;
  *name = a->kind;
  return a->ns / a->bytes * bytes;
}

/* A GPU's kernels are compared with a copy in its own memory, whatever they read for each byte that they write. */
static const char *
get_kind_beside (const FlExecution *execution, gint64 read_bytes, gint64 written_bytes)
{
  return execution->gpu != NULL ? "device copy" : get_kind (read_bytes, written_bytes);
}

/* What the kernel's arithmetic could reach: that of its library's products where they were measured. */
static double
find_peak (FlExecutor *self, const FlKernel *kernel)
{
  const FlExecution *execution = self->result;
  const char *type = execution->n_products > 0 ? get_product_type (self, kernel) : NULL;
  for (guint i = 0; type != NULL && i < execution->n_products; i++)
    if (execution->products[i].type == type)
      return execution->products[i].flops_per_s;
  return execution->peak_flops_per_s;
}

static void
find_ceilings (FlExecutor *self, FlVariantTime *variant, gint64 program_bytes, gint64 near_bytes)
{
  FlExecution *execution = self->result;
  for (guint i = 0; i < variant->n_kernels; i++)
    {
      FlKernelTime *time = &variant->kernels[i];
      gint64 bytes = time->read_bytes + time->written_bytes;
      time->ceiling_ns = find_time (execution, get_kind_beside (execution, time->read_bytes, time->written_bytes),
                                    bytes, &time->ceiling);
      time->program_bytes = program_bytes;
      time->near_bytes = near_bytes;
      time->n_threads = execution->n_threads;
      time->is_among_others = variant->n_kernels > 1;
      time->bandwidth_share = time->median_ns > 0 ? time->ceiling_ns / time->median_ns : 0;
      double peak = time->of != NULL ? find_peak (self, time->of) : execution->peak_flops_per_s;
      time->compute_ns = peak > 0 ? time->flops / peak * 1e9 : 0;
    }
  variant->ceiling_ns = find_time (execution, get_kind_beside (execution, variant->read_bytes, variant->written_bytes),
                                   variant->read_bytes + variant->written_bytes, &variant->ceiling);
}

static void
read_products (FlCeilingSamples *self)
{
  FlProductPeak *products = fl_arena_new (self->executor->pass->arena, FlProductPeak, self->types->len + 1);
  guint n = 0;
  for (guint i = 0; i < self->types->len; i++)
    {
      GArray *samples = self->products->pdata[i];
      if (samples->len > 0)
        products[n++]
            = (FlProductPeak) { self->types->pdata[i], fl_samples_get_median ((double *) samples->data, samples->len) };
    }
  self->executor->result->n_products = n;
  self->executor->result->products = products;
}

void
fl_ceiling_samples_finish (FlCeilingSamples *self)
{
  FlExecution *result = self->executor->result;
  FlCeiling *ceilings = fl_arena_new (self->executor->pass->arena, FlCeiling, self->rows->len + 1);
  const char *ignored;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      ceilings[i]
          = (FlCeiling) { row->kind, row->bytes, fl_samples_get_median ((double *) row->ns->data, row->ns->len) };
    }
  result->n_ceilings = self->rows->len;
  result->ceilings = ceilings;
  result->peak_flops_per_s = fl_samples_get_median ((double *) self->flops->data, self->flops->len);
  result->ping_pong_ns = self->ping_pong_ns;
  read_products (self);
  double ns = find_time (result, get_kind_beside (result, 1, 1), G_GINT64_CONSTANT (1) << 40, &ignored);
  result->copy_bytes_per_s = ns > 0 ? (G_GINT64_CONSTANT (1) << 40) / ns * 1e9 : 0;
  gint64 near_bytes = fl_cache_get_bytes (2);
  for (guint i = 0; i < result->n_variants; i++)
    find_ceilings (self->executor, &result->variants[i], self->executor->programs[i].arena_bytes, near_bytes);
  fl_arithmetic_finish (self->arithmetic);
}
