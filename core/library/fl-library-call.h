/* What stands in for PyTorch's extern kernels: a call of an operator on memory of the program's arena is prepared once,
 * then run, and tells what it became. The worker's steps hold such calls; calls that are not taken are left to the
 * reference interpreter. */
#pragma once

#include "fl-aten-ids.h"
#include "fl-aten.h"
#include "fl-choices.h"
#include "fl-datum.h"
#include "fl-thread-pool.h"

G_BEGIN_DECLS

/* A tensor argument or result of a library call: dense or strided bytes in the arena. */
typedef struct
{
  gpointer bytes; /* NULL: None */
  int tensor;     /* of the program */
  FlDtype dtype;
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS];
  gint64 strides[FL_MAX_DIMS];
  gint64 offset;
  gboolean is_mutated;
  gboolean is_fixed; /* an input that no step writes: the same from one run to the next */
} FlWorkView;

/* Does it lie row after row without gaps, in the order of its dimensions? */
gboolean fl_work_view_is_dense (const FlWorkView *view);
gboolean fl_work_views_have_same_sizes (const FlWorkView *a, const FlWorkView *b);
/* Do two views touch the same memory? */
gboolean fl_work_views_overlap (const FlWorkView *a, const FlWorkView *b);

typedef struct _FlWorkArg FlWorkArg;
struct _FlWorkArg
{
  FlDatum value; /* tensors: kind TENSOR, view NULL until the call */
  FlWorkView view;
  guint n_items;
  FlWorkArg *items;
};

/* One call of an operator. */
typedef struct
{
  const FlAtenRow *row; /* NULL: an operator that is not known */
  guint n_args;
  FlWorkArg *args;
  guint n_out;
  FlWorkView *out;
} FlLibraryStep;

/* An argument by its position, or by its keyword where it was given so; NULL: it was not given. */
const FlWorkArg *fl_library_find_arg (const FlLibraryStep *step, guint position, const char *keyword);

typedef struct _FlLibraryCall FlLibraryCall;

/* Kernels by a library (oneDNN, OpenBLAS). NULL when the library cannot take this call. */
FlLibraryCall *fl_library_prepare (const FlLibraryStep *step, guint n_threads);
void fl_library_run (FlLibraryCall *call, FlThreadPool *pool);
/* Was an argument bad, so that the run did nothing? The interpreter tells what is wrong. */
gboolean fl_library_has_refused (const FlLibraryCall *call);
/* Inputs were loaded anew: packed copies of them are made again. */
void fl_library_forget (FlLibraryCall *call);

/* What a call became, and why. */
typedef struct
{
  const char *what;          /* "own loops: B packed once", "oneDNN"; NULL: nothing was to be decided */
  gint64 own_ns, library_ns; /* medians where both were timed; else 0 */
  gint64 packed_bytes;       /* of operands that are packed once for all runs */
  gint64 scratch_bytes;      /* memory that runs need beside the operands */
  gboolean is_unsure;        /* measured while others had the processor: not kept */
} FlLibraryChoice;

/* Packs fixed operands before the first run, which else does. */
void fl_library_pack (FlLibraryCall *call, FlThreadPool *pool);
/* Times the ways there are and keeps the fastest; results are as after a run. */
void fl_library_tune (FlLibraryCall *call, FlThreadPool *pool);
/* The way that an earlier run found the fastest, so that it need not be sought: FALSE where none is known. */
gboolean fl_library_recall (FlLibraryCall *call, const FlChoices *choices);
/* Keeps what was found; even_unsure: also what was measured while others had the processor. */
void fl_library_keep (const FlLibraryCall *call, FlChoices *choices, gboolean even_unsure);
void fl_library_describe (const FlLibraryCall *call, FlLibraryChoice *choice);
void fl_library_free (FlLibraryCall *call);
const char *fl_library_get_name (void); /* "oneDNN 2.6.3", "none" */

/* Memory that a step reads or writes. own: part i of n touches nothing of it but the i-th n-th. */
typedef struct
{
  const guint8 *low;
  gint64 bytes;
  gboolean is_own, is_written;
  int tensor; /* of the program; its storage, once chains are looked for */
} FlWorkAccess;

enum
{
  FL_LIBRARY_ACCESSES = 4
};

/* Panels for chains of steps. */
typedef struct
{
  gint64 n_parts;      /* rows or images of all entries: panels are as many of them */
  gint64 n_whole;      /* entries of the batch; panels of whole ones have the access `right` to themselves */
  int right;           /* -1: none */
  gint64 shared_bytes; /* an operand that each panel reads whole */
} FlLibraryPanels;

/* FALSE: parts of the call cannot be computed apart. */
gboolean fl_library_get_panels (const FlLibraryCall *call, FlLibraryPanels *panels);
/* Lists the memory that the call touches; at most FL_LIBRARY_ACCESSES. */
guint fl_library_list_accesses (const FlLibraryCall *call, FlWorkAccess *accesses);
void fl_library_begin_panels (FlLibraryCall *call, FlThreadPool *pool);
/* Runs panel p of n. share: the thread's number, which nobody else uses meanwhile. places: of each access,
 * where it begins instead; NULL: where it does. */
void fl_library_run_panel (FlLibraryCall *call, guint share, gint64 p, gint64 n, guint8 *const *places);

/* Takes large memory that is gone through in order; g_aligned_free it. */
gpointer fl_work_alloc (gsize bytes);
/* Learns, before the worker is confined, whether some memory is farther from some processors, which takes files to
 * know. */
void fl_work_look_around (void);
/* Splits [0, extent) among all processors, even where kernels have one thread; no share is less than `least`. */
void fl_work_share_out (FlThreadPool *pool, FlPoolFunc func, gpointer data, gint64 extent, gint64 least);

G_END_DECLS
