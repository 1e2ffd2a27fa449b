/* The rows of library operations, and what calls of all of them have in common: half precision,
 * trials of ways, chains. */
#include "fl-half-copies.h"
#include "fl-library-op.h"
#include "fl-trials.h"

/* Rows in the order in which they are asked: the first that takes a call has it. */
static const FlLibraryOp *const ops[] = { &fl_attention_op,
                                          &fl_scan_op,
                                          &fl_scatter_op,
                                          &fl_sort_op,
                                          &fl_attention_gradient_op,
                                          &fl_convolution_gradient_op,
                                          &fl_bag_op,
                                          &fl_cat_op,
                                          &fl_window_op,
                                          &fl_search_op,
                                          &fl_product_op,
                                          &fl_convolution_op,
                                          &fl_convolution_columns_op };

struct _FlLibraryCall
{
  const FlLibraryOp *op;
  gpointer state;
  FlHalfCopies *half; /* of half precision: operands as f32; else NULL */
  guint way;
  gint64 times[FL_CHOICE_WAYS]; /* 0: not timed */
  gboolean is_unsure, has_refused;
};

/* --- preparing ------------------------------------------------------------------------------ */

static gpointer
prepare (const FlLibraryOp *op, const FlLibraryStep *step, guint n_threads)
{
  const gboolean has_one = step->n_out == 1 && step->out[0].bytes != NULL
                           && fl_sizes_product (step->out[0].sizes, step->out[0].n_dims) > 0;

  if (((op->needs & FL_LIBRARY_ONE_RESULT) && !has_one)
      || ((op->needs & FL_LIBRARY_WRITES_APART) && !fl_library_writes_apart (step))
      || ((op->needs & FL_LIBRARY_RETURNS_APART) && !fl_library_returns_apart (step)))
    return NULL;
  return op->prepare (step, n_threads);
}

/* Prepares a call of half precision as one of f32. */
static gboolean
prepare_widened (FlLibraryCall *self, const FlLibraryStep *step, guint n_threads)
{
  if (step->n_out != 1 || step->out[0].bytes == NULL || !fl_half_is (step->out[0].dtype))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    {
      if (!(ops[i]->needs & FL_LIBRARY_WIDENED) || (self->half = fl_half_copies_new (step)) == NULL)
        continue;
      self->op = ops[i];
      self->state = prepare (self->op, fl_half_copies_get_step (self->half), n_threads);
      if (self->state != NULL)
        return TRUE;
      g_clear_pointer (&self->half, fl_half_copies_free);
    }
  return FALSE;
}

FlLibraryCall *
fl_library_prepare (const FlLibraryStep *step, guint n_threads)
{
  FlLibraryCall self = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (ops) && self.state == NULL; i++)
    {
      self.op = ops[i];
      self.state = prepare (self.op, step, n_threads);
    }
  if (self.state == NULL && !prepare_widened (&self, step, n_threads))
    return NULL;
  return g_memdup2 (&self, sizeof self);
}

void
fl_library_free (FlLibraryCall *self)
{
  self->op->free (self->state);
  g_clear_pointer (&self->half, fl_half_copies_free);
  g_free (self);
}

/* --- running -------------------------------------------------------------------------------- */

void
fl_library_run (FlLibraryCall *self, FlThreadPool *pool)
{
  if (self->half != NULL)
    fl_half_copies_widen (self->half, pool);
  self->has_refused = !self->op->run (self->state, pool);
  if (self->half != NULL)
    fl_half_copies_round (self->half, pool);
}

gboolean
fl_library_has_refused (const FlLibraryCall *self)
{
  return self->has_refused;
}

void
fl_library_forget (FlLibraryCall *self)
{
  if (self->half != NULL)
    fl_half_copies_forget (self->half);
  if (self->op->forget != NULL)
    self->op->forget (self->state);
}

void
fl_library_pack (FlLibraryCall *self, FlThreadPool *pool)
{
  if (self->half == NULL && self->op->pack != NULL)
    self->op->pack (self->state, pool);
}

