/* Objects in the cache may be cut off by a full disk or a crash; loading such a one succeeds, and running it ends the worker. So each ends
 * with a word and a sum of all bytes before: a few microseconds to look at. */
#include "fl-compiler-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  char word[8];
  guint64 sum;
} Seal;

static const char word[8] = { 'f', 'u', 's', 'e', 'l', 'o', 'o', 'm' };

/* Not against attackers: they could as well write another object. */
static guint64
add_up (const char *bytes, gsize length)
{
  guint64 sum = length * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  for (gsize i = 0; i < length; i += 8)
    {
      guint64 next = 0;
      memcpy (&next, bytes + i, MIN (length - i, 8));
      sum = (sum ^ next) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
      sum ^= sum >> 32;
    }
  return sum;
}

gboolean
fl_compiler_seal (const char *object, GError **error)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (object, FALSE, NULL);
  Seal seal = { .sum = file != NULL ? add_up (g_mapped_file_get_contents (file), g_mapped_file_get_length (file)) : 0 };
  memcpy (seal.word, word, sizeof word);
  int fd = file != NULL ? open (object, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
  gboolean done = fd >= 0 && write (fd, &seal, sizeof seal) == sizeof seal;
  if (!done)
    g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s cannot be written: %s", object, g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return done;
}

gboolean
fl_compiler_is_whole (const char *object)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (object, FALSE, NULL);
  gsize length = file != NULL ? g_mapped_file_get_length (file) : 0;
  Seal seal;
  if (length <= sizeof seal)
    return FALSE;
  memcpy (&seal, g_mapped_file_get_contents (file) + length - sizeof seal, sizeof seal);
  return memcmp (seal.word, word, sizeof word) == 0 && seal.sum == add_up (g_mapped_file_get_contents (file), length - sizeof seal);
}
