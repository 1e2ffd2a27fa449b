/* Times of one graph's programs on several devices, beside each other: fused and unfused, strategy by strategy, by
 * PyTorch where it was asked for. Each part is one device with what was measured on it in one run, ceilings included;
 * a part without a device is an error's, and has no times: times never travel without their device.
 *
 * Filled on one thread, then read from any; reference-counted. Kept as a file of JSON (data/schema/times.schema.json),
 * which another machine opens. */
#pragma once

#include "fl-roofline.h"
#include "fl-run.h"

typedef struct cJSON cJSON;

G_BEGIN_DECLS

typedef struct
{
  const char *by;               /* who made the kernels: "Fuseloom 0.1.0", "PyTorch 2.11.0" */
  FlTarget target;              /* for which the graph was compiled */
  const char *device;           /* "NVIDIA H200", "2 x AMD EPYC …"; NULL: error */
  const char *place;            /* "ssh://HOST/PATH"; NULL: the machine that wrote it down */
  const FlExecution *execution; /* one variant a program; NULL: error */
  const char *error;            /* a sentence: why nothing was measured; NULL: it was */
} FlTimesPart;

/* A program of a part: a row of the table, a bar of the chart. */
typedef struct
{
  const FlTimesPart *part;
  const FlVariantTime *time; /* NULL: the part's error */
  guint variant;             /* position in the part's execution */
} FlTimesRow;

typedef struct
{
  FlArena *arena;
  const char *graph;    /* name of the graph */
  const char *measured; /* when, UTC: "2026-11-24T06:40:00Z" */
  const char *path;     /* of the file that it was read from; NULL: measured here */
  GPtrArray *parts;     /* FlTimesPart */
  GArray *rows;         /* FlTimesRow */
  GPtrArray *kept;      /* FlRun: what the executions belong to */
  GPtrArray *joined;    /* FlTimes: whose parts are here, too */
  gatomicrefcount refs;
} FlTimes;

/* Name of the program that no fusion made, which the others are compared with. */
#define FL_TIMES_UNFUSED "unfused"

FlTimes *fl_times_new (const char *graph);
FlTimes *fl_times_ref (const FlTimes *times);
void fl_times_unref (FlTimes *times);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlTimes, fl_times_unref)

/* The execution of a run, which is kept. */
void fl_times_add_run (FlTimes *times, const char *by, FlTarget target, const FlRun *run);
/* An execution that lives in times->arena. */
void fl_times_add_execution (FlTimes *times, const char *by, FlTarget target, const FlExecution *execution);
void fl_times_add_error (FlTimes *times, const char *by, FlTarget target, const char *message);
/* The parts of another, which is kept. FALSE + error: they are of another graph. */
gboolean fl_times_join (FlTimes *times, const FlTimes *other, GError **error);
/* Devices with times, each once. */
guint fl_times_get_n_devices (const FlTimes *times);

/* What no fusion made, by Fuseloom, on the same device; NULL: it was not measured. */
const FlVariantTime *fl_times_find_unfused (const FlTimes *times, const FlTimesPart *part);
/* All kernels, each timed by itself; 0: they were not. */
double fl_times_add_up_kernels (const FlVariantTime *time);
/* Between kernels: on a GPU what plain launches take more than one CUDA graph of all; on a CPU what the whole program
 * takes more than its kernels one at a time. Negative: not known. */
double fl_times_get_gap (const FlTimesRow *row);
/* "agrees", "DISAGREES", "unverified" */
const char *fl_times_get_check (const FlTimesRow *row);
/* "NVIDIA H200 at ssh://HOST", or "cuda" of an error. The caller frees it. */
char *fl_times_dup_device (const FlTimesPart *part);
/* "inductor", "unfused", "torch.compile". */
const char *fl_times_get_program (const FlTimesRow *row);

/* --- what is shown ---------------------------------------------------------------------------------------------- */
typedef enum
{
  FL_TIMES_DEVICE,
  FL_TIMES_PROGRAM,
  FL_TIMES_TIME,
  FL_TIMES_SPEEDUP,
  FL_TIMES_GAP,
  FL_TIMES_CEILING,
  FL_TIMES_CHECK,
  FL_TIMES_KERNELS,
  FL_TIMES_SPREAD,
  FL_TIMES_ALONE,
  FL_TIMES_LAUNCHES,
  FL_TIMES_BY,
  FL_TIMES_N_COLUMNS
} FlTimesColumn;

typedef struct
{
  const char *title, *sentence;
  gboolean is_number;
} FlTimesColumnInfo;

const FlTimesColumnInfo *fl_times_column_get_info (FlTimesColumn column);
/* The cell's text, which the caller frees; *value is what it is sorted by. */
char *fl_times_dup_cell (const FlTimesRow *row, const FlTimes *times, FlTimesColumn column, double *value);
/* The table, and a line a device with its ceilings, notes and errors. */
void fl_times_append_text (GString *out, const FlTimes *times);
/* Device by device: how it was measured, its ceilings, what is missing. */
void fl_times_append_conditions (GString *out, const FlTimes *times);
/* One page without scripts: table, chart, a roofline a device. */
void fl_times_append_html (GString *out, const FlTimes *times);

typedef struct
{
  double width, height; /* pixels */
  gboolean dark, high_contrast;
  guint marked; /* a row; G_MAXUINT: none */
} FlTimesPaint;

/* Bars from a common zero on each device, gaps behind the kernels. */
void fl_times_paint_chart (const FlTimes *times, const FlTimesPaint *paint, cairo_t *cr);
double fl_times_get_chart_height (const FlTimes *times);
/* The row whose bar is at y; G_MAXUINT: none. */
guint fl_times_find_row (const FlTimes *times, double y);
/* The chart and, below it, a roofline a device that has one. */
char *fl_times_dup_svg (const FlTimes *times, gboolean dark);

/* --- files ------------------------------------------------------------------------------------------------------ */
/* Caller frees with cJSON_Delete. */
cJSON *fl_times_new_json (const FlTimes *times);
gboolean fl_times_write (const FlTimes *times, const char *path, GError **error);
/* What fl_times_write wrote, or what `run --json` or a report's report.json has of an execution. NULL + error with the
 * place: times without a device are refused. */
FlTimes *fl_times_read (const char *path, GError **error);
/* Does the file look like one, by its first bytes? */
gboolean fl_times_probe (const char *text, gsize length);

G_END_DECLS
