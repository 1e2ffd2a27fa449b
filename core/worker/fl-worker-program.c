/* Programs in the worker: reading them from a message, their memory, what goes in and out. */
#include "fl-worker-private.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum
{
  HUGE_PAGE_BYTES = 2 << 20,
  MAX_LIST_DEPTH = 8,
  MIN_PARALLEL_LOAD = 1 << 20 /* bytes of a tensor */
};

static gint64
get_int (const cJSON *object, const char *name, gint64 fallback)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive (object, name);
  return cJSON_IsNumber (item) ? (gint64) item->valuedouble : fallback;
}

static const char *
get_text (const cJSON *object, const char *name)
{
  const cJSON *item = cJSON_GetObjectItemCaseSensitive (object, name);
  return cJSON_IsString (item) ? item->valuestring : NULL;
}

static gint64 *
get_ints (const cJSON *object, const char *name, guint *n)
{
  const cJSON *list = cJSON_GetObjectItemCaseSensitive (object, name);
  *n = cJSON_GetArraySize (list);
  gint64 *values = g_new0 (gint64, *n + 1);
  guint i = 0;
  const cJSON *item;
  cJSON_ArrayForEach (item, list)
    values[i++] = item->valuedouble;
  return values;
}

static gboolean
refuse (GError **error, const char *what)
{
  g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "program: %s", what);
  return FALSE;
}

/* --- memory ----------------------------------------------------------------------------------- */

/* Large pages and an aligned start: 5 to 15 percent on large tensors, and the same figures in every run. */
static gboolean
map_arena (FlWorker *worker, FlWorkProgram *program, gint64 bytes, GError **error)
{
  if (worker->limit_bytes > 0 && bytes > worker->limit_bytes)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT,
                   "the tensors need %" G_GINT64_FORMAT " MiB, more than the limit of %" G_GINT64_FORMAT
                   " MiB; raise it with --set run.size_limit=N",
                   bytes >> 20, worker->limit_bytes >> 20);
      return FALSE;
    }
  gsize size = (MAX (bytes, 1) + 2 * HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
  guint8 *memory = mmap (NULL, size + HUGE_PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "%" G_GSIZE_FORMAT " MiB for the tensors cannot be had: %s",
                   size >> 20, g_strerror (errno));
      return FALSE;
    }
  program->arena = (guint8 *) (((guintptr) memory + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES);
  program->asked_bytes = bytes;
  program->arena_bytes = size;
  madvise (program->arena, size, MADV_HUGEPAGE);
  return TRUE;
}

static gboolean
read_fill (const cJSON *item, FlWorkTensor *tensor)
{
  const char *start = get_text (item, "fill");
  if (start == NULL)
    return TRUE;
  const char *dtype = get_text (item, "dtype");
  tensor->fill = (FlInputFill) { .start = g_ascii_strtoull (start, NULL, 10),
                                 .fan_in = get_int (item, "fan_in", 0),
                                 .n = get_int (item, "n", 0),
                                 .dtype = dtype == NULL ? FL_DTYPE_NONE : fl_dtype_find (dtype, -1) };
  const gint64 size = fl_inputs_can_fill (tensor->fill.dtype) ? fl_dtype_get_size_bytes (tensor->fill.dtype) : 0;
  return size > 0 && tensor->fill.n >= 0 && tensor->fill.n <= tensor->bytes / size && tensor->offset % size == 0;
}

static gboolean
read_tensors (FlWorker *worker, FlWorkProgram *program, const cJSON *message, GError **error)
{
  const cJSON *list = cJSON_GetObjectItemCaseSensitive (message, "tensors");
  program->n_tensors = cJSON_GetArraySize (list);
  program->tensors = g_new0 (FlWorkTensor, program->n_tensors + 1);
  FlWorkTensor *tensor = program->tensors;
  const cJSON *item;
  cJSON_ArrayForEach (item, list)
    {
      *tensor = (FlWorkTensor) { .name = fl_intern (get_text (item, "name") != NULL ? get_text (item, "name") : "?"),
                                 .offset = get_int (item, "offset", -1),
                                 .bytes = get_int (item, "bytes", 0),
                                 .element_bytes = get_int (item, "element_bytes", 1),
                                 .load = get_int (item, "load", -1),
                                 .save = get_int (item, "save", -1),
                                 .storage = get_int (item, "storage", -1),
                                 .is_fixed = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (item, "fixed")) };
      gint64 exchange = worker->exchange_bytes;
      if (tensor->offset < 0 || tensor->bytes < 0 || tensor->offset + tensor->bytes > program->asked_bytes
          || (tensor->load >= 0 && tensor->load + tensor->bytes > exchange)
          || (tensor->save >= 0 && tensor->save + tensor->bytes > exchange) || !read_fill (item, tensor))
        return refuse (error, "a tensor lies outside of its memory");
      tensor++;
    }
  return TRUE;
}

