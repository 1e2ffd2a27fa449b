/* What the files on one product share. */
#pragma once

#include "fl-library-op.h"
#include "fl-product.h"

G_BEGIN_DECLS

/* How a product is computed. */
typedef enum
{
  FL_PRODUCT_LIBRARY,
  FL_PRODUCT_PACKED, /* own tiles, B packed into panels */
  FL_PRODUCT_IN_PLACE, /* own tiles, B as it lies */
  FL_PRODUCT_DOTS, /* of one row: by B's columns, one after the other */
  FL_N_PRODUCT_HOWS
} FlProductHow;

typedef struct
{
  gint64 batch;
  FlMatrix a, b;
  gint64 a_step, b_step, c_step; /* from one product of the batch to the next */
  gboolean a_packed, b_packed;   /* the library cannot take it as it lies */
  float *a_copy, *b_copy;
  float *c;
  gint64 c_stride;
  float alpha, beta;
  gboolean has_relu;      /* of what is stored, by own tiles */
  const FlWorkView *bias; /* added */
  const FlWorkView *out;
  int a_tensor, b_tensor, c_tensor, add_tensor;
  guint n_threads;
  FlProductHow how;
  gboolean can[FL_N_PRODUCT_HOWS], is_tunable;
  gboolean b_is_fixed, is_packed; /* packed: what own tiles need is there */
  gint64 n_packed;       /* floats of one product's panels */
  float *packed;         /* all products' when fixed, else one a thread's or the only one's */
  float *panel_scratch;  /* panels for chains of steps: all when fixed, else one a thread */
  gint64 *panel_lanes;   /* the entry whose panels each thread has */
  gboolean has_panels;   /* fixed ones are there */
  float *columns;        /* B's, one behind the other, where they do not lie in rows; fixed */
  gboolean has_columns;
  float *turned;         /* A with columns side by side, where it has none */
  const float *row_bias, *add; /* what own tiles add, of the first product; NULL: C was filled with the bias before */
  gint64 add_stride, add_step;
} FlProductCall;

static const double FL_PRODUCT_PARALLEL_FLOPS = 1e6; /* fewer are done before a second thread could help */

/* fl-library-product-own.c: by own tiles. */
void fl_product_call_run_own (FlProductCall *call, FlThreadPool *pool);
void fl_product_call_pack_own (FlProductCall *call, FlThreadPool *pool);

/* Parts of rows, and relu as sums are stored. */
gboolean fl_product_call_get_panels (gconstpointer state, FlLibraryPanels *panels);
guint fl_product_call_list (gconstpointer state, FlWorkAccess *accesses);
void fl_product_call_begin_panels (gpointer state, FlThreadPool *pool);
void fl_product_call_run_panel (gpointer state,
                                guint share,
                                gint64 p,
                                gint64 n,
                                guint8 *const *places);
gboolean fl_product_call_can_end (gconstpointer state);
void fl_product_call_run_ending (gpointer state, FlThreadPool *pool, gpointer to);

/* fl-library-product-dots.c: products of one row. */
gboolean fl_product_call_can_dot (const FlProductCall *call);
void fl_product_call_turn_columns (FlProductCall *call, FlThreadPool *pool); /* before the first run, which else does */
void fl_product_call_run_dots (FlProductCall *call, FlThreadPool *pool);

G_END_DECLS
