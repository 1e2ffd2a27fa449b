/* What the machine is, and whether it is quiet. */
#include "cpu-bench.h"

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
      g_autofree char *level_path = g_build_filename (folder, "level", NULL), *size_path = g_build_filename (folder, "size", NULL),
                      *type_path = g_build_filename (folder, "type", NULL);
      g_autofree char *level_text = NULL, *size = NULL, *type = NULL;

      if (!g_file_get_contents (level_path, &level_text, NULL, NULL) || !g_file_get_contents (size_path, &size, NULL, NULL)
          || !g_file_get_contents (type_path, &type, NULL, NULL))
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

double
bench_machine_wait (double patience_s)
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
  while (share > quiet && g_get_monotonic_time () < end);
  return share;
}
