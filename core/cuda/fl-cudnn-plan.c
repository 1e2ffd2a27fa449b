/* A graph of operations becomes a plan: the library's own estimate lists engines, some refuse, some do not compute in
 * the asked precision, and of the first few that remain the fastest is kept. */
#include "fl-cudnn-private.h"

#include "fl-cuda-trials.h"

#include <string.h>

enum
{
  MAX_LISTED = 32, /* engines looked at */
  MAX_TIMED = 6,
  N_NOTES = 16,
  NOTE_TENSOR_CORE = 0,
  NOTE_ROUNDED_OPERANDS = 1,
  BY_RULES = 3, /* the library's mode A */
  BY_FALLBACK = 2
};
static const gint64 MOST_WORKSPACE = G_GINT64_CONSTANT (512) << 20;

struct _FlCudnnPlan
{
  FlCudnn *cudnn;
  FlCudnnDescriptor plan, pack;
  float *numbers;
};

/* Of one engine that computes the graph. */
typedef struct
{
  FlCudnnDescriptor plan, pack;
  guint listed; /* place in the library's list */
} Candidate;

typedef struct
{
  FlCudnnBuilder *builder;
  gboolean is_exact;
  FlCudnnDescriptor graph;
  GPtrArray *configs; /* descriptors, as the library lists them */
  Candidate candidates[MAX_TIMED];
  guint n;
} Search;

/* --- engines --------------------------------------------------------------------------------------------------------
 */

static void
make_graph (Search *self)
{
  FlCudnnBuilder *builder = self->builder;
  self->graph = fl_cudnn_make (builder, OF_GRAPH);
  fl_cudnn_set (builder, self->graph, GRAPH_OPERATIONS, TYPE_DESCRIPTOR, builder->operations->len,
                builder->operations->pdata);
  fl_cudnn_set (builder, self->graph, GRAPH_HANDLE, TYPE_HANDLE, 1, &builder->cudnn->handle);
  fl_cudnn_finish (builder, self->graph);
}

/* The library fills descriptors that must be there already. */
static void
list_engines (Search *self, int mode)
{
  FlCudnnBuilder *builder = self->builder;
  FlCudnn *cudnn = builder->cudnn;
  FlCudnnDescriptor heuristics = fl_cudnn_make (builder, OF_HEURISTICS), found[MAX_LISTED];
  gint64 n = 0;
  fl_cudnn_set_descriptor (builder, heuristics, HEURISTICS_GRAPH, self->graph);
  fl_cudnn_set_number (builder, heuristics, HEURISTICS_MODE, TYPE_HEURISTICS_MODE, mode);
  fl_cudnn_finish (builder, heuristics);
  for (guint i = 0; i < MAX_LISTED && builder->status == 0; i++)
    found[i] = fl_cudnn_make (builder, OF_ENGINE_CONFIG);
  if (builder->status != 0
      || cudnn->cudnnBackendGetAttribute (heuristics, HEURISTICS_RESULTS, TYPE_DESCRIPTOR, MAX_LISTED, &n, found) != 0)
    return;
  for (gint64 i = 0; i < MIN (n, MAX_LISTED); i++)
    g_ptr_array_add (self->configs, found[i]);
}

/* Tensor cores take f32 rounded to TF32. An engine that does not tell is not taken. */
static gboolean
is_precise (Search *self, FlCudnnDescriptor config)
{
  FlCudnnBuilder *builder = self->builder;
  FlCudnnDescriptor engine = fl_cudnn_make (builder, OF_ENGINE);
  int notes[N_NOTES];
  gint64 n = 0;
  if (!self->is_exact)
    return TRUE;
  if (engine == NULL
      || builder->cudnn->cudnnBackendGetAttribute (config, CONFIG_ENGINE, TYPE_DESCRIPTOR, 1, &n, &engine) != 0
      || builder->cudnn->cudnnBackendGetAttribute (engine, ENGINE_NOTES, TYPE_NOTE, N_NOTES, &n, notes) != 0)
    return FALSE;
  for (gint64 i = 0; i < MIN (n, N_NOTES); i++)
    if (notes[i] == NOTE_TENSOR_CORE || notes[i] == NOTE_ROUNDED_OPERANDS)
      return FALSE;
  return TRUE;
}

