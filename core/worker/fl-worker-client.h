/* The owner's side of a worker: starting it, asking, and telling what became of it. */
#pragma once

#include "fl-worker-options.h"

#include <cjson/cJSON.h>

G_BEGIN_DECLS

typedef struct _FlWorkerClient FlWorkerClient;

/* Starts a worker that the next fl_worker_client_open takes, if it asks for the same program: starting takes about ten
 * milliseconds, in which the caller can read a graph. It ends with the thread that called this, and with the process.
 */
void fl_worker_client_prepare (const char *path);
/* The worker's program: path, FUSELOOM_WORKER, beside this program, in PATH; NULL: nowhere. g_free it. */
char *fl_worker_client_find (const char *path);
FlWorkerClient *fl_worker_client_open (const FlWorkerOptions *options, GError **error);
void fl_worker_client_close (FlWorkerClient *client); /* ends the process */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlWorkerClient, fl_worker_client_close)

guint8 *fl_worker_client_get_exchange (FlWorkerClient *client);
const cJSON *fl_worker_client_get_facts (FlWorkerClient *client); /* the answer to hello */

/* Sends message (taken) and waits. FL_ERROR_WORKER when the worker crashed (naming signal and kernel) or hung,
 * FL_ERROR_CANCELLED, or the worker's own error. After any but the last kind the client is dead. The answer is the
 * caller's. */
cJSON *fl_worker_client_call (FlWorkerClient *client, cJSON *message, FlWorkerProgress progress, gpointer data,
                              GError **error);

/* The two halves of a call, to do something else while the worker is at it. One message at a time. */
gboolean fl_worker_client_send (FlWorkerClient *client, cJSON *message, GError **error);
cJSON *fl_worker_client_receive (FlWorkerClient *client, FlWorkerProgress progress, gpointer data, GError **error);

G_END_DECLS
