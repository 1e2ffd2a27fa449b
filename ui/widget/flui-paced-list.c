#include "flui-paced-list.h"

enum
{
  N_ROWS_A_TURN = 16,  /* about 10 ms with eight columns */
  N_ROWS_OF_VIEW = 224 /* GTK 4.8 keeps widgets of 200 rows and a few around them */
};

struct _FluiPacedList
{
  GObject parent;
  GListModel *all;
  guint n; /* the first n of them are there */
  guint source;
};

static GType
get_item_type (GListModel *model)
{
  return g_list_model_get_item_type (FLUI_PACED_LIST (model)->all);
}

static guint
get_n_items (GListModel *model)
{
  return FLUI_PACED_LIST (model)->n;
}

static gpointer
get_item (GListModel *model, guint position)
{
  FluiPacedList *self = FLUI_PACED_LIST (model);

  return position < self->n ? g_list_model_get_item (self->all, position) : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (FluiPacedList, flui_paced_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static gboolean
grow (gpointer data)
{
  FluiPacedList *self = data;
  guint n_before = self->n, n_all = g_list_model_get_n_items (self->all);

  self->n = n_before >= N_ROWS_OF_VIEW ? n_all : MIN (n_before + N_ROWS_A_TURN, n_all);
  if (self->n == n_all)
    self->source = 0;
  if (self->n > n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, self->n - n_before);
  return self->n < n_all;
}

/* Rows that have widgets hand them on: as many as there were can be there at once. */
static void
on_items_changed (GListModel *all, guint position, guint removed, guint added, FluiPacedList *self)
{
  guint n_before = self->n, n_all = g_list_model_get_n_items (all);

  self->n = n_before >= N_ROWS_OF_VIEW ? n_all : MIN (n_all, MAX (n_before, N_ROWS_A_TURN));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->n);
  /* After drawing, so that the first rows are seen meanwhile. */
  if (self->n < n_all && self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_LOW, grow, self, NULL);
  else if (self->n == n_all)
    g_clear_handle_id (&self->source, g_source_remove);
}

static void
flui_paced_list_dispose (GObject *object)
{
  FluiPacedList *self = FLUI_PACED_LIST (object);

  g_clear_handle_id (&self->source, g_source_remove);
  if (self->all)
    g_signal_handlers_disconnect_by_data (self->all, self);
  g_clear_object (&self->all);
  self->n = 0;
  G_OBJECT_CLASS (flui_paced_list_parent_class)->dispose (object);
}

static void
flui_paced_list_class_init (FluiPacedListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_paced_list_dispose;
}

static void
flui_paced_list_init (FluiPacedList *self)
{
}

FluiPacedList *
flui_paced_list_new (GListModel *all)
{
  FluiPacedList *self = g_object_new (FLUI_TYPE_PACED_LIST, NULL);

  self->all = all;
  self->n = MIN (g_list_model_get_n_items (all), N_ROWS_A_TURN);
  g_signal_connect (all, "items-changed", G_CALLBACK (on_items_changed), self);
  return self;
}
