/* Fused operator chains, by producer–consumer tiling. In: the steps of a program, with what their parts have to
 * themselves. Out: runs of steps with a product or convolution among them that may be tiled over a shared panel, for
 * every panel all steps, on as many threads as there are.
 *
 * That is allowed when no panel needs what another one writes: wherever two steps touch the same memory and one of them
 * writes it, both must have the same n-th of it to themselves. What is shared (a mask, keys and values) may only be
 * read. Tensors that no other step knows are never written to memory as a whole: each thread has room for one panel of
 * them. */
#include "fl-trials.h"
#include "fl-worker-private.h"

enum
{
  MAX_ACCESSES = 64,
  MAX_STEPS = 16,
  PANEL_BYTES = 512 << 10, /* of the largest tensor between the steps: a part of the L2 cache */
  SHARED_BYTES = 1 << 20,  /* of an operand that each panel reads whole */
  ALIGNMENT = 64,
  PAGE_BYTES = 4096
};

/* A tensor that only the chain's steps know: each thread has memory for one panel of it. */
typedef struct
{
  int tensor;                 /* number of the storage */
  gint64 panel_bytes, offset; /* in a thread's scratch memory */
} Private;

struct _FlWorkChain
{
  guint first, n;
  gint64 n_panels;
  const FlWorkProgram *program;
  guint n_threads;
  gboolean is_on, is_unsure; /* unsure: others had the processor when it was timed */
  gint64 chain_ns, apart_ns;
  guint n_private;
  Private *privates;
  gint64 scratch_bytes; /* of one thread */
  guint8 *scratch;
};

typedef struct
{
  gint64 n_parts; /* panels' borders are multiples of step of them */
  gint64 step;
  gint64
      n_whole; /* of a library call: entries of the batch; panels of whole ones have the right operand to themselves */
  guint n;
  FlWorkAccess accesses[MAX_ACCESSES];
  int right; /* position of a right operand that is its own for whole entries; -1: none */
} Facts;

/* --- what a step touches ---------------------------------------------------------------------- */

static gboolean
read_kernel (const FlWorkProgram *program, const FlWorkStep *step, Facts *facts)
{
  if (step->n_phases != 1 || step->own == NULL || step->fence != NULL || step->n_buffers > MAX_ACCESSES)
    return FALSE;
  facts->n_parts = step->phases[0].extent / step->group;
  facts->step = (step->phases[0].step + step->group - 1) / step->group;
  facts->right = -1;
  for (guint i = 0; i < step->n_buffers; i++)
    {
      gboolean is_own = step->own[i] > 0;
      facts->accesses[facts->n++]
          = (FlWorkAccess) { step->buffers[i], is_own ? step->own[i] * facts->n_parts : step->buffer_bytes[i], is_own,
                             step->stores[i], program->tensors[step->tensors[i]].storage };
    }
  return facts->n_parts > 1;
}

static gboolean
read_call (const FlWorkProgram *program, const FlWorkStep *step, Facts *facts)
{
  FlLibraryPanels panels;
  if (!fl_library_get_panels (step->library, &panels))
    return FALSE;
  facts->n_whole = panels.n_whole;
  facts->n_parts = panels.n_parts;
  facts->step = 1;
  facts->n = fl_library_list_accesses (step->library, facts->accesses);
  for (guint i = 0; i < facts->n; i++)
    facts->accesses[i].tensor = program->tensors[facts->accesses[i].tensor].storage;
  facts->right = panels.right;
  return facts->n_parts > 1 && panels.shared_bytes <= SHARED_BYTES;
}

static gboolean
read_step (const FlWorkProgram *program, const FlWorkStep *step, Facts *facts)
{
  *facts = (Facts) { .right = -1 };
  return step->library != NULL ? read_call (program, step, facts) : read_kernel (program, step, facts);
}

/* --- tensors of the chain alone --------------------------------------------------------------- */

