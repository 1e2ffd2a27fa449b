/* What a library operation is: a row that says which calls it takes, prepares one into a state of
 * its own, runs it and describes it. oneDNN, CBLAS and plain loops are implementations below these
 * rows; nobody above them knows which. */
#pragma once

#include "fl-library-call.h"

G_BEGIN_DECLS

/* Several ways to the same result, of which trials find the fastest. Way 0 is the library's. */
typedef struct
{
  guint n;
  gboolean (*can) (gpointer state, guint way);
  /* The next runs go this way. is_final: what the others packed is given back. */
  void (*choose) (gpointer state, guint way, gboolean is_final);
  /* What trials are of, with shapes and strides, as a new string: equal calls share what was found.
   * NULL: there is but one way. */
  char *(*dup_subject) (gconstpointer state);
} FlLibraryWays;

/* Parts of a call that a chain of steps runs one after another while they are in the cache; and
 * relu of the result as sums are stored. */
typedef struct
{
  gboolean (*get) (gconstpointer state, FlLibraryPanels *panels);
  guint (*list) (gconstpointer state, FlWorkAccess *accesses);
  void (*begin) (gpointer state, FlThreadPool *pool); /* NULL: nothing is to be done before */
  void (*run) (gpointer state, guint share, gint64 p, gint64 n, guint8 *const *places);
} FlLibraryChain;

typedef enum
{
  FL_LIBRARY_RETURNS_APART = 1 << 0, /* no result lies where an argument does */
  FL_LIBRARY_WRITES_APART = 1 << 1,  /* no argument lies where another one is written */
  FL_LIBRARY_ONE_RESULT = 1 << 2,    /* there is one, with elements, and somebody asks for it */
  FL_LIBRARY_WIDENED = 1 << 3        /* calls of half precision reach it as calls of f32 */
} FlLibraryNeeds;

typedef struct
{
  const char *name;
  FlLibraryNeeds needs; /* of a call, before `prepare` sees it */
  /* The state that the other functions are given. NULL: not such a call, or one of types or sizes
   * that are left to the interpreter. */
  gpointer (*prepare) (const FlLibraryStep *step, guint n_threads);
  gboolean (*run) (gpointer state, FlThreadPool *pool); /* FALSE: an argument was bad, and nothing was written */
  const char *(*describe) (gconstpointer state);        /* one clause; NULL: nothing was to be decided */
  gint64 (*count_scratch) (gconstpointer state);        /* bytes that runs need beside the operands; NULL: none */
  gint64 (*count_packed) (gconstpointer state); /* bytes of operands that are packed once for all runs; NULL: none */
  void (*pack) (gpointer state, FlThreadPool *pool); /* such operands, before the first run; NULL: there are none */
  void (*forget) (gpointer state);                   /* inputs were loaded anew: they are packed again */
  void (*free) (gpointer state);
  const FlLibraryWays *ways;   /* NULL: one */
  const FlLibraryChain *chain; /* NULL: whole calls only */
} FlLibraryOp;

extern const FlLibraryOp fl_attention_op,
    fl_attention_gradient_op;                                   /* fl-library-attention.c, fl-attention-gradient.c */
extern const FlLibraryOp fl_scan_op, fl_scatter_op, fl_sort_op; /* fl-library-scan.c, -scatter.c, -sort.c */
extern const FlLibraryOp fl_bag_op, fl_cat_op, fl_window_op, fl_search_op; /* fl-loops-*.c */
extern const FlLibraryOp fl_product_op;                                    /* fl-library-product.c */
extern const FlLibraryOp fl_convolution_op, fl_convolution_gradient_op, fl_convolution_columns_op;

/* --- arguments: fl-library-step.c ----------------------------------------------------------- */

/* Finds a tensor argument. NULL: there is none, or it is of another type. */
const FlWorkView *fl_library_find_view (const FlLibraryStep *step, guint position, const char *keyword);
const FlWorkView *fl_library_find_tensor (const FlLibraryStep *step, guint position, const char *keyword,
                                          FlDtype dtype);
/* Reads an integer or a truth value, or the fallback where none is given. FALSE: it is of another kind. */
gboolean fl_library_find_int (const FlLibraryStep *step, guint position, const char *keyword, gint64 fallback,
                              gint64 *value);
double fl_library_find_number (const FlLibraryStep *step, guint position, const char *keyword, double fallback);
/* Reads a list of n numbers, or one number for all. */
gboolean fl_library_find_ints (const FlLibraryStep *step, guint position, const char *keyword, gint64 *values, guint n);
float *fl_library_get_floats (const FlWorkView *view);
/* Does an argument lie where another one is written? Does a result lie where an argument does? */
gboolean fl_library_writes_apart (const FlLibraryStep *step);
gboolean fl_library_returns_apart (const FlLibraryStep *step);

/* --- sharing out: fl-library-share.c -------------------------------------------------------- */

/* Runs parts of an extent on all threads, if there are elements enough for that. */
void fl_loops_share_out (FlThreadPool *pool, FlPoolFunc func, gpointer data, gint64 extent, gint64 n_elements);

G_END_DECLS
