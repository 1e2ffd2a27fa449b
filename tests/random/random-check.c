/* One program through everything. */
#include "random-check.h"

#include <math.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-pipeline.h"
#include "fl-reference-private.h"

#include "random-fill.h"

enum
{
  MAX_VARIANTS = 48
};

typedef struct
{
  const RndCheckRequest *request;
  RndVerdict *verdict;
  FlGraph *graph;
  GPtrArray *inputs;
  GRand *random;
  guint n;
  char *names[MAX_VARIANTS];
  FlRun *runs[MAX_VARIANTS];
} Check;

/* Numbers, names of nodes and places differ from program to program; the words stay. */
static char *
make_class (const char *kind, const char *message)
{
  GString *out = g_string_new (kind);
  gboolean was_digit = FALSE;

  g_string_append (out, ": ");
  for (const char *c = message; *c != '\0' && *c != '\n' && out->len < 160; c++)
    {
      gboolean is_digit = g_ascii_isdigit (*c);

      if (is_digit && !was_digit)
        g_string_append_c (out, '#');
      else if (!is_digit)
        g_string_append_c (out, *c);
      was_digit = is_digit;
    }
  return g_string_free (out, FALSE);
}

static void
fail (Check *self, const char *kind, const char *message, const char *detail)
{
  if (self->verdict->klass != NULL)
    return;
  self->verdict->klass = message == NULL ? g_strdup (kind) : make_class (kind, message);
  self->verdict->detail = g_strdup (detail);
}

/* --- variants
 * --------------------------------------------------------------------------------------------------------
 */

static const char *const options[] = { "cpu.join=false",
                                       "cpu.stream_bytes=1",
                                       "cpu.prefetch_bytes=0",
                                       "decompose_products=false",
                                       "pattern_matcher=false",
                                       "cpu.panels=always",
                                       "inplace_buffers=false",
                                       "allow_buffer_reuse=false",
                                       "format=classic",
                                       "unroll_reductions_threshold=0",
                                       "realize_reads_threshold=0",
                                       "realize_opcount_threshold=0",
                                       "cpp.max_horizontal_fusion_size=1",
                                       "max_fusion_size=2",
                                       "aggressive_fusion=true",
                                       "reorder_for_locality=false",
                                       "pick_loop_orders=false",
                                       "cpu.parts=3",
                                       "peak_order=exact",
                                       "max_pointwise_cat_inputs=0",
                                       "optimal.recompute=true",
                                       "graph_passes=always" };
static const char *const widths[]
    = { "cpu.vector_bytes=16", "cpu.vector_bytes=32", "cpu.vector_bytes=64", "cpu.vector_bytes=4" };

static FlRun *
plan (Check *self,
      const char *strategy,
      const char *setting,
      const char *other,
      gboolean has_small_grain)
{
  FlPipelineRequest request;
  g_autoptr (GError) error = NULL;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.strategy = fl_intern (strategy);
  request.options.optimal_limit_ms = 100;
  request.options.memory_planner_limit_ms = 20;
  request.options.timeout_s = 60;
  request.options.track_memory = FALSE;
  if (has_small_grain)
    request.options.cpu_grain_bytes = 16;
  if (setting != NULL && !fl_options_set (&request.options, setting, &error))
    g_error ("%s", error->message);
  if (other != NULL && !fl_options_set (&request.options, other, &error))
    g_error ("%s", error->message);
  request.until = FL_STAGE_CODEGEN;
  return fl_pipeline_run (self->graph, &request);
}

