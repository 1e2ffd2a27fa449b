/* Comparing a program's outputs with the reference interpreter's. */
#include "fl-execute-private.h"

#include <math.h>

/* --- the comparison --------------------------------------------------------------------------- */

/* Of a complex number both parts. */
static gint64
count_numbers (const FlArray *array)
{
  return fl_dtype_is_complex (array->dtype) ? 2 * array->numel : array->numel;
}

static double
get_mean (const FlArray *array)
{
  double sum = 0;
  gint64 n = 0;
  for (gint64 i = 0; i < count_numbers (array); i++)
    if (isfinite (array->numbers[i]))
      {
        sum += fabs (array->numbers[i]);
        n++;
      }
  return n == 0 ? 0 : sum / n;
}

static const char *
name_place (const FlArray *array, gint64 position, FlArena *arena)
{
  g_autoptr (GString) text = g_string_new ("]");
  for (guint d = array->n_dims; d-- > 0;)
    {
      g_autofree char *index = g_strdup_printf ("%s%" G_GINT64_FORMAT, d == 0 ? "" : ", ", position % array->sizes[d]);
      g_string_prepend (text, index);
      position /= array->sizes[d];
    }
  g_string_prepend_c (text, '[');
  return fl_arena_strdup (arena, text->str);
}

static void
compare_floats (FlAgreement *self, const FlArray *expected, const FlArray *got)
{
  double scale = MAX (MAX (get_mean (expected), self->scale), 1e-30), worst = -1;
  self->is_within = TRUE;
  for (gint64 i = 0; i < count_numbers (expected); i++)
    {
      double e = expected->numbers[i], g = got->numbers[i], error, absolute;
      if (isnan (e) || isnan (g))
        absolute = error = isnan (e) && isnan (g) ? 0 : INFINITY;
      else if (isinf (e) || isinf (g))
        absolute = error = e == g ? 0 : INFINITY;
      else
        {
          absolute = fabs (g - e);
          error = absolute / MAX (fabs (e), scale);
        }
      self->max_abs = MAX (self->max_abs, absolute);
      if (error > worst)
        {
          worst = error;
          self->worst_index = i;
        }
    }
  self->max_rel = MAX (worst, 0);
  self->is_within = self->max_rel <= self->tolerance;
  if (expected->numel > 0)
    {
      self->expected = expected->numbers[self->worst_index];
      self->got = got->numbers[self->worst_index];
      self->worst_index /= count_numbers (expected) / expected->numel;
    }
}

static void
compare_integers (FlAgreement *self, const FlArray *expected, const FlArray *got)
{
  gint64 n_different = 0;
  for (gint64 i = 0; i < expected->numel; i++)
    {
      double distance = fabs ((double) got->integers[i] - (double) expected->integers[i]);
      n_different += distance != 0;
      if (distance > self->max_abs)
        {
          self->max_abs = distance;
          self->worst_index = i;
        }
    }
  self->max_rel = expected->numel == 0 ? 0 : (double) n_different / expected->numel;
  self->is_within = self->max_rel <= self->tolerance;
  if (expected->numel > 0)
    {
      self->expected = expected->integers[self->worst_index];
      self->got = got->integers[self->worst_index];
    }
}

void
fl_agreement_compare (FlAgreement *self, const FlArray *expected, const FlArray *got, double tolerance, FlArena *arena)
{
  self->tolerance = tolerance;
  gboolean is_same = expected->dtype == got->dtype && expected->numel == got->numel;
  if (!is_same)
    {
      self->max_abs = self->max_rel = INFINITY;
      self->worst_place = "another dtype or shape";
      return;
    }
  if (expected->numbers != NULL)
    compare_floats (self, expected, got);
  else
    compare_integers (self, expected, got);
  self->worst_place = expected->numel == 0 ? "no elements" : name_place (expected, self->worst_index, arena);
}
