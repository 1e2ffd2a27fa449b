/* Where the kernels of an execution stand under the roofs. */
#include "fl-roofline.h"

#include <math.h>

#include "fl-limit.h"
#include "fl-scene-private.h"

static gboolean
can_place (const FlKernelTime *time)
{
  return time->median_ns > 0 && time->ceiling_ns > 0 && time->compute_ns > 0 && time->bytes > 0 && time->flops > 0;
}

FlLook
fl_roofline_get_look (const FlKernelTime *time)
{
  for (guint i = 0; time->told_look && i < FL_N_LOOKS; i++)
    if (g_str_equal (fl_look_get_info (i)->name, time->told_look))
      return i;
  return time->of ? fl_scene_look_of_kernel (time->of) : FL_LOOK_POINTWISE;
}

static FlRooflinePoint
make_point (const FlVariantTime *variant, const FlKernelTime *time, gboolean is_last)
{
  double longest = MAX (MAX (time->ceiling_ns, time->compute_ns), time->arithmetic_ns);

  return (FlRooflinePoint) { .time = time,
                             .variant = variant->name,
                             .is_last = is_last,
                             .look = fl_roofline_get_look (time),
                             .intensity = (double) time->flops / time->bytes,
                             .rate = time->flops / time->median_ns,
                             .roof = time->flops / longest };
}

static void
include (double *low, double *high, double value)
{
  *low = MIN (*low, log10 (value));
  *high = MAX (*high, log10 (value));
}

/* Whole powers of ten around all points, the corners of the roofs, and the peak. */
static void
fit (FlRoofline *roofline)
{
  roofline->left = roofline->bottom = G_MAXDOUBLE;
  roofline->right = roofline->top = -G_MAXDOUBLE;
  include (&roofline->left, &roofline->right, roofline->peak / roofline->fast);
  include (&roofline->left, &roofline->right, roofline->peak / roofline->slow);
  include (&roofline->bottom, &roofline->top, roofline->peak * 1.5);
  for (guint i = 0; i < roofline->n_points; i++)
    {
      include (&roofline->left, &roofline->right, roofline->points[i].intensity * 0.7);
      include (&roofline->left, &roofline->right, roofline->points[i].intensity * 1.4);
      include (&roofline->bottom, &roofline->top, roofline->points[i].rate * 0.7);
      include (&roofline->bottom, &roofline->top, roofline->points[i].roof * 1.5);
    }
  roofline->left = floor (roofline->left * 2) / 2, roofline->right = ceil (roofline->right * 2) / 2;
  roofline->bottom = floor (roofline->bottom * 2) / 2, roofline->top = ceil (roofline->top * 2) / 2;
}

static void
clear_flat (gpointer flat)
{
  g_free (((FlRooflineFlat *) flat)->label);
}

static void
add_flat (FlRoofline *roofline, double flops_per_s, char *label)
{
  const FlRooflineFlat flat = { flops_per_s / 1e9, label };

  if (flat.rate <= 0)
    {
      g_free (label);
      return;
    }
  g_array_append_val (roofline->flats, flat);
  roofline->peak = MAX (roofline->peak, flat.rate);
}

FlRoofline *
fl_roofline_new (const FlExecution *execution)
{
  FlRoofline *roofline = g_new0 (FlRoofline, 1);
  GArray *points = g_array_new (FALSE, FALSE, sizeof (FlRooflinePoint));
  double reached = 0;

  roofline->stream = execution->gpu ? "copy" : "STREAM";
  roofline->slow = G_MAXDOUBLE;
  roofline->flats = g_array_new (FALSE, FALSE, sizeof (FlRooflineFlat));
  g_array_set_clear_func (roofline->flats, clear_flat);
  add_flat (roofline, execution->peak_flops_per_s, g_strdup ("peak FMA"));
  for (guint i = 0; i < execution->n_products; i++)
    add_flat (roofline, execution->products[i].flops_per_s,
              g_strdup_printf ("products of %s", execution->products[i].type));
  for (guint v = 0; v < execution->n_variants; v++)
    for (guint k = 0; k < execution->variants[v].n_kernels; k++)
      {
        const FlKernelTime *time = &execution->variants[v].kernels[k];
        FlRooflinePoint point;

        if (!can_place (time))
          {
            roofline->n_left_out++;
            continue;
          }
        point = make_point (&execution->variants[v], time, v + 1 == execution->n_variants);
        g_array_append_val (points, point);
        reached = MAX (reached, time->flops / time->compute_ns * 1e9);
        roofline->slow = MIN (roofline->slow, time->bytes / time->ceiling_ns);
        roofline->fast = MAX (roofline->fast, time->bytes / time->ceiling_ns);
      }
  if (roofline->flats->len == 0) /* an execution that says only what each kernel could reach */
    add_flat (roofline, reached, g_strdup ("peak FMA"));
  roofline->n_points = points->len;
  roofline->points = (FlRooflinePoint *) g_array_free (points, FALSE);
  if (roofline->n_points == 0)
    {
      fl_roofline_free (roofline);
      return NULL;
    }
  fit (roofline);
  return roofline;
}

void
fl_roofline_free (FlRoofline *roofline)
{
  g_free (roofline->points);
  g_array_unref (roofline->flats);
  g_free (roofline);
}

char *
fl_roofline_dup_text (const FlRooflinePoint *point)
{
  g_autofree char *place = fl_kernel_time_dup_roofline (point->time), *limit = fl_kernel_time_dup_limit (point->time);

  return g_strdup_printf ("%s (%s): %s%s%s", point->time->kernel, point->variant, place ? place : "", limit ? "; " : "",
                          limit ? limit : "");
}
