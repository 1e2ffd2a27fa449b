/* Executing programs: inputs from a seed, the worker compiles and runs each variant, outputs are compared with the
 * reference interpreter, then all variants are timed in the same rounds.
 *
 * In: programs over one graph. Out: FlExecution. Keeps: nothing outside of the worker runs generated code. */
#include "fl-execute.h"

#include "fl-compiler.h"
#include "fl-event-kinds.h"
#include "fl-execute-private.h"

#include <string.h>

/* --- programs --------------------------------------------------------------------------------- */

static gboolean
prepare (FlExecutor *self, GError **error)
{
  gint64 saved = 0;
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      if (!fl_sent_program_open (self, &self->request->variants[i], i, &self->programs[i], error))
        return FALSE;
      saved = MAX (saved, self->programs[i].saved_bytes);
    }
  self->exchange_bytes = self->load_bytes + saved;
  gint64 limit = (gint64) self->pass->options->size_limit_mib << 20;
  if (self->exchange_bytes > limit)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT,
                   "inputs and outputs need %" G_GINT64_FORMAT " MiB, more than the limit of %" G_GINT64_FORMAT
                   " MiB; raise it with --set run.size_limit=N",
                   self->exchange_bytes >> 20, limit >> 20);
      return FALSE;
    }
  return TRUE;
}

static gboolean
lay_out (FlExecutor *self, GError **error)
{
  gint64 begin = g_get_monotonic_time ();
  gboolean ok = fl_executor_place_inputs (self, error) && prepare (self, error);
  self->result->first.layout_ns = (g_get_monotonic_time () - begin) * 1e3;
  return ok;
}

static const char *
dup_vectors (const FlPass *pass, const FlExecuteDevice *device)
{
  const char *precision = pass->options->cpu_math == 1 ? "fast" : "precise";
  guint chosen = pass->options->cpu_vector_bytes, bytes = chosen > 0 ? 8u << chosen : device->vector_bytes;
#ifdef __x86_64__
  const char *set = bytes == 64 ? "AVX-512" : bytes == 32 ? "AVX2" : "SSE2";
#else
  const char *set = "NEON";
#endif
  if (chosen == FL_VECTOR_BYTES_NONE || device->compiler->is_plain)
    return fl_arena_printf (pass->arena, "none: one element at a time (cpu.vector_bytes=4); functions %s (cpu.math)",
                            precision);
  return fl_arena_printf (pass->arena, "%u floats (%s, %s); functions %s (cpu.math)", bytes / 4, set,
                          chosen > 0 ? "cpu.vector_bytes" : "the widest of this machine", precision);
}

static gboolean
start_worker (FlExecutor *self, GError **error)
{
  const FlOptions *options = self->pass->options;
  FlWorkerOptions worker = { .path = self->request->worker_path,
                             .exchange_bytes = self->exchange_bytes,
                             .timeout_s = options->timeout_s,
                             .n_threads = MAX (options->cpp_threads, 0),
                             .limit_bytes = (gint64) options->size_limit_mib << 20,
                             .cancelled = self->pass->cancelled,
                             .for_gpu = fl_executor_is_for_gpu (self),
                             .sanitize = options->cpu_sanitize };
  gint64 begin = g_get_monotonic_time ();
  if (self->request->session != NULL ? !fl_executor_enter_session (self, error)
                                     : (self->client = fl_worker_client_open (&worker, error)) == NULL)
    return FALSE;
  self->result->first.worker_ns = (g_get_monotonic_time () - begin) * 1e3;
  const cJSON *facts = fl_worker_client_get_facts (self->client);
  self->result->compiler
      = fl_executor_is_for_gpu (self)
            ? "NVRTC"
            : fl_arena_strdup (self->pass->arena, cJSON_GetStringValue (cJSON_GetObjectItem (facts, "compiler")));
  const FlCompiler *compiler
      = fl_executor_is_for_gpu (self) ? NULL : self->device.compiler; /* the worker finds the same one */
  self->result->compiler_path = compiler != NULL ? compiler->path : NULL;
  self->result->compiler_flags = compiler != NULL ? compiler->flags : NULL;
  self->result->vectors = compiler != NULL ? dup_vectors (self->pass, &self->device) : NULL;
  self->result->processor
      = fl_arena_strdup (self->pass->arena, cJSON_GetStringValue (cJSON_GetObjectItem (facts, "machine")));
  self->result->machine = fl_arena_printf (self->pass->arena, "%s%s%s, matrix products by %s",
                                           self->device.text != NULL ? self->request->worker_path : "",
                                           self->device.text != NULL ? ": " : "",
                                           cJSON_GetStringValue (cJSON_GetObjectItem (facts, "machine")),
                                           cJSON_GetStringValue (cJSON_GetObjectItem (facts, "library")));
  fl_executor_read_device (self, facts);
  self->result->n_threads = cJSON_GetNumberValue (cJSON_GetObjectItem (facts, "threads"));
  fl_executor_tell_confined (self, 0);
  fl_executor_note_threads (self);
  return TRUE;
}

