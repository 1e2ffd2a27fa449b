/* Programs through everything, many at a time. */
#include "random-check.h"

#include <string.h>

#include "fl-compiler.h"
#include "fl-formats.h"

#include "random-check-private.h"
#include "random-fill.h"
#include "random-loops.h"
#include "random-noise.h"

/* --- failures ---------------------------------------------------------------------------------- */

/* Numbers, kernels and places differ from program to program; the words stay. */
static char *
make_class (const char *kind, const char *message)
{
  const char *after = g_str_has_prefix (message, "while running the ") ? strstr (message, " program: ") : NULL;
  GString *out = g_string_new (kind);

  if (after != NULL)
    message = after + strlen (" program: ");

  g_string_append (out, ": ");
  for (const char *c = message; *c != '\0' && *c != '\n' && out->len < 160;)
    {
      gsize length = strspn (c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

      if (length == 0)
        g_string_append_c (out, *c++);
      else if (g_str_has_prefix (c, "cpp_fused_"))
        g_string_append (out, "cpp_fused_*");
      else if (g_ascii_isdigit (*c))
        g_string_append_c (out, '#');
      else
        for (gsize i = 0; i < length; i++)
          if (!g_ascii_isdigit (c[i]))
            g_string_append_c (out, c[i]);
          else if (!g_ascii_isdigit (c[i - 1]))
            g_string_append_c (out, '#');
      c += length;
    }
  return g_string_free (out, FALSE);
}

void
rnd_check_fail (RndCheck *self, const char *kind, const char *message, const char *detail)
{
  if (self->verdict->klass != NULL)
    return;
  self->verdict->klass = message == NULL ? g_strdup (kind) : make_class (kind, message);
  self->verdict->detail = g_strdup (detail);
}

/* A line that says most of it, from the compiler's or the sanitizer's words. */
static const char *
find_telling (const char *message)
{
  const char *error = strstr (message, "error: ");

  return error != NULL ? error : message;
}

/* --- what the reference says ------------------------------------------------------------------- */

/* "s0=5 s1=7: ", or nothing. */
static char *
dup_sizes (const RndCheck *self)
{
  const GArray *sizes = self->points->pdata[MIN (self->point, self->points->len - 1)];
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < sizes->len; i++)
    {
      const FlSizeValue *size = &g_array_index (sizes, FlSizeValue, i);

      g_string_append_printf (out, "%s=%" G_GINT64_FORMAT "%s", fl_sym_get_name (size->symbol), size->value,
                              i + 1 < sizes->len ? " " : ": ");
    }
  return g_string_free (out, FALSE);
}

static void
judge (RndCheck *self, const FlExecution *execution, const GPtrArray *left)
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
      g_autofree char *detail = NULL, *sizes = dup_sizes (self);

      if (agreement->agrees || rnd_noise_explains (self, agreement, left))
        continue;
      detail = g_strdup_printf ("%s%s: %s%s is %.9g, expected %.9g (error %.3g, tolerance %.3g)", sizes,
                                agreement->variant, agreement->output, agreement->worst_place, agreement->got,
                                agreement->expected, agreement->max_rel, agreement->tolerance);
      rnd_check_fail (self, "wrong", NULL, detail);
      self->verdict->variant = g_strdup (agreement->variant);
    }
}

/* --- execution --------------------------------------------------------------------------------- */

static void
judge_error (RndCheck *self, const GError *error, FlSessionChecks checks, guint n_threads)
{
  g_autofree char *sizes = dup_sizes (self),
                  *detail = g_strdup_printf ("%s%u threads: %s", sizes, n_threads, error->message);
  const char *kind = error->code == FL_ERROR_COMPILER || error->code == FL_ERROR_KERNEL ? "compile"
                     : checks != FL_SESSION_UNCHECKED                                   ? "bounds"
                     : error->code == FL_ERROR_WORKER                                   ? "worker"
                                                                                        : "execute";

  rnd_check_fail (self, kind, find_telling (error->message), detail);
  for (guint i = 0; i < self->n && self->verdict->variant == NULL; i++)
    {
      g_autofree char *words = g_strdup_printf ("while running the %s program: ", self->names[i]);

      if (g_str_has_prefix (error->message, words))
        self->verdict->variant = g_strdup (self->names[i]);
    }
}