static gboolean
args_name (const FlWorkProgram *program, const FlWorkArg *args, guint n, int storage)
{
  for (guint i = 0; i < n; i++)
    if ((args[i].view.bytes != NULL && program->tensors[args[i].view.tensor].storage == storage)
        || args_name (program, args[i].items, args[i].n_items, storage))
      return TRUE;
  return FALSE;
}

static gboolean
step_names (const FlWorkProgram *program, const FlWorkStep *step, int storage)
{
  for (guint i = 0; i < step->n_buffers; i++)
    if (program->tensors[step->tensors[i]].storage == storage)
      return TRUE;
  for (guint i = 0; i < step->call.n_out; i++)
    if (step->call.out[i].bytes != NULL && program->tensors[step->call.out[i].tensor].storage == storage)
      return TRUE;
  for (guint i = 0; i < step->n_seen; i++)
    if (program->tensors[step->seen[i].tensor].storage == storage)
      return TRUE;
  return args_name (program, step->call.args, step->call.n_args, storage);
}

/* No input, no result, and no step beside the chain's names it. */
static gboolean
is_known_elsewhere (const FlWorkProgram *program, guint first, guint n, int storage)
{
  for (guint i = 0; i < program->n_tensors; i++)
    {
      const FlWorkTensor *tensor = &program->tensors[i];
      if (tensor->storage == storage && (tensor->load >= 0 || tensor->save >= 0 || tensor->fill.n > 0))
        return TRUE;
    }
  for (guint i = 0; i < program->n_steps; i++)
    if ((i < first || i >= first + n) && step_names (program, &program->steps[i], storage))
      return TRUE;
  return FALSE;
}

static gboolean is_own (const Facts *facts, guint i, gint64 n_panels);

/* Each panel has its n-th of it to itself, in every step. */
static gboolean
may_be_private (const Facts *facts, guint n, const FlWorkAccess *access, gint64 n_panels)
{
  if (access->bytes % n_panels != 0 || access->bytes / n_panels % ALIGNMENT != 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < facts[i].n; k++)
      {
        const FlWorkAccess *other = &facts[i].accesses[k];
        if (other->tensor == access->tensor
            && (!is_own (&facts[i], k, n_panels) || other->low != access->low || other->bytes != access->bytes))
          return FALSE;
      }
  return TRUE;
}

static gboolean
has_private (const GArray *privates, int tensor)
{
  for (guint i = 0; i < privates->len; i++)
    if (g_array_index (privates, Private, i).tensor == tensor)
      return TRUE;
  return FALSE;
}

/* Private, in a new array. */
static GArray *
find_privates (const FlWorkProgram *program, guint first, Facts *facts, guint n, gint64 n_panels)
{
  GArray *privates = g_array_new (FALSE, FALSE, sizeof (Private));
  gint64 offset = 0;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < facts[i].n; k++)
      {
        const FlWorkAccess *access = &facts[i].accesses[k];
        if (!access->is_written || access->tensor < 0 || has_private (privates, access->tensor)
            || !may_be_private (facts, n, access, n_panels) || is_known_elsewhere (program, first, n, access->tensor))
          continue;
        Private one = { access->tensor, access->bytes / n_panels, offset };
        offset += (one.panel_bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES + ALIGNMENT;
        g_array_append_val (privates, one);
      }
  return privates;
}

/* --- what may be chained ---------------------------------------------------------------------- */

static gboolean
is_own (const Facts *facts, guint i, gint64 n_panels)
{
  return facts->accesses[i].is_own || ((int) i == facts->right && facts->n_whole % n_panels == 0);
}

static gboolean
may_stand_together (const Facts *a, const Facts *b, gint64 n_panels, const GArray *privates)
{
  for (guint i = 0; i < a->n; i++)
    for (guint k = 0; k < b->n; k++)
      {
        const FlWorkAccess *x = &a->accesses[i], *y = &b->accesses[k];
        if (!(x->is_written || y->is_written) || x->low >= y->low + y->bytes || y->low >= x->low + x->bytes)
          continue;
        if (has_private (privates, x->tensor) || has_private (privates, y->tensor))
          continue; /* packed panels of either tensor lie elsewhere, apart */
        if (!is_own (a, i, n_panels) || !is_own (b, k, n_panels) || x->low != y->low || x->bytes != y->bytes)
          return FALSE;
      }
  return TRUE;
}

