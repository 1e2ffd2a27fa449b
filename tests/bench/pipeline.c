/* How long the pipeline takes from FX text to kernels, and how much memory, without compiling or
 * running anything.
 *
 *     pipeline [--repeats N] [--sizes 250,500,…] [--json FILE] [--svg FILE] [--target cpu|cuda]
 * [GRAPH ...]
 *
 * Own-made graphs of growing size (bench-graphs.c), and graph files that are named. Each
 * measurement is a process of its own, so that none finds the memory or the interned names of
 * another; sizes and kinds are interleaved within a repeat. Times: wall and CPU time of the
 * process, median and quartiles over the repeats; the CPU time is the figure that other work on the
 * machine disturbs least, and the one that targets are compared with. Memory: the peak of the
 * process (VmHWM) minus the peak before the text was read. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fl-error.h"
#include "fl-formats.h"
#include "fl-pipeline.h"

#include "bench-graphs.h"
#include "bench-plot.h"

enum
{
  MAX_REPEATS = 99,
  N_TIMES = FL_N_STAGES + 1 /* READ stands last */
};

/* One run, as the child process sends it. */
typedef struct
{
  guint n_nodes, n_kernels;
  gint64 wall_ns, cpu_ns, peak_kib;
  gint64 stages_ns[N_TIMES];
  char error[200];
} Sample;

typedef struct
{
  const char *kind; /* NULL: a file */
  char *name;
  char *text;
  guint n_samples;
  Sample samples[MAX_REPEATS];
} Subject;

static char *sizes_text, *json_path, *svg_path, *target_name;
static int n_steps;
static int n_repeats = 7;
static char **files;

static const GOptionEntry entries[]
    = { { "repeats", 0, 0, G_OPTION_ARG_INT, &n_repeats, "Runs of each graph (default 7)", "N" },
        { "sizes", 0, 0, G_OPTION_ARG_STRING, &sizes_text, "Numbers of nodes of the own-made graphs; none: 0",
          "N,N,…" },
        { "json", 0, 0, G_OPTION_ARG_FILENAME, &json_path, "Write the figures there", "FILE" },
        { "svg", 0, 0, G_OPTION_ARG_FILENAME, &svg_path, "Draw them there", "FILE" },
        { "steps", 0, 0, G_OPTION_ARG_INT, &n_steps,
          "Instead: in one process, step through the first graph's stages that many times, and "
          "show its memory",
          "N" },
        { "target", 0, 0, G_OPTION_ARG_STRING, &target_name, "cpu (default) or cuda", "NAME" },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL, "[GRAPH ...]" },
        { NULL } };

/* --- one run ----------------------------------------------------------------------------------- */

static gint64
get_ns (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static gint64
get_peak_kib (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, "VmHWM:");
  return line ? g_ascii_strtoll (line + 6, NULL, 10) : 0;
}

static void
run_once (const Subject *subject, FlTarget target, Sample *sample)
{
  gint64 wall = get_ns (CLOCK_MONOTONIC), cpu = get_ns (CLOCK_PROCESS_CPUTIME_ID), peak;
  g_autoptr (GError) error = NULL;
  FlGraph *graph;
  FlPipelineRequest request;
  FlRun *run;

  peak = get_peak_kib ();
  graph = fl_graph_read_text (subject->name, subject->text, strlen (subject->text), &error);
  if (!graph)
    {
      g_strlcpy (sample->error, error->message, sizeof sample->error);
      return;
    }
  sample->stages_ns[FL_N_STAGES] = get_ns (CLOCK_MONOTONIC) - wall;
  fl_pipeline_request_init (&request);
  request.options.target = target;
  run = fl_pipeline_run (graph, &request);
  sample->cpu_ns = get_ns (CLOCK_PROCESS_CPUTIME_ID) - cpu;
  sample->wall_ns = get_ns (CLOCK_MONOTONIC) - wall;
  sample->peak_kib = get_peak_kib () - peak;
  sample->n_nodes = graph->n_nodes;
  for (guint i = 0; i < FL_N_STAGES; i++)
    sample->stages_ns[i] = run->stages[i].time_ns;
  sample->n_kernels = run->program ? run->program->n_kernels : 0;
  if (run->error)
    g_strlcpy (sample->error, run->error->message, sizeof sample->error);
}