static guint
count_kernels (const FlProgram *program)
{
  guint n = 0;

  for (guint i = 0; i < program->n_kernels; i++)
    n += program->kernels[i].source != NULL;
  return n;
}

typedef struct
{
  GPtrArray *left;
  const FlVariant *variants;
} Keeping;

static void
keep_result (guint variant, gboolean is_input, guint index, const FlArray *array, gpointer data)
{
  Keeping *self = data;
  RndLeft *left = g_new (RndLeft, 1);

  *left = (RndLeft) { self->variants[variant].name, is_input, index, fl_array_dup (array) };
  g_ptr_array_add (self->left, left);
}

/* With the sizes of self->point. */
static void
execute_point (RndCheck *self, RndUnits *units, FlSessionChecks checks, guint n_threads, FlExecuteRequest *request)
{
  const GArray *sizes = self->points->pdata[self->point];
  const GPtrArray *inputs = self->inputs->pdata[self->point];
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) done = NULL;
  g_autoptr (GPtrArray) left = g_ptr_array_new_with_free_func (rnd_left_free);
  Keeping keeping = { left, request->variants };

  request->take_result = keep_result;
  request->take_data = &keeping;
  request->n_sizes = sizes->len;
  request->sizes = (const FlSizeValue *) sizes->data;
  request->inputs = (FlArray *const *) inputs->pdata;
  request->session = rnd_units_get_session (units, checks, n_threads, &error);
  if (request->session != NULL)
    done = fl_pipeline_execute (self->runs[0], request, NULL, NULL, NULL, &error);
  if (done == NULL)
    {
      rnd_units_drop_session (units, checks, n_threads);
      judge_error (self, error, checks, n_threads);
      return;
    }
  judge (self, done->execution, left);
}

static void
execute (RndCheck *self, RndUnits *units, FlSessionChecks checks, guint n_threads)
{
  FlVariant variants[RND_MAX_VARIANTS];
  FlExecuteRequest request = { .variants = variants, .verify = TRUE, .graph = self->graph };
  gboolean is_checked = checks != FL_SESSION_UNCHECKED;

  if (self->n == 0 || self->verdict->klass != NULL)
    return;
  for (guint i = 0; i < self->n; i++)
    {
      if (is_checked && self->runs[i]->options.memory_planning)
        continue;
      variants[request.n_variants++] = (FlVariant) { self->names[i], self->programs[i] };
      self->verdict->n_variants++;
      self->verdict->n_kernels += count_kernels (self->programs[i]);
    }
  if (request.n_variants == 0)
    return;
  /* Guards and checks are the execution's: those of the first run. */
  FlOptions *execution = (FlOptions *) &self->runs[0]->options, kept = *execution;
  execution->cpu_sanitize = is_checked;
  execution->guard = is_checked || self->request->is_cuda || self->choices.has_guard;
  for (guint i = 0; !is_checked && i < self->n; i++)
    execution->guard &= !self->runs[i]->options.memory_planning; /* pools leave no room for zones */
  execution->stomp = self->choices.stomps;
  for (self->point = 0; self->point < self->points->len && self->verdict->klass == NULL; self->point++)
    execute_point (self, units, checks, n_threads, &request);
  self->point = 0;
  *execution = kept;
}

static guint
get_checks (const RndCheck *self)
{
  guint checks = 0;

  if (self->request->is_cuda)
    return 1u << FL_SESSION_UNCHECKED;
  if (!self->request->is_unchecked)
    checks |= 1u << (self->choices.is_strict ? FL_SESSION_CHECKED : FL_SESSION_BOUNDS);
  if (self->choices.is_optimized || checks == 0)
    checks |= 1u << FL_SESSION_UNCHECKED;
  return checks;
}