/* --- arguments of library calls --------------------------------------------------------------- */

static gboolean
read_view (const FlWorkProgram *program, const cJSON *item, FlWorkView *view, GError **error)
{
  gint64 position = get_int (item, "t", -1);
  if (position < 0 || position >= program->n_tensors)
    return refuse (error, "a tensor number is out of range");
  guint n_sizes, n_strides;
  g_autofree gint64 *sizes = get_ints (item, "sizes", &n_sizes);
  g_autofree gint64 *strides = get_ints (item, "strides", &n_strides);
  if (n_sizes != n_strides || n_sizes > FL_MAX_DIMS)
    return refuse (error, "a tensor has too many dimensions, or strides that do not fit its sizes");
  const char *dtype = get_text (item, "dtype");
  view->bytes = program->arena + program->tensors[position].offset;
  view->dtype = dtype == NULL ? FL_DTYPE_NONE : fl_dtype_find (dtype, -1);
  view->n_dims = n_sizes;
  memcpy (view->sizes, sizes, n_sizes * sizeof *sizes);
  memcpy (view->strides, strides, n_sizes * sizeof *strides);
  view->offset = get_int (item, "offset", 0);
  view->is_mutated = cJSON_IsTrue (cJSON_GetObjectItemCaseSensitive (item, "mutated"));
  view->tensor = position;
  view->is_fixed = program->tensors[position].is_fixed;
  gint64 last = view->offset;
  gint64 numel = 1;
  for (guint d = 0; d < n_sizes; d++)
    {
      last += (sizes[d] - 1) * strides[d];
      numel *= sizes[d];
    }
  if (view->dtype == FL_DTYPE_NONE)
    return refuse (error, "a tensor has no dtype");
  if (numel > 0
      && (view->offset < 0 || (last + 1) * fl_dtype_get_size_bytes (view->dtype) > program->tensors[position].bytes))
    return refuse (error, "a view lies outside of its tensor");
  return TRUE;
}

static gboolean
read_arg (const FlWorkProgram *program, const cJSON *item, FlWorkArg *arg, int depth, GError **error)
{
  const char *text;
  const cJSON *member;
  const char *keyword = get_text (item, "k");
  if (cJSON_IsBool (item))
    arg->value = fl_datum_bool (cJSON_IsTrue (item));
  else if ((text = get_text (item, "i")) != NULL)
    arg->value = fl_datum_int (g_ascii_strtoll (text, NULL, 10));
  else if ((text = get_text (item, "f")) != NULL)
    arg->value = fl_datum_float (g_ascii_strtod (text, NULL));
  else if ((text = get_text (item, "s")) != NULL)
    arg->value = (FlDatum) { .kind = FL_DATUM_STRING, .text = fl_intern (text) };
  else if ((text = get_text (item, "d")) != NULL)
    arg->value = (FlDatum) { .kind = FL_DATUM_DTYPE, .dtype = fl_dtype_find (text, -1) };
  else if (cJSON_IsBool (member = cJSON_GetObjectItemCaseSensitive (item, "b")))
    arg->value = fl_datum_bool (cJSON_IsTrue (member));
  else if (cJSON_HasObjectItem (item, "t"))
    {
      arg->value.kind = FL_DATUM_TENSOR;
      if (!read_view (program, item, &arg->view, error))
        return FALSE;
    }
  else if (cJSON_IsArray (member = cJSON_GetObjectItemCaseSensitive (item, "l")))
    {
      if (depth > MAX_LIST_DEPTH)
        return refuse (error, "lists are nested too deeply");
      arg->value.kind = FL_DATUM_LIST;
      arg->items = g_new0 (FlWorkArg, cJSON_GetArraySize (member));
      const cJSON *entry;
      cJSON_ArrayForEach (entry, member)
        if (!read_arg (program, entry, &arg->items[arg->n_items++], depth + 1, error))
          return FALSE;
    }
  arg->value.keyword = keyword == NULL ? NULL : fl_intern (keyword);
  return TRUE;
}