static void
run_in_child (Subject *subject, FlTarget target)
{
  Sample *sample = &subject->samples[subject->n_samples];
  int ends[2];
  pid_t child;

  if (pipe (ends) != 0 || (child = fork ()) < 0)
    {
      perror ("pipeline");
      exit (1);
    }
  if (child == 0)
    {
      Sample own = { 0 };

      run_once (subject, target, &own);
      _exit (write (ends[1], &own, sizeof own) == sizeof own ? 0 : 1);
    }
  close (ends[1]);
  if (read (ends[0], sample, sizeof *sample) != sizeof *sample)
    g_strlcpy (sample->error, "the run ended without a result", sizeof sample->error);
  close (ends[0]);
  waitpid (child, NULL, 0);
  subject->n_samples++;
}

/* --- figures ----------------------------------------------------------------------------------- */

static int
compare_doubles (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return one < other ? -1 : one > other;
}

typedef struct
{
  double low, median, high; /* quartiles */
} Spread;

static Spread
spread_of (double *values, guint n)
{
  qsort (values, n, sizeof *values, compare_doubles);
  return (Spread) { values[n / 4], n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2,
                    values[(3 * n) / 4] };
}

static Spread
get_spread (const Subject *subject, gsize offset, double unit)
{
  double values[MAX_REPEATS];

  for (guint i = 0; i < subject->n_samples; i++)
    values[i] = *(const gint64 *) ((const char *) &subject->samples[i] + offset) / unit;
  return spread_of (values, subject->n_samples);
}

#define SPREAD(subject, field, unit) get_spread (subject, G_STRUCT_OFFSET (Sample, field), unit)

static guint
get_n_nodes (const Subject *subject)
{
  return subject->samples[0].n_nodes;
}

static const char *
get_time_name (guint i)
{
  return i == FL_N_STAGES ? "read" : fl_stage_get_info ((FlStage) i)->name;
}

/* Slope of log time over log x, least squares: 1 means that time grows as x does. */
static double
fit_slope (GPtrArray *subjects, const char *kind, gboolean over_n_log_n)
{
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  guint n = 0;

  for (guint i = 0; i < subjects->len; i++)
    {
      const Subject *subject = subjects->pdata[i];
      double nodes = get_n_nodes (subject), x, y;

      if (subject->kind != kind || nodes < 1)
        continue;
      x = log (over_n_log_n ? nodes * log2 (nodes) : nodes);
      y = log (SPREAD (subject, cpu_ns, 1e6).median);
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
      n++;
    }
  return n > 1 ? (n * sxy - sx * sy) / (n * sxx - sx * sx) : NAN;
}

/* --- reporting --------------------------------------------------------------------------------- */

static void
print_table (GPtrArray *subjects)
{
  printf ("%-44s %7s %8s %9s %17s %9s %8s %9s\n", "graph", "nodes", "kernels", "CPU ms", "quartiles", "ms/1000",
          "wall ms", "KiB/node");
  for (guint i = 0; i < subjects->len; i++)
    {
      const Subject *subject = subjects->pdata[i];
      Spread cpu = SPREAD (subject, cpu_ns, 1e6), wall = SPREAD (subject, wall_ns, 1e6),
             peak = SPREAD (subject, peak_kib, 1);
      double nodes = MAX (1, get_n_nodes (subject));

      if (subject->samples[0].error[0])
        printf ("%-44s %s\n", subject->name, subject->samples[0].error);
      else
        printf ("%-44s %7.0f %8u %9.1f %8.1f-%8.1f %9.1f %8.1f %9.1f\n", subject->name, nodes,
                subject->samples[0].n_kernels, cpu.median, cpu.low, cpu.high, cpu.median / nodes * 1000, wall.median,
                peak.median / nodes);
    }
  for (guint k = 0; k < n_bench_kinds; k++)
    if (!isnan (fit_slope (subjects, bench_kinds[k].name, TRUE)))
      printf ("%s: CPU time grows as (n log n)^%.2f, as n^%.2f\n", bench_kinds[k].name,
              fit_slope (subjects, bench_kinds[k].name, TRUE), fit_slope (subjects, bench_kinds[k].name, FALSE));
}

static void
append_spread (GString *out, const char *name, Spread spread)
{
  g_string_append_printf (out, "\"%s\": {\"median\": %.2f, \"low\": %.2f, \"high\": %.2f}", name, spread.median,
                          spread.low, spread.high);
}