static void
execute_all (RndCheck *self, RndUnits *units)
{
  guint checks = get_checks (self);

  for (guint k = 0;
       !self->request->only_loops && k <= FL_SESSION_CHECKED && self->n > 0 && self->verdict->klass == NULL; k++)
    if (checks & 1u << k)
      {
        const char *refused;

        /* Only once its units are loaded is it known what the compiler refuses. */
        if (rnd_units_get_session (units, k, self->choices.n_threads, NULL) != NULL)
          for (guint i = 0; i < self->n && self->verdict->klass == NULL; i++)
            if ((refused = rnd_units_find_refused (units, self->programs[i])) != NULL)
              {
                rnd_check_fail (self, "compile", find_telling (refused), refused);
                self->verdict->variant = g_strdup (self->names[i]);
              }
        execute (self, units, k, self->choices.n_threads);
        if (self->choices.is_full && k == FL_SESSION_UNCHECKED)
          execute (self, units, k, self->choices.other_threads);
      }
}

/* --- texts ------------------------------------------------------------------------------------- */

/* Our own JSON reads back as the same graph: the same kernels come out. */
static void
read_back (RndCheck *self)
{
  g_autoptr (GString) json = g_string_new (NULL), again = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;

  if (!fl_json_write (self->graph, json, &error))
    {
      rnd_check_fail (self, "json", error->message, error->message);
      return;
    }
  graph = fl_graph_read_text ("again.json", json->str, json->len, &error);
  if (graph == NULL)
    {
      rnd_check_fail (self, "json", error->message, error->message);
      return;
    }
  if (!fl_json_write (graph, again, &error) || strcmp (json->str, again->str) != 0)
    rnd_check_fail (self, "json differs", NULL, "JSON written, read and written again is another text");
  g_autoptr (FlRun) run = rnd_plan (self, graph, "inductor", NULL),
                    first = rnd_plan (self, self->graph, "inductor", NULL);
  if (first->error == NULL && (run->error != NULL || !rnd_plans_are_equal (run, first)))
    rnd_check_fail (self, "json differs", "other kernels",
                    run->error != NULL ? run->error->message : "the graph read from its own JSON gives other kernels");
}

/* The reference's own sizes against those of the shape rules. */
static gboolean
evaluate (RndCheck *self)
{
  g_autoptr (GError) error = NULL;
  gboolean ok = TRUE;

  for (self->point = 0; ok && self->point < self->points->len; self->point++)
    {
      g_autoptr (GPtrArray) outputs = rnd_noise_run (self, 0, FALSE, NULL, &error);

      ok = outputs != NULL;
      if (!ok)
        rnd_check_fail (self, "reference", error->message, error->message);
    }
  self->point = 0;
  return ok;
}

static gboolean
fill (RndCheck *self, const char *text, GError **error)
{
  self->points = rnd_fill_read_points (self->graph, text);
  self->inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < self->points->len; i++)
    {
      GPtrArray *inputs = rnd_fill_inputs (self->graph, text, rnd_fill_look_up, self->points->pdata[i], error);

      if (inputs == NULL)
        return FALSE;
      g_ptr_array_add (self->inputs, inputs);
    }
  return TRUE;
}

/* --- the whole --------------------------------------------------------------------------------- */