/* --- a candidate ----------------------------------------------------------------------------------------------------
 */

/* The smallest of those there are, or a new one: 0 where there is no room. */
static FlCudaAddress
take_workspace (FlCudnn *cudnn, gint64 bytes)
{
  FlCudnnWorkspace *best = NULL, added = { bytes, 0 };
  for (guint i = 0; i < cudnn->workspaces->len; i++)
    {
      FlCudnnWorkspace *one = &g_array_index (cudnn->workspaces, FlCudnnWorkspace, i);
      if (one->bytes >= bytes && (best == NULL || one->bytes < best->bytes))
        best = one;
    }
  if (best != NULL)
    return best->address;
  if (cudnn->driver->cuMemAlloc (&added.address, bytes) != FL_CUDA_SUCCESS)
    return 0;
  g_array_append_val (cudnn->workspaces, added);
  return added.address;
}

static FlCudnnDescriptor
make_pack (FlCudnnBuilder *builder, FlCudaAddress workspace)
{
  FlCudnnDescriptor pack = fl_cudnn_make (builder, OF_VARIANT_PACK);
  gpointer place = (gpointer) (gsize) workspace;
  fl_cudnn_set (builder, pack, PACK_IDS, TYPE_INT64, builder->ids->len, builder->ids->data);
  fl_cudnn_set (builder, pack, PACK_POINTERS, TYPE_POINTER, builder->pointers->len, builder->pointers->data);
  fl_cudnn_set (builder, pack, PACK_WORKSPACE, TYPE_POINTER, 1, &place);
  fl_cudnn_finish (builder, pack);
  return pack;
}

/* What an engine refuses is no failure of the search: the next one may take it. */
static gboolean
try_engine (Search *self, guint listed)
{
  FlCudnnBuilder *builder = self->builder;
  FlCudnn *cudnn = builder->cudnn;
  FlCudnnDescriptor config = self->configs->pdata[listed], plan;
  gint64 bytes = 0, n = 0;
  FlCudaAddress workspace = 0;
  if (!is_precise (self, config))
    return FALSE;
  plan = fl_cudnn_make (builder, OF_PLAN);
  fl_cudnn_set_descriptor (builder, plan, PLAN_CONFIG, config);
  fl_cudnn_set (builder, plan, PLAN_HANDLE, TYPE_HANDLE, 1, &cudnn->handle);
  fl_cudnn_finish (builder, plan);
  if (builder->status == 0 && cudnn->cudnnBackendGetAttribute (plan, PLAN_WORKSPACE, TYPE_INT64, 1, &n, &bytes) == 0
      && bytes <= MOST_WORKSPACE)
    workspace = bytes == 0 ? 0 : take_workspace (cudnn, bytes);
  FlCudnnDescriptor pack = bytes == 0 || workspace != 0 ? make_pack (builder, workspace) : NULL;
  const gboolean ok = builder->status == 0 && pack != NULL;
  if (ok)
    self->candidates[self->n++] = (Candidate) { plan, pack, listed };
  else if (builder->status == 0)
    builder->why = g_strdup ("its engines want more memory than there is");
  builder->status = 0;
  if (ok)
    g_clear_pointer (&builder->why, g_free);
  return ok;
}

static gboolean
run_candidate (gpointer data, guint i)
{
  const Search *self = data;
  FlCudnn *cudnn = self->builder->cudnn;
  return cudnn->cudnnBackendExecute (cudnn->handle, self->candidates[i].plan, self->candidates[i].pack) == 0;
}

/* --- the search -----------------------------------------------------------------------------------------------------
 */