/* The program in as many parts as compilers can run at the same time. */
static void
add_modules (FlExecutor *self, guint position, guint n_units, cJSON *modules)
{
  const FlVariant *variant = &self->request->variants[position];
  g_autoptr (GPtrArray) units = fl_executor_is_for_gpu (self) ? g_ptr_array_new_with_free_func (g_free)
                                                              : fl_program_split (variant->program, n_units);
  if (fl_executor_is_for_gpu (self))
    g_ptr_array_add (units, g_strdup (variant->program->source));
  cJSON *numbers = cJSON_AddArrayToObject (self->programs[position].message, "modules");
  for (guint k = 0; k < units->len; k++)
    {
      guint number = position * FL_MAX_UNITS + k;
      cJSON *module = cJSON_CreateObject ();
      cJSON_AddNumberToObject (module, "module", number);
      cJSON_AddStringToObject (module, "name", variant->name);
      cJSON_AddStringToObject (module, "source", units->pdata[k]);
      cJSON_AddItemToArray (modules, module);
      cJSON_AddItemToArray (numbers, cJSON_CreateNumber (number));
    }
  self->programs[position].n_modules = units->len;
}

static gboolean
send_modules (FlExecutor *self, GError **error)
{
  cJSON *message = cJSON_CreateObject ();
  cJSON_AddStringToObject (message, "do", "compile");
  cJSON_AddBoolToObject (message, "later", TRUE);
  if (self->request->fault != NULL)
    cJSON_AddStringToObject (message, "fault", self->request->fault);
  if (self->request->cache_folder != NULL)
    cJSON_AddStringToObject (message, "cache", self->request->cache_folder);
  cJSON *modules = cJSON_AddArrayToObject (message, "modules");
  guint n_units = CLAMP (self->device.n_processors / self->request->n_variants, 1, FL_MAX_UNITS);
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      const FlVariant *variant = &self->request->variants[i];
      self->result->variants[i].was_cached = TRUE;
      if (!fl_executor_has_kernels (variant->program))
        continue;
      add_modules (self, i, n_units, modules);
    }
  self->is_compiling = cJSON_GetArraySize (modules) > 0;
  if (self->is_compiling)
    return fl_worker_client_send (self->client, message, error);
  cJSON_Delete (message);
  return TRUE;
}

/* All at once, before the reference is evaluated: compilers, library and inputs take their time, too. */
static gboolean
send_programs (FlExecutor *self, GError **error)
{
  if (self->request->session != NULL)
    fl_executor_name_modules (self);
  else if (!send_modules (self, error))
    return FALSE;
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      FlSentProgram *sent = &self->programs[i];
      cJSON_AddNumberToObject (sent->message, "exchange_bytes", self->exchange_bytes);
      if (!fl_worker_client_send (self->client, g_steal_pointer (&sent->message), error))
        return FALSE;
    }
  return TRUE;
}