static char *
dup_cpu_name (void)
{
  g_autofree char *text = NULL;
  const char *line, *end;

  if (!g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL) || !(line = strstr (text, "model name"))
      || !(line = strchr (line, ':')))
    return g_strdup ("unknown");
  end = strchr (line, '\n');
  return g_strstrip (g_strndup (line + 1, end - line - 1));
}

static void
append_subject (GString *out, const Subject *subject)
{
  double nodes = MAX (1, get_n_nodes (subject));
  Spread cpu = SPREAD (subject, cpu_ns, 1e6);

  g_string_append_printf (out, "    {\"graph\": \"%s\", \"nodes\": %.0f, ", subject->name, nodes);
  if (subject->samples[0].error[0])
    {
      g_string_append (out, "\"error\": true}");
      return;
    }
  g_string_append_printf (out, "\"kernels\": %u, ", subject->samples[0].n_kernels);
  append_spread (out, "cpu_ms", cpu);
  g_string_append (out, ", ");
  append_spread (out, "wall_ms", SPREAD (subject, wall_ns, 1e6));
  g_string_append_printf (out, ", \"cpu_ms_per_1000_nodes\": %.2f, \"peak_kib_per_node\": %.2f, \"stages_wall_ms\": {",
                          cpu.median / nodes * 1000, SPREAD (subject, peak_kib, 1).median / nodes);
  for (guint i = 0, n = 0; i < N_TIMES; i++)
    {
      Spread time = get_spread (subject, G_STRUCT_OFFSET (Sample, stages_ns) + i * sizeof (gint64), 1e6);

      if (i == FL_STAGE_RUN || i == FL_STAGE_REALIZE)
        continue;
      g_string_append_printf (out, "%s\"%s\": %.2f", n++ ? ", " : "", get_time_name (i), time.median);
    }
  g_string_append (out, "}}");
}

static char *
dup_json (GPtrArray *subjects)
{
  GString *out = g_string_new (NULL);
  g_autofree char *cpu = dup_cpu_name ();
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *date = g_date_time_format (now, "%Y-%m-%d");
  struct utsname system;

  uname (&system);
  g_string_append_printf (out,
                          "{\n  \"machine\": {\"cpu\": \"%s\", \"processors\": %ld, \"system\": "
                          "\"%s %s\", \"compiler\": \"%s\", "
                          "\"build\": \"%s\", \"date\": \"%s\"},\n",
                          cpu, sysconf (_SC_NPROCESSORS_ONLN), system.sysname, system.machine, __VERSION__, BENCH_BUILD,
                          date);
  g_string_append_printf (out, "  \"repeats\": %d,\n  \"target\": \"%s\",\n  \"graphs\": [\n", n_repeats,
                          target_name ? target_name : "cpu");
  for (guint i = 0; i < subjects->len; i++)
    {
      append_subject (out, subjects->pdata[i]);
      g_string_append (out, i + 1 < subjects->len ? ",\n" : "\n");
    }
  g_string_append (out, "  ],\n  \"growth\": {");
  for (guint k = 0, n = 0; k < n_bench_kinds; k++)
    if (!isnan (fit_slope (subjects, bench_kinds[k].name, TRUE)))
      g_string_append_printf (out, "%s\"%s\": {\"exponent_of_n_log_n\": %.3f, \"exponent_of_n\": %.3f}",
                              n++ ? ", " : "", bench_kinds[k].name, fit_slope (subjects, bench_kinds[k].name, TRUE),
                              fit_slope (subjects, bench_kinds[k].name, FALSE));
  g_string_append (out, "}\n}\n");
  return g_string_free (out, FALSE);
}

static void
draw (GPtrArray *subjects, const char *path)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (BenchPoint));

  for (guint i = 0; i < subjects->len; i++)
    {
      const Subject *subject = subjects->pdata[i];
      Spread cpu = SPREAD (subject, cpu_ns, 1e6);
      BenchPoint point
          = { subject->kind ? subject->kind : "files", get_n_nodes (subject), cpu.median, cpu.low, cpu.high };

      if (!subject->samples[0].error[0])
        g_array_append_val (points, point);
    }
  {
    g_autofree char *svg = bench_plot_dup_svg ((const BenchPoint *) points->data, points->len);
    g_autoptr (GError) error = NULL;

    if (!g_file_set_contents (path, svg, -1, &error))
      fprintf (stderr, "pipeline: %s\n", error->message);
  }
}

