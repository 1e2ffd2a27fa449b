/* What the parts of the session share: flui-session.c is its life, -open.c reads what is opened,
 * -run.c starts what takes time, -job.c does it in threads and takes the results in, -look.c is
 * what is shown and selected of them. */
#pragma once

#include "fl-graph-list.h"
#include "fl-times.h"
#include "flui-session.h"

G_BEGIN_DECLS

/* One unit of work in a thread. It owns all that it reads; the session takes the result only if
 * nothing newer was asked for. */
typedef struct _FluiSessionJob
{
  FluiSession *session; /* referenced */
  gint cancelled;
  struct _FluiSessionJob **slot; /* where the session keeps the newest of its kind */
  gboolean is_step;              /* a partial run for the step bar, not a new current run */
  gboolean is_execute;
  gboolean ablates;        /* executes without each pass, too */
  gboolean measures_times; /* on n_targets, each of the strategies */
  guint n_targets;         /* 1: the CPU; 2: CUDA, too */
  char **strategies;
  FlTimes *times;        /* result of measures_times */
  gboolean keeps_target; /* the user chose it: the graph's device does not decide */
  char *path;            /* to read first, a file or a folder; or NULL */
  guint graph_number;    /* of that path's graphs; 0: the first that can be lowered */
  FlGraphList *graphs;   /* of that path, once it is read */
  FlTheirs *theirs;      /* PyTorch's dumps beside the graph; NULL: none */
  FlParity *parity;      /* of the result with them */
  char *warning;         /* said once the run is there; NULL */
  FlGraph *graph;
  FlPipelineRequest request;
  FlRun *base;            /* to execute, or to report */
  FlGraph *opened;        /* of an execution: the graph whose symbols the sizes and the given tensors are of */
  gboolean decided_again; /* an execution whose sizes made another run first */
  GArray *sizes;          /* FlSizeValue, of an execution */
  FlGiven *given;         /* of an execution; NULL: none */
  GArray *overrides;      /* FlOverride */
  char *fault;            /* tests make the first kernel "crash", "hang" or fail to "compile"; else NULL */
  char *worker_path, *device_path;
  char *folder; /* of a report */
  FluiReportDone report_done;
  gpointer report_data;
  FlRun *result;
  FlKin *kin;       /* of the result */
  FlFusionLog *log; /* of the result */
  FlRun *preview;   /* the graph as read, shown while the rest is under way */
  GError *error;
} FluiSessionJob;

struct _FluiSession
{
  GObject parent;
  char *path;
  FlGraphList *graphs; /* of path; NULL: nothing is open */
  guint graph_number;  /* the one that is open */
  char *worker_path;
  FlGraph *opened; /* as read; that of run, or what run's is a copy of, made for other sizes */
  FlRun *run;
  FlRun *shown;
  FlKin *kin;
  FlFusionLog *log; /* of run */
  FlWhy *why;       /* of the selected pair; made when asked for */
  FlTheirs *theirs; /* PyTorch's dumps of the open graph; NULL: none */
  FlParity *parity; /* of run */
  guint difference;
  FlOptions options;
  FlOptions own_options; /* the user's, while a folder's settings are in force */
  gboolean has_own_options;
  gboolean target_is_set; /* by the user: then the graph's device does not decide */
  FlStage stage;
  guint32 step;
  FlItem selection, partner;
  GArray *lit;                  /* FlItem */
  GArray *sizes;                /* FlSizeValue: what the user chose, for the symbols of opened */
  FlGiven *given;               /* the user's tensors for the open graph; NULL: none */
  GArray *overrides;            /* FlOverride: likewise */
  const char *variant_strategy; /* the user's choice for the open graph; NULL: that of the options */
  char *message;
  FluiSessionJob *job; /* the newest unfinished one that makes a current run; borrowed */
  FluiSessionJob *step_job;
  FluiSessionJob *report_job;
  double progress;
  char *progress_text;
  FlTimes *times; /* of several devices, measured or opened; NULL: none */
  gboolean gpu_is_asked, gpu_is_known;
  char *gpu_lack, *gpu_name; /* once it is known */
};

enum
{
  FLUI_SESSION_RUN_CHANGED,
  FLUI_SESSION_SHOWN_CHANGED,
  FLUI_SESSION_SELECTION_CHANGED,
  FLUI_SESSION_DIFFERENCE_CHANGED,
  FLUI_SESSION_BUSY_CHANGED,
  FLUI_SESSION_FAILED,
  FLUI_SESSION_OPTIONS_CHANGED,
  FLUI_SESSION_TIMES_CHANGED,
  FLUI_SESSION_N_SIGNALS
};

void flui_session_emit (FluiSession *self, guint signal);
/* Keeps the message, and emits "failed". */
void flui_session_fail (FluiSession *self, const char *message);

/* With the session's options; the caller fills in what there is to do. */
FluiSessionJob *flui_session_job_new (FluiSession *self);
/* Takes the job, and cancels the one of its kind before it. */
void flui_session_job_start (FluiSession *self, FluiSessionJob *job);
void flui_session_job_cancel (FluiSessionJob *job); /* may be NULL */

/* In the job's thread: the graph at its path, with the dumps beside it and the options that they
 * or its device ask for. NULL: job->error says why. */
FlGraph *flui_session_read_graph (FluiSessionJob *job);

/* In the job's thread. */
void flui_session_do_measure_times (FluiSessionJob *job, FlProgress report);
/* Takes the times; NULL: those of another graph go. */
void flui_session_take_times (FluiSession *self, FlTimes *times);

/* Takes the run. */
void flui_session_set_shown (FluiSession *self, FlRun *shown);
/* After a change of the selection or of the related nodes. */
void flui_session_update_lit (FluiSession *self);

G_END_DECLS
