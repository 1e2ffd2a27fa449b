/* Interned names: one table for the process, locked, which never frees. GLib has the same (g_intern_string), but its
 * table is one of quarks too, and leaks an array of all of them at every 2048th name: gigabytes for a graph of a
 * million nodes. */
#include "fl-intern.h"

#include <stdarg.h>
#include <string.h>

#include "fl-quote.h"

enum
{
  CHUNK_BYTES = 64 * 1024,
  SHORT_LENGTH = 128 /* names below this need no allocation to be looked up */
};

static GMutex lock;
static GHashTable *names;   /* text -> itself */
static GStringChunk *chunk; /* holds the texts */

const char *
fl_intern (const char *text)
{
  const char *name;

  if (text == NULL)
    return NULL;

  g_mutex_lock (&lock);
  if (names == NULL)
    {
      names = g_hash_table_new (g_str_hash, g_str_equal);
      chunk = g_string_chunk_new (CHUNK_BYTES);
    }
  name = g_hash_table_lookup (names, text);
  if (name == NULL)
    {
      name = g_string_chunk_insert (chunk, text);
      g_hash_table_add (names, (gpointer) name);
    }
  g_mutex_unlock (&lock);
  return name;
}

const char *
fl_intern_n (const char *text, gsize length)
{
  char short_text[SHORT_LENGTH];
  g_autofree char *long_text = NULL;

  if (length < sizeof short_text)
    {
      memcpy (short_text, text, length);
      short_text[length] = '\0';
      return fl_intern (short_text);
    }
  long_text = g_strndup (text, length);
  return fl_intern (long_text);
}

const char *
fl_intern_printf (const char *format, ...)
{
  char short_text[SHORT_LENGTH];
  g_autofree char *long_text = NULL;
  va_list args, again;
  int length;

  va_start (args, format);
  va_copy (again, args);
  length = g_vsnprintf (short_text, sizeof short_text, format, args);
  if (length < 0 || (gsize) length >= sizeof short_text)
    long_text = g_strdup_vprintf (format, again);
  va_end (again);
  va_end (args);
  return fl_intern (long_text ? long_text : short_text);
}

const char *
fl_intern_name_n (const char *text, gsize length)
{
  g_autofree char *clean = fl_quote_dup_name (text, length);

  return clean != NULL ? fl_intern (clean) : fl_intern_n (text, length);
}

const char *
fl_intern_name (const char *text)
{
  return text != NULL ? fl_intern_name_n (text, strlen (text)) : NULL;
}
