/* A worker elsewhere: what is said to it, what it must be told again after a link dropped, and its exchange memory. */
#include "fl-remote.h"

#include "fl-remote-explain.h"
#include "fl-remote-link.h"
#include "fl-worker-protocol.h"

#include <string.h>
#include <sys/mman.h>

enum
{
  GRACE_S = 30, /* the far side watches the time-out itself, and its answer travels */
  FLUSH_BYTES = 4 << 20
};

typedef struct
{
  char *name; /* "do" */
  int id;     /* of a program; -1: none */
  char *text;
} Said;

struct _FlRemote
{
  char *address;
  FlRemoteLink *link;
  FlWorkerOptions options;
  guint8 *exchange;
  gsize exchange_bytes;
  FlMirror mirror;
  GByteArray *out;
  GPtrArray *said; /* messages that another worker must be sent to be as this one */
  guint n_due;     /* answers */
  gboolean was_reconnected;
  gboolean is_broken; /* something is on its way that nobody awaits any more */
  cJSON *facts;
};

static void
said_free (gpointer data)
{
  Said *said = data;
  g_free (said->name);
  g_free (said->text);
  g_free (said);
}

/* --- the link that is kept --------------------------------------------------------------------- */

static struct
{
  GMutex lock;
  FlRemoteLink *link;
} kept;

static void
keep_link (FlRemoteLink *link)
{
  g_mutex_lock (&kept.lock);
  FlRemoteLink *old = kept.link;
  kept.link = link;
  g_mutex_unlock (&kept.lock);
  fl_remote_link_close (old);
}

static FlRemoteLink *
take_link (const char *address, const gint *cancelled, GError **error)
{
  g_autoptr (FlRemoteLink) link = NULL;
  g_mutex_lock (&kept.lock);
  if (kept.link != NULL && strcmp (fl_remote_link_get_address (kept.link)->text, address) == 0)
    link = g_steal_pointer (&kept.link);
  g_mutex_unlock (&kept.lock);
  if (link != NULL && fl_remote_link_is_up (link))
    return g_steal_pointer (&link);
  return fl_remote_link_open (address, cancelled, error);
}

void
fl_remote_forget (void)
{
  keep_link (NULL);
}

cJSON *
fl_remote_greet (const char *address, GError **error)
{
  FlRemoteLink *link = take_link (address, NULL, error);
  if (link == NULL)
    return NULL;
  cJSON *greeting = cJSON_Duplicate (fl_remote_link_get_greeting (link), TRUE);
  keep_link (link);
  return greeting;
}

gboolean
fl_remote_find_cache_sizes (FlOptions *options, const char *address, GError **error)
{
  const double most = G_GINT64_CONSTANT (1) << 40;
  cJSON *greeting = fl_remote_greet (address, error);
  if (greeting == NULL)
    return FALSE;
  const cJSON *caches = cJSON_GetObjectItemCaseSensitive (greeting, "caches"), *l1 = cJSON_GetArrayItem (caches, 0),
              *l2 = cJSON_GetArrayItem (caches, 1);
  options->machine_l1_bytes = cJSON_IsNumber (l1) ? (gint64) CLAMP (l1->valuedouble, 0, most) : 0;
  options->machine_l2_bytes = cJSON_IsNumber (l2) ? (gint64) CLAMP (l2->valuedouble, 0, most) : 0;
  cJSON_Delete (greeting);
  return TRUE;
}

/* --- saying ------------------------------------------------------------------------------------ */

static guint
get_silence (const FlRemote *self)
{
  return self->options.timeout_s + GRACE_S;
}

static gboolean
flush (FlRemote *self, GError **error)
{
  gboolean ok = fl_remote_link_write (self->link, self->out, self->options.cancelled, get_silence (self), error);
  self->is_broken |= !ok;
  return ok;
}

/* Compilers and measurements of the machine read no tensors. */
static gboolean
reads_exchange (const char *name)
{
  static const char *const others[] = { "open", "compile", "compiled", "ceilings", "streaming", NULL };
  return !g_strv_contains (others, name);
}

static gboolean
write_message (FlRemote *self, const char *name, const char *text, GError **error)
{
  for (gsize offset = 0; reads_exchange (name) && fl_mirror_append_next (&self->mirror, &offset, self->out);)
    if (self->out->len > FLUSH_BYTES && !flush (self, error))
      return FALSE;
  if (strlen (text) > FL_REMOTE_MAX_TEXT)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "a message of %" G_GSIZE_FORMAT " bytes is too long to travel",
                   strlen (text));
      return FALSE;
    }
  fl_frame_append (self->out, FL_FRAME_TEXT, 0, text, strlen (text));
  return flush (self, error);
}