static void
record_compilation (FlExecutor *self, guint position, const cJSON **module)
{
  FlVariantTime *out = &self->result->variants[position];
  for (guint k = 0; k < self->programs[position].n_modules && *module != NULL; k++, *module = (*module)->next)
    {
      out->compile_ns
          = MAX (out->compile_ns, cJSON_GetNumberValue (cJSON_GetObjectItem (*module, "ns"))); /* at the same time */
      gboolean was_cached = cJSON_IsTrue (cJSON_GetObjectItem (*module, "cached"));
      out->was_cached &= was_cached;
      self->result->n_modules++;
      self->result->n_cached_modules += was_cached;
    }
  fl_trace_record (self->pass->trace, &(FlEvent) { .stage = FL_STAGE_RUN,
                                                   .kind = FL_EVENT_COMPILE,
                                                   .verdict = FL_VERDICT_NOTE,
                                                   .subject = { FL_REF_KERNEL, position, fl_intern (out->name) },
                                                   .amount = out->compile_ns,
                                                   .reason = out->was_cached ? "found in the cache" : "compiled",
                                                   .facts = self->result->compiler });
}

static double
get_number (const cJSON *answer, const char *name)
{
  const cJSON *item = cJSON_GetObjectItem (answer, name);
  return cJSON_IsNumber (item) ? item->valuedouble : 0;
}

static gboolean
finish_compiling (FlExecutor *self, GError **error)
{
  cJSON *message = cJSON_CreateObject ();
  cJSON_AddStringToObject (message, "do", "compiled");
  cJSON *answer = fl_worker_client_call (self->client, message, NULL, NULL, error);
  if (answer == NULL)
    {
      g_prefix_error (error, "while compiling: ");
      return FALSE;
    }
  fl_executor_note_cache (self, cJSON_GetObjectItem (answer, "modules"));
  const cJSON *module = cJSON_GetArrayItem (cJSON_GetObjectItem (answer, "modules"), 0);
  for (guint i = 0; i < self->request->n_variants && module != NULL; i++)
    if (fl_executor_has_kernels (self->request->variants[i].program))
      record_compilation (self, i, &module);
  self->result->compile_cpu_ns = get_number (answer, "cpu_ns");
  cJSON_Delete (answer);
  return TRUE;
}

/* The answers to what was sent, in that order. */
static gboolean
finish_programs (FlExecutor *self, GError **error)
{
  cJSON *answer = self->is_compiling ? fl_worker_client_receive (self->client, NULL, NULL, error) : cJSON_CreateNull ();
  if (answer == NULL)
    {
      g_prefix_error (error, "while compiling: ");
      return FALSE;
    }
  cJSON_Delete (answer);
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      answer = fl_worker_client_receive (self->client, NULL, NULL, error);
      if (answer == NULL)
        {
          g_prefix_error (error, "while running the %s program: ", self->request->variants[i].name);
          return FALSE;
        }
      self->result->first.library_ns += get_number (answer, "ns") + get_number (answer, "pack_ns");
      self->result->first.inputs_ns += get_number (answer, "fill_ns");
      cJSON_Delete (answer);
    }
  return !self->is_compiling || finish_compiling (self, error);
}

/* What the worker held of the arena after each step. */
static void
read_resident (FlExecutor *self, FlVariantTime *out, const FlSentProgram *sent, const cJSON *answer)
{
  const cJSON *list = cJSON_GetObjectItem (answer, "resident"), *item,
              *page = cJSON_GetObjectItem (answer, "page_bytes");
  gint64 *measured;

  out->measured_peak_bytes = -1;
  if (!cJSON_IsArray (list) || !cJSON_IsNumber (page))
    return;
  measured = fl_arena_new (self->pass->arena, gint64, cJSON_GetArraySize (list) + 1);
  cJSON_ArrayForEach (item, list)
    {
      gint64 bytes = cJSON_IsNumber (item) ? (gint64) item->valuedouble : 0;
      if (out->n_measured == sent->n_steps)
        break;
      measured[out->n_measured++] = bytes;
      out->measured_peak_bytes = MAX (out->measured_peak_bytes, bytes);
    }
  out->measured_bytes = measured;
  out->measured_kernels = sent->steps;
  out->page_bytes = (gint64) page->valuedouble;
}

