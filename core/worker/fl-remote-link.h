/* One ssh process with `fuseloom-worker serve` at its other end: bytes, time-outs, and what went wrong. */
#pragma once

#include "fl-remote-address.h"
#include "fl-remote-frame.h"

#include <cjson/cJSON.h>

G_BEGIN_DECLS

typedef struct _FlRemoteLink FlRemoteLink;

/* Starts the user's ssh, which asks nothing, and waits for the greeting; both sides must be of one version. */
FlRemoteLink *fl_remote_link_open (const char *address, const gint *cancelled, GError **error);
void fl_remote_link_close (FlRemoteLink *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlRemoteLink, fl_remote_link_close)

const FlRemoteAddress *fl_remote_link_get_address (const FlRemoteLink *self);
const cJSON *fl_remote_link_get_greeting (const FlRemoteLink *self); /* facts of the machine */
gboolean fl_remote_link_is_up (FlRemoteLink *self);

/* Writes all and empties the array. silence_s: how long nothing at all may move; 0: as long as it takes. */
gboolean fl_remote_link_write (FlRemoteLink *self, GByteArray *bytes, const gint *cancelled, guint silence_s,
                               GError **error);
FlFrame *fl_remote_link_read (FlRemoteLink *self, const gint *cancelled, guint silence_s, GError **error);

G_END_DECLS
