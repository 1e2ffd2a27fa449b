#include "flui-source.h"

#include <adwaita.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "flui-jobs.h"
#include "flui-machine.h"
#include "flui-scroller.h"

#define MAX_TEXT_BYTES (1 << 20)
#define MAX_HIGHLIGHT_BYTES (400 << 10)
#define MAX_HIGHLIGHT_LINE 4000
#define MAX_BYTES_A_TURN (128 << 10) /* longer texts go into the buffer piece by piece: 5 ms each */

typedef enum
{
  TEXT_KERNEL,
  TEXT_STAGE,
  TEXT_WRAPPER,
  TEXT_FILE,
  N_TEXTS
} TextKind;

struct _FluiSource
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *box;
  GtkWidget *choice;  /* which text */
  GtkWidget *kernels; /* which kernel */
  GtkStringList *kernel_names;
  GtkWidget *machine; /* of a CUDA kernel: as C++, PTX, SASS */
  GtkWidget *view;
  GtkSourceBuffer *buffer;
  GtkTextTag *tag;
  guint kernel;       /* position in the program */
  FlStage stage;      /* whose text was chosen last */
  gboolean is_chosen; /* the user picked a text: stages do not change it any more */
  gboolean is_stale;  /* nobody saw it when it should have changed */
  gpointer text_job;  /* the newest; borrowed */
  char *rest;         /* a text that is on its way into the buffer; NULL: all of it is there */
  gsize n_filled;     /* bytes of it */
  const char *language;
  guint fill_source;
  gboolean is_setting;
};

G_DEFINE_FINAL_TYPE (FluiSource, flui_source, GTK_TYPE_WIDGET)

static TextKind
get_kind (FluiSource *self)
{
  return gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choice));
}

static const FlKernel *
get_kernel (FluiSource *self)
{
  const FlRun *run = flui_session_get_run (self->session);

  return run && run->program && self->kernel < run->program->n_kernels ? &run->program->kernels[self->kernel] : NULL;
}

/* Lines of PTX and SASS come from no node that is known. */
static gboolean
shows_source (FluiSource *self)
{
  const FlKernel *kernel = get_kernel (self);

  return get_kind (self) == TEXT_KERNEL
         && (!kernel || kernel->target != FL_TARGET_CUDA || !flui_machine_is_chosen (self->machine));
}

/* --- shading ----------------------------------------------------------------------------------- */

static void
shade_line (FluiSource *self, guint line, gboolean scroll)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start, end;

  if (!gtk_text_buffer_get_iter_at_line (buffer, &start, line - 1))
    return;
  end = start;
  if (!gtk_text_iter_forward_line (&end))
    gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_apply_tag (buffer, self->tag, &start, &end);
  if (scroll)
    {
      GtkTextMark *mark = gtk_text_buffer_create_mark (buffer, NULL, &start, TRUE);

      gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), mark, 0.1, FALSE, 0, 0);
      gtk_text_buffer_delete_mark (buffer, mark);
    }
}

static gboolean
is_kin (const FlItem *items, guint n_items, FlItemKind kind, const char *name)
{
  for (guint i = 0; i < n_items; i++)
    if (items[i].kind == kind && items[i].name == name)
      return TRUE;
  return FALSE;
}

static void
shade_kernel (FluiSource *self, const FlItem *items, guint n_items, FlItem selection)
{
  const FlRun *run = flui_session_get_run (self->session);
  const FlKernel *kernel = get_kernel (self);
  gboolean by_node = selection.kind == FL_ITEM_NODE || selection.kind == FL_ITEM_GRAPH_NODE;
  gboolean scroll = TRUE;

  for (guint i = 0; kernel && i < kernel->n_spans; i++)
    {
      const FlSourceSpan *span = &kernel->spans[i];
      gboolean has_node = span->origin.index < run->decomposed->n_nodes;
      const char *node = has_node ? run->decomposed->nodes[span->origin.index].name : NULL;

      if (by_node ? node && is_kin (items, n_items, FL_ITEM_NODE, node)
                  : is_kin (items, n_items, FL_ITEM_OP, span->node))
        {
          shade_line (self, span->line, scroll);
          scroll = FALSE;
        }
    }
}

static char *
dup_first_word (GtkTextBuffer *buffer, int line)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, line);
  while (gtk_text_iter_get_char (&start) == ' ' && gtk_text_iter_forward_char (&start))
    ;
  end = start;
  for (gunichar c = gtk_text_iter_get_char (&end); g_unichar_isalnum (c) || c == '_'; c = gtk_text_iter_get_char (&end))
    if (!gtk_text_iter_forward_char (&end))
      break;
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

