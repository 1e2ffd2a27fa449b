/* Times of several devices as a table, and how they were measured. */
#include "fl-quote.h"
#include "fl-report-private.h"
#include "fl-text.h"
#include "fl-times-private.h"

static const FlTimesColumnInfo columns[FL_TIMES_N_COLUMNS] = {
  [FL_TIMES_DEVICE] = { "device", "Where the kernels ran", FALSE },
  [FL_TIMES_BY] = { "by", "Who made the kernels", FALSE },
  [FL_TIMES_PROGRAM] = { "program", "The fusion strategy; unfused: a kernel for each operation", FALSE },
  [FL_TIMES_KERNELS] = { "kernels", "Kernels and library calls of the program", TRUE },
  [FL_TIMES_TIME] = { "time", "The whole program, median; on a GPU as one CUDA graph where there is one", TRUE },
  [FL_TIMES_SPREAD] = { "quartiles", "Half of all samples lie between these", TRUE },
  [FL_TIMES_ALONE] = { "kernels alone", "All its kernels, each timed by itself", TRUE },
  [FL_TIMES_GAP]
  = { "launch gaps",
      "Between kernels: on a GPU what plain launches take more than one CUDA graph of all, on a CPU what "
      "the whole takes more than its kernels",
      TRUE },
  [FL_TIMES_LAUNCHES] = { "plain launches", "On a GPU: the whole by a launch for each kernel", TRUE },
  [FL_TIMES_SPEEDUP] = { "unfused/this", "How many times as fast as the unfused program on the same device", TRUE },
  [FL_TIMES_CEILING]
  = { "of ceiling",
      "The fastest that the graph's inputs and results could be read and written, measured in the same run, as a share "
      "of the time",
      TRUE },
  [FL_TIMES_CHECK] = { "result", "Beside the float64 reference", FALSE },
};

const FlTimesColumnInfo *
fl_times_column_get_info (FlTimesColumn column)
{
  return &columns[column];
}

/* --- cells ------------------------------------------------------------------------------------ */

static char *
dup_ns (double ns, double *value)
{
  *value = ns;
  return ns > 0 ? fl_text_dup_duration (ns) : g_strdup ("–");
}

static char *
dup_time_cell (const FlTimesRow *row, const FlTimes *times, FlTimesColumn column, double *value)
{
  const FlVariantTime *time = row->time, *unfused = fl_times_find_unfused (times, row->part);
  g_autofree char *low = fl_text_dup_duration (time->total_low_ns), *high = fl_text_dup_duration (time->total_high_ns);
  double gap;

  switch (column)
    {
    case FL_TIMES_KERNELS:
      *value = time->n_kernels;
      return time->n_kernels > 0 ? g_strdup_printf ("%u", time->n_kernels) : g_strdup ("–");
    case FL_TIMES_TIME: return dup_ns (time->total_median_ns, value);
    case FL_TIMES_SPREAD:
      *value = time->total_high_ns - time->total_low_ns;
      return time->total_median_ns > 0 ? g_strdup_printf ("%s … %s", low, high) : g_strdup ("–");
    case FL_TIMES_ALONE: return dup_ns (fl_times_add_up_kernels (time), value);
    case FL_TIMES_GAP:
      gap = *value = fl_times_get_gap (row);
      return gap < 0 ? g_strdup ("–") : fl_text_dup_duration (gap);
    case FL_TIMES_LAUNCHES: return dup_ns (time->plain_median_ns, value);
    case FL_TIMES_SPEEDUP:
      *value = unfused && time->total_median_ns > 0 ? unfused->total_median_ns / time->total_median_ns : 0;
      return *value > 0 ? fl_report_dup_number ("%.2f", *value) : g_strdup ("–");
    case FL_TIMES_CEILING:
      *value = time->ceiling_ns > 0 && time->total_median_ns > 0 ? time->ceiling_ns / time->total_median_ns : 0;
      return *value > 0 ? g_strdup_printf ("%.0f %%", 100 * *value) : g_strdup ("–");
    default: return g_strdup (fl_times_get_check (row));
    }
}

