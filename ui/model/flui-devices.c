#include "flui-devices.h"

#include <cjson/cJSON.h>
#include <glib/gstdio.h>
#include <string.h>

#include "fl-file.h"
#include "fl-remote-address.h"
#include "fl-remote-explain.h"
#include "fl-remote.h"

#include "flui-jobs.h"

#define GROUP "devices"

enum
{
  MAX_DEVICES = 64
};

typedef struct
{
  char *address, *text;
  FluiDeviceState state;
} Device;

struct _FluiDevices
{
  GObject parent;
  GPtrArray *devices; /* Device */
  char *chosen;
};

G_DEFINE_FINAL_TYPE (FluiDevices, flui_devices, G_TYPE_OBJECT)

static guint changed;

static void
device_free (gpointer data)
{
  Device *device = data;

  g_free (device->address);
  g_free (device->text);
  g_free (device);
}

static Device *
find (FluiDevices *self, const char *address)
{
  for (guint i = 0; address && i < self->devices->len; i++)
    {
      Device *device = self->devices->pdata[i];

      if (strcmp (device->address, address) == 0)
        return device;
    }
  return NULL;
}

static void
add (FluiDevices *self, const char *address)
{
  Device *device = g_new0 (Device, 1);

  device->address = g_strdup (address);
  g_ptr_array_add (self->devices, device);
}

/* --- the file ----------------------------------------------------------------------------------- */

static char *
dup_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "fuseloom", "devices.ini", NULL);
}

/* Addresses that somebody wrote into the file and that are none are left out. */
static void
load (FluiDevices *self)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *path = dup_path (), *text = NULL, *chosen = NULL;
  g_auto (GStrv) addresses = NULL;
  gsize length;

  if (!fl_file_read_up_to (path, FL_FILE_MAX_SMALL_BYTES, &text, &length, NULL)
      || !g_key_file_load_from_data (file, text, length, G_KEY_FILE_NONE, NULL))
    return;
  addresses = g_key_file_get_string_list (file, GROUP, "addresses", NULL, NULL);
  for (guint i = 0; addresses && addresses[i] && self->devices->len < MAX_DEVICES; i++)
    {
      g_autoptr (FlRemoteAddress) parsed = fl_remote_address_parse (addresses[i], NULL);

      if (parsed && !find (self, addresses[i]))
        add (self, addresses[i]);
    }
  chosen = g_key_file_get_string (file, GROUP, "chosen", NULL);
  if (find (self, chosen))
    self->chosen = g_steal_pointer (&chosen);
}

/* A list that cannot be kept is no reason to bother anybody. */
static void
save (FluiDevices *self)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GPtrArray) addresses = g_ptr_array_new ();
  g_autofree char *path = dup_path ();
  g_autofree char *folder = g_path_get_dirname (path), *text = NULL;

  for (guint i = 0; i < self->devices->len; i++)
    g_ptr_array_add (addresses, ((Device *) self->devices->pdata[i])->address);
  g_key_file_set_string_list (file, GROUP, "addresses", (const char *const *) addresses->pdata, addresses->len);
  if (self->chosen)
    g_key_file_set_string (file, GROUP, "chosen", self->chosen);
  text = g_key_file_to_data (file, NULL, NULL);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    fl_file_write_text (path, text, -1, NULL);
}

/* --- asking ------------------------------------------------------------------------------------- */

typedef struct
{
  FluiDevices *self;
  char *address, *text;
  gboolean is_connected;
} Check;

static gboolean
finish_check (gpointer data)
{
  Check *check = data;
  Device *device = find (check->self, check->address); /* NULL: removed meanwhile */

  if (device)
    {
      g_free (device->text);
      device->text = g_steal_pointer (&check->text);
      device->state = check->is_connected ? FLUI_DEVICE_CONNECTED : FLUI_DEVICE_UNREACHABLE;
      g_signal_emit (check->self, changed, 0);
    }
  g_object_unref (check->self);
  g_free (check->address);
  g_free (check->text);
  g_free (check);
  return G_SOURCE_REMOVE;
}

static gpointer
run_check (gpointer data)
{
  Check *check = data;
  g_autoptr (GError) error = NULL;
  cJSON *greeting = fl_remote_greet (check->address, &error);

  check->is_connected = greeting != NULL;
  check->text = greeting ? fl_remote_describe (greeting) : g_strdup (error->message);
  cJSON_Delete (greeting);
  g_idle_add (finish_check, check);
  return NULL;
}

void
flui_devices_check (FluiDevices *self, const char *address)
{
  Device *device = find (self, address);
  Check *check;

  if (!device || device->state == FLUI_DEVICE_CONNECTING)
    return;
  check = g_new0 (Check, 1);
  check->self = g_object_ref (self);
  check->address = g_strdup (address);
  device->state = FLUI_DEVICE_CONNECTING;
  g_clear_pointer (&device->text, g_free);
  flui_jobs_start ("device", run_check, check);
  g_signal_emit (self, changed, 0);
}

/* --- the list ----------------------------------------------------------------------------------- */

static void
flui_devices_finalize (GObject *object)
{
  FluiDevices *self = FLUI_DEVICES (object);

  g_ptr_array_unref (self->devices);
  g_free (self->chosen);
  G_OBJECT_CLASS (flui_devices_parent_class)->finalize (object);
}

static void
flui_devices_class_init (FluiDevicesClass *class)
{
  G_OBJECT_CLASS (class)->finalize = flui_devices_finalize;
  changed = g_signal_new ("changed", FLUI_TYPE_DEVICES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
flui_devices_init (FluiDevices *self)
{
  self->devices = g_ptr_array_new_with_free_func (device_free);
  load (self);
}

FluiDevices *
flui_devices_get_default (void)
{
  static FluiDevices *devices;

  if (!devices)
    devices = g_object_new (FLUI_TYPE_DEVICES, NULL);
  return devices;
}

guint
flui_devices_get_n (FluiDevices *self)
{
  return self->devices->len;
}

const char *
flui_devices_get_address (FluiDevices *self, guint position)
{
  return ((Device *) self->devices->pdata[position])->address;
}

FluiDeviceState
flui_devices_get_state (FluiDevices *self, guint position, const char **text)
{
  const Device *device = self->devices->pdata[position];

  *text = device->text;
  return device->state;
}

gboolean
flui_devices_add (FluiDevices *self, const char *address, GError **error)
{
  g_autoptr (FlRemoteAddress) parsed = fl_remote_address_parse (address, error);

  if (!parsed)
    return FALSE;
  if (find (self, address) || self->devices->len == MAX_DEVICES)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                   find (self, address) ? "%s is in the list already" : "%s: the list takes 64 machines", address);
      return FALSE;
    }
  add (self, address);
  save (self);
  flui_devices_check (self, address);
  return TRUE;
}

void
flui_devices_remove (FluiDevices *self, const char *address)
{
  Device *device = find (self, address);

  if (!device)
    return;
  if (g_strcmp0 (self->chosen, address) == 0)
    g_clear_pointer (&self->chosen, g_free);
  g_ptr_array_remove (self->devices, device);
  save (self);
  g_signal_emit (self, changed, 0);
}

const char *
flui_devices_get_chosen (FluiDevices *self)
{
  return self->chosen;
}

void
flui_devices_choose (FluiDevices *self, const char *address)
{
  if (g_strcmp0 (self->chosen, address) == 0 || (address && !find (self, address)))
    return;
  g_free (self->chosen);
  self->chosen = g_strdup (address);
  save (self);
  g_signal_emit (self, changed, 0);
  if (address)
    flui_devices_check (self, address);
}
