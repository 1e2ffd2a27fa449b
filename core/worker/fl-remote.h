/* A worker on another machine, asked as one on this machine is: fl-worker-client.c hands over to these functions. */
#pragma once

#include "fl-options.h"
#include "fl-worker-options.h"

#include <cjson/cJSON.h>

G_BEGIN_DECLS

typedef struct _FlRemote FlRemote;

/* options->path is the address. One link is kept when a client is closed, and the next client of that address takes it.
 */
FlRemote *fl_remote_open (const FlWorkerOptions *options, GError **error);
void fl_remote_close (FlRemote *self);
/* Connects, and keeps the link for fl_remote_open. The greeting, which is the caller's: "machine", "caches",
 * "processors", "compiler", "compiler_path", "compiler_flags", "vector_bytes", "gpus", "system". */
cJSON *fl_remote_greet (const char *address, GError **error);
/* As fl_cache_find_sizes, of the machine that is there. */
gboolean fl_remote_find_cache_sizes (FlOptions *options, const char *address, GError **error);
void fl_remote_forget (void); /* ends the link that is kept */

guint8 *fl_remote_get_exchange (FlRemote *self);
const cJSON *fl_remote_get_facts (FlRemote *self); /* as of hello, with "remote": the greeting and "host" */
/* As fl_worker_client_send and fl_worker_client_receive. A link that dropped while nothing was asked is made once more,
 * and the new worker is told what the old one knew. */
gboolean fl_remote_send (FlRemote *self, cJSON *message, GError **error);
cJSON *fl_remote_receive (FlRemote *self, FlWorkerProgress progress, gpointer data, GError **error);

G_END_DECLS
