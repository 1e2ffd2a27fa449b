/* Counters of the processor: counted where they are offered, else a reason. What the system itself counts stands in for
 * them here. */
#include "fl-counters.h"

#include <string.h>
#include <sys/mman.h>

/* Either there are counters, which grow, or there is a sentence. */
static void
test_offered_or_told_why (void)
{
  g_autofree char *why = NULL;
  g_autoptr (FlCounters) counters = fl_counters_open (&why);
  FlCounts before, after;
  volatile double x = 1;

  if (counters == NULL)
    {
      g_assert_true (g_str_has_prefix (why, "not offered here: "));
      g_test_message ("%s", why);
      return;
    }
  g_assert_null (why);
  fl_counters_read (counters, &before);
  for (int i = 0; i < 1000000; i++)
    x = x * 1.0000001;
  fl_counters_read (counters, &after);
  g_assert_cmpint (after.counts[1] - before.counts[1], >=, 3000000); /* a load, a product and a store in each */
  g_assert_cmpint (after.counts[0] - before.counts[0], >, 0);
}

typedef struct
{
  GMutex lock;
  GCond turn;
  int state;
} Other;

static void
touch_pages (guint n)
{
  guint8 *memory = mmap (NULL, n * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  g_assert_true (memory != MAP_FAILED);
  madvise (memory, n * 4096, MADV_NOHUGEPAGE);
  for (guint i = 0; i < n; i++)
    memory[i * 4096] = 1;
  munmap (memory, n * 4096);
}

static gpointer
run_other (gpointer data)
{
  Other *other = data;

  g_mutex_lock (&other->lock);
  other->state = 1;
  g_cond_broadcast (&other->turn);
  while (other->state < 2)
    g_cond_wait (&other->turn, &other->lock);
  g_mutex_unlock (&other->lock);
  touch_pages (200);
  return NULL;
}

/* Page faults of a thread that was there before the counters were opened: 200 pages there, 100 here. */
static void
test_all_threads_count (void)
{
  g_autofree char *why = NULL;
  Other other = { 0 };
  GThread *thread = g_thread_new ("other", run_other, &other);
  FlCounters *counters;
  FlCounts before, after;

  g_mutex_lock (&other.lock);
  while (other.state < 1)
    g_cond_wait (&other.turn, &other.lock);
  counters = fl_counters_open_software (&why);
  if (counters != NULL)
    fl_counters_read (counters, &before);
  other.state = 2;
  g_cond_broadcast (&other.turn);
  g_mutex_unlock (&other.lock);
  touch_pages (100);
  g_thread_join (thread);
  if (counters == NULL)
    {
      g_test_skip (why);
      return;
    }
  fl_counters_read (counters, &after);
  g_assert_cmpint (after.counts[1] - before.counts[1], >=, 300);
  g_assert_cmpint (after.counts[0] - before.counts[0], >, 0);
  fl_counters_close (counters);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/worker/counters/offered-or-told-why", test_offered_or_told_why);
  g_test_add_func ("/core/worker/counters/all-threads-count", test_all_threads_count);
  return g_test_run ();
}