/* The next text; pieces of the exchange memory that come before it are stored. */
static cJSON *
read_text (FlRemote *self, GError **error)
{
  for (;;)
    {
      g_autoptr (FlFrame) frame = fl_remote_link_read (self->link, self->options.cancelled, get_silence (self), error);
      if (frame == NULL || (frame->kind == FL_FRAME_BYTES && !fl_mirror_store (&self->mirror, frame, error)))
        {
          self->is_broken = TRUE;
          return NULL;
        }
      if (frame->kind == FL_FRAME_TEXT)
        {
          cJSON *text = cJSON_Parse ((const char *) frame->bytes);
          return text != NULL ? text : cJSON_CreateObject ();
        }
    }
}

static cJSON *
read_answer (FlRemote *self, FlWorkerProgress progress, gpointer data, GError **error)
{
  for (;;)
    {
      cJSON *answer = read_text (self, error);
      if (answer == NULL)
        return NULL;
      const cJSON *fraction = cJSON_GetObjectItemCaseSensitive (answer, "progress"),
                  *ok = cJSON_GetObjectItemCaseSensitive (answer, "ok");
      if (cJSON_IsTrue (ok))
        return answer;
      if (cJSON_IsFalse (ok))
        {
          const char *text = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (answer, "message"));
          const char *code = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (answer, "code"));
          g_set_error (error, FL_ERROR, fl_worker_find_code (code), "on %s: %s",
                       fl_remote_link_get_address (self->link)->host, text == NULL ? "the worker failed" : text);
          cJSON_Delete (answer);
          return NULL;
        }
      if (cJSON_IsNumber (fraction) && progress != NULL)
        progress (fraction->valuedouble, data);
      cJSON_Delete (answer);
    }
}

/* --- a link that dropped ----------------------------------------------------------------------- */

static void
remember (FlRemote *self, const cJSON *message, const char *name, const char *text)
{
  static const char *const kinds[] = { "compile", "compiled", "program", "run", NULL };
  const cJSON *id = cJSON_GetObjectItemCaseSensitive (message, "id");
  if (!g_strv_contains (kinds, name))
    return;
  Said *said = g_new0 (Said, 1);
  said->name = g_strdup (name);
  said->text = g_strdup (text);
  said->id = cJSON_IsNumber (id) ? id->valueint : -1;
  /* A program takes the place of an earlier one of its number, and of that one's runs. */
  for (guint i = self->said->len; i > 0 && said->id >= 0; i--)
    {
      const Said *old = self->said->pdata[i - 1];
      if (old->id == said->id && (strcmp (name, "program") == 0 || strcmp (old->name, name) == 0))
        g_ptr_array_remove_index (self->said, i - 1);
    }
  g_ptr_array_add (self->said, said);
}

static gboolean
open_worker (FlRemote *self, GError **error)
{
  const FlWorkerOptions *options = &self->options;
  g_autoptr (GError) own = NULL;
  cJSON *message = cJSON_CreateObject ();
  cJSON_AddStringToObject (message, "do", "open");
  cJSON_AddNumberToObject (message, "exchange_bytes", self->exchange_bytes);
  cJSON_AddNumberToObject (message, "timeout_s", options->timeout_s);
  cJSON_AddNumberToObject (message, "threads", options->n_threads);
  cJSON_AddNumberToObject (message, "limit_bytes", options->limit_bytes);
  cJSON_AddBoolToObject (message, "for_gpu", options->for_gpu);
  cJSON_AddBoolToObject (message, "sanitize", options->sanitize);
  cJSON_AddBoolToObject (message, "only_bounds", options->only_bounds);
  char *text = cJSON_PrintUnformatted (message);
  cJSON_Delete (message);
  cJSON_Delete (self->facts);
  self->facts = write_message (self, "open", text, error) ? read_answer (self, NULL, NULL, error) : NULL;
  cJSON_free (text);
  if (self->facts == NULL || !fl_remote_check_facts (self->facts, fl_remote_link_get_address (self->link)->host, error))
    return FALSE;
  cJSON *remote = cJSON_Duplicate (fl_remote_link_get_greeting (self->link), TRUE);
  cJSON_DeleteItemFromObjectCaseSensitive (remote, "host");
  cJSON_AddStringToObject (remote, "host", fl_remote_link_get_address (self->link)->host);
  cJSON_DeleteItemFromObjectCaseSensitive (self->facts, "remote");
  cJSON_AddItemToObject (self->facts, "remote", remote);
  return TRUE;
}

static gboolean
tell_again (FlRemote *self, GError **error)
{
  for (guint i = 0; i < self->said->len; i++)
    {
      const Said *said = self->said->pdata[i];
      if (!write_message (self, said->name, said->text, error))
        return FALSE;
      cJSON *answer = read_answer (self, NULL, NULL, error);
      if (answer == NULL)
        return FALSE;
      cJSON_Delete (answer);
    }
  return TRUE;
}