/* Does each step fall into so many panels, and none needs another's? */
static gboolean
is_possible (const FlWorkProgram *program, guint first, Facts *facts, guint n, gint64 n_panels)
{
  g_autoptr (GArray) privates = find_privates (program, first, facts, n, n_panels);
  for (guint i = 0; i < n; i++)
    {
      if (facts[i].n_parts % n_panels != 0 || facts[i].n_parts / n_panels % facts[i].step != 0)
        return FALSE;
      for (guint k = 0; k < i; k++)
        if (!may_stand_together (&facts[k], &facts[i], n_panels, privates))
          return FALSE;
    }
  return TRUE;
}

/* The largest tensor that a step hands on. */
static gint64
count_between (const Facts *facts, guint n)
{
  gint64 most = 0;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < facts[i].n; k++)
      if (facts[i].accesses[k].is_written && facts[i].accesses[k].is_own)
        most = MAX (most, facts[i].accesses[k].bytes);
  return most;
}

/* As few panels as fit the cache; 0: none are possible. */
static gint64
choose_panels (const FlWorkProgram *program, guint at, Facts *facts, guint n)
{
  gint64 common = facts[0].n_parts, most = count_between (facts, n), best = 0;
  for (guint i = 1; i < n; i++)
    for (gint64 rest = facts[i].n_parts, swap; rest != 0; rest = swap)
      {
        swap = common % rest;
        common = rest;
      }
  for (gint64 panels = 2; panels <= MIN (common, 4096); panels++)
    if (common % panels == 0 && is_possible (program, at, facts, n, panels))
      {
        best = panels;
        if (most / panels <= PANEL_BYTES)
          break;
      }
  return best;
}