static FlRun *
add_variant (Check *self, const char *strategy, const char *setting, const char *other)
{
  gboolean has_small_grain = (self->request->seed + self->n) % 3 != 0;
  FlRun *run = plan (self, strategy, setting, other, has_small_grain);
  g_autofree char *name
      = g_strdup_printf ("%s%s%s%s%s%s", strategy, setting != NULL ? " " : "",
                         setting != NULL ? setting : "", other != NULL ? " " : "",
                         other != NULL ? other : "", has_small_grain ? " cpu.grain_bytes=16" : "");

  g_assert (self->n < MAX_VARIANTS);
  if (run->error != NULL)
    {
      g_autofree char *detail = g_strdup_printf ("%s: %s", name, run->error->message);

      fail (self, "pipeline", run->error->message, detail);
      fl_run_unref (run);
      return NULL;
    }
  self->runs[self->n] = run;
  self->names[self->n++] = g_steal_pointer (&name);
  return run;
}

static const FlOptionInfo *
find_option (const char *name)
{
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (g_str_equal (fl_options_get_row (i)->name, name))
      return fl_options_get_row (i);
  g_assert_not_reached ();
}

static void
add_choices (Check *self, const char *name, const char *other)
{
  g_auto (GStrv) choices = g_strsplit (find_option (name)->choices, "|", -1);

  for (guint i = 0; choices[i] != NULL; i++)
    {
      g_autofree char *setting = g_strdup_printf ("%s=%s", name, choices[i]);

      add_variant (self, "inductor", setting, other);
    }
}

static gboolean
is_same (const FlRun *a, const FlRun *b)
{
  return g_strcmp0 (a->program->source, b->program->source) == 0
         && g_strcmp0 (a->program->wrapper, b->program->wrapper) == 0;
}

static void
add_variants (Check *self)
{
  const char *extra = options[self->request->seed % G_N_ELEMENTS (options)];

  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    add_variant (self, fl_strategies_get_row (i)->name,
                 i == self->request->seed % 11 ? extra : NULL, NULL);
  if (self->n > 0)
    {
      g_autoptr (FlRun) again
          = plan (self, fl_strategies_get_row (0)->name,
                  0 == self->request->seed % 11 ? extra : NULL, NULL, self->request->seed % 3 != 0);

      if (again->error != NULL || !is_same (self->runs[0], again))
        fail (self, "bytes differ", NULL,
              "two runs of the pipeline give different sources or wrappers");
    }
  add_choices (self, "memory_planner", NULL);
  add_choices (self, "memory_pool", "memory_planning=true");
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    add_variant (self,
                 fl_strategies_get_row ((self->request->seed / 5 + i) % fl_strategies_get_n_rows ())
                     ->name,
                 widths[i], NULL);
  for (guint i = 0; i < 3; i++)
    add_variant (self, "inductor", options[(self->request->seed * 3 + i) % G_N_ELEMENTS (options)],
                 NULL);
}

/* --- execution
 * -------------------------------------------------------------------------------------------------------
 */

/* Does noise of rounding alone make other integers of it, or other places of infinities? Then
 * nothing can be said. */
static GPtrArray *
run_reference (Check *self, guint64 noise, GError **error)
{
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);

  for (guint i = 0; i < self->inputs->len; i++)
    g_ptr_array_add (copies,
                     self->inputs->pdata[i] == NULL ? NULL : fl_array_dup (self->inputs->pdata[i]));
  return fl_reference_run_noisy (self->graph, (FlArray *const *) copies->pdata, NULL, NULL, noise,
                                 NULL, NULL, error);
}

static gboolean
is_moved (const FlArray *a, const FlArray *b)
{
  for (gint64 e = 0; a != NULL && b != NULL && e < a->numel; e++)
    if (a->numbers != NULL ? isfinite (a->numbers[e]) != isfinite (b->numbers[e])
                           : a->integers[e] != b->integers[e])
      return TRUE;
  return FALSE;
}

static gboolean
is_unstable (Check *self, guint position)
{
  g_autoptr (GPtrArray) exact = run_reference (self, 0, NULL);
  gboolean is_found = FALSE;

  for (guint i = 1; exact != NULL && !is_found && i < 4; i++)
    {
      g_autoptr (GPtrArray) noisy = run_reference (self, i * 7919, NULL);

      for (guint k = 0; noisy != NULL && !is_found && k < exact->len; k++)
        is_found = (position >= exact->len || k == position)
                   && is_moved (exact->pdata[k], noisy->pdata[k]);
    }
  return is_found;
}

