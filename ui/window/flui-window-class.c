/* The class of the window: its life and its size. It stands above the
 * files of its actions: these take the instance for granted. */
#include "flui-window-private.h"

#define INSPECTOR_WIDTH 300
#define INSPECTOR_WIDTH_WIDE 400
#define DRAWER_HEIGHT 226
#define DRAWER_HEIGHT_LOW 206
#define DRAWER_HEIGHT_TALL 380
#define SIDE_WIDTH 640
#define CHROME_HEIGHT 76 /* header and status line */

G_DEFINE_FINAL_TYPE (FluiWindow, flui_window, ADW_TYPE_APPLICATION_WINDOW)

/* --- sizes ------------------------------------------------------------------------------------- */

typedef struct
{
  int inspector, drawer, side;
} Sizes;

static Sizes
get_default_sizes (int width, int height)
{
  gboolean wide = width >= FLUI_WIDE;

  return (Sizes) { wide ? INSPECTOR_WIDTH_WIDE : INSPECTOR_WIDTH,
                   height >= 1100  ? DRAWER_HEIGHT_TALL
                   : height >= 760 ? DRAWER_HEIGHT
                                   : DRAWER_HEIGHT_LOW,
                   wide ? SIDE_WIDTH : 0 };
}

static void
place_panes (FluiWindow *self, int width, int height)
{
  Sizes sizes = get_default_sizes (width, height);

  if (self->state.inspector_width)
    sizes.inspector = self->state.inspector_width;
  if (self->state.drawer_height)
    sizes.drawer = self->state.drawer_height;
  if (self->state.side_width && sizes.side)
    sizes.side = self->state.side_width;
  width -= FLUI_RAIL_WIDTH;
  if (gtk_widget_get_visible (self->side))
    {
      width -= sizes.side;
      gtk_paned_set_position (GTK_PANED (self->wide_paned), width);
    }
  gtk_paned_set_position (GTK_PANED (self->inner_paned), width - sizes.inspector);
  gtk_paned_set_position (GTK_PANED (self->outer_paned), height - CHROME_HEIGHT - sizes.drawer);
}

static gboolean
update_side (gpointer data)
{
  g_autoptr (FluiWindow) self = data;
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  if (self->session && gtk_widget_get_visible (self->side) != (width >= FLUI_WIDE))
    {
      int side = self->state.side_width ? self->state.side_width : SIDE_WIDTH;

      gtk_widget_set_visible (self->side, width >= FLUI_WIDE);
      /* A pane that was allocated before keeps its end child's size by itself. */
      if (gtk_widget_get_width (self->inner_paned) == 0)
        place_panes (self, width, gtk_widget_get_height (GTK_WIDGET (self)));
      else
        gtk_paned_set_position (GTK_PANED (self->wide_paned), width - FLUI_RAIL_WIDTH - side);
      flui_window_follow_stage (self);
    }
  return G_SOURCE_REMOVE;
}

/* Pane positions follow the window's first size; after that, they are the user's. */
static void
flui_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  FluiWindow *self = FLUI_WINDOW (widget);

  if (!self->is_placed && width > 400)
    {
      place_panes (self, width, height);
      self->is_placed = TRUE;
    }
  GTK_WIDGET_CLASS (flui_window_parent_class)->size_allocate (widget, width, height, baseline);
  if (gtk_widget_get_visible (self->side) != (width >= FLUI_WIDE))
    g_idle_add (update_side, g_object_ref (self)); /* not in the middle of an allocation */
}

static gboolean
get_state (FluiWindow *self, const char *action)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self), action);

  return state && g_variant_get_boolean (state);
}

/* 0 where the pane is as the window itself would place it: another size of window may want another.
 */
static int
get_chosen_size (GtkWidget *pane, int size, int by_default)
{
  if (!gtk_widget_get_mapped (pane) || ABS (size - by_default) <= 8)
    return 0;
  return size;
}

