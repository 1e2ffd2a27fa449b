#include "flui-device-page.h"

#include <string.h>

#include "fl-quote.h"

#include "flui-devices.h"

/* What the rows of a page share; it lives as long as the page. */
typedef struct
{
  FluiDevices *devices;
  AdwPreferencesGroup *list, *adding;
  GPtrArray *rows;      /* Row; the first is this machine */
  gboolean is_updating; /* a radio button that is set is no choice of the user's */
} Page;

typedef struct
{
  Page *page;
  char *address; /* NULL: this machine */
  GtkWidget *widget, *radio, *again;
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->address);
  g_free (row);
}

/* --- what rows say ------------------------------------------------------------------------------ */

static void
update_row (Page *page, Row *row, guint position)
{
  const char *text = NULL;
  FluiDeviceState state;
  g_autofree char *subtitle = NULL, *escaped = NULL;

  gtk_check_button_set_active (GTK_CHECK_BUTTON (row->radio),
                               g_strcmp0 (flui_devices_get_chosen (page->devices), row->address) == 0);
  if (!row->address)
    return;
  state = flui_devices_get_state (page->devices, position - 1, &text);
  subtitle = state == FLUI_DEVICE_UNKNOWN      ? g_strdup ("Not asked yet")
             : state == FLUI_DEVICE_CONNECTING ? g_strdup ("Connecting …")
             : state == FLUI_DEVICE_CONNECTED  ? g_strdup_printf ("Connected: %s", text)
                                               : g_strdup_printf ("Not connected: %s", text);
  escaped = fl_quote_dup_xml (subtitle);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row->widget), escaped);
  gtk_widget_set_sensitive (row->again, state != FLUI_DEVICE_CONNECTING);
}

static void
on_radio (GtkCheckButton *radio, GParamSpec *spec, Row *row)
{
  if (!row->page->is_updating && gtk_check_button_get_active (radio))
    flui_devices_choose (row->page->devices, row->address);
}

static void
on_again (GtkButton *button, Row *row)
{
  flui_devices_check (row->page->devices, row->address);
}

static void
on_remove (GtkButton *button, Row *row)
{
  g_autofree char *address = g_strdup (row->address); /* the row goes meanwhile */

  flui_devices_remove (row->page->devices, address);
}

/* --- rows --------------------------------------------------------------------------------------- */

static GtkWidget *
make_button (Row *row, const char *icon, const char *tooltip, GCallback func)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  g_autofree char *name = g_strdup_printf ("%s: %s", tooltip, row->address);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "clicked", func, row);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row->widget), button);
  return button;
}

static void
add_row (Page *page, const char *address)
{
  Row *row = g_new0 (Row, 1);
  g_autofree char *escaped = fl_quote_dup_xml (address ? address : "This machine");
  const Row *first = page->rows->len > 0 ? page->rows->pdata[0] : NULL;

  row->page = page;
  row->address = g_strdup (address);
  row->widget = adw_action_row_new ();
  row->radio = gtk_check_button_new ();
  gtk_widget_set_valign (row->radio, GTK_ALIGN_CENTER);
  if (first)
    gtk_check_button_set_group (GTK_CHECK_BUTTON (row->radio), GTK_CHECK_BUTTON (first->radio));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->widget), escaped);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row->widget), 0);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row->widget), row->radio);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row->widget), row->radio);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->radio), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  address ? address : "This machine", -1);
  g_signal_connect (row->radio, "notify::active", G_CALLBACK (on_radio), row);
  if (address)
    {
      row->again = make_button (row, "view-refresh-symbolic", "Connect and see what it is", G_CALLBACK (on_again));
      make_button (row, "user-trash-symbolic", "Remove from the list", G_CALLBACK (on_remove));
    }
  adw_preferences_group_add (page->list, row->widget);
  g_ptr_array_add (page->rows, row);
}

static gboolean
has_same_rows (const Page *page)
{
  if (page->rows->len != flui_devices_get_n (page->devices) + 1)
    return FALSE;
  for (guint i = 1; i < page->rows->len; i++)
    if (strcmp (((Row *) page->rows->pdata[i])->address, flui_devices_get_address (page->devices, i - 1)) != 0)
      return FALSE;
  return TRUE;
}

/* Rows stay where only their state changed: the one that has the focus keeps it. */
static void
update (Page *page)
{
  page->is_updating = TRUE;
  if (!has_same_rows (page))
    {
      for (guint i = 0; i < page->rows->len; i++)
        adw_preferences_group_remove (page->list, ((Row *) page->rows->pdata[i])->widget);
      g_ptr_array_set_size (page->rows, 0);
      add_row (page, NULL);
      for (guint i = 0; i < flui_devices_get_n (page->devices); i++)
        add_row (page, flui_devices_get_address (page->devices, i));
    }
  for (guint i = 0; i < page->rows->len; i++)
    update_row (page, page->rows->pdata[i], i);
  page->is_updating = FALSE;
}

/* --- the page ----------------------------------------------------------------------------------- */

static void
on_changed (FluiDevices *devices, Page *page)
{
  update (page);
}

static const char adding_words[]
    = "It needs a C compiler, and Fuseloom in a folder: fuseloom-cli bundle -o fuseloom-bundle, then "
      "scp -r fuseloom-bundle HOST: and ssh://HOST/~/fuseloom-bundle here. ssh must log in without a question.";

static void
on_apply (AdwEntryRow *entry, Page *page)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *address = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)))), *escaped = NULL;
  gboolean ok = flui_devices_add (page->devices, address, &error);

  escaped = fl_quote_dup_xml (ok ? adding_words : error->message);
  adw_preferences_group_set_description (page->adding, escaped);
  if (ok)
    {
      gtk_editable_set_text (GTK_EDITABLE (entry), "");
      gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
    }
  else
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
}

static void
page_free (gpointer data)
{
  Page *page = data;

  g_signal_handlers_disconnect_by_data (page->devices, page);
  g_ptr_array_unref (page->rows);
  g_free (page);
}

GtkWidget *
flui_device_page_new (void)
{
  GtkWidget *widget = adw_preferences_page_new (), *list = adw_preferences_group_new (),
            *adding = adw_preferences_group_new (), *entry = adw_entry_row_new ();
  Page *page = g_new0 (Page, 1);
  g_autofree char *escaped = fl_quote_dup_xml (adding_words);

  page->devices = flui_devices_get_default ();
  page->list = ADW_PREFERENCES_GROUP (list);
  page->adding = ADW_PREFERENCES_GROUP (adding);
  page->rows = g_ptr_array_new_with_free_func (row_free);
  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (widget), "Devices");
  adw_preferences_page_set_name (ADW_PREFERENCES_PAGE (widget), "devices");
  adw_preferences_page_set_icon_name (ADW_PREFERENCES_PAGE (widget), "network-server-symbolic");
  adw_preferences_group_set_title (page->list, "Kernels run on");
  adw_preferences_group_set_title (page->adding, "Another machine");
  adw_preferences_group_set_description (page->adding, escaped);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (entry), "Add ssh://[USER@]HOST[:PORT][/PATH]");
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (entry), TRUE);
  g_signal_connect (entry, "apply", G_CALLBACK (on_apply), page);
  adw_preferences_group_add (page->adding, entry);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (widget), page->list);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (widget), page->adding);
  update (page);
  g_signal_connect (page->devices, "changed", G_CALLBACK (on_changed), page);
  g_object_set_data_full (G_OBJECT (widget), "page", page, page_free);
  return widget;
}