/* --- stepping in one process
 * ----------------------------------------------------------------------------------------- */

static gint64
get_resident_kib (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, "VmRSS:");
  return line ? g_ascii_strtoll (line + 6, NULL, 10) : 0;
}

typedef struct
{
  FlGraph *graph;
  FlPipelineRequest request;
} Step;

static gpointer
run_step (gpointer data)
{
  const Step *step = data;

  return fl_pipeline_run (step->graph, &step->request);
}

/* What a window does when its step bar is dragged: one run after the other over one graph, each in
 * a thread, and thrown away by the first thread. */
static int
step_through (const Subject *subject, FlTarget target)
{
  static const FlStage stages[]
      = { FL_STAGE_DECOMPOSE, FL_STAGE_LOWER, FL_STAGE_SCHEDULE, FL_STAGE_FUSE, FL_STAGE_MEMORY, FL_STAGE_CODEGEN };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text (subject->name, subject->text, strlen (subject->text), &error);

  if (!graph)
    {
      fprintf (stderr, "pipeline: %s\n", error->message);
      return 1;
    }
  for (int i = 0; i < n_steps; i++)
    {
      Step step = { .graph = graph };

      fl_pipeline_request_init (&step.request);
      step.request.options.target = target;
      step.request.stop_stage = stages[i % G_N_ELEMENTS (stages)];
      step.request.stop_step = (guint32) i * 997 % 12000; /* all over the stage, never in order */
      fl_run_unref (g_thread_join (g_thread_new ("step", run_step, &step)));
      if (i % MAX (1, n_steps / 10) == 0 || i + 1 == n_steps)
        printf ("step %4d: %7.1f MiB\n", i + 1, get_resident_kib () / 1024.0);
    }
  return 0;
}

/* --- the whole --------------------------------------------------------------------------------- */

static void
add_subjects (GPtrArray *subjects)
{
  g_auto (GStrv) sizes = g_strsplit (sizes_text ? sizes_text : "250,500,1000,2000,4000,8000,16000", ",", -1);

  for (guint k = 0; k < n_bench_kinds; k++)
    for (guint i = 0; sizes[i]; i++)
      {
        guint n = atoi (sizes[i]);
        Subject *subject;

        if (n == 0)
          continue;
        subject = g_new0 (Subject, 1);
        subject->kind = bench_kinds[k].name;
        subject->name = g_strdup_printf ("%s %u", bench_kinds[k].name, n);
        subject->text = bench_graph_dup_text (&bench_kinds[k], n);
        g_ptr_array_add (subjects, subject);
      }
  for (guint i = 0; files && files[i]; i++)
    {
      Subject *subject = g_new0 (Subject, 1);
      g_autofree char *folder = g_path_get_dirname (files[i]);
      g_autoptr (GError) error = NULL;

      subject->name = g_path_get_basename (folder);
      if (!g_file_get_contents (files[i], &subject->text, NULL, &error))
        {
          fprintf (stderr, "pipeline: %s\n", error->message);
          exit (1);
        }
      g_ptr_array_add (subjects, subject);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GPtrArray) subjects = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  FlTarget target = FL_TARGET_CPU;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_repeats < 1 || n_repeats > MAX_REPEATS
      || (target_name && !fl_target_find (target_name, &target)))
    {
      fprintf (stderr, "pipeline: %s\n", error ? error->message : "wrong value of an option");
      return 2;
    }
  add_subjects (subjects);
  if (n_steps > 0 && subjects->len > 0)
    return step_through (subjects->pdata[0], target);
  for (int repeat = 0; repeat < n_repeats; repeat++)
    for (guint i = 0; i < subjects->len; i++)
      run_in_child (subjects->pdata[i], target);
  print_table (subjects);
  if (json_path)
    {
      g_autofree char *json = dup_json (subjects);

      if (!g_file_set_contents (json_path, json, -1, &error))
        {
          fprintf (stderr, "pipeline: %s\n", error->message);
          return 1;
        }
    }
  if (svg_path)
    draw (subjects, svg_path);
  return 0;
}