static void
shade_file (FluiSource *self, const FlItem *items, guint n_items)
{
  const FlRun *run = flui_session_get_run (self->session);
  gboolean scroll = TRUE;

  for (guint i = 0; i < run->graph->n_nodes; i++)
    if (run->graph->nodes[i].line > 0 && is_kin (items, n_items, FL_ITEM_GRAPH_NODE, run->graph->nodes[i].name))
      {
        shade_line (self, run->graph->nodes[i].line, scroll);
        scroll = FALSE;
      }
}

/* The stage as text: lines that begin with the name of something lit ("op3.writes = …", "buf2: …").
 */
static void
shade_stage (FluiSource *self, const FlItem *items, guint n_items)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  int n_lines = gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (self->buffer));
  gboolean scroll = TRUE;

  for (guint i = 0; i < n_items; i++)
    if (items[i].name)
      g_hash_table_add (names, (gpointer) items[i].name);
  for (int line = 0; line < n_lines && g_hash_table_size (names); line++)
    {
      g_autofree char *word = dup_first_word (GTK_TEXT_BUFFER (self->buffer), line);

      if (!g_hash_table_contains (names, word))
        continue;
      shade_line (self, line + 1, scroll);
      scroll = FALSE;
    }
}

static void
shade (FluiSource *self)
{
  FlItem selection = flui_session_get_selection (self->session);
  GtkTextIter start, end;
  const FlItem *items;
  guint n_items = 0;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  gtk_text_buffer_remove_tag (GTK_TEXT_BUFFER (self->buffer), self->tag, &start, &end);
  items = flui_session_get_lit (self->session, &n_items);
  if (shows_source (self))
    shade_kernel (self, items, n_items, selection);
  else if (get_kind (self) == TEXT_FILE)
    shade_file (self, items, n_items);
  else if (get_kind (self) == TEXT_STAGE)
    shade_stage (self, items, n_items);
}

/* --- text -------------------------------------------------------------------------------------- */

/* The highlighter gives up, loudly, on very long lines; large texts it makes slow. */
static gboolean
is_worth_highlighting (const char *text)
{
  const char *end;

  for (const char *line = text; *line; line = *end ? end + 1 : end)
    {
      end = strchrnul (line, '\n');
      if (end - line > MAX_HIGHLIGHT_LINE || end - text > MAX_HIGHLIGHT_BYTES)
        return FALSE;
    }
  return TRUE;
}

static void
set_language (FluiSource *self, const char *language)
{
  gtk_source_buffer_set_language (self->buffer, language ? gtk_source_language_manager_get_language (
                                                    gtk_source_language_manager_get_default (), language)
                                                         : NULL);
}

static void
stop_filling (FluiSource *self)
{
  g_clear_handle_id (&self->fill_source, g_source_remove);
  g_clear_pointer (&self->rest, g_free);
}

/* One turn empties the buffer, each that follows adds whole lines. */
static gboolean
fill_on (gpointer data)
{
  FluiSource *self = data;
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  const char *from = self->rest + self->n_filled, *end = from + strlen (from);
  GtkTextIter at;

  self->is_setting = TRUE;
  if (self->n_filled == 0 && gtk_text_buffer_get_char_count (buffer) > 0)
    gtk_text_buffer_set_text (buffer, "", 0);
  else
    {
      if (end - from > MAX_BYTES_A_TURN)
        {
          const char *line = memrchr (from, '\n', MAX_BYTES_A_TURN);

          end = line ? line + 1 : g_utf8_find_prev_char (from, from + MAX_BYTES_A_TURN);
        }
      gtk_text_buffer_get_end_iter (buffer, &at);
      gtk_text_buffer_insert (buffer, &at, from, end - from);
      self->n_filled += end - from;
    }
  self->is_setting = FALSE;
  if (self->rest[self->n_filled])
    return G_SOURCE_CONTINUE;
  self->fill_source = 0;
  set_language (self, is_worth_highlighting (self->rest) ? self->language : NULL);
  stop_filling (self);
  gtk_text_buffer_get_start_iter (buffer, &at);
  gtk_text_buffer_place_cursor (buffer, &at);
  shade (self);
  return G_SOURCE_REMOVE;
}