/* --- ways ----------------------------------------------------------------------------------- */

static char *
dup_subject (const FlLibraryCall *self)
{
  return self->op->ways == NULL ? NULL : self->op->ways->dup_subject (self->state);
}

static void
try_way (gpointer data, guint way, FlThreadPool *pool)
{
  FlLibraryCall *self = data;

  self->op->ways->choose (self->state, way, FALSE);
  self->has_refused = !self->op->run (self->state, pool);
}

void
fl_library_tune (FlLibraryCall *self, FlThreadPool *pool)
{
  g_autofree char *subject = dup_subject (self);
  gboolean can[FL_CHOICE_WAYS] = { FALSE };

  if (subject == NULL)
    {
      fl_library_run (self, pool);
      return;
    }
  if (self->half != NULL)
    fl_half_copies_widen (self->half, pool);
  for (guint way = 0; way < self->op->ways->n; way++)
    can[way] = self->op->ways->can (self->state, way);
  while (self->way < self->op->ways->n && !can[self->way])
    self->way++;
  self->is_unsure = !fl_trials_run (try_way, self, pool, can, self->op->ways->n, self->times, &self->way);
  self->op->ways->choose (self->state, self->way, TRUE);
  fl_library_run (self, pool);
}

gboolean
fl_library_recall (FlLibraryCall *self, const FlChoices *choices)
{
  g_autofree char *subject = dup_subject (self);
  const FlChoice *choice = subject == NULL ? NULL : fl_choices_find (choices, subject);

  if (choice == NULL || choice->how >= self->op->ways->n || !self->op->ways->can (self->state, choice->how))
    return FALSE;
  self->way = choice->how;
  for (guint way = 0; way < FL_CHOICE_WAYS; way++)
    self->times[way] = choice->times[way];
  self->op->ways->choose (self->state, self->way, TRUE);
  return TRUE;
}

void
fl_library_keep (const FlLibraryCall *self, FlChoices *choices, gboolean even_unsure)
{
  g_autofree char *subject = dup_subject (self);
  FlChoice choice = { .how = self->way };

  if (subject == NULL || (self->is_unsure && !even_unsure))
    return;
  for (guint way = 0; way < FL_CHOICE_WAYS; way++)
    choice.times[way] = self->times[way];
  fl_choices_add (choices, subject, &choice);
}

void
fl_library_describe (const FlLibraryCall *self, FlLibraryChoice *choice)
{
  const FlLibraryOp *op = self->op;

  *choice = (FlLibraryChoice) { .what = op->describe == NULL ? NULL : op->describe (self->state),
                                .library_ns = self->times[0],
                                .packed_bytes = op->count_packed == NULL ? 0 : op->count_packed (self->state),
                                .scratch_bytes = op->count_scratch == NULL ? 0 : op->count_scratch (self->state),
                                .is_unsure = self->is_unsure };
  for (guint way = 1; way < FL_CHOICE_WAYS; way++)
    if (self->times[way] > 0 && (choice->own_ns == 0 || self->times[way] < choice->own_ns))
      choice->own_ns = self->times[way];
}

/* --- chains --------------------------------------------------------------------------------- */

gboolean
fl_library_get_panels (const FlLibraryCall *self, FlLibraryPanels *panels)
{
  *panels = (FlLibraryPanels) { .right = -1 };
  return self->half == NULL && self->op->chain != NULL && self->op->chain->get (self->state, panels);
}

guint
fl_library_list_accesses (const FlLibraryCall *self, FlWorkAccess *accesses)
{
  return self->op->chain->list (self->state, accesses);
}

void
fl_library_begin_panels (FlLibraryCall *self, FlThreadPool *pool)
{
  if (self->op->chain->begin != NULL)
    self->op->chain->begin (self->state, pool);
}

void
fl_library_run_panel (FlLibraryCall *self, guint share, gint64 p, gint64 n, guint8 *const *places)
{
  self->op->chain->run (self->state, share, p, n, places);
}

const char *
fl_library_get_name (void)
{
  return FL_LIBRARY_NAME;
}
