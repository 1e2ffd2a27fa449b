#include "flui-jobs.h"
#include "flui-passes-private.h"
#include "flui-step-bar.h"

#include "fl-loop-words.h"

struct _FluiPassesJob
{
  FluiPasses *page; /* referenced */
  FlRun *run;
  guint kernel;
  FlKernelSteps *steps;
  GError *error;
};

G_DEFINE_FINAL_TYPE (FluiPasses, flui_passes, GTK_TYPE_WIDGET)

/* --- the chosen pass -------------------------------------------------------------------------- */

const FlKernelSteps *
flui_passes_get_steps (FluiPasses *self)
{
  return self->steps;
}

guint
flui_passes_get_step (FluiPasses *self)
{
  return self->step;
}

static void
fill_notes (FluiPasses *self, const FlKernelStep *step)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < step->n_notes; i++)
    {
      g_string_append (text, i ? "\n" : "");
      g_string_append (text, step->notes[i].verdict == FL_VERDICT_ACCEPT ? "✓ "
                             : step->notes[i].verdict == FL_VERDICT_NOTE ? "· "
                                                                         : "✗ ");
      fl_step_note_append (text, &step->notes[i]);
    }
  gtk_label_set_text (GTK_LABEL (self->notes), text->len      ? text->str
                                               : step->is_off ? "It did not run."
                                                              : "It had nothing to decide.");
}

static void
fill_code (FluiPasses *self, const FlKernelStep *step)
{
  g_autofree char *title = g_strdup_printf ("Code after %s", step->name);

  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->code), step->code ? step->code : step->no_code, -1);
  gtk_label_set_text (GTK_LABEL (self->code_title), title);
}

static void
update_bar (FluiPasses *self)
{
  const FlKernelStep *step = self->steps && self->steps->n_steps ? &self->steps->steps[self->step] : NULL;
  g_autofree char *summary = step ? fl_kernel_step_dup_summary (step) : NULL;
  g_autofree char *sentence
      = step ? g_strdup_printf ("%s: %s", step->name, self->step > 0 ? summary : step->sentence) : NULL;

  flui_step_bar_set (FLUI_STEP_BAR (self->bar), self->step, step ? self->steps->n_steps - 1 : 0, sentence,
                     !step || !step->has_changed ? "note" : "accept");
}

static void
show_step (FluiPasses *self)
{
  const FlKernelStep *step = &self->steps->steps[self->step];
  g_autofree char *sentence = g_strconcat (step->sentence, ".", NULL),
                  *effect = g_strdup_printf ("%s: %s", step->effect, fl_loop_words_explain_effect (step->effect));

  self->is_setting = TRUE;
  gtk_label_set_text (GTK_LABEL (self->title), step->name);
  gtk_label_set_text (GTK_LABEL (self->sentence), sentence);
  gtk_label_set_text (GTK_LABEL (self->effect), effect);
  gtk_widget_set_visible (self->effect, self->step > 0);
  gtk_widget_set_visible (self->runs_row, self->step > 0);
  gtk_switch_set_active (GTK_SWITCH (self->runs), !step->is_off);
  gtk_widget_set_sensitive (self->runs_row, !step->is_required);
  gtk_widget_set_tooltip_text (self->runs_row,
                               step->is_required ? "It always runs: what comes before it is no kernel yet" : NULL);
  gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                           gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), self->step));
  self->is_setting = FALSE;
  fill_notes (self, step);
  flui_passes_fill_outlines (self);
  fill_code (self, step);
  update_bar (self);
  flui_passes_show_row (self);
}

void
flui_passes_set_step (FluiPasses *self, guint step)
{
  if (!self->steps || self->steps->n_steps == 0)
    return;
  self->step = MIN (step, self->steps->n_steps - 1);
  g_free (self->pass);
  self->pass = g_strdup (self->steps->steps[self->step].name);
  show_step (self);
}