/* Views and, one each, places in the exchange memory. */
static gboolean
read_copies (FlWorker *worker, FlWorkProgram *program, const cJSON *list, const gint64 *places, guint n_places,
             FlWorkView **views, guint *n_views, GError **error)
{
  const cJSON *entry;
  *views = g_new0 (FlWorkView, cJSON_GetArraySize (list) + 1);
  cJSON_ArrayForEach (entry, list)
    {
      FlWorkView *view = &(*views)[*n_views];
      if (!read_view (program, entry, view, error))
        return FALSE;
      gint64 bytes = fl_sizes_product (view->sizes, view->n_dims) * fl_dtype_get_size_bytes (view->dtype);
      if (*n_views >= n_places || places[*n_views] < 0 || places[*n_views] + bytes > (gint64) worker->exchange_bytes)
        return refuse (error, "a result lies outside of the exchange memory");
      (*n_views)++;
    }
  return TRUE;
}

/* An operator that nobody knows: its results come with the message, its arguments go back. */
static gboolean
read_stand_in (FlWorker *worker, FlWorkProgram *program, FlWorkStep *step, const cJSON *item, GError **error)
{
  guint n_from, n_to;
  step->from = get_ints (item, "from", &n_from);
  step->to = get_ints (item, "to", &n_to);
  return read_copies (worker, program, cJSON_GetObjectItemCaseSensitive (item, "out"), step->from, n_from,
                      &step->call.out, &step->call.n_out, error)
         && read_copies (worker, program, cJSON_GetObjectItemCaseSensitive (item, "seen"), step->to, n_to, &step->seen,
                         &step->n_seen, error);
}

static gboolean
read_extern (FlWorker *worker, FlWorkProgram *program, FlWorkStep *step, const cJSON *item, GError **error)
{
  const char *target = get_text (item, "extern");
  step->call.row = fl_aten_find (target);
  if (step->call.row == NULL)
    return refuse (error, "a library call names an unknown operator");
  const cJSON *args = cJSON_GetObjectItemCaseSensitive (item, "args");
  const cJSON *out = cJSON_GetObjectItemCaseSensitive (item, "out");
  step->seed = get_int (item, "seed", 0);
  step->call.args = g_new0 (FlWorkArg, cJSON_GetArraySize (args) + 1);
  step->call.out = g_new0 (FlWorkView, cJSON_GetArraySize (out) + 1);
  const cJSON *entry;
  cJSON_ArrayForEach (entry, args)
    if (!read_arg (program, entry, &step->call.args[step->call.n_args++], 0, error))
      return FALSE;
  cJSON_ArrayForEach (entry, out)
    {
      if (cJSON_IsObject (entry) && !read_view (program, entry, &step->call.out[step->call.n_out], error))
        return FALSE;
      step->call.n_out++;
    }
  step->library = fl_library_prepare (&step->call, fl_thread_pool_get_n_threads (worker->pool));
  step->is_decided
      = step->library != NULL && worker->choices != NULL && fl_library_recall (step->library, worker->choices);
  return TRUE;
}

/* --- steps ------------------------------------------------------------------------------------ */

static void
read_phase (FlWorkStep *step, const cJSON *item, const char *name)
{
  FlWorkPhase *phase = &step->phases[step->n_phases++];
  *phase = (FlWorkPhase) { .name = fl_intern (name == NULL ? step->name : name),
                           .extent = get_int (item, "extent", 1),
                           .step = MAX (get_int (item, "step", 1), 1),
                           .n_threads = CLAMP (get_int (item, "threads", G_MAXINT16), 1, G_MAXINT16) };
}

static gboolean
read_phases (FlWorkStep *step, const cJSON *item, GError **error)
{
  const cJSON *list = cJSON_GetObjectItemCaseSensitive (item, "phases");
  const cJSON *entry;
  step->phases = g_new0 (FlWorkPhase, cJSON_GetArraySize (list) + 1);
  if (list == NULL)
    read_phase (step, item, step->name);
  cJSON_ArrayForEach (entry, list)
    read_phase (step, entry, get_text (entry, "name"));
  return step->n_phases > 0 || refuse (error, "a kernel has no functions");
}

/* What parts have to themselves must lie in the buffers. */
static gboolean
read_parts (FlWorkStep *step, const cJSON *item, GError **error)
{
  const cJSON *stores = cJSON_GetObjectItemCaseSensitive (item, "stores"), *entry;
  guint n, i = 0;
  if (stores == NULL)
    return TRUE;
  step->own = get_ints (item, "own", &n);
  step->stores = g_new0 (gboolean, step->n_buffers + 1);
  if (n != step->n_buffers || cJSON_GetArraySize (stores) != (int) n)
    return refuse (error, "a kernel does not tell the parts of each buffer");
  cJSON_ArrayForEach (entry, stores)
    step->stores[i++] = cJSON_IsTrue (entry);
  step->group = get_int (item, "group", 1);
  if (step->group < 1 || step->phases[0].extent % step->group != 0)
    return refuse (error, "a kernel's parts do not make whole groups");
  for (i = 0; i < n; i++)
    if (step->own[i] < 0 || step->own[i] > step->buffer_bytes[i] / MAX (step->phases[0].extent / step->group, 1))
      step->own[i] = 0;
  return TRUE;
}

