/* Sizes of the processor's caches. See fl-cache-sizes.h. */
#include "fl-cache-sizes.h"

#include <unistd.h>

enum
{
  N_LEVELS = 3,
  MAX_INDICES = 8
};

static char *
read_word (const char *folder, guint index, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/index%u/%s", folder, index, name);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? g_strstrip (text) : NULL;
}

/* "48K", "1024K", "32M"; 0: none of these. */
static gint64
parse_size (const char *text)
{
  char *end;
  const gint64 number = g_ascii_strtoll (text, &end, 10);
  const guint shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;

  return number > 0 && number <= G_MAXINT64 >> shift ? number << shift : 0;
}

gint64
fl_cache_read_bytes (const char *folder, guint level)
{
  for (guint i = 0; i < MAX_INDICES; i++)
    {
      g_autofree char *number = read_word (folder, i, "level"), *type = read_word (folder, i, "type"),
                      *size = read_word (folder, i, "size");

      if (number && type && size && g_ascii_strtoull (number, NULL, 10) == level && !g_str_equal (type, "Instruction"))
        return parse_size (size);
    }
  return 0;
}

/* sysconf asks the processor itself where there is no such folder; of a cache that several share it may count all of
 * the machine's, and comes second. */
gint64
fl_cache_get_bytes (guint level)
{
  static const int names[N_LEVELS] = { _SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE };
  static gint64 bytes[N_LEVELS];
  static gsize once;

  g_assert (level >= 1 && level <= N_LEVELS);
  if (g_once_init_enter (&once))
    {
      for (guint i = 0; i < N_LEVELS; i++)
        {
          bytes[i] = fl_cache_read_bytes ("/sys/devices/system/cpu/cpu0/cache", i + 1);
          if (bytes[i] == 0)
            bytes[i] = MAX (sysconf (names[i]), 0);
        }
      g_once_init_leave (&once, 1);
    }
  return bytes[level - 1];
}

void
fl_cache_find_sizes (FlOptions *options)
{
  options->machine_l1_bytes = fl_cache_get_bytes (1);
  options->machine_l2_bytes = fl_cache_get_bytes (2);
}
