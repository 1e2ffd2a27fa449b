/* Ablation: what each pass over loop programs is worth on this graph and machine. Programs with one pass switched off
 * ran in rounds interleaved with the one that all passes made (fl-ablate.h of the floor above), each verified against
 * the reference. */
#pragma once

#include "fl-run.h"

typedef struct cJSON cJSON;
typedef struct _cairo cairo_t;

G_BEGIN_DECLS

/* The variants of an ablation: the one that all passes made comes first. */
#define FL_ABLATION_WITH "with all passes"
/* The name of one whose kernels were made without a pass: "without vectorize". */
#define FL_ABLATION_WITHOUT "without "
/* Of the variant with all of them switched off. */
#define FL_ABLATION_ALL "all passes"

/* Time without a pass over time with it. Of kernels there are quartiles: the ratio of medians lies between those of the
 * quartiles that are farthest apart. */
typedef struct
{
  double median, low, high; /* 0: not measured */
} FlWorth;

typedef enum
{
  FL_ABLATION_MEASURED,
  FL_ABLATION_NOT_TIMED, /* verified, but not measured */
  FL_ABLATION_SAME_CODE, /* without it every kernel is what it was */
  FL_ABLATION_OFF        /* switched off all along */
} FlAblationState;

/* A kernel with and without a pass. */
typedef struct
{
  const char *kernel;
  double with_ns, without_ns; /* medians */
  FlWorth worth;
} FlAblationKernel;

typedef struct
{
  const char *pass; /* "vectorize", or FL_ABLATION_ALL */
  const char *sentence;
  FlAblationState state;
  double with_ns, without_ns; /* medians of the kernels whose code is another without it, added up: what others take is
                                 not its doing */
  FlWorth worth;
  gboolean is_apart;               /* there are rounds enough, and even the quartiles leave 1 out: more than noise */
  double program_ns;               /* the whole program without it: median */
  FlCheck check;                   /* of its results */
  guint n_kernels;                 /* whose code is another without it */
  const FlAblationKernel *kernels; /* of those kernels; empty where nothing was measured */
} FlAblationRow;

typedef struct
{
  FlArena *arena;
  double program_ns; /* the whole program with all passes that are not off: median */
  guint n_samples;
  guint n_rows;
  const FlAblationRow *rows;
  guint n_kernels; /* kernels of loop programs */
} FlAblation;

/* Of an executed run. NULL: it was no ablation. */
FlAblation *fl_ablation_new (const FlRun *run);
void fl_ablation_free (FlAblation *ablation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlAblation, fl_ablation_free)

/* "2.31 times as fast with it", "no difference beyond the spread", "changes no kernel's code here", "switched off". */
char *fl_ablation_row_dup_verdict (const FlAblationRow *row);
/* What the program takes, from how many rounds, and of which kernels nothing can be said: a line. */
void fl_ablation_append_headline (GString *out, const FlAblation *ablation);
/* The headline, the table of passes and that of kernels. */
void fl_ablation_append (GString *out, const FlAblation *ablation);
cJSON *fl_ablation_new_json (const FlAblation *ablation);

/* The chart: a bar a pass, from 1 to what it is worth, with its quartiles. */
typedef struct
{
  double width, height; /* pixels; height: fl_ablation_get_height */
  gboolean dark, high_contrast;
  guint marked; /* a row; G_MAXUINT: none */
} FlAblationPaint;

double fl_ablation_get_height (const FlAblation *ablation);
void fl_ablation_paint (const FlAblation *ablation, const FlAblationPaint *paint, cairo_t *cr);
/* The row at y; G_MAXUINT: none. */
guint fl_ablation_find (const FlAblation *ablation, double y);
char *fl_ablation_dup_svg (const FlAblation *ablation, gboolean dark);

G_END_DECLS