static FlWorkChain *
find_chain (const FlWorkProgram *program, guint first, guint n_threads)
{
  g_autofree Facts *facts = g_new (Facts, MAX_STEPS);
  guint n_products = 0, length = 0;
  gint64 n_panels = 0, panels;
  for (guint n = 0;
       n < MAX_STEPS && first + n < program->n_steps && read_step (program, &program->steps[first + n], &facts[n]); n++)
    {
      panels = n == 0 ? 1 : choose_panels (program, first, facts, n + 1);
      if (panels == 0)
        break;
      n_products += program->steps[first + n].library != NULL;
      if (n > 0 && n_products > 0)
        {
          length = n + 1;
          n_panels = panels;
        }
    }
  if (length < 2)
    return NULL;
  FlWorkChain *chain = g_new0 (FlWorkChain, 1);
  *chain
      = (FlWorkChain) { .first = first, .n = length, .n_panels = n_panels, .program = program, .n_threads = n_threads };
  GArray *privates = find_privates (program, first, facts, length, n_panels);
  for (guint i = 0; i < privates->len; i++)
    {
      const Private *one = &g_array_index (privates, Private, i);
      chain->scratch_bytes = (one->offset + one->panel_bytes + 2 * PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }
  chain->n_private = privates->len;
  chain->privates = (Private *) g_array_free (privates, FALSE);
  return chain;
}

static void
free_chain (gpointer data)
{
  FlWorkChain *chain = data;
  g_aligned_free (chain->scratch);
  g_free (chain->privates);
  g_free (chain);
}

GPtrArray *
fl_work_chains_find (const FlWorkProgram *program, guint n_threads)
{
  GPtrArray *chains = g_ptr_array_new_with_free_func (free_chain);
  for (guint i = 0; i < program->n_steps && program->n_zones == 0; i++)
    {
      FlWorkChain *chain = find_chain (program, i, n_threads);
      if (chain == NULL)
        continue;
      g_ptr_array_add (chains, chain);
      i += chain->n - 1;
    }
  return chains;
}

/* --- running ---------------------------------------------------------------------------------- */

/* Where panel p of the tensor would have to begin as a whole for the panel to lie in the thread's memory; NULL: it is
 * not private. */
static guint8 *
find_place (const FlWorkChain *chain, guint share, gint64 p, int storage)
{
  for (guint i = 0; i < chain->n_private; i++)
    if (chain->privates[i].tensor == storage)
      return chain->scratch + share * chain->scratch_bytes + chain->privates[i].offset
             - p * chain->privates[i].panel_bytes;
  return NULL;
}

static void
run_kernel_panel (const FlWorkChain *chain, const FlWorkStep *step, guint share, gint64 p)
{
  gpointer buffers[MAX_ACCESSES];
  gint64 n_parts = step->phases[0].extent / chain->n_panels;
  for (guint i = 0; i < step->n_buffers; i++)
    {
      guint8 *place = find_place (chain, share, p, chain->program->tensors[step->tensors[i]].storage);
      buffers[i] = place != NULL ? place : step->buffers[i];
    }
  step->phases[0].func (buffers, step->sizes, p * n_parts, (p + 1) * n_parts);
}

static void
run_call_panel (const FlWorkChain *chain, guint i, guint share, gint64 p)
{
  const FlWorkStep *step = &chain->program->steps[chain->first + i];
  FlWorkAccess accesses[FL_LIBRARY_ACCESSES];
  guint8 *places[FL_LIBRARY_ACCESSES] = { NULL };
  guint n = fl_library_list_accesses (step->library, accesses);
  for (guint k = 0; k < n; k++)
    places[k] = find_place (chain, share, p, chain->program->tensors[accesses[k].tensor].storage);
  fl_library_run_panel (step->library, share, p, chain->n_panels, places);
}

static void
run_share (gpointer data, gint64 begin, gint64 end)
{
  const FlWorkChain *chain = data;
  const gint64 n_shares = MIN (chain->n_threads, chain->n_panels);
  for (gint64 share = begin; share < end; share++)
    for (gint64 p = chain->n_panels * share / n_shares; p < chain->n_panels * (share + 1) / n_shares; p++)
      for (guint i = 0; i < chain->n; i++)
        {
          const FlWorkStep *step = &chain->program->steps[chain->first + i];
          if (step->library != NULL)
            run_call_panel (chain, i, share, p);
          else
            run_kernel_panel (chain, step, share, p);
        }
}

static void
run_chain (FlWorker *worker, FlWorkChain *chain)
{
  if (chain->scratch == NULL && chain->scratch_bytes > 0)
    chain->scratch = g_aligned_alloc (chain->scratch_bytes, chain->n_threads, PAGE_BYTES);
  for (guint i = 0; i < chain->n; i++)
    if (chain->program->steps[chain->first + i].library != NULL)
      fl_library_begin_panels (chain->program->steps[chain->first + i].library, worker->pool);
  fl_work_step_announce (worker, &chain->program->steps[chain->first]);
  fl_thread_pool_run (worker->pool, run_share, chain, MIN (chain->n_threads, chain->n_panels));
}

static FlWorkChain *
find_at (const FlWorkProgram *program, guint step)
{
  for (guint i = 0; program->chains != NULL && i < program->chains->len; i++)
    if (((FlWorkChain *) program->chains->pdata[i])->first == step)
      return program->chains->pdata[i];
  return NULL;
}

gboolean
fl_work_chain_begins_at (const FlWorkProgram *program, guint step)
{
  return find_at (program, step) != NULL;
}

guint
fl_work_chain_run_at (FlWorker *worker, const FlWorkProgram *program, guint step)
{
  FlWorkChain *chain = find_at (program, step);
  if (chain == NULL || !chain->is_on)
    return 0;
  run_chain (worker, chain);
  return chain->n;
}

/* --- tuning ----------------------------------------------------------------------------------- */

typedef struct
{
  FlWorker *worker;
  FlWorkProgram *program;
  FlWorkChain *chain;
  GError **error;
  gboolean ok;
} Attempt;

enum
{
  APART,
  TOGETHER,
  N_WAYS
};

static void
try_way (gpointer data, guint way, FlThreadPool *pool)
{
  Attempt *self = data;
  if (way == TOGETHER)
    run_chain (self->worker, self->chain);
  for (guint i = 0; way == APART && self->ok && i < self->chain->n; i++)
    self->ok = fl_work_step_run (self->worker, &self->program->steps[self->chain->first + i], self->error);
}

static gboolean
tune_chain (FlWorker *worker, FlWorkProgram *program, FlWorkChain *chain, GError **error)
{
  static const gboolean can[N_WAYS] = { TRUE, TRUE };
  Attempt attempt = { worker, program, chain, error, TRUE };
  gint64 ns[N_WAYS];
  guint best = APART;
  chain->is_unsure = !fl_trials_run (try_way, &attempt, worker->pool, can, N_WAYS, ns, &best);
  chain->apart_ns = ns[APART];
  chain->chain_ns = ns[TOGETHER];
  chain->is_on = best == TOGETHER;
  return attempt.ok;
}

/* What was decided of an equal chain. */
static char *
dup_subject (const FlWorkProgram *program, const FlWorkChain *chain)
{
  GString *text = g_string_new (NULL);
  g_string_printf (text, "chain of %u threads, %" G_GINT64_FORMAT " panels:", chain->n_threads, chain->n_panels);
  for (guint i = 0; i < chain->n; i++)
    g_string_append_printf (text, " %s %" G_GINT64_FORMAT, program->steps[chain->first + i].name,
                            program->steps[chain->first + i].bytes);
  return g_string_free (text, FALSE);
}

static gboolean
recall_chain (const FlWorker *worker, const FlWorkProgram *program, FlWorkChain *chain)
{
  g_autofree char *subject = worker->choices == NULL ? NULL : dup_subject (program, chain);
  const FlChoice *choice = subject == NULL ? NULL : fl_choices_find (worker->choices, subject);
  if (choice == NULL)
    return FALSE;
  chain->is_on = choice->how == 1;
  chain->apart_ns = choice->times[0];
  chain->chain_ns = choice->times[1];
  return TRUE;
}

static void
keep_chain (const FlWorker *worker, const FlWorkProgram *program, const FlWorkChain *chain)
{
  const FlChoice choice = { chain->is_on, { chain->apart_ns, chain->chain_ns } };
  g_autofree char *subject = worker->choices == NULL ? NULL : dup_subject (program, chain);
  if (subject != NULL && !chain->is_unsure)
    fl_choices_add (worker->choices, subject, &choice);
}

gboolean
fl_work_chains_tune (FlWorker *worker, FlWorkProgram *program, gboolean always, GError **error)
{
  fl_thread_pool_begin (worker->pool);
  gboolean ok = TRUE;
  for (guint i = 0; ok && i < program->n_steps; i++)
    {
      FlWorkChain *chain = find_at (program, i);
      if (chain == NULL)
        ok = fl_work_step_run (worker, &program->steps[i], error);
      else
        {
          if (!recall_chain (worker, program, chain))
            {
              ok = tune_chain (worker, program, chain, error);
              keep_chain (worker, program, chain);
            }
          chain->is_on |= always;
          i += chain->n - 1;
        }
    }
  fl_thread_pool_end (worker->pool);
  return ok;
}

void
fl_work_chains_describe (const FlWorkProgram *program, cJSON *answer)
{
  cJSON *list = cJSON_AddArrayToObject (answer, "chains");
  for (guint i = 0; program->chains != NULL && i < program->chains->len; i++)
    {
      const FlWorkChain *chain = program->chains->pdata[i];
      cJSON *object = cJSON_CreateObject ();
      cJSON_AddNumberToObject (object, "first", chain->first);
      cJSON_AddNumberToObject (object, "n", chain->n);
      cJSON_AddNumberToObject (object, "panels", chain->n_panels);
      cJSON_AddNumberToObject (object, "chain_ns", chain->chain_ns);
      cJSON_AddNumberToObject (object, "apart_ns", chain->apart_ns);
      cJSON_AddBoolToObject (object, "on", chain->is_on);
      cJSON_AddItemToArray (list, object);
    }
}