char *
fl_times_dup_cell (const FlTimesRow *row, const FlTimes *times, FlTimesColumn column, double *value)
{
  *value = 0;
  if (column == FL_TIMES_DEVICE)
    return fl_times_dup_device (row->part);
  if (column == FL_TIMES_BY)
    return g_strdup (row->part->by);
  if (column == FL_TIMES_PROGRAM)
    return g_strdup (fl_times_get_program (row));
  if (!row->time)
    return g_strdup (column == FL_TIMES_CHECK ? "not measured" : "–");
  return dup_time_cell (row, times, column, value);
}

void
fl_times_init_table (FlTable *table, const FlTimes *times)
{
  static const char *titles[FL_TIMES_N_COLUMNS];
  guint32 right = 0;
  double value;

  for (guint c = 0; c < FL_TIMES_N_COLUMNS; c++)
    {
      titles[c] = columns[c].title;
      right |= (guint32) columns[c].is_number << c;
    }
  fl_table_init (table, titles, FL_TIMES_N_COLUMNS, right);
  for (guint r = 0; r < times->rows->len; r++)
    for (guint c = 0; c < FL_TIMES_N_COLUMNS; c++)
      fl_table_take (table, fl_times_dup_cell (&g_array_index (times->rows, FlTimesRow, r), times, c, &value));
}

/* --- under which conditions ------------------------------------------------------------------- */

static void
append_ceilings (GString *out, const FlExecution *execution)
{
  g_autofree char *copy = fl_report_dup_number ("%.3g", execution->copy_bytes_per_s / 1e9),
                  *peak = fl_report_dup_number ("%.3g", execution->peak_flops_per_s / 1e9);

  if (execution->copy_bytes_per_s > 0)
    g_string_append_printf (out, "; copy %s GB/s", copy);
  if (execution->peak_flops_per_s > 0)
    g_string_append_printf (out, "; peak FMA %s GFLOP/s", peak);
  for (guint i = 0; i < execution->n_products; i++)
    {
      g_autofree char *rate = fl_report_dup_number ("%.3g", execution->products[i].flops_per_s / 1e9);

      g_string_append_printf (out, "; products of %s %s GFLOP/s", execution->products[i].type, rate);
    }
  if (execution->copy_bytes_per_s > 0 || execution->peak_flops_per_s > 0)
    g_string_append (out, ", measured in the same run");
}

static void
append_part (GString *out, const FlTimesPart *part)
{
  const FlExecution *execution = part->execution;
  g_autofree char *device = fl_times_dup_device (part);

  g_string_append_printf (out, "%s, %s: ", device, part->by);
  if (part->error)
    {
      g_string_append_printf (out, "not measured: %s\n", part->error);
      return;
    }
  g_string_append (out, execution->machine ? execution->machine : device);
  append_ceilings (out, execution);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < execution->n_variants; i++)
    if (execution->variants[i].no_graph_why)
      g_string_append_printf (out, "  %s: no CUDA graph: %s\n", execution->variants[i].name,
                              execution->variants[i].no_graph_why);
  for (guint i = 0; i < execution->n_notes; i++)
    g_string_append_printf (out, "  %s\n", execution->notes[i]);
  if (execution->warning)
    g_string_append_printf (out, "  warning: %s\n", execution->warning);
  if (execution->check == FL_CHECK_UNVERIFIED && execution->not_verified_why)
    g_string_append_printf (out, "  unverified: %s\n", execution->not_verified_why);
  if (execution->foreign_share > 0.05)
    g_string_append_printf (out, "  other processes used %.0f %% of the machine meanwhile\n",
                            100 * execution->foreign_share);
}

void
fl_times_append_conditions (GString *out, const FlTimes *times)
{
  g_string_append_printf (out, "measured: %s%s%s\n", times->measured, times->path ? ", read from " : "",
                          times->path ? times->path : "");
  for (guint i = 0; i < times->parts->len; i++)
    append_part (out, times->parts->pdata[i]);
}

void
fl_times_append_text (GString *out, const FlTimes *times)
{
  FlTable table;

  fl_times_init_table (&table, times);
  fl_table_append_text (out, &table);
  fl_table_clear (&table);
  fl_times_append_conditions (out, times);
}
