/* What the machine is, whether it is quiet, and whether two processors are two cores. */
#include "cpu-bench.h"

#include <sched.h>
#include <stdatomic.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "fl-compiler.h"

gint64
bench_machine_get_cache (guint level)
{
  static const gint64 usual[] = { 0, 32 << 10, 1 << 20, 16 << 20 };
  gint64 found = 0;

  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *folder = g_strdup_printf ("/sys/devices/system/cpu/cpu0/cache/index%u", i);
      g_autofree char *level_path = g_build_filename (folder, "level", NULL),
                      *size_path = g_build_filename (folder, "size", NULL),
                      *type_path = g_build_filename (folder, "type", NULL);
      g_autofree char *level_text = NULL, *size = NULL, *type = NULL;

      if (!g_file_get_contents (level_path, &level_text, NULL, NULL)
          || !g_file_get_contents (size_path, &size, NULL, NULL) || !g_file_get_contents (type_path, &type, NULL, NULL))
        continue;
      if (g_ascii_strtoull (level_text, NULL, 10) == level && !g_str_has_prefix (type, "Instruction"))
        found = g_ascii_strtoll (size, NULL, 10) << 10;
    }
  return found > 0 ? found : usual[MIN (level, 3)];
}

cJSON *
bench_machine_new (void)
{
  cJSON *machine = cJSON_CreateObject ();
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *date = g_date_time_format (now, "%Y-%m-%d %H:%M"), *system_text = NULL;
  const FlCompiler *compiler = fl_compiler_get (NULL);
  struct utsname system;

  uname (&system);
  system_text = g_strdup_printf ("%s %s", system.sysname, system.machine);
  cJSON_AddStringToObject (machine, "cpu", fl_compiler_get_processor ());
  cJSON_AddNumberToObject (machine, "processors", sysconf (_SC_NPROCESSORS_ONLN));
  cJSON_AddNumberToObject (machine, "l1_bytes", bench_machine_get_cache (1));
  cJSON_AddNumberToObject (machine, "l2_bytes", bench_machine_get_cache (2));
  cJSON_AddNumberToObject (machine, "l3_bytes", bench_machine_get_cache (3));
  cJSON_AddStringToObject (machine, "system", system_text);
  cJSON_AddStringToObject (machine, "kernel_compiler", compiler ? compiler->summary : "none");
  cJSON_AddStringToObject (machine, "build", BENCH_BUILD);
  cJSON_AddStringToObject (machine, "date", date);
  return machine;
}

static void
read_ticks (double *busy, double *all)
{
  g_autofree char *text = NULL;
  char *place;

  *busy = *all = 0;
  if (!g_file_get_contents ("/proc/stat", &text, NULL, NULL))
    return;
  place = text + 4; /* after "cpu " */
  for (int field = 0; field < 8; field++)
    {
      double ticks = g_ascii_strtoull (place, &place, 10);

      *all += ticks;
      *busy += field == 3 || field == 4 ? 0 : ticks;
    }
}

/* --- cores ------------------------------------------------------------------------------------ */

typedef float Quad __attribute__ ((vector_size (16)));

enum
{
  N_CHAINS = 12,   /* more than a pipeline is long: what bounds them are the units of a core */
  N_STEPS = 100000 /* a third of a millisecond or so */
};

typedef struct
{
  int cpu;
  guint n_players;
  atomic_uint *n_ready;
  gint64 ns;
} Player;

static gint64
get_ns (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}

static gpointer
play (gpointer data)
{
  Player *player = data;
  Quad sums[N_CHAINS] = { 0 };
  const Quad factor = { 0.5f, 0.5f, 0.5f, 0.5f }, term = { 1, 1, 1, 1 };
  cpu_set_t set;
  gint64 begin;

  CPU_ZERO (&set);
  CPU_SET (player->cpu, &set);
  sched_setaffinity (0, sizeof set, &set);
  atomic_fetch_add (player->n_ready, 1);
  while (atomic_load (player->n_ready) < player->n_players)
    ;
  begin = get_ns ();
  for (int i = 0; i < N_STEPS; i++)
#pragma GCC unroll 12
    for (int k = 0; k < N_CHAINS; k++)
      sums[k] = sums[k] * factor + term;
  for (int k = 0; k < N_CHAINS; k++)
    __asm__ volatile("" : : "m"(sums[k]));
  player->ns = get_ns () - begin;
  return NULL;
}

/* The longer of their times for the same work each. */
static gint64
time_players (const int *cpus, guint n)
{
  atomic_uint n_ready = 0;
  Player players[2];
  GThread *threads[2];
  gint64 ns = 0;

  for (guint i = 0; i < n; i++)
    {
      players[i] = (Player) { cpus[i], n, &n_ready, 0 };
      threads[i] = g_thread_new ("player", play, &players[i]);
    }
  for (guint i = 0; i < n; i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < n; i++)
    ns = MAX (ns, players[i].ns);
  return ns;
}

double
bench_machine_count_cores (void)
{
  enum
  {
    N_TRIES = 5
  };
  gint64 alone = G_MAXINT64, together = G_MAXINT64;
  int cpus[2], n = 0;
  cpu_set_t allowed;

  if (sched_getaffinity (0, sizeof allowed, &allowed) != 0)
    return 0;
  for (int cpu = 0; cpu < CPU_SETSIZE && n < 2; cpu++)
    if (CPU_ISSET (cpu, &allowed))
      cpus[n++] = cpu;
  if (n < 2)
    return 0;
  for (int i = 0; i < N_TRIES; i++)
    {
      alone = MIN (alone, time_players (cpus, 1));
      together = MIN (together, time_players (cpus, 2));
    }
  return 2.0 * alone / MAX (together, 1);
}

gboolean
bench_machine_is_one_core (double cores)
{
  return cores > 0 && cores < 1.7;
}

/* --- waiting ---------------------------------------------------------------------------------- */

double
bench_machine_wait (double patience_s, gboolean needs_cores)
{
  const double quiet = 0.04;
  gint64 end = g_get_monotonic_time () + patience_s * G_USEC_PER_SEC;
  double share;

  do
    {
      double busy, all, busy_after, all_after;

      read_ticks (&busy, &all);
      g_usleep (G_USEC_PER_SEC / 4);
      read_ticks (&busy_after, &all_after);
      share = all_after > all ? (busy_after - busy) / (all_after - all) : 0;
    }
  while ((share > quiet || (needs_cores && bench_machine_is_one_core (bench_machine_count_cores ())))
         && g_get_monotonic_time () < end);
  return share;
}