static void
judge (Check *self, const FlExecution *execution)
{
  if (!execution->verified)
    {
      self->verdict->is_idle = TRUE;
      if (self->verdict->detail == NULL)
        self->verdict->detail = g_strdup (execution->not_verified_why);
      return;
    }
  for (guint i = 0; i < execution->n_notes; i++)
    if (strstr (execution->notes[i], "is infinite or NaN by the reference, which rounds") != NULL)
      return; /* a narrow format overflows: by design, and said */
  for (guint i = 0; i < execution->n_agreements && self->verdict->klass == NULL; i++)
    {
      const FlAgreement *agreement = &execution->agreements[i];
      g_autofree char *detail = NULL;

      if (agreement->agrees || is_unstable (self, agreement->position))
        continue;
      detail = g_strdup_printf ("%s: %s%s is %.9g, expected %.9g (error %.3g, tolerance %.3g)",
                                agreement->variant, agreement->output, agreement->worst_place,
                                agreement->got, agreement->expected, agreement->max_rel,
                                agreement->tolerance);
      fail (self, "wrong", NULL, detail);
    }
}

/* A line that says most of it, from the compiler's or the sanitizer's words. */
static const char *
find_telling (const char *message)
{
  const char *error = strstr (message, "error: ");

  return error != NULL ? error : message;
}

static void
judge_error (Check *self, const GError *error, gboolean is_checked, guint n_threads)
{
  g_autofree char *detail = g_strdup_printf ("%u threads: %s", n_threads, error->message);
  const char *kind = error->code == FL_ERROR_COMPILER ? "compile"
                     : is_checked                     ? "bounds"
                     : error->code == FL_ERROR_WORKER ? "worker"
                                                      : "execute";

  fail (self, kind, find_telling (error->message), detail);
}

static void
execute (Check *self, const guint *chosen, guint n, guint n_threads, gboolean is_checked)
{
  FlVariant variants[MAX_VARIANTS];
  FlExecuteRequest request = { .n_variants = n,
                               .variants = variants,
                               .verify = TRUE,
                               .inputs = (FlArray *const *) self->inputs->pdata,
                               .worker_path = self->request->worker_path,
                               .cache_folder = self->request->cache_folder,
                               .graph = self->graph };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) done = NULL;

  if (n == 0 || self->verdict->klass != NULL)
    return;
  for (guint i = 0; i < n; i++)
    variants[i] = (FlVariant){ self->names[chosen[i]], self->runs[chosen[i]]->program };
  /* Threads, guards and checks are the execution's: those of the first run. */
  FlOptions *execution = (FlOptions *) &self->runs[chosen[0]]->options;
  FlOptions kept = *execution;
  execution->cpp_threads = n_threads;
  execution->cpu_sanitize = is_checked;
  execution->guard = is_checked || self->request->seed % 4 == 1;
  for (guint i = 0; i < n; i++)
    execution->guard
        &= !self->runs[chosen[i]]->options.memory_planning; /* pools leave no room for zones */
  execution->stomp = self->request->seed % 4 >= 2;
  done = fl_pipeline_execute (self->runs[chosen[0]], &request, NULL, NULL, NULL, &error);
  *execution = kept;
  self->verdict->n_programs += n;
  if (done == NULL)
    {
      judge_error (self, error, is_checked, n_threads);
      return;
    }
  self->verdict->n_modules += done->execution->n_modules;
  self->verdict->n_compiled += done->execution->n_modules - done->execution->n_cached_modules;
  judge (self, done->execution);
}

/* Sources that no compiler has seen come first, each once; what has the same source then finds it
 * in the cache. */
