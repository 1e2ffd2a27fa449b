#include "flui-event-list.h"

#include <string.h>

struct _FluiEventRow
{
  GObject parent;
  FlRun *run;
  const FlEvent *event;
};

G_DEFINE_FINAL_TYPE (FluiEventRow, flui_event_row, G_TYPE_OBJECT)

static void
flui_event_row_finalize (GObject *object)
{
  fl_run_unref (FLUI_EVENT_ROW (object)->run);
  G_OBJECT_CLASS (flui_event_row_parent_class)->finalize (object);
}

static void
flui_event_row_class_init (FluiEventRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = flui_event_row_finalize;
}

static void
flui_event_row_init (FluiEventRow *self)
{
}

const FlEvent *
flui_event_row_get_event (FluiEventRow *self)
{
  return self->event;
}

struct _FluiEventList
{
  GObject parent;
  FlRun *run;
  FlStage stage;
  GArray *steps; /* guint32: the steps that match */
  /* The search for what matches next, a slice in every turn of the main loop; what matched before stays meanwhile. */
  GArray *found;
  char **words;
  guint32 next;
  guint source;
};

enum
{
  SLICE_US = 4000,
  N_BETWEEN_LOOKS = 128 /* events between two looks at the clock */
};

static GType
get_item_type (GListModel *model)
{
  return FLUI_TYPE_EVENT_ROW;
}

static guint
get_n_items (GListModel *model)
{
  return FLUI_EVENT_LIST (model)->steps->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  FluiEventList *self = FLUI_EVENT_LIST (model);
  FluiEventRow *row;

  if (position >= self->steps->len)
    return NULL;
  row = g_object_new (FLUI_TYPE_EVENT_ROW, NULL);
  row->run = fl_run_ref (self->run);
  row->event = fl_trace_get_step (self->run->trace, self->stage, g_array_index (self->steps, guint32, position));
  return row;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (FluiEventList, flui_event_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
stop_search (FluiEventList *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->words, g_strfreev);
}

static void
flui_event_list_finalize (GObject *object)
{
  FluiEventList *self = FLUI_EVENT_LIST (object);

  stop_search (self);
  g_clear_pointer (&self->run, fl_run_unref);
  g_array_unref (self->steps);
  G_OBJECT_CLASS (flui_event_list_parent_class)->finalize (object);
}

static void
flui_event_list_class_init (FluiEventListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = flui_event_list_finalize;
}

static void
flui_event_list_init (FluiEventList *self)
{
  self->steps = g_array_new (FALSE, FALSE, sizeof (guint32));
}

FluiEventList *
flui_event_list_new (void)
{
  return g_object_new (FLUI_TYPE_EVENT_LIST, NULL);
}

static gboolean
contains (const char *text, const char *word)
{
  return text && strcasestr (text, word);
}

static gboolean
matches_word (const FlEvent *event, const char *word)
{
  static const char *const verdicts[] = { "note", "accept", "reject", "illegal" };

  if (g_str_has_prefix (word, "verdict:"))
    return g_str_has_prefix (verdicts[event->verdict], word + strlen ("verdict:"));
  if (g_str_has_prefix (word, "reason:"))
    return contains (event->reason, word + strlen ("reason:"));
  if (g_str_has_prefix (word, "kind:"))
    return contains (fl_event_get_info (event->kind)->name, word + strlen ("kind:"));
  if (g_str_has_prefix (word, "node:"))
    return contains (event->subject.name, word + strlen ("node:"))
           || contains (event->object.name, word + strlen ("node:"));
  return contains (event->subject.name, word) || contains (event->object.name, word) || contains (event->reason, word)
         || contains (event->facts, word) || contains (fl_event_get_info (event->kind)->name, word);
}

static gboolean
matches_words (const FlEvent *event, char *const *words)
{
  for (guint i = 0; words[i]; i++)
    if (*words[i] && !matches_word (event, words[i]))
      return FALSE;
  return TRUE;
}

static void
take_steps (FluiEventList *self, GArray *steps)
{
  GArray *before = self->steps;
  guint n_before = before->len;

  self->steps = steps;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, steps->len);
  g_array_unref (before);
}

static gboolean
search_on (gpointer data)
{
  FluiEventList *self = data;
  gint64 end_us = g_get_monotonic_time () + SLICE_US;
  guint32 n_steps = flui_event_list_get_n_all (self);

  for (; self->next < n_steps; self->next++)
    {
      if (self->next % N_BETWEEN_LOOKS == N_BETWEEN_LOOKS - 1 && g_get_monotonic_time () > end_us)
        break;
      if (matches_words (fl_trace_get_step (self->run->trace, self->stage, self->next), self->words))
        g_array_append_val (self->found, self->next);
    }
  if (self->next < n_steps)
    return G_SOURCE_CONTINUE;
  self->source = 0;
  {
    GArray *found = g_steal_pointer (&self->found);

    stop_search (self);
    take_steps (self, found);
  }
  return G_SOURCE_REMOVE;
}

void
flui_event_list_set (FluiEventList *self, const FlRun *run, FlStage stage, const char *filter)
{
  gboolean is_same = run == self->run && stage == self->stage;
  FlRun *old = self->run;
  guint32 n_steps = run ? fl_trace_get_n_steps (run->trace, stage) : 0;
  GArray *found = g_array_sized_new (FALSE, FALSE, sizeof (guint32), filter && *filter ? 0 : n_steps);

  stop_search (self);
  self->run = run ? fl_run_ref (run) : NULL;
  self->stage = stage;
  if (filter && *filter)
    {
      self->found = found;
      self->words = g_strsplit_set (filter, " ", -1);
      self->next = 0;
      if (search_on (self) == G_SOURCE_CONTINUE)
        {
          self->source = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, search_on, self, NULL);
          /* Rows of another run or stage would be rows of the wrong events: the first that match stand there meanwhile.
           */
          if (!is_same)
            take_steps (self, g_array_copy (found));
        }
    }
  else
    {
      for (guint32 step = 0; step < n_steps; step++)
        g_array_append_val (found, step);
      take_steps (self, found);
    }
  if (old)
    fl_run_unref (old);
}

guint
flui_event_list_get_n_all (FluiEventList *self)
{
  return self->run ? fl_trace_get_n_steps (self->run->trace, self->stage) : 0;
}

guint
flui_event_list_find_step (FluiEventList *self, guint32 step)
{
  guint found = G_MAXUINT;

  for (guint i = 0; i < self->steps->len && g_array_index (self->steps, guint32, i) <= step; i++)
    found = i;
  return found;
}