static void
set_text (FluiSource *self, const char *text, const char *language)
{
  gsize n_before = gtk_text_buffer_get_char_count (GTK_TEXT_BUFFER (self->buffer));

  stop_filling (self);
  self->is_setting = TRUE;
  set_language (self, NULL); /* without a language first, the old text is not read once more */
  if (MAX (strlen (text), n_before) <= MAX_BYTES_A_TURN)
    {
      gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), text, -1);
      set_language (self, is_worth_highlighting (text) ? language : NULL);
    }
  else
    {
      self->rest = g_strdup (text);
      self->n_filled = 0;
      self->language = language;
      self->fill_source = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, fill_on, self, NULL);
    }
  self->is_setting = FALSE;
}

static void
take_machine_code (gpointer object, gpointer job, const char *text)
{
  FluiSource *self = object;

  if (self->text_job != job)
    return;
  self->text_job = NULL;
  if (self->box)
    set_text (self, text, NULL);
}

static void
show_kernel (FluiSource *self)
{
  const FlKernel *kernel = get_kernel (self);
  const gboolean is_cuda = kernel && kernel->source && kernel->target == FL_TARGET_CUDA;
  g_autoptr (GString) text = g_string_new (NULL);

  gtk_widget_set_visible (self->kernels, kernel != NULL);
  gtk_widget_set_visible (self->machine, is_cuda);
  if (!kernel)
    set_text (self, "No kernels: the run did not get that far.", "text");
  else if (is_cuda && flui_machine_is_chosen (self->machine))
    {
      set_text (self, "NVRTC is at work.", NULL);
      self->text_job
          = flui_machine_make (self->machine, flui_session_get_run (self->session), kernel, take_machine_code, self);
    }
  else if (kernel->source)
    set_text (self, kernel->source, kernel->target == FL_TARGET_CPU ? "c" : "cuda");
  else
    {
      g_string_append_printf (text, "/* %s: %s%s.\n", kernel->name,
                              kernel->kind == FL_KERNEL_EXTERN ? "a library call, no source of ours"
                              : kernel->why_no_source          ? "not written yet: CUDA kernels do not have "
                                                               : "it has no source",
                              kernel->why_no_source ? kernel->why_no_source : "");
      g_string_append (text, " * The wrapper shows how it is called. */\n");
      set_text (self, text->str, "c");
    }
}

/* Text of a large stage takes seconds to write: in a thread. */
typedef struct
{
  FluiSource *source; /* referenced */
  FlRun *run;
  FlStage stage;
  GString *text;
} TextJob;

static void
cut_text (GString *text)
{
  gsize length = text->len;

  if (length <= MAX_TEXT_BYTES)
    return;
  g_string_truncate (text, MAX_TEXT_BYTES);
  g_string_truncate (text, strrchr (text->str, '\n') ? strrchr (text->str, '\n') - text->str + 1 : MAX_TEXT_BYTES);
  g_string_append_printf (text,
                          "\n… %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT
                          " bytes are shown; a report holds all of them\n",
                          text->len, length);
}

static gboolean
take_text (gpointer data)
{
  TextJob *job = data;
  FluiSource *self = job->source;

  if (self->text_job == job)
    {
      self->text_job = NULL;
      if (self->box && get_kind (self) == TEXT_STAGE)
        {
          set_text (self, job->text->str, job->stage == FL_STAGE_CODEGEN ? "c" : "python3");
          shade (self);
        }
    }
  g_string_free (job->text, TRUE);
  fl_run_unref (job->run);
  g_object_unref (job->source);
  g_free (job);
  return G_SOURCE_REMOVE;
}

static gpointer
write_text (gpointer data)
{
  TextJob *job = data;
  g_autoptr (GError) error = NULL;

  if (!fl_report_append_stage (job->text, job->run, job->stage, &error))
    g_string_assign (job->text, error->message);
  cut_text (job->text);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, take_text, job, NULL);
  return NULL;
}

static void
show_stage (FluiSource *self)
{
  const FlRun *shown = flui_session_get_shown (self->session);
  TextJob *job;

  if (!shown)
    return;
  job = g_new0 (TextJob, 1);
  job->source = g_object_ref (self);
  job->run = fl_run_ref (shown);
  job->stage = flui_session_get_stage (self->session);
  job->text = g_string_new (NULL);
  self->text_job = job;
  flui_jobs_start ("text", write_text, job);
}

