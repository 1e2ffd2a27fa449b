/* What ssh and the far side's shell said before a worker began to serve, and what to do about it. */
#include "fl-remote-explain.h"

#include <string.h>

enum
{
  EXIT_NOT_FOUND = 127, /* of a shell */
  EXIT_NOT_EXECUTABLE = 126
};

char *
fl_remote_dup_last_words (const char *said)
{
  g_auto (GStrv) lines = g_strsplit_set (said, "\r\n", -1);
  for (guint i = g_strv_length (lines); i > 0; i--)
    if (*g_strstrip (lines[i - 1]) != '\0')
      return g_utf8_make_valid (lines[i - 1], -1);
  return g_strdup ("nothing was said");
}

/* A reason that ssh has for exit 255, and what to do about it. */
static char *
explain_ssh (const char *host, const char *said)
{
  g_autofree char *words = fl_remote_dup_last_words (said);
  if (strstr (said, "Permission denied") != NULL || strstr (said, "Too many authentication failures") != NULL)
    return g_strdup_printf ("%s refused the login: %s. `ssh %s true` must work without a question: load a key with "
                            "ssh-add, or let it in with ssh-copy-id",
                            host, words, host);
  if (strstr (said, "Host key verification failed") != NULL
      || strstr (said, "REMOTE HOST IDENTIFICATION HAS CHANGED") != NULL)
    return g_strdup_printf ("the key of %s is not the one that ssh knows, or ssh knows none: %s. Connect once by hand, "
                            "`ssh %s`, and compare it",
                            host, words, host);
  return g_strdup_printf ("%s cannot be reached: %s", host, words);
}

char *
fl_remote_explain_start (const FlRemoteAddress *address, const char *said, int status)
{
  g_autofree char *advice = fl_remote_address_dup_advice (address), *words = fl_remote_dup_last_words (said);
  if (status == FL_REMOTE_EXIT_OF_SSH)
    return explain_ssh (address->host, said);
  if (strstr (said, "GLIBC_") != NULL)
    return g_strdup_printf (
        "the C library of %s is older than this Fuseloom needs: %s. Build Fuseloom on a machine with "
        "that C library, and bundle it there",
        address->host, words);
  if (status == EXIT_NOT_FOUND || status == EXIT_NOT_EXECUTABLE)
    return g_strdup_printf ("%s has no fuseloom-worker at %s (%s): %s", address->host, address->worker, words, advice);
  return g_strdup_printf ("%s on %s did not begin to serve (status %d: %s); is it of this version? Else %s",
                          address->worker, address->host, status, words, advice);
}

static const char *
get_text (const cJSON *greeting, const char *name)
{
  const char *text = cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (greeting, name));
  return text != NULL ? text : "not told";
}

char *
fl_remote_describe (const cJSON *greeting)
{
  const cJSON *gpus = cJSON_GetObjectItemCaseSensitive (greeting, "gpus"),
              *processors = cJSON_GetObjectItemCaseSensitive (greeting, "processors");
  const int n = cJSON_GetArraySize (gpus);
  const char *gpu = cJSON_GetStringValue (cJSON_GetArrayItem (gpus, 0));
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%s, %d x %s", get_text (greeting, "system"),
                          cJSON_IsNumber (processors) ? processors->valueint : 1, get_text (greeting, "machine"));
  if (gpu != NULL && n > 1)
    g_string_append_printf (text, ", %d x %s", n, gpu);
  else if (gpu != NULL)
    g_string_append_printf (text, ", %s", gpu);
  return g_string_free (text, FALSE);
}

gboolean
fl_remote_check_facts (const cJSON *facts, const char *host, GError **error)
{
  static const char *const texts[] = { "compiler", "machine", "library" };
  const cJSON *threads = cJSON_GetObjectItemCaseSensitive (facts, "threads");
  gboolean ok = cJSON_IsNumber (threads) && threads->valuedouble >= 1 && threads->valuedouble <= 4096;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    ok &= cJSON_IsString (cJSON_GetObjectItemCaseSensitive (facts, texts[i]));
  if (!ok)
    g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s answers, but does not say what a worker says of its machine",
                 host);
  return ok;
}
