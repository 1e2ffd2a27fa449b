/* FluiDevices: the machines where kernels may run, of which one is chosen: this one, or one that is reached by ssh.
 * Kept in a key file in the user's config folder; all windows share it.
 *
 * Signal "changed": a machine came or went, another one was chosen, or one answered. On the main thread. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define FLUI_TYPE_DEVICES (flui_devices_get_type ())
G_DECLARE_FINAL_TYPE (FluiDevices, flui_devices, FLUI, DEVICES, GObject)

typedef enum
{
  FLUI_DEVICE_UNKNOWN, /* nobody asked it yet */
  FLUI_DEVICE_CONNECTING,
  FLUI_DEVICE_CONNECTED,
  FLUI_DEVICE_UNREACHABLE
} FluiDeviceState;

FluiDevices *flui_devices_get_default (void); /* borrowed */

guint flui_devices_get_n (FluiDevices *self); /* without this machine */
const char *flui_devices_get_address (FluiDevices *self, guint position);
/* text: system, processors and GPUs of one that is connected, the reason of one that is not. */
FluiDeviceState flui_devices_get_state (FluiDevices *self, guint position, const char **text);

/* FL_ERROR_USAGE: it is no address, or it is there already. */
gboolean flui_devices_add (FluiDevices *self, const char *address, GError **error);
void flui_devices_remove (FluiDevices *self, const char *address);
/* Connects, in a thread. */
void flui_devices_check (FluiDevices *self, const char *address);

/* NULL: this machine. */
const char *flui_devices_get_chosen (FluiDevices *self);
void flui_devices_choose (FluiDevices *self, const char *address);

G_END_DECLS