static void
show_text (FluiSource *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  TextKind kind = get_kind (self);

  self->text_job = NULL; /* a text that is still being written is not wanted any more */
  gtk_widget_set_visible (self->kernels, kind == TEXT_KERNEL);
  if (kind != TEXT_KERNEL)
    gtk_widget_set_visible (self->machine, FALSE);
  if (!run)
    set_text (self, "", "text");
  else if (kind == TEXT_KERNEL)
    show_kernel (self);
  else if (kind == TEXT_STAGE)
    show_stage (self);
  else if (kind == TEXT_WRAPPER)
    set_text (self, run->program ? run->program->wrapper : "No wrapper: the run did not get that far.", "python3");
  else
    set_text (self, run->graph->text ? run->graph->text : "The graph was not read from text.", "python3");
  shade (self);
}

static void
list_kernels (FluiSource *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  self->is_setting = TRUE;
  for (guint i = 0; run && run->program && i < run->program->n_kernels; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u  %s", i + 1, run->program->kernels[i].name);

      g_strv_builder_add (names, name);
    }
  all = g_strv_builder_end (names);
  gtk_string_list_splice (self->kernel_names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->kernel_names)),
                          (const char *const *) all);
  self->kernel = 0;
  /* The first kernel with source is worth more than a library call. */
  for (guint i = 0; run && run->program && i < run->program->n_kernels; i++)
    if (run->program->kernels[i].source)
      {
        self->kernel = i;
        break;
      }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->kernels), self->kernel);
  self->is_setting = FALSE;
}

/* --- the session ------------------------------------------------------------------------------- */

/* Which text goes with a stage, until the user picks one. */
static void
follow_stage (FluiSource *self)
{
  static const TextKind kinds[FL_N_STAGES] = {
    [FL_STAGE_GRAPH] = TEXT_FILE,    [FL_STAGE_DECOMPOSE] = TEXT_STAGE, [FL_STAGE_LOWER] = TEXT_STAGE,
    [FL_STAGE_REALIZE] = TEXT_STAGE, [FL_STAGE_SCHEDULE] = TEXT_STAGE,  [FL_STAGE_FUSE] = TEXT_STAGE,
    [FL_STAGE_MEMORY] = TEXT_STAGE,  [FL_STAGE_CODEGEN] = TEXT_KERNEL,  [FL_STAGE_RUN] = TEXT_KERNEL,
  };

  self->stage = flui_session_get_stage (self->session);
  if (self->is_chosen)
    return;
  self->is_setting = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->choice), kinds[self->stage]);
  self->is_setting = FALSE;
}

static void
refresh (FluiSource *self)
{
  self->is_stale = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (!self->is_stale)
    show_text (self);
}

static void
on_map (FluiSource *self)
{
  if (self->is_stale)
    refresh (self);
}

static void
on_choice (GtkDropDown *drop_down, GParamSpec *spec, FluiSource *self)
{
  if (self->is_setting)
    return;
  self->is_chosen = TRUE;
  refresh (self);
}

static void
on_run_changed (FluiSession *session, FluiSource *self)
{
  list_kernels (self);
  self->stage = FL_N_STAGES;
}

static void
on_shown_changed (FluiSession *session, FluiSource *self)
{
  gboolean is_new = self->stage != flui_session_get_stage (session);

  if (is_new)
    follow_stage (self);
  if (is_new || get_kind (self) == TEXT_STAGE)
    refresh (self);
}

/* Library calls share a name: their node tells them apart. */
static gboolean
is_lit_kernel (const FlKernel *kernel, const FlItem *items, guint n_items)
{
  if (kernel->source || !kernel->node)
    return is_kin (items, n_items, FL_ITEM_KERNEL, kernel->name);
  return is_kin (items, n_items, FL_ITEM_OP, kernel->node->name)
         || is_kin (items, n_items, FL_ITEM_GROUP, kernel->node->name);
}

/* The kernel that the selection is in comes to the front. */
static void
on_selection_changed (FluiSession *session, FluiSource *self)
{
  const FlRun *run = flui_session_get_run (session);
  guint n_items = 0;
  const FlItem *items = flui_session_get_lit (session, &n_items);

  for (guint i = 0; run && run->program && i < run->program->n_kernels; i++)
    if (is_lit_kernel (&run->program->kernels[i], items, n_items))
      {
        if (i == self->kernel || get_kind (self) != TEXT_KERNEL)
          break;
        gtk_drop_down_set_selected (GTK_DROP_DOWN (self->kernels), i);
        return;
      }
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    shade (self);
  else
    self->is_stale = TRUE;
}

static void
on_kernel_chosen (GtkDropDown *drop_down, GParamSpec *spec, FluiSource *self)
{
  if (self->is_setting)
    return;
  self->kernel = gtk_drop_down_get_selected (drop_down);
  refresh (self);
}

