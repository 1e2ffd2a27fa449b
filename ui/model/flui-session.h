/* FluiSession: what the user looks at: a graph, options, the stage, the step, the selection.
 * Nothing else. It never computes: it starts pipeline runs in threads and swaps frozen results in.
 * A change of option makes a new run.
 *
 * Signals (all without arguments, all on the main thread):
 *   "run-changed"        another run is current (graph opened, option changed, executed)
 *   "shown-changed"      another stage or step is shown: flui_session_get_shown () is new
 *   "selection-changed"  flui_session_get_selection () is new
 *   "difference-changed" flui_session_get_difference () is new
 *   "busy-changed"       a job began, ended, or made progress
 *   "failed"             flui_session_get_message () says what went wrong; what was there stays
 *   "options-changed"    an option was set; a new run follows
 *   "times-changed"      times of several devices are there, or it is known whether there is a GPU
 */
#pragma once

#include "fl-graph-list.h"
#include <glib-object.h>

#include "fl-fusion-log.h"
#include "fl-override.h"
#include "fl-pipeline.h"
#include "fl-times.h"

G_BEGIN_DECLS

#define FLUI_TYPE_SESSION (flui_session_get_type ())
G_DECLARE_FINAL_TYPE (FluiSession, flui_session, FLUI, SESSION, GObject)

FluiSession *flui_session_new (void);

/* --- PyTorch's own: the dumps beside the graph --- */
/* What differs between the current run and PyTorch's dumps; NULL: there are no dumps. Borrowed
 * until "run-changed". */
const FlParity *flui_session_get_parity (FluiSession *self);
/* Position in fl_parity_get_entries () of the shown stage; G_MAXUINT: none. Choosing one selects
 * what it is about. */
guint flui_session_get_difference (FluiSession *self);
void flui_session_set_difference (FluiSession *self, guint position);

/* The worker program; NULL lets the core look for it. Copied. */
void flui_session_set_worker_path (FluiSession *self, const char *path);
const char *flui_session_get_worker_path (FluiSession *self);
/* Where kernels run: the chosen machine (FluiDevices), or that worker. */
const char *flui_session_get_device_path (FluiSession *self);

/* A graph, or a folder with the dumps of a compilation (torch_compile_debug…), or a graph's file in
 * such a folder: then PyTorch's own dumps are read, too. Reads and runs in a thread. The current
 * run stays until the new one is there. */
void flui_session_open_file (FluiSession *self, const char *path);
/* With these options in the place of the session's; target_is_set: the graph's device does not
 * decide. number: of several graphs, as flui_session_open_graph; 0: the first that can be lowered.
 */
void flui_session_open_with (FluiSession *self, const char *path, guint number, const FlOptions *options,
                             gboolean target_is_set);
const char *flui_session_get_path (FluiSession *self); /* NULL: nothing open */
/* Of a log, a trace or a folder with several graphs: all of them, and the number of the one that is open. NULL: nothing
 * is open. Opening another one gives up what was decided about the first. */
const FlGraphList *flui_session_get_graphs (FluiSession *self, guint *number);
void flui_session_open_graph (FluiSession *self, guint number);
char *flui_session_dup_title (FluiSession *self);

/* The whole run, and the run as far as the shown stage and step go (the same one when the step is
 * the last). NULL: none. */
const FlRun *flui_session_get_run (FluiSession *self);
const FlRun *flui_session_get_shown (FluiSession *self);
FlKin *flui_session_get_kin (FluiSession *self);
/* The fusion stage of the whole run as a replay; NULL: it was not reached. Borrowed until
 * "run-changed". */
const FlFusionLog *flui_session_get_fusion_log (FluiSession *self);

FlStage flui_session_get_stage (FluiSession *self);
void flui_session_set_stage (FluiSession *self, FlStage stage); /* goes to the stage's last step */
guint32 flui_session_get_n_steps (FluiSession *self);           /* of the shown stage */
guint32 flui_session_get_step (FluiSession *self);              /* 0 … n_steps: so many events have happened */
void flui_session_set_step (FluiSession *self, guint32 step);
/* The event that led to the shown step; NULL at 0. */
const FlEvent *flui_session_get_event (FluiSession *self);

FlItem flui_session_get_selection (FluiSession *self);
/* The second of a selected pair ("may these two be one kernel?"); kind FL_ITEM_NONE when one thing
 * is selected. */
