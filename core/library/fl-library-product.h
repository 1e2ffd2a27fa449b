/* What the files on one product share. */
#pragma once

#include "fl-library-private.h"

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

struct _FlProductCall
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
  gboolean can[FL_N_PRODUCT_HOWS], is_tunable, is_unsure;
  gint64 times[FL_N_PRODUCT_HOWS];  /* 0: not timed */
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
};

static const double FL_PRODUCT_PARALLEL_FLOPS = 1e6; /* fewer are done before a second thread could help */

void fl_product_call_run_own (FlProductCall *call, FlThreadPool *pool);
/* Are results of a batch's first products brought into the second-level cache again while the last ones are computed? */
gboolean fl_product_call_brings_results (const FlProductCall *call);

/* fl-library-product-dots.c: products of one row. */
gboolean fl_product_call_can_dot (const FlProductCall *call);
void fl_product_call_turn_columns (FlProductCall *call, FlThreadPool *pool); /* before the first run, which else does */
void fl_product_call_run_dots (FlProductCall *call, FlThreadPool *pool);

G_END_DECLS
