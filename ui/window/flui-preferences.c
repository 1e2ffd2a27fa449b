#include "flui-preferences.h"

#include <string.h>

#include "fl-quote.h"

#include "flui-device-page.h"

typedef struct
{
  FluiSession *session;
  const FlOptionInfo *row;
  gint64 bit; /* SET: that of the choice */
} Binding;

static void
on_switch (GtkSwitch *widget, GParamSpec *spec, Binding *binding)
{
  flui_session_set_option (binding->session, binding->row, gtk_switch_get_active (widget));
}

static void
on_member (GtkSwitch *widget, GParamSpec *spec, Binding *binding)
{
  const gint64 others
      = fl_options_get_value (flui_session_get_options (binding->session), binding->row) & ~binding->bit;

  flui_session_set_option (binding->session, binding->row,
                           others | (gtk_switch_get_active (widget) ? binding->bit : 0));
}

static void
on_choice (AdwComboRow *widget, GParamSpec *spec, Binding *binding)
{
  flui_session_set_option (binding->session, binding->row, adw_combo_row_get_selected (widget));
}

static void
on_number (GtkSpinButton *widget, Binding *binding)
{
  flui_session_set_option (binding->session, binding->row, (gint64) gtk_spin_button_get_value (widget));
}

static GtkWidget *
make_switch (Binding *binding, gint64 value)
{
  GtkWidget *widget = gtk_switch_new ();

  gtk_switch_set_active (GTK_SWITCH (widget), value != 0);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  g_signal_connect (widget, "notify::active", G_CALLBACK (on_switch), binding);
  return widget;
}

static GtkWidget *
make_number (Binding *binding, gint64 value)
{
  GtkWidget *widget = gtk_spin_button_new_with_range (binding->row->minimum, binding->row->maximum, 1);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (widget), value);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  g_signal_connect (widget, "value-changed", G_CALLBACK (on_number), binding);
  return widget;
}

static GtkWidget *
make_choice (Binding *binding, gint64 value)
{
  g_auto (GStrv) choices = g_strsplit (binding->row->choices, "|", -1);
  GtkWidget *widget = adw_combo_row_new ();
  g_autoptr (GtkStringList) model = gtk_string_list_new ((const char *const *) choices);

  adw_combo_row_set_model (ADW_COMBO_ROW (widget), G_LIST_MODEL (model));
  adw_combo_row_set_selected (ADW_COMBO_ROW (widget), value);
  g_signal_connect (widget, "notify::selected", G_CALLBACK (on_choice), binding);
  return widget;
}

/* A switch a choice behind "none". */
static GtkWidget *
make_set (const Binding *binding, gint64 value)
{
  g_auto (GStrv) choices = g_strsplit (binding->row->choices, "|", -1);
  g_autofree char *escaped = fl_quote_dup_xml (binding->row->sentence);
  GtkWidget *widget = adw_expander_row_new ();

  for (guint i = 1; choices[i]; i++)
    {
      GtkWidget *row = adw_action_row_new (), *control = gtk_switch_new ();
      Binding *own = g_memdup2 (binding, sizeof *binding);

      own->bit = G_GINT64_CONSTANT (1) << (i - 1);
      gtk_switch_set_active (GTK_SWITCH (control), (value & own->bit) != 0);
      gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
      g_signal_connect (control, "notify::active", G_CALLBACK (on_member), own);
      g_object_set_data_full (G_OBJECT (row), "binding", own, g_free);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), choices[i]);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);
      adw_expander_row_add_row (ADW_EXPANDER_ROW (widget), row);
    }
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (widget), binding->row->name);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (widget), escaped);
  return widget;
}

static GtkWidget *
make_row (FluiSession *session, const FlOptionInfo *row)
{
  gint64 value = fl_options_get_value (flui_session_get_options (session), row);
  Binding *binding = g_new0 (Binding, 1);
  g_autofree char *subtitle = NULL;
  g_autofree char *escaped = NULL;
  GtkWidget *widget, *control = NULL;

  *binding = (Binding) { session, row, 0 };
  if (row->type == FL_OPTION_SET)
    {
      widget = make_set (binding, value);
      g_free (binding);
      return widget;
    }
  if (row->type == FL_OPTION_ENUM)
    widget = make_choice (binding, value);
  else
    {
      widget = adw_action_row_new ();
      control = row->type == FL_OPTION_BOOL ? make_switch (binding, value) : make_number (binding, value);
      adw_action_row_add_suffix (ADW_ACTION_ROW (widget), control);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (widget), control);
    }
  g_object_set_data_full (G_OBJECT (widget), "binding", binding, g_free);
  if (row->type == FL_OPTION_INT && *row->unit)
    subtitle = g_strdup_printf ("%s Default %" G_GINT64_FORMAT " %s.", row->sentence, row->value, row->unit);
  else if (row->type == FL_OPTION_INT)
    subtitle = g_strdup_printf ("%s Default %" G_GINT64_FORMAT ".", row->sentence, row->value);
  else
    subtitle = g_strdup (row->sentence);
  escaped = fl_quote_dup_xml (subtitle);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (widget), row->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (widget), escaped);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (widget), 0);
  return widget;
}

static gboolean
is_in_group (const char *name, const char *const *prefixes)
{
  for (guint i = 0; prefixes[i]; i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  return FALSE;
}

void
flui_preferences_present (GtkWindow *parent, FluiSession *session)
{
  static const struct
  {
    const char *title, *icon, *description;
    const char *prefixes[8];
  } pages[] = {
    { "Lowering",
      "view-list-symbolic",
      "When a value gets memory of its own.",
      { "format", "realize", "unroll", "split", "online", "pick", "comprehensive", NULL } },
    { "Fusion",
      "insert-link-symbolic",
      "Which nodes share a kernel.",
      { "max_", "score", "aggressive", "loop_", "reorder_for_loc", "cpp.max", NULL } },
    { "Memory", "drive-harddisk-symbolic", "How memory is planned.", { "inplace", "allow", "reorder_for_peak", NULL } },
    { "Running",
      "media-playback-start-symbolic",
      "How kernels are run and timed.",
      { "cpp.threads", "seed", "run.", "loops.", NULL } },
  };
  GtkWidget *window = adw_preferences_window_new ();

  adw_preferences_window_set_search_enabled (ADW_PREFERENCES_WINDOW (window), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      GtkWidget *page = adw_preferences_page_new ();
      GtkWidget *group = adw_preferences_group_new ();

      adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (page), pages[i].title);
      adw_preferences_page_set_icon_name (ADW_PREFERENCES_PAGE (page), pages[i].icon);
      adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), pages[i].description);
      for (guint k = 0; k < fl_options_get_n_rows (); k++)
        if (is_in_group (fl_options_get_row (k)->name, pages[i].prefixes))
          adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), make_row (session, fl_options_get_row (k)));
      adw_preferences_page_add (ADW_PREFERENCES_PAGE (page), ADW_PREFERENCES_GROUP (group));
      adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));
    }
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (flui_device_page_new ()));
  g_object_set_data_full (G_OBJECT (window), "session", g_object_ref (session), g_object_unref);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_default_size (GTK_WINDOW (window), 720, 640);
  gtk_window_present (GTK_WINDOW (window));
}
