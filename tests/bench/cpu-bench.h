/* The parts of the CPU benchmark. Results are one cJSON document, which measuring fills and reports read. */
#pragma once

#include <cjson/cJSON.h>

#include "cpu-cases.h"
#include "fl-codegen.h"

/* --- PyTorch, in a process of its own --------------------------------------------------------- */
typedef struct _BenchPeer BenchPeer;
BenchPeer *bench_peer_open (const char *python, const char *script, guint n_threads, const char *cache, GError **error);
void bench_peer_close (BenchPeer *peer);
const char *bench_peer_get_version (BenchPeer *peer);
guint bench_peer_get_n_threads (BenchPeer *peer);
/* "modes" of the answer, the caller's; NULL + error when PyTorch cannot take the graph or is gone. */
cJSON *bench_peer_load (BenchPeer *peer, const char *fx_text, const BenchText *facts, const char *const *modes,
                        GError **error);
/* {mode: [ns]}, the caller's. */
cJSON *bench_peer_measure (BenchPeer *peer, guint n_samples, GError **error);

/* --- measuring -------------------------------------------------------------------------------- */
typedef struct
{
  const char *const *strategies; /* the second is what comparisons are about; the first is "none" */
  guint n_rounds, n_samples;     /* of each round */
  guint n_threads;               /* 0: all */
  gboolean verify;
  gboolean with_autotune;
  const char *cache_folder;
  const char *hand_folder;                                      /* kernels written by hand; NULL: none are timed */
  BenchPeer *peer;                                              /* NULL: ours alone */
  BenchPeer *(*open_peer) (guint n_threads, const char *cache); /* another one; NULL when there is none */
} BenchSettings;

/* One row of the document: a case at a size. Errors stand in the row. */
cJSON *bench_run_text (const char *name, const char *class_name, const char *size_name, const char *source,
                       const BenchText *text, const BenchSettings *settings);
cJSON *bench_run_case (const BenchCase *row, const char *size_name, gint64 n, const BenchSettings *settings);

/* What each pass over loop programs is worth for a case: {case, class, size, threads, ablation: [{pass, worth, low,
 * high, kernels}]}, time without over time with it. The table of such rows prints the geometric means of the classes.
 */
cJSON *bench_ablate_case (const BenchCase *row, const char *size_name, gint64 n, const BenchSettings *settings);
void bench_ablation_print (const cJSON *document);

/* A variant of the program with its kernel from the folder, to be freed; NULL when there is none for this case and
 * size, or *error says why it can't be taken (the caller's). */
FlProgram *bench_hand_new (const char *folder, const char *name, const char *size_name, const FlProgram *program,
                           gint64 n_elements, char **error);
void bench_hand_free (FlProgram *hand);

/* How long from a graph to its first result. */
/* wanted: names of its graphs; NULL: all. earlier: rows of an earlier run, which stay where nothing new is measured;
 * may be NULL. */
cJSON *bench_run_latency (const BenchSettings *settings, const char *const *wanted, const cJSON *earlier);

/* Sizes of the machine's caches, its name, what built this: the "machine" member. */
cJSON *bench_machine_new (void);
gint64 bench_machine_get_cache (guint level); /* bytes; a usual size where the system does not say */
/* How many times the arithmetic of one processor the first two do that the process may use: nearly 2, or little more
 * than 1 while a virtual machine's host lets both run on one core. 0 where there is but one. */
double bench_machine_count_cores (void);
gboolean bench_machine_is_one_core (double cores);
/* Waits until other processes use little of the machine and, where asked, two processors are two cores; at most so
 * long. The share that others use. */
double bench_machine_wait (double patience_s, gboolean needs_cores);

/* --- reports ---------------------------------------------------------------------------------- */
void bench_report_print (const cJSON *document);
char *bench_report_dup_html (const cJSON *document);
char *bench_plot_cpu_dup_svg (const cJSON *document);

/* A row's figures. NULL or 0 when they are not there. */
const cJSON *bench_row_find_variant (const cJSON *row, const char *name);
double bench_row_get_median (const cJSON *row, const char *name);
const char *bench_row_get_text (const cJSON *row, const char *name);
double bench_row_get_number (const cJSON *row, const char *name);
typedef enum
{
  BENCH_MET,
  BENCH_MISSED,
  BENCH_BOUND, /* at 92 % of a STREAM loop or more, which by itself takes longer for an element than is asked for; or
                * within 3 % of a kernel written by hand, which misses the target, too */
} BenchVerdict;

/* What the class of the row asks for. NULL: nothing; else "ceiling >= 0.92", the row's value and whether that is met.
 */
char *bench_row_dup_target (const cJSON *row, double *value, BenchVerdict *verdict);
/* "; by hand 0.87, 0.98x of this time": how a kernel written by hand stands to the same target; "" where none was
 * timed. */
char *bench_row_dup_hand (const cJSON *row);
/* "; two processors did 1.20 times the arithmetic of one meanwhile: …", or "" where they were two cores. */
char *bench_row_dup_cores (const cJSON *row);
/* Why it is no faster, from the row's facts. */
char *bench_row_dup_cause (const cJSON *row);