static gboolean
reconnect (FlRemote *self, GError **error)
{
  self->was_reconnected = TRUE;
  self->is_broken = FALSE;
  g_clear_pointer (&self->link, fl_remote_link_close);
  g_byte_array_set_size (self->out, 0);
  fl_mirror_clear (&self->mirror);
  self->link = fl_remote_link_open (self->address, self->options.cancelled, error);
  if (self->link != NULL && fl_mirror_init (&self->mirror, self->exchange, self->exchange_bytes, error)
      && open_worker (self, error) && tell_again (self, error))
    return TRUE;
  g_prefix_error (error, "the link dropped, and was made again once: ");
  return FALSE;
}

/* --- as fl-worker-client.h --------------------------------------------------------------------- */

gboolean
fl_remote_send (FlRemote *self, cJSON *message, GError **error)
{
  cJSON_DeleteItemFromObjectCaseSensitive (message, "cache"); /* a folder of this machine */
  const char *found = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (message, "do"));
  g_autofree char *name = g_strdup (found != NULL ? found : "");
  char *text = cJSON_PrintUnformatted (message);
  gboolean ok = self->link != NULL;
  if (ok && self->n_due == 0 && !self->was_reconnected && !fl_remote_link_is_up (self->link))
    ok = reconnect (self, error);
  else if (!ok)
    g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "there is no link to %s any more", self->address);
  if (ok)
    remember (self, message, name, text);
  ok = ok && write_message (self, name, text, error);
  self->n_due += ok;
  cJSON_free (text);
  cJSON_Delete (message);
  return ok;
}

cJSON *
fl_remote_receive (FlRemote *self, FlWorkerProgress progress, gpointer data, GError **error)
{
  GError *own = NULL;
  cJSON *answer = read_answer (self, progress, data, &own);
  self->n_due -= self->n_due > 0;
  if (answer != NULL)
    return answer;
  if (own->code == FL_ERROR_WORKER && !fl_remote_link_is_up (self->link))
    g_prefix_error (&own, "while an answer was awaited: ");
  g_propagate_error (error, own);
  return NULL;
}

guint8 *
fl_remote_get_exchange (FlRemote *self)
{
  return self->exchange;
}

const cJSON *
fl_remote_get_facts (FlRemote *self)
{
  return self->facts;
}

FlRemote *
fl_remote_open (const FlWorkerOptions *options, GError **error)
{
  FlRemote *self = g_new0 (FlRemote, 1);
  self->address = g_strdup (options->path);
  self->options = *options;
  self->options.path = NULL;
  self->options.timeout_s = MAX (options->timeout_s, 1);
  self->exchange_bytes = MAX (options->exchange_bytes, 4096);
  self->out = g_byte_array_new ();
  self->said = g_ptr_array_new_with_free_func (said_free);
  gpointer memory
      = mmap (NULL, self->exchange_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  self->exchange = memory == MAP_FAILED ? NULL : memory;
  if (self->exchange == NULL)
    g_set_error (error, FL_ERROR, FL_ERROR_IO, "%" G_GSIZE_FORMAT " bytes of memory cannot be had",
                 self->exchange_bytes);
  if (self->exchange != NULL && fl_mirror_init (&self->mirror, self->exchange, self->exchange_bytes, error)
      && (self->link = take_link (self->address, options->cancelled, error)) != NULL && open_worker (self, error))
    return self;
  fl_remote_close (self);
  return NULL;
}

/* A link whose answers have all come can serve another client. */
static gboolean
can_keep (FlRemote *self)
{
  static const char text[] = "{\"do\":\"close\"}";
  if (self->link == NULL || self->facts == NULL || self->n_due > 0 || self->is_broken
      || !fl_remote_link_is_up (self->link))
    return FALSE;
  self->options.cancelled = NULL;
  g_byte_array_set_size (self->out, 0);
  fl_frame_append (self->out, FL_FRAME_TEXT, 0, text, strlen (text));
  if (!flush (self, NULL))
    return FALSE;
  cJSON *answer = read_answer (self, NULL, NULL, NULL);
  cJSON_Delete (answer);
  return answer != NULL;
}

void
fl_remote_close (FlRemote *self)
{
  if (self == NULL)
    return;
  if (can_keep (self))
    keep_link (self->link);
  else
    fl_remote_link_close (self->link);
  fl_mirror_clear (&self->mirror);
  if (self->exchange != NULL)
    munmap (self->exchange, self->exchange_bytes);
  g_byte_array_unref (self->out);
  g_ptr_array_unref (self->said);
  cJSON_Delete (self->facts);
  g_free (self->address);
  g_free (self);
}