void
flui_passes_switch (FluiPasses *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  g_autofree char *assignment = NULL;

  if (!self->steps || self->step == 0 || self->steps->steps[self->step].is_required || !run)
    return;
  assignment = fl_kernel_steps_dup_assignment (&run->options, self->steps->steps[self->step].name,
                                               !self->steps->steps[self->step].is_off);
  flui_whatif_try_option (self->whatif, assignment);
}

/* --- all steps -------------------------------------------------------------------------------- */

/* The pass that was looked at, or the first that changed something. */
static guint
choose_step (FluiPasses *self)
{
  guint first = 0;

  for (guint i = 0; i < self->steps->n_steps; i++)
    if (g_strcmp0 (self->steps->steps[i].name, self->pass) == 0)
      return i;
  for (guint i = self->steps->n_steps; i-- > 1;)
    if (self->steps->steps[i].has_changed)
      first = i;
  return first;
}

static void
show_steps (FluiPasses *self)
{
  const gboolean has_steps = self->steps && self->steps->n_steps > 0;

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->worth_button)) ? "worth"
                                    : has_steps                                                           ? "steps"
                                                                                                          : "none");
  gtk_widget_set_sensitive (self->words, has_steps);
  gtk_widget_set_visible (self->bar, !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->worth_button)));
  gtk_label_set_text (GTK_LABEL (self->about), !has_steps                ? ""
                                               : self->steps->is_made_of ? "Its code is printed from the last step."
                                                                         : "It has no code.");
  gtk_widget_set_tooltip_text (self->about, gtk_label_get_text (GTK_LABEL (self->about)));
  if (!has_steps)
    {
      gtk_label_set_text (GTK_LABEL (self->why_none), self->steps && self->steps->why_none
                                                          ? self->steps->why_none
                                                          : "No kernel here has loops of its own.");
      flui_step_bar_set (FLUI_STEP_BAR (self->bar), 0, 0, NULL, NULL);
      return;
    }
  flui_passes_fill_list (self);
  flui_passes_set_step (self, choose_step (self));
}

/* --- in a thread ------------------------------------------------------------------------------ */

static gboolean
take_steps (gpointer data)
{
  FluiPassesJob *job = data;
  FluiPasses *self = job->page;

  if (job == self->job)
    {
      self->job = NULL;
      if (self->box)
        {
          g_clear_pointer (&self->steps, fl_kernel_steps_free);
          self->steps = g_steal_pointer (&job->steps);
          show_steps (self);
          if (job->error)
            gtk_label_set_text (GTK_LABEL (self->why_none), job->error->message);
        }
    }
  g_clear_pointer (&job->steps, fl_kernel_steps_free);
  g_clear_error (&job->error);
  fl_run_unref (job->run);
  g_object_unref (job->page);
  g_free (job);
  return G_SOURCE_REMOVE;
}

static gpointer
make_steps (gpointer data)
{
  FluiPassesJob *job = data;

  job->steps = fl_kernel_steps_new (job->run, job->kernel, &job->error);
  g_idle_add_full (G_PRIORITY_DEFAULT, take_steps, job, NULL);
  return NULL;
}

gboolean
flui_passes_is_busy (FluiPasses *self)
{
  return self->job != NULL;
}

void
flui_passes_load (FluiPasses *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  const guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kernels));

  self->job = NULL;
  self->is_stale = !self->is_active;
  if (self->is_stale)
    return;
  if (!run || !run->program || selected >= self->positions->len)
    {
      g_clear_pointer (&self->steps, fl_kernel_steps_free);
      show_steps (self);
      return;
    }
  self->job = g_new0 (FluiPassesJob, 1);
  self->job->page = g_object_ref (self);
  self->job->run = fl_run_ref (run);
  self->job->kernel = g_array_index (self->positions, guint, selected);
  flui_jobs_start ("passes", make_steps, self->job);
}

/* --- following the session -------------------------------------------------------------------- */