/* How each library call is computed, with the times that decided it. */
static void
record_choices (FlExecutor *self, const FlSentProgram *sent, const cJSON *answer)
{
  const cJSON *item;
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (answer, "choices"))
    {
      guint step = cJSON_GetNumberValue (cJSON_GetObjectItem (item, "step"));
      const char *what = cJSON_GetStringValue (cJSON_GetObjectItem (item, "what")), *facts = NULL;
      double own = cJSON_GetNumberValue (cJSON_GetObjectItem (item, "own_ns")),
             library = cJSON_GetNumberValue (cJSON_GetObjectItem (item, "library_ns")),
             packed = cJSON_GetNumberValue (cJSON_GetObjectItem (item, "packed_bytes"));
      if (step >= sent->n_steps || what == NULL)
        continue;
      const char *kept
          = packed > 0 ? fl_arena_printf (self->pass->arena, "%.0f bytes packed", packed) : "nothing packed";
      if (own > 0 && library > 0)
        facts = fl_arena_printf (self->pass->arena, "fastest other way %.1f us, library %.1f us, %s%s", own / 1e3,
                                 library / 1e3, kept,
                                 cJSON_IsTrue (cJSON_GetObjectItem (item, "unsure"))
                                     ? "; others had the processor meanwhile: the next run measures again"
                                     : "");
      else
        facts = fl_arena_printf (self->pass->arena, "by the rule for its shape, not timed; %s", kept);
      fl_trace_record (self->pass->trace,
                       &(FlEvent) { .stage = FL_STAGE_RUN,
                                    .kind = FL_EVENT_LIBRARY,
                                    .verdict = FL_VERDICT_NOTE,
                                    .subject = { FL_REF_KERNEL, step, fl_intern (sent->steps[step]->name) },
                                    .amount = own > 0 && library > 0 ? MIN (own, library) : 0,
                                    .reason = fl_intern (what),
                                    .facts = facts });
    }
}

/* Which steps are tiled over a shared panel, and what that was worth. */
static void
record_chains (FlExecutor *self, const FlSentProgram *sent, const cJSON *answer)
{
  const cJSON *item;
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (answer, "chains"))
    {
      guint first = cJSON_GetNumberValue (cJSON_GetObjectItem (item, "first")),
            n = cJSON_GetNumberValue (cJSON_GetObjectItem (item, "n"));
      double chain = cJSON_GetNumberValue (cJSON_GetObjectItem (item, "chain_ns")),
             apart = cJSON_GetNumberValue (cJSON_GetObjectItem (item, "apart_ns"));
      gboolean is_on = cJSON_IsTrue (cJSON_GetObjectItem (item, "on"));
      if (n == 0 || first + n > sent->n_steps)
        continue;
      fl_trace_record (self->pass->trace,
                       &(FlEvent) {
                           .stage = FL_STAGE_RUN,
                           .kind = FL_EVENT_LIBRARY,
                           .verdict = is_on ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT,
                           .subject = { FL_REF_KERNEL, first, fl_intern (sent->steps[first]->name) },
                           .amount = is_on ? chain : apart,
                           .reason = is_on ? "steps are tiled over a shared panel, which stays in the caches"
                                           : "steps run one after the other: no slower",
                           .facts
                           = fl_arena_printf (self->pass->arena,
                                              "%u steps up to %s, %.0f panels: %.1f us, one after the other %.1f us", n,
                                              sent->steps[first + n - 1]->name,
                                              cJSON_GetNumberValue (cJSON_GetObjectItem (item, "panels")), chain / 1e3,
                                              apart / 1e3) });
    }
}

