/* Programs under several strategies share units and ask for them together: the first who asks calls the compiler, the
 * others wait and find the object in the cache. */
#include "fl-compiler-private.h"

static GMutex lock;
static GCond ended;
static GHashTable *underway; /* keys of what is being made */

gboolean
fl_compiler_turn_begin (const char *key)
{
  g_mutex_lock (&lock);
  if (underway == NULL)
    underway = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean is_first = !g_hash_table_contains (underway, key);
  if (is_first)
    g_hash_table_add (underway, g_strdup (key));
  /* Whoever waited takes no turn: where nothing can be kept, all others compile side by side. */
  while (!is_first && g_hash_table_contains (underway, key))
    g_cond_wait (&ended, &lock);
  g_mutex_unlock (&lock);
  return is_first;
}

void
fl_compiler_turn_end (const char *key)
{
  g_mutex_lock (&lock);
  g_hash_table_remove (underway, key);
  g_cond_broadcast (&ended);
  g_mutex_unlock (&lock);
}