static gboolean
is_lit (FluiPasses *self, const FlKernel *kernel)
{
  guint n_items = 0;
  const FlItem *items = flui_session_get_lit (self->session, &n_items);

  for (guint i = 0; i < n_items; i++)
    if (items[i].kind == FL_ITEM_KERNEL && items[i].name == kernel->name)
      return TRUE;
  return FALSE;
}

static guint
find_lit (FluiPasses *self)
{
  const FlRun *run = flui_session_get_run (self->session);

  for (guint i = 0; run && run->program && i < self->positions->len; i++)
    if (is_lit (self, &run->program->kernels[g_array_index (self->positions, guint, i)]))
      return i;
  return G_MAXUINT;
}

static void
list_kernels (FluiPasses *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  g_array_set_size (self->positions, 0);
  for (guint i = 0; run && run->program && i < run->program->n_kernels; i++)
    if (fl_kernel_steps_has_loops (run, i))
      {
        g_autofree char *name = g_strdup_printf ("%u  %s", i + 1, run->program->kernels[i].name);

        g_array_append_val (self->positions, i);
        gtk_string_list_append (names, name);
      }
  self->is_setting = TRUE;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->kernels), G_LIST_MODEL (names));
  if (self->positions->len > 0)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->kernels), find_lit (self) == G_MAXUINT ? 0 : find_lit (self));
  gtk_widget_set_sensitive (self->kernels, self->positions->len > 0);
  self->is_setting = FALSE;
}

static void
update_ablation (FluiPasses *self)
{
  const FlRun *run = flui_session_get_run (self->session);

  g_clear_pointer (&self->ablation, fl_ablation_free);
  g_clear_pointer (&self->ablated, fl_run_unref);
  if (run && run->program)
    self->ablation = fl_ablation_new (run);
  if (self->ablation)
    self->ablated = fl_run_ref (run);
  flui_passes_fill_worth (self);
}

static void
on_run_changed (FluiSession *session, FluiPasses *self)
{
  update_ablation (self);
  list_kernels (self);
  flui_passes_load (self);
}

static void
on_selection_changed (FluiSession *session, FluiPasses *self)
{
  const guint lit = find_lit (self);

  if (lit != G_MAXUINT && lit != gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kernels)))
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->kernels), lit);
  flui_passes_light_outlines (self);
}

/* What was refused did not happen: the switch shows what is. */
static void
on_refused (FluiWhatif *whatif, FluiPasses *self)
{
  if (self->steps && self->steps->n_steps > 0)
    show_step (self);
}

void
flui_passes_set_active (FluiPasses *self, gboolean active)
{
  self->is_active = active;
  flui_step_bar_set_playing (FLUI_STEP_BAR (self->bar), FALSE);
  if (active && self->is_stale)
    flui_passes_load (self);
}

void
flui_passes_show_worth (FluiPasses *self, gboolean worth)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->worth_button), worth);
  show_steps (self);
}

/* --- life ------------------------------------------------------------------------------------- */

static void
flui_passes_dispose (GObject *object)
{
  FluiPasses *self = FLUI_PASSES (object);

  self->job = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->steps, fl_kernel_steps_free);
  g_clear_pointer (&self->ablation, fl_ablation_free);
  g_clear_pointer (&self->ablated, fl_run_unref);
  g_clear_pointer (&self->positions, g_array_unref);
  g_clear_pointer (&self->pass, g_free);
  g_clear_object (&self->session);
  g_clear_object (&self->whatif);
  G_OBJECT_CLASS (flui_passes_parent_class)->dispose (object);
}

static void
flui_passes_class_init (FluiPassesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_passes_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "passes");
}

static void
flui_passes_init (FluiPasses *self)
{
  self->positions = g_array_new (FALSE, FALSE, sizeof (guint));
  self->is_stale = TRUE;
}

void
flui_passes_follow (FluiPasses *self, FluiSession *session, FluiWhatif *whatif)
{
  self->session = g_object_ref (session);
  self->whatif = g_object_ref (whatif);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, 0);
  g_signal_connect_object (whatif, "refused", G_CALLBACK (on_refused), self, 0);
}