/* All that needs no kernels. */
static void
check_open (RndCheck *self, const RndItem *item, RndUnits *units)
{
  g_autoptr (GError) error = NULL;

  rnd_choices_draw (&self->choices, item->seed, self->request->is_full);
  self->choices.is_strict |= self->request->is_strict;
  self->choices.is_optimized |= self->request->is_strict;
  self->graph = fl_graph_read_text ("random.py", item->text, strlen (item->text), &error);
  if (self->graph == NULL || !fill (self, item->text, &error))
    {
      rnd_check_fail (self, "read", error->message, error->message);
      return;
    }
  if (!evaluate (self))
    return;
  if (self->request->only_loops || self->request->is_cuda)
    rnd_plan_one (self);
  else
    {
      read_back (self);
      rnd_plan_variants (self);
    }
  if (!self->request->is_cuda)
    rnd_loops_check (self);
  else if (self->request->only_loops)
    rnd_grid_check (self);
  for (guint i = 0; !self->request->only_loops && i < self->n && self->verdict->klass == NULL; i++)
    self->programs[i] = rnd_units_add (units, self->runs[i]->arena, self->runs[i]->program, get_checks (self));
}

static void
check_close (RndCheck *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      fl_run_unref (self->runs[i]);
      g_free (self->names[i]);
    }
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_clear_pointer (&self->inputs, g_ptr_array_unref);
  g_clear_pointer (&self->points, g_ptr_array_unref);
  g_clear_pointer (&self->graph, fl_graph_unref);
}

static void
check_together (RndItem *items, guint n, const RndCheckRequest *request)
{
  g_autoptr (RndUnits) units = rnd_units_new (request);
  g_autofree RndCheck *checks = g_new0 (RndCheck, n + 1);

  for (guint i = 0; i < n; i++)
    {
      checks[i] = (RndCheck) { .request = request, .verdict = &items[i].verdict, .seed = items[i].seed };
      if (request->begin != NULL && items[i].text != NULL)
        request->begin (items[i].seed);
      if (items[i].text != NULL)
        check_open (&checks[i], &items[i], units);
    }
  for (guint i = 0; i < n; i++)
    {
      if (request->begin != NULL && items[i].text != NULL)
        request->begin (items[i].seed);
      execute_all (&checks[i], units);
      check_close (&checks[i]);
    }
}

/* What went wrong in company is told as it goes wrong alone. Kernels with checked bounds are
 * compiled in the quickest way, which joins no multiplications and additions: where angles of
 * thousands of turns need that, they are off. Only there may one that is not exact be well in all
 * other ways. */
static void
check_again (RndItem *item, const RndCheckRequest *request)
{
  RndItem alone = { item->text, item->seed, { 0 } };
  RndCheckRequest strict = *request;

  strict.is_strict = TRUE;
  check_together (&alone, 1, &strict);
  if (alone.verdict.klass == NULL)
    {
      guint n_variants = alone.verdict.n_variants;

      rnd_verdict_clear (&alone.verdict);
      check_together (&alone, 1, request);
      if (alone.verdict.klass != NULL && g_str_equal (alone.verdict.klass, "wrong"))
        {
          rnd_verdict_clear (&alone.verdict);
          alone.verdict.n_variants = n_variants;
        }
      else if (alone.verdict.klass == NULL)
        {
          alone.verdict.klass = g_strdup_printf ("only among others: %s", item->verdict.klass);
          g_free (alone.verdict.detail);
          alone.verdict.detail = g_strdup (item->verdict.detail);
        }
    }
  rnd_verdict_clear (&item->verdict);
  item->verdict = alone.verdict;
}

void
rnd_check_items (RndItem *items, guint n, const RndCheckRequest *request)
{
  for (guint i = 0; i < n; i++)
    items[i].verdict = (RndVerdict) { 0 };
  check_together (items, n, request);
  for (guint i = 0; n > 1 && i < n; i++)
    if (items[i].verdict.klass != NULL)
      check_again (&items[i], request);
}

void
rnd_check_text (const char *text, guint32 seed, const RndCheckRequest *request, RndVerdict *verdict)
{
  RndItem item = { text, seed, { 0 } };

  rnd_check_items (&item, 1, request);
  *verdict = item.verdict;
}

void
rnd_verdict_clear (RndVerdict *verdict)
{
  g_free (verdict->klass);
  g_free (verdict->detail);
  g_free (verdict->variant);
  *verdict = (RndVerdict) { 0 };
}