static void
remember_state (FluiWindow *self)
{
  FluiState *state = &self->state;
  Sizes sizes;

  gtk_window_get_default_size (GTK_WINDOW (self), &state->width, &state->height);
  sizes = get_default_sizes (gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)));
  state->is_maximized = gtk_window_is_maximized (GTK_WINDOW (self));
  state->rail = get_state (self, "show-rail");
  state->inspector = get_state (self, "show-inspector");
  state->drawer = get_state (self, "show-drawer");
  state->legend = get_state (self, "show-legend");
  state->minimap = get_state (self, "show-minimap");
  state->inspector_width = get_chosen_size (self->inspector, gtk_widget_get_width (self->inspector), sizes.inspector);
  state->drawer_height = get_state (self, "enlarge-drawer")
                             ? state->drawer_height
                             : get_chosen_size (self->drawer, gtk_widget_get_height (self->drawer), sizes.drawer);
  state->side_width = get_chosen_size (self->side, gtk_widget_get_width (self->side), sizes.side);
  flui_state_save (state);
}

static gboolean
flui_window_close_request (GtkWindow *window)
{
  if (flui_window_ask_to_save (FLUI_WINDOW (window), NULL, 0))
    return TRUE;
  remember_state (FLUI_WINDOW (window));
  return GTK_WINDOW_CLASS (flui_window_parent_class)->close_request (window);
}

static void
flui_window_dispose (GObject *object)
{
  FluiWindow *self = FLUI_WINDOW (object);

  if (self->session)
    {
      flui_session_cancel (self->session);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  g_clear_handle_id (&self->pulse_source, g_source_remove);
  flui_window_stop_autosave (self, FALSE);
  if (self->whatif)
    flui_whatif_cancel (self->whatif);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->whatif);
  g_clear_object (&self->session);
  g_clear_pointer (&self->path_to_open, g_free);
  g_clear_object (&self->open_menu);
  G_OBJECT_CLASS (flui_window_parent_class)->dispose (object);
}

/* After the last comes the first: GTK would leave the focus nowhere once around. */
static void
flui_window_move_focus (GtkWidget *widget, GtkDirectionType direction)
{
  if (gtk_widget_child_focus (widget, direction))
    return;
  gtk_window_set_focus (GTK_WINDOW (widget), NULL);
  gtk_widget_child_focus (widget, direction);
}

static void
flui_window_class_init (FluiWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_window_dispose;
  GTK_WIDGET_CLASS (klass)->size_allocate = flui_window_size_allocate;
  GTK_WIDGET_CLASS (klass)->move_focus = flui_window_move_focus;
  GTK_WINDOW_CLASS (klass)->close_request = flui_window_close_request;
}

static void
apply_state (FluiWindow *self)
{
  const struct
  {
    const char *action;
    gboolean value;
  } rows[] = {
    { "show-rail", self->state.rail },       { "show-inspector", self->state.inspector },
    { "show-drawer", self->state.drawer },   { "show-legend", self->state.legend },
    { "show-minimap", self->state.minimap },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_action_group_change_action_state (G_ACTION_GROUP (self), rows[i].action, g_variant_new_boolean (rows[i].value));
  gtk_window_set_default_size (GTK_WINDOW (self), self->state.width, self->state.height);
  if (self->state.is_maximized)
    gtk_window_maximize (GTK_WINDOW (self));
}

static void
flui_window_init (FluiWindow *self)
{
  self->session = flui_session_new ();
  self->whatif = flui_whatif_new (self->session);
  flui_state_load (&self->state);
  gtk_window_set_title (GTK_WINDOW (self), "Fuseloom");
  gtk_window_set_icon_name (GTK_WINDOW (self), "io.github.fuseloom.Fuseloom");
  flui_window_build (self);
  flui_window_add_actions (self);
  flui_window_add_memory (self);
  apply_state (self);
  flui_window_follow (self);
}

GtkWidget *
flui_window_new (AdwApplication *application)
{
  return g_object_new (FLUI_TYPE_WINDOW, "application", application, NULL);
}