static void
execute_all (Check *self)
{
  static const guint threads[] = { 1, 2, 4, 2, 1, 4 };
  g_autoptr (GHashTable) sources = g_hash_table_new (g_str_hash, g_str_equal);
  guint first[MAX_VARIANTS], rest[MAX_VARIANTS], n_first = 0, n_rest = 0,
                                                 turn = self->request->seed % 3;

  for (guint i = 0; i < self->n; i++)
    if (g_hash_table_add (sources, (gpointer) (self->runs[i]->program->source != NULL
                                                   ? self->runs[i]->program->source
                                                   : "")))
      first[n_first++] = i;
    else
      rest[n_rest++] = i;
  execute (self, first, n_first, threads[turn], FALSE);
  execute (self, rest, n_rest, threads[turn + 1], FALSE);
  execute (self, first, n_first, threads[turn + 2], FALSE);
  if (self->request->is_checked)
    {
      guint some[3] = { 0, first[self->request->seed % n_first],
                        first[(self->request->seed / 7 + 1) % n_first] },
            n = 1;

      for (guint i = 1; i < 3; i++)
        if (some[i] != some[0] && (i == 1 || some[i] != some[1]))
          some[n++] = some[i];
      execute (self, some, n, 1 + self->request->seed % 2, TRUE);
    }
}

/* --- texts
 * -----------------------------------------------------------------------------------------------------------
 */

/* Our own JSON reads back as the same graph: the same kernels come out. */
static void
read_back (Check *self)
{
  g_autoptr (GString) json = g_string_new (NULL), again = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;
  FlGraph *own = self->graph;

  if (!fl_json_write (self->graph, json, &error))
    {
      fail (self, "json", error->message, error->message);
      return;
    }
  graph = fl_graph_read_text ("again.json", json->str, json->len, &error);
  if (graph == NULL)
    {
      fail (self, "json", error->message, error->message);
      return;
    }
  if (!fl_json_write (graph, again, &error) || strcmp (json->str, again->str) != 0)
    fail (self, "json differs", NULL, "JSON written, read and written again is another text");
  self->graph = graph;
  g_autoptr (FlRun) run = plan (self, "inductor", NULL, NULL, FALSE);
  self->graph = own;
  g_autoptr (FlRun) first = plan (self, "inductor", NULL, NULL, FALSE);
  if (first->error == NULL && (run->error != NULL || !is_same (run, first)))
    fail (self, "json differs", "other kernels",
          run->error != NULL ? run->error->message
                             : "the graph read from its own JSON gives other kernels");
}

/* The reference's own sizes against those of the shape rules. */
static gboolean
evaluate (Check *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) outputs = run_reference (self, 0, &error);

  if (outputs == NULL)
    fail (self, "reference", error->message, error->message);
  return outputs != NULL;
}

void
rnd_check_text (const char *text, const RndCheckRequest *request, RndVerdict *verdict)
{
  Check check
      = { .request = request, .verdict = verdict, .random = g_rand_new_with_seed (request->seed) },
      *self = &check;
  g_autoptr (GError) error = NULL;

  *verdict = (RndVerdict){ 0 };
  self->graph = fl_graph_read_text ("random.py", text, strlen (text), &error);
  if (self->graph != NULL)
    self->inputs = rnd_fill_inputs (self->graph, text, NULL, NULL, &error);
  if (self->inputs == NULL)
    fail (self, "read", error->message, error->message);
  else if (evaluate (self))
    {
      read_back (self);
      add_variants (self);
      if (self->n > 0)
        execute_all (self);
    }
  for (guint i = 0; i < self->n; i++)
    {
      fl_run_unref (self->runs[i]);
      g_free (self->names[i]);
    }
  g_clear_pointer (&self->inputs, g_ptr_array_unref);
  g_clear_pointer (&self->graph, fl_graph_unref);
  g_rand_free (self->random);
}

void
rnd_verdict_clear (RndVerdict *verdict)
{
  g_free (verdict->klass);
  g_free (verdict->detail);
  *verdict = (RndVerdict){ 0 };
}