static void
read_written (FlWorkStep *step, const cJSON *item)
{
  const cJSON *list = cJSON_GetObjectItemCaseSensitive (item, "written"), *entry;
  guint i = 0;
  if (cJSON_GetArraySize (list) != (int) step->n_buffers)
    return;
  step->is_written = g_new0 (gboolean, step->n_buffers + 1);
  cJSON_ArrayForEach (entry, list)
    step->is_written[i++] = cJSON_IsTrue (entry);
}

static gboolean
read_kernel (FlWorkProgram *program, FlWorkStep *step, const cJSON *item, GError **error)
{
  if (!read_phases (step, item, error))
    return FALSE;
  g_autofree gint64 *buffers = get_ints (item, "buffers", &step->n_buffers);
  step->sizes = get_ints (item, "sizes", &step->n_sizes);
  step->buffers = g_new0 (gpointer, step->n_buffers + 1);
  step->buffer_bytes = g_new0 (gint64, step->n_buffers + 1);
  step->tensors = g_new0 (gint64, step->n_buffers + 1);
  for (guint i = 0; i < step->n_buffers; i++)
    {
      if (buffers[i] < 0 || buffers[i] >= program->n_tensors)
        return refuse (error, "a tensor number is out of range");
      step->buffers[i] = program->arena + program->tensors[buffers[i]].offset;
      step->tensors[i] = buffers[i];
      step->buffer_bytes[i] = program->tensors[buffers[i]].bytes;
    }
  read_written (step, item);
  if (!read_parts (step, item, error))
    return FALSE;
  step->fence = fl_work_fence_new (program, buffers, step->n_buffers);
  return TRUE;
}

static gboolean
are_in_arena (const FlWorkProgram *program, const gint64 *pieces, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const gint64 *piece = &pieces[2 * i];
      if (piece[0] < 0 || piece[1] < 0 || piece[0] > program->asked_bytes || piece[1] > program->asked_bytes - piece[0])
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_stomps (const FlWorkProgram *program, FlWorkStep *step, const cJSON *item, GError **error)
{
  guint n;
  step->stomps = get_ints (item, "stomp", &n);
  step->n_stomps = n / 2;
  step->frees = get_ints (item, "free", &n);
  step->n_frees = n / 2;
  step->tells_writes = cJSON_HasObjectItem (item, "writes");
  step->writes = get_ints (item, "writes", &step->n_writes);
  for (guint i = 0; i < step->n_writes; i++)
    if (step->writes[i] < 0 || step->writes[i] >= program->n_tensors)
      return refuse (error, "a tensor number is out of range");
  if (are_in_arena (program, step->stomps, step->n_stomps) && are_in_arena (program, step->frees, step->n_frees))
    return TRUE;
  return refuse (error, "memory to be filled or given back lies outside of the arena");
}

static gboolean
read_steps (FlWorker *worker, FlWorkProgram *program, const cJSON *message, GError **error)
{
  const cJSON *list = cJSON_GetObjectItemCaseSensitive (message, "steps");
  program->modules = get_ints (message, "modules", &program->n_modules);
  program->steps = g_new0 (FlWorkStep, cJSON_GetArraySize (list) + 1);
  const cJSON *item;
  cJSON_ArrayForEach (item, list)
    {
      FlWorkStep *step = &program->steps[program->n_steps++];
      gboolean is_kernel = cJSON_HasObjectItem (item, "kernel");
      const char *name = get_text (item, is_kernel ? "kernel" : "name");
      step->name = fl_intern (name == NULL ? "?" : name);
      step->bytes = get_int (item, "bytes", 0);
      gboolean ok = is_kernel                            ? read_kernel (program, step, item, error)
                    : cJSON_HasObjectItem (item, "from") ? read_stand_in (worker, program, step, item, error)
                                                         : read_extern (worker, program, step, item, error);
      if (!ok || !read_stomps (program, step, item, error))
        return FALSE;
    }
  return TRUE;
}

/* When the compilers are done: until then there is other work. */
static gboolean
link_phase (const FlWorker *worker, const FlWorkProgram *program, FlWorkPhase *phase, GError **error)
{
  for (guint k = 0; k < program->n_modules && phase->func == NULL; k++)
    {
      guint number = CLAMP (program->modules[k], 0, G_MAXINT);
      gpointer handle = number < worker->modules->len ? worker->modules->pdata[number] : NULL;
      if (handle != NULL)
        phase->func = (FlKernelFunc) dlsym (handle, phase->name);
    }
  if (phase->func == NULL)
    g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "program: no module has a kernel %s", phase->name);
  return phase->func != NULL;
}