FlItem flui_session_get_partner (FluiSession *self);
void flui_session_select (FluiSession *self, FlItem item); /* kind FL_ITEM_NONE: nothing */
void flui_session_select_pair (FluiSession *self, FlItem item, FlItem partner);
/* Why the selected two are, or are not, one kernel; NULL: no pair is selected, or it is none that can
 * be asked about. Borrowed until the selection or the run changes. */
const FlWhy *flui_session_get_why (FluiSession *self);
/* What stands for an operation in the picture after fusion, where a strategy over operations speaks
 * of one; else the item itself. */
FlItem flui_session_get_stand_in (FluiSession *self, FlItem item);
/* Everything that is the selection or its partner in some stage, themselves included. Borrowed
 * until the selection changes. */
const FlItem *flui_session_get_lit (FluiSession *self, guint *n_items);

const FlOptions *flui_session_get_options (FluiSession *self);
void flui_session_set_option (FluiSession *self, const FlOptionInfo *row, gint64 value);
void flui_session_set_target (FluiSession *self, FlTarget target);
void flui_session_set_strategy (FluiSession *self, const char *name);

/* What was decided by hand: it holds for this graph only. strategy NULL: the one of the options. Makes
 * a new run. */
void flui_session_set_variant (FluiSession *self, const char *strategy, const FlOverride *overrides, guint n_overrides);

/* The open graph as it was read: it stays the same while sizes change, for which runs are of copies
 * of it. NULL: none. */
const FlGraph *flui_session_get_opened (FluiSession *self);
/* What a size symbol of that graph is in the next execution: as set, or its default. */
gint64 flui_session_get_size (FluiSession *self, const FlSym *symbol);
/* FlSizeValue of the symbols that the user set, those of graph, a run's; free with g_array_unref.
 */
GArray *flui_session_dup_sizes (FluiSession *self, const FlGraph *graph);
/* "s0=128", …, NULL-terminated: all are taken or, with the constraint that one of them breaks in
 * error, none. */
gboolean flui_session_set_sizes (FluiSession *self, const char *const *assignments, GError **error);

/* Values of inputs and constants of the open graph in its next executions: a .npy or .safetensors file whose names are
 * theirs, or a folder of such files. Kept until another graph is opened; "options-changed" follows. */
gboolean flui_session_give (FluiSession *self, const char *path, GError **error);
/* What was given, for people; NULL: nothing. */
char *flui_session_dup_given (FluiSession *self);

/* Builds, runs, checks and times the kernels in the worker. */
void flui_session_execute (FluiSession *self);
/* Instead: the kernels and, in rounds interleaved with them, those made without one pass over loop programs at a time
 * (fl-ablation.h). The stage that is shown stays. */
void flui_session_ablate (FluiSession *self);
/* --- several devices beside each other --- */
/* Measured by flui_session_measure_times, or read from a file; NULL: none. Borrowed until "times-changed". */
const FlTimes *flui_session_get_times (FluiSession *self);
/* The graph on the CPU and, where there is one, on a GPU: unfused, and by the strategy in force or by all. */
void flui_session_measure_times (FluiSession *self, gboolean with_all);
gboolean flui_session_open_times (FluiSession *self, const char *path, GError **error);
gboolean flui_session_save_times (FluiSession *self, const char *path, GError **error); /* there are some */
/* Begins to look for a GPU, once; "times-changed" follows. */
void flui_session_find_gpu (FluiSession *self);
/* A sentence: why kernels cannot run on a GPU; NULL: they can, or a machine elsewhere is chosen. */
const char *flui_session_get_gpu_lack (FluiSession *self);

/* Cancels whatever is under way; obeyed within a tenth of a second. */
void flui_session_cancel (FluiSession *self);
gboolean flui_session_is_busy (FluiSession *self);
/* TRUE while a graph is opened, kernels run or a report is written: what a progress bar is for (not
 * for steps). */
gboolean flui_session_is_working (FluiSession *self);
double flui_session_get_progress (FluiSession *self); /* 0 … 1; negative: unknown */
const char *flui_session_get_progress_text (FluiSession *self);
/* TRUE while the kernels are being run (not while a graph is opened). */
gboolean flui_session_is_executing (FluiSession *self);

const char *flui_session_get_message (FluiSession *self);

/* Writes the report folder in a thread; "failed" or, through done, the path of report.html. */
typedef void (*FluiReportDone) (FluiSession *self, const char *path, gpointer data);
void flui_session_write_report (FluiSession *self, const char *folder, FluiReportDone done, gpointer data);

G_END_DECLS