/* The engine that an equal call was found fastest by. */
static gboolean
recall (Search *self, const char *subject)
{
  gpointer listed;
  return g_hash_table_lookup_extended (self->builder->cudnn->choices, subject, NULL, &listed)
         && GPOINTER_TO_UINT (listed) < self->configs->len && try_engine (self, GPOINTER_TO_UINT (listed));
}

static gboolean
find_fastest (Search *self, const char *subject, guint *best)
{
  static const int modes[] = { BY_RULES, BY_FALLBACK };
  FlCudnn *cudnn = self->builder->cudnn;
  *best = 0;
  for (guint m = 0; m < G_N_ELEMENTS (modes) && self->n == 0; m++)
    {
      const guint first = self->configs->len;
      list_engines (self, modes[m]);
      if (m == 0 && recall (self, subject))
        return TRUE;
      for (guint i = first; i < self->configs->len && self->n < MAX_TIMED; i++)
        try_engine (self, i);
    }
  if (self->n == 0)
    return FALSE;
  *best = fl_cuda_trials_run (cudnn->driver, cudnn->stream, run_candidate, self, self->n);
  if (*best < self->n)
    g_hash_table_insert (cudnn->choices, g_strdup (subject), GUINT_TO_POINTER (self->candidates[*best].listed));
  return *best < self->n;
}

/* The plan stays; everything that it was made of goes. */
FlCudnnPlan *
fl_cudnn_plan_new (FlCudnnBuilder *builder, gboolean is_exact, const char *subject, char **why)
{
  g_autoptr (GPtrArray) configs = g_ptr_array_new ();
  Search search = { .builder = builder, .is_exact = is_exact, .configs = configs };
  FlCudnnPlan *self = NULL;
  guint best;
  if (builder->status == 0)
    make_graph (&search);
  if (builder->status == 0 && find_fastest (&search, subject, &best))
    {
      self = g_new0 (FlCudnnPlan, 1);
      self->cudnn = builder->cudnn;
      self->plan = search.candidates[best].plan;
      self->pack = search.candidates[best].pack;
      self->numbers = g_steal_pointer (&builder->numbers);
      g_ptr_array_remove (builder->descriptors, self->plan);
      g_ptr_array_remove (builder->descriptors, self->pack);
    }
  else
    *why = g_strdup_printf ("%s has no engine for it%s%s%s", builder->cudnn->name, builder->why != NULL ? " (" : "",
                            builder->why != NULL ? builder->why : "", builder->why != NULL ? ")" : "");
  fl_cudnn_builder_clear (builder);
  return self;
}

void
fl_cudnn_plan_free (FlCudnnPlan *plan)
{
  if (plan == NULL)
    return;
  plan->cudnn->cudnnBackendDestroyDescriptor (plan->pack);
  plan->cudnn->cudnnBackendDestroyDescriptor (plan->plan);
  g_free (plan->numbers);
  g_free (plan);
}

gboolean
fl_cudnn_plan_run (FlCudnnPlan *plan, const char *doing, GError **error)
{
  FlCudnn *cudnn = plan->cudnn;
  const int status = cudnn->cudnnBackendExecute (cudnn->handle, plan->plan, plan->pack);
  if (status == 0)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s: cudnnBackendExecute returned %s", doing,
               cudnn->cudnnGetErrorString (status));
  return FALSE;
}

void
fl_cudnn_print_tensor (GString *out, const FlCudnnTensor *tensor)
{
  for (guint d = 0; d < tensor->n_dims; d++)
    g_string_append_printf (out, "%s%" G_GINT64_FORMAT, d == 0 ? "" : "x", tensor->sizes[d]);
  for (guint d = 0; d < tensor->n_dims; d++)
    g_string_append_printf (out, "%s%" G_GINT64_FORMAT, d == 0 ? "/" : ",", tensor->strides[d]);
  g_string_append_printf (out, " of type %d, ", (int) tensor->type);
}
