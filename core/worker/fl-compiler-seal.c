/* Objects in the cache may be cut off by a full disk or a crash; loading such a one succeeds, and running it ends the
 * worker. So each ends with a word and a sum of all bytes before: a few microseconds to look at. */
#include "fl-compiler-private.h"

#include <string.h>

typedef struct
{
  char word[8];
  guint64 sum;
} Seal;

static const char word[8] = { 'f', 'u', 's', 'e', 'l', 'o', 'o', 'm' };

/* Against accidents, and an entry in another's place. Those who could forge one must be this user, and could as well
 * replace the program. */
static guint64
add_up (guint64 sum, const char *bytes, gsize length)
{
  sum ^= length * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  for (gsize i = 0; i < length; i += 8)
    {
      guint64 next = 0;
      memcpy (&next, bytes + i, MIN (length - i, 8));
      sum = (sum ^ next) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
      sum ^= sum >> 32;
    }
  return sum;
}

static Seal
make_seal (const char *key, const char *bytes, gsize length)
{
  Seal seal = { .sum = add_up (add_up (0, key, strlen (key)), bytes, length) };
  memcpy (seal.word, word, sizeof word);
  return seal;
}

char *
fl_compiler_dup_sealed (const char *key, const char *bytes, gsize length, gsize *sealed_length)
{
  Seal seal = make_seal (key, bytes, length);
  char *sealed = g_malloc (length + sizeof seal);
  memcpy (sealed, bytes, length);
  memcpy (sealed + length, &seal, sizeof seal);
  *sealed_length = length + sizeof seal;
  return sealed;
}

gboolean
fl_compiler_is_whole (const char *key, const char *bytes, gsize length)
{
  if (length <= sizeof (Seal))
    return FALSE;
  Seal seal = make_seal (key, bytes, length - sizeof seal);
  return memcmp (&seal, bytes + length - sizeof seal, sizeof seal) == 0;
}