/* Kernels go on with a valid index; PyTorch would not, and what the user gives is to give what PyTorch does. */
static gboolean
note_index_errors (FlExecutor *self, guint position, double n, GError **error)
{
  const char *name = self->request->variants[position].name;
  if (n == 0)
    return TRUE;
  if (fl_given_get_n (self->request->given) > 0)
    {
      const char *why = self->result->not_verified_why;
      g_set_error (
          error, FL_ERROR, FL_ERROR_SHAPE,
          "%.0f %s outside of %s in the %s kernels, where PyTorch stops with an error: mend the indices that were given%s%s%s",
          n, n == 1 ? "index lies" : "indices lie", n == 1 ? "its tensor" : "their tensors", name,
          why != NULL ? " (" : "", why != NULL ? why : "", why != NULL ? ")" : "");
      return FALSE;
    }
  fl_execution_add_note (
      self, "indices out of range",
      fl_arena_printf (self->pass->arena,
                       "%.0f %s outside of %s, in the %s kernels: they go on with a valid one, or store nothing;"
                       " PyTorch would stop with an error",
                       n, n == 1 ? "index lay" : "indices lay", n == 1 ? "its tensor" : "their tensors", name));
  return TRUE;
}

static gboolean
run_variant (FlExecutor *self, guint position, GError **error)
{
  const FlOptions *options = self->pass->options;
  cJSON *message = cJSON_CreateObject ();
  cJSON_AddStringToObject (message, "do", "run");
  cJSON_AddNumberToObject (message, "id", position);
  if (self->request->fault != NULL)
    cJSON_AddStringToObject (message, "fault", self->request->fault);
  cJSON_AddBoolToObject (message, "tune", self->request->measure);
  cJSON_AddStringToObject (message, "panels",
                           (const char *const[]) { "measured", "always", "never" }[options->cpu_panels]);
  cJSON_AddBoolToObject (message, "track", options->track_memory && self->request->verify && !options->stomp);
  cJSON *answer = fl_worker_client_call (self->client, message, NULL, NULL, error);
  if (answer == NULL)
    return FALSE;
  fl_executor_tell_confined (self, (gint64) get_number (answer, "memory_limit"));
  read_resident (self, &self->result->variants[position], &self->programs[position], answer);
  if (!note_index_errors (self, position, get_number (answer, "index_errors"), error))
    {
      cJSON_Delete (answer);
      return FALSE;
    }
  if (fl_executor_is_for_gpu (self))
    fl_executor_read_places (self, position, answer);
  record_choices (self, &self->programs[position], answer);
  record_chains (self, &self->programs[position], answer);
  if (position == 0)
    {
      self->result->first.run_ns = get_number (answer, "ns");
      self->result->first.compile_ns = self->result->variants[0].compile_ns;
      self->result->first.total_ns = (g_get_monotonic_time () - self->start_us) * 1e3;
    }
  cJSON_Delete (answer);
  return TRUE;
}

/* --- the whole -------------------------------------------------------------------------------- */

static gboolean
run_variants (FlExecutor *self, FlVerification *expected, GError **error)
{
  g_autoptr (GArray) agreements = g_array_new (FALSE, TRUE, sizeof (FlAgreement));
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      const char *name = self->request->variants[i].name;
      fl_executor_report (self, 0.3 + 0.3 * (i + 0.5) / self->request->n_variants, "Running the %s kernels", name);
      if (!run_variant (self, i, error))
        {
          g_prefix_error (error, "while running the %s program: ", name);
          return FALSE;
        }
      if (!fl_verification_look (expected, i, agreements, error))
        return FALSE;
    }
  fl_verification_finish (expected, agreements);
  return TRUE;
}

static gboolean
execute_kernels (FlExecutor *self, GError **error)
{
  FlVerification *expected = fl_verification_new (self);
  gboolean ok = FALSE;
  fl_executor_report (self, 0, "Starting the compiler and making inputs");
  if (lay_out (self, error) && start_worker (self, error) && send_programs (self, error)
      && fl_executor_store_inputs (self, error))
    {
      fl_executor_report (self, 0.05, "Compiling the kernels and evaluating the reference");
      ok = !self->request->verify || fl_verification_run_reference (expected, error);
    }
  if (ok)
    fl_executor_report (self, 0.3, "Compiling the kernels");
  ok = ok && finish_programs (self, error) && run_variants (self, expected, error)
       && (!self->request->measure || fl_executor_measure (self, error));
  fl_verification_free (expected);
  return ok;
}

