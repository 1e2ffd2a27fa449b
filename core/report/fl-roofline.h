/* Roofline: kernels as points between what memory and what arithmetic allow, both measured in the same run.
 *
 * Across: operations per byte moved, upwards: operations per second, both by powers of ten. A STREAM loop gives the
 * slanted roofs (one for the slowest and one for the fastest stream beside a kernel: large arrays and those in the
 * caches), peak FMA throughput the flat one. Each kernel has a line up to its own roof: what it could still gain. After
 * Williams, Waterman and Patterson, "Roofline", Communications of the ACM 52(4), 2009. */
#pragma once

#include "fl-execute.h"
#include "fl-palette.h"

G_BEGIN_DECLS

typedef struct
{
  const FlKernelTime *time; /* the execution's */
  const char *variant;
  gboolean is_last; /* of the last variant: the fused one */
  FlLook look;
  double intensity;  /* operations a byte */
  double rate, roof; /* GFLOP/s: reached, and what the lowest of its roofs allows, its own functions among them */
} FlRooflinePoint;

typedef struct
{
  double rate; /* GFLOP/s */
  char *label; /* "peak FMA", "products of bf16" */
} FlRooflineFlat;

typedef struct
{
  guint n_points;
  FlRooflinePoint *points;
  guint n_left_out;                /* kernels that compute nothing, or were not measured beside a stream */
  double peak;                     /* GFLOP/s: the highest flat roof */
  GArray *flats;                   /* FlRooflineFlat: peak FMA throughput, and a GPU's products by type */
  const char *stream;              /* measure of the slopes: "STREAM", on a GPU "copy" */
  double slow, fast;               /* GB/s of the slowest and the fastest STREAM loop measured beside a kernel */
  double left, right, bottom, top; /* the visible range, as powers of ten */
} FlRoofline;

/* NULL: no kernel can be placed. The execution must outlive it. */
FlRoofline *fl_roofline_new (const FlExecution *execution);
/* Of the kernel, or what a file says that it has. */
FlLook fl_roofline_get_look (const FlKernelTime *time);
void fl_roofline_free (FlRoofline *roofline);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlRoofline, fl_roofline_free)

/* "cpp_fused_add_0 (fused): 2.1 operations a byte, 34 of at most 118 GFLOP/s; memory-bound: …". The caller frees it. */
char *fl_roofline_dup_text (const FlRooflinePoint *point);

typedef struct
{
  double width, height; /* pixels */
  gboolean dark, high_contrast;
  guint marked, hovered; /* points; G_MAXUINT: none */
} FlRooflinePaint;

void fl_roofline_paint (const FlRoofline *roofline, const FlRooflinePaint *paint, cairo_t *cr);
/* The nearest point within reach pixels of (x, y); G_MAXUINT: none. */
guint fl_roofline_find (const FlRoofline *roofline, const FlRooflinePaint *paint, double x, double y, double reach);
/* By the painter, 720 x 420. */
char *fl_roofline_dup_svg (const FlRoofline *roofline, gboolean dark);

G_END_DECLS