static void
on_machine_chosen (FluiSource *self)
{
  refresh (self);
}

static void
on_cursor (GtkTextBuffer *buffer, GParamSpec *spec, FluiSource *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  const FlKernel *kernel = get_kernel (self);
  GtkTextIter iter;
  guint line;

  if (self->is_setting || !run || !gtk_widget_has_focus (self->view))
    return;
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  line = gtk_text_iter_get_line (&iter) + 1;
  if (shows_source (self))
    {
      for (guint i = 0; kernel && i < kernel->n_spans; i++)
        if (kernel->spans[i].line == line && kernel->spans[i].origin.index < run->decomposed->n_nodes)
          {
            flui_session_select (self->session,
                                 (FlItem) { FL_ITEM_NODE, run->decomposed->nodes[kernel->spans[i].origin.index].name });
            return;
          }
    }
  else if (get_kind (self) == TEXT_FILE)
    for (guint i = 0; i < run->graph->n_nodes; i++)
      if (run->graph->nodes[i].line == line)
        {
          flui_session_select (self->session, (FlItem) { FL_ITEM_GRAPH_NODE, run->graph->nodes[i].name });
          return;
        }
}

/* GtkSourceView does not follow the desktop's colour scheme by itself. */
static void
update_scheme (FluiSource *self)
{
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());

  gtk_source_buffer_set_style_scheme (self->buffer,
                                      gtk_source_style_scheme_manager_get_scheme (schemes,
                                                                                  dark ? "Adwaita-dark" : "Adwaita"));
  g_object_set (self->tag, "paragraph-background", dark ? "#1f3a5f" : "#d6e6fb", NULL);
}

/* --- life -------------------------------------------------------------------------------------- */

static void
flui_source_dispose (GObject *object)
{
  FluiSource *self = FLUI_SOURCE (object);

  stop_filling (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_object (&self->buffer);
  G_OBJECT_CLASS (flui_source_parent_class)->dispose (object);
}

static void
flui_source_class_init (FluiSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_source_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_view (FluiSource *self)
{
  GtkWidget *scroller = flui_scroller_new ();

  self->buffer = gtk_source_buffer_new (NULL);
  self->view = gtk_source_view_new_with_buffer (self->buffer);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->view), 6);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->view), 6);
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (self->view), TRUE);
  gtk_widget_add_css_class (self->view, "code");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, "Source", -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_vexpand (scroller, TRUE);
  self->tag = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self->buffer), "selected", NULL);
  return scroller;
}

static void
flui_source_init (FluiSource *self)
{
  static const char *const texts[] = { "Kernels", "This stage as text", "Wrapper", "Graph file", NULL };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->choice = gtk_drop_down_new_from_strings (texts);
  gtk_widget_set_tooltip_text (self->choice, "Which text to show");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL, "Text", -1);
  self->kernel_names = gtk_string_list_new (NULL);
  self->kernels = gtk_drop_down_new (G_LIST_MODEL (self->kernel_names), NULL);
  gtk_widget_set_tooltip_text (self->kernels, "Which kernel to show, in call order");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->kernels), GTK_ACCESSIBLE_PROPERTY_LABEL, "Kernel", -1);
  gtk_widget_set_hexpand (self->kernels, TRUE);
  gtk_widget_add_css_class (bar, "drawer-bar");
  gtk_box_append (GTK_BOX (bar), self->choice);
  gtk_box_append (GTK_BOX (bar), self->kernels);
  self->machine = flui_machine_new ();
  gtk_box_append (GTK_BOX (bar), self->machine);
  gtk_box_append (GTK_BOX (self->box), bar);
  gtk_box_append (GTK_BOX (self->box), make_view (self));
  update_scheme (self);
  g_signal_connect (self->choice, "notify::selected", G_CALLBACK (on_choice), self);
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
  g_signal_connect (self->kernels, "notify::selected", G_CALLBACK (on_kernel_chosen), self);
  g_signal_connect_swapped (self->machine, "notify::selected", G_CALLBACK (on_machine_chosen), self);
  g_signal_connect (self->buffer, "notify::cursor-position", G_CALLBACK (on_cursor), self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_scheme), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
flui_source_new (FluiSession *session)
{
  FluiSource *self = g_object_new (FLUI_TYPE_SOURCE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, 0);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (on_shown_changed), self, 0);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, 0);
  on_run_changed (session, self);
  self->is_stale = TRUE;
  return GTK_WIDGET (self);
}