static gboolean
execute (FlExecutor *self, GError **error)
{
  g_autoptr (GError) inner = NULL;
  if (!fl_executor_check_target (self, error) || !fl_executor_find_device (self, error))
    return FALSE;
  if (fl_executor_is_for_gpu (self))
    return execute_kernels (self, error);
  gboolean is_plain = fl_executor_needs_plain (self);
  if (fl_executor_lacks_compiler (self))
    return fl_executor_interpret (self, error);
  if ((!is_plain || fl_executor_write_plain (self, &inner)) && execute_kernels (self, &inner))
    return TRUE;
  if (is_plain && g_error_matches (inner, FL_ERROR, FL_ERROR_COMPILER) && fl_executor_leave_refused (self, inner))
    {
      fl_executor_leave_worker (self);
      self->result->n_modules = self->result->n_cached_modules = 0;
      g_clear_error (&inner);
      if (execute_kernels (self, &inner))
        return TRUE;
    }
  if (is_plain && g_error_matches (inner, FL_ERROR, FL_ERROR_COMPILER))
    return fl_executor_interpret_refused (self, inner, error);
  g_propagate_error (error, g_steal_pointer (&inner));
  return FALSE;
}

void
fl_execute_prepare (const char *worker_path)
{
  fl_worker_client_prepare (worker_path);
}

FlExecution *
fl_execute_run (const FlPass *pass, const FlExecuteRequest *request, FlProgress progress, gpointer data, GError **error)
{
  g_assert (request->n_variants > 0);
  FlArena *arena = pass->arena;
  const FlGraph *graph = request->variants[0].program->plan->schedule->lowered->graph;
  const FlExecuteRequest settled = fl_executor_settle_sizes (arena, request, graph);
  FlExecutor self
      = { .pass = pass, .request = &settled, .progress = progress, .data = data, .start_us = g_get_monotonic_time () };
  self.graph = graph;
  self.result = fl_arena_new (arena, FlExecution, 1);
  self.result->n_variants = request->n_variants;
  self.result->variants = fl_arena_new (arena, FlVariantTime, request->n_variants);
  for (guint i = 0; i < request->n_variants; i++)
    self.result->variants[i]
        = (FlVariantTime) { .name = request->variants[i].name, .program = request->variants[i].program };
  self.programs = g_new0 (FlSentProgram, request->n_variants);
  self.loads = g_hash_table_new (NULL, NULL);
  self.fills = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  fl_executor_learn_sizes (&self);
  fl_execution_note_differences (&self);
  if (!request->verify)
    self.result->not_verified_why = "verification was not asked for";
  fl_executor_note_sizes (&self, request);
  gboolean ok
      = fl_sizes_check (request->graph != NULL ? request->graph : self.graph, settled.sizes, settled.n_sizes, error)
        && fl_executor_check_buffers (&self, error) && execute (&self, error);
  for (guint i = 0; i < request->n_variants; i++)
    {
      self.result->variants[i].arena_bytes = self.programs[i].arena_bytes;
      self.result->variants[i].planned_bytes = self.programs[i].planned_bytes;
      fl_sent_program_close (&self.programs[i]);
    }
  g_free (self.programs);
  g_hash_table_unref (self.loads);
  g_hash_table_unref (self.fills);
  g_hash_table_unref (self.known);
  fl_executor_close_worker (&self);
  g_clear_pointer (&self.inputs, g_ptr_array_unref);
  g_clear_pointer (&self.constants, g_ptr_array_unref);
  g_clear_pointer (&self.stand_ins, g_ptr_array_unref);
  g_clear_pointer (&self.interpreted, g_ptr_array_unref);
  return ok ? self.result : NULL;
}
