/* Addresses of workers elsewhere. Every part is checked letter by letter: the host and the user become words of ssh's
 * command line, and the path becomes a word that the shell over there reads. */
#include "fl-remote-address.h"

#include <string.h>

#define SCHEME "ssh://"
#define PROGRAM "fuseloom-worker"

enum
{
  MAX_BYTES = 1024
};

gboolean
fl_remote_address_is (const char *text)
{
  return text != NULL && g_str_has_prefix (text, SCHEME);
}

static gboolean
has_only (const char *text, const char *marks)
{
  if (*text == '\0' || *text == '-') /* ssh would read an option */
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && strchr (marks, *text) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
refuse (const char *text, const char *why, GError **error)
{
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
               "\"%.200s\" is no address of a device: %s; write ssh://[USER@]HOST[:PORT][/PATH]", text, why);
  return FALSE;
}

static gboolean
parse_path (FlRemoteAddress *self, const char *path, GError **error)
{
  const char *text = self->text;
  g_autofree char *plain = NULL, *name = NULL;
  if (path == NULL || path[1] == '\0')
    {
      self->worker = g_strdup (PROGRAM);
      return TRUE;
    }
  if (g_str_has_prefix (path, "/~/") && path[3] != '\0')
    plain = g_strdup (path + 3);
  else
    plain = g_strdup (path);
  if (!has_only (plain, "/._+@-"))
    return refuse (text, "of its path, only letters, digits and / . _ + @ - are taken", error);
  for (gsize n = strlen (plain); n > 1 && plain[n - 1] == '/'; n--)
    plain[n - 1] = '\0';
  name = g_path_get_basename (plain);
  self->worker = g_strconcat (*plain == '/' ? "" : "./", plain, strcmp (name, PROGRAM) == 0 ? "" : "/" PROGRAM, NULL);
  return TRUE;
}

static gboolean
parse_host (FlRemoteAddress *self, const char *text, GError **error)
{
  const char *at = strchr (text, '@'), *host = at == NULL ? text : at + 1, *colon, *end;
  if (at != NULL)
    {
      self->user = g_strndup (text, at - text);
      if (!has_only (self->user, "._-"))
        return refuse (self->text, "of its user, only letters, digits and . _ - are taken", error);
    }
  gboolean is_bracketed = *host == '[';
  host += is_bracketed;
  end = is_bracketed ? strchr (host, ']') : strchrnul (host, ':');
  if (end == NULL)
    return refuse (self->text, "a ] is missing", error);
  self->host = g_strndup (host, end - host);
  if (!has_only (self->host, is_bracketed ? ":.%" : "._-"))
    return refuse (self->text, "of its host, only letters, digits and . _ - are taken, or an IPv6 address in [ ]",
                   error);
  colon = end + is_bracketed;
  if (*colon == '\0')
    return TRUE;
  guint64 port;
  if (*colon != ':' || !g_ascii_string_to_unsigned (colon + 1, 10, 1, 65535, &port, NULL))
    return refuse (self->text, "its port is a number from 1 to 65535", error);
  self->port = port;
  return TRUE;
}

FlRemoteAddress *
fl_remote_address_parse (const char *text, GError **error)
{
  g_autoptr (FlRemoteAddress) self = g_new0 (FlRemoteAddress, 1);
  self->text = g_strdup (text);
  if (!fl_remote_address_is (text))
    {
      refuse (text, "it does not begin with ssh://", error);
      return NULL;
    }
  if (strlen (text) > MAX_BYTES)
    {
      refuse (text, "it is longer than 1024 bytes", error);
      return NULL;
    }
  const char *rest = text + strlen (SCHEME), *slash = strchr (rest, '/');
  g_autofree char *authority = slash == NULL ? g_strdup (rest) : g_strndup (rest, slash - rest);
  return parse_host (self, authority, error) && parse_path (self, slash, error) ? g_steal_pointer (&self) : NULL;
}

void
fl_remote_address_free (FlRemoteAddress *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self->user);
  g_free (self->host);
  g_free (self->worker);
  g_free (self);
}

char *
fl_remote_address_dup_advice (const FlRemoteAddress *self)
{
  gboolean is_v6 = strchr (self->host, ':') != NULL;
  g_autofree char *port = self->port == 0 ? g_strdup ("") : g_strdup_printf ("-P %u ", self->port),
                  *number = self->port == 0 ? g_strdup ("") : g_strdup_printf (":%u", self->port),
                  *place
                  = g_strdup_printf ("%s%s%s%s%s", self->user != NULL ? self->user : "", self->user != NULL ? "@" : "",
                                     is_v6 ? "[" : "", self->host, is_v6 ? "]" : "");
  return g_strdup_printf ("copy a bundle of this version there: `fuseloom-cli bundle -o fuseloom-bundle`, "
                          "`scp -r %sfuseloom-bundle %s:`, and then --device ssh://%s%s/~/fuseloom-bundle",
                          port, place, place, number);
}