gboolean
fl_work_program_link (FlWorker *worker, FlWorkProgram *program, GError **error)
{
  for (guint i = 0; i < program->n_steps && !program->is_linked; i++)
    for (guint k = 0; k < program->steps[i].n_phases; k++)
      if (!link_phase (worker, program, &program->steps[i].phases[k], error))
        return FALSE;
  program->is_linked = TRUE;
  return TRUE;
}

FlWorkProgram *
fl_work_program_new (FlWorker *worker, const cJSON *message, GError **error)
{
  FlWorkProgram *program = g_new0 (FlWorkProgram, 1);
  if (map_arena (worker, program, get_int (message, "arena_bytes", 0), error)
      && read_tensors (worker, program, message, error) && fl_work_zones_read (program, message, error)
      && read_steps (worker, program, message, error))
    {
      program->planned_bytes = CLAMP (get_int (message, "planned_bytes", 0), 0, program->asked_bytes);
      return program;
    }
  fl_work_program_free (program);
  return NULL;
}

static void
free_args (FlWorkArg *args, guint n)
{
  for (guint i = 0; i < n; i++)
    free_args (args[i].items, args[i].n_items);
  g_free (args);
}

void
fl_work_program_free (FlWorkProgram *program)
{
  if (program->free_gpu != NULL)
    program->free_gpu (program->gpu);
  for (guint i = 0; i < program->n_steps; i++)
    {
      FlWorkStep *step = &program->steps[i];
      g_free (step->phases);
      g_free (step->buffer_bytes);
      g_free (step->tensors);
      g_free (step->own);
      g_free (step->stores);
      g_free (step->is_written);
      g_free (step->buffers);
      g_free (step->sizes);
      g_free (step->stomps);
      g_free (step->frees);
      g_free (step->writes);
      g_free (step->from);
      g_free (step->to);
      g_free (step->seen);
      free_args (step->call.args, step->call.n_args);
      g_free (step->call.out);
      g_free (step->fence);
      g_clear_pointer (&step->library, fl_library_free);
    }
  g_free (program->steps);
  g_free (program->tensors);
  g_free (program->zones);
  fl_work_rows_free (program);
  g_clear_pointer (&program->chains, g_ptr_array_unref);
  g_free (program->modules);
  if (program->arena != NULL)
    munmap (program->arena, program->arena_bytes);
  g_free (program);
}

typedef struct
{
  guint8 *to;
  const guint8 *from;
} Copy;

static void
copy_part (gpointer data, gint64 begin, gint64 end)
{
  const Copy *copy = data;
  memcpy (copy->to + begin, copy->from + begin, end - begin);
}

/* Large tensors by the threads that will read these parts: a page belongs to the memory of the processor that touches
 * it first. */
void
fl_work_program_load (FlWorker *worker, FlWorkProgram *program, gboolean only_mutated)
{
  gboolean is_new = FALSE; /* calls may have packed panels */
  for (guint i = 0; i < program->n_tensors; i++)
    {
      const FlWorkTensor *tensor = &program->tensors[i];
      if (tensor->load < 0 || tensor->bytes <= 0 || (tensor->save < 0 && only_mutated))
        continue;
      is_new |= tensor->is_fixed;
      Copy copy = { program->arena + tensor->offset, worker->exchange + tensor->load };
      if (tensor->bytes < MIN_PARALLEL_LOAD)
        copy_part (&copy, 0, tensor->bytes);
      else
        fl_thread_pool_run (worker->pool, copy_part, &copy, tensor->bytes);
    }
  is_new |= fl_work_program_fill (worker, program);
  for (guint i = 0; i < program->n_steps && is_new; i++)
    if (program->steps[i].library != NULL)
      fl_library_forget (program->steps[i].library);
}

void
fl_work_program_save (FlWorker *worker, FlWorkProgram *program)
{
  for (guint i = 0; i < program->n_tensors; i++)
    {
      const FlWorkTensor *tensor = &program->tensors[i];
      if (tensor->save >= 0 && tensor->bytes > 0)
        memcpy (worker->exchange + tensor->save, program->arena + tensor->offset, tensor->bytes);
    }
}
