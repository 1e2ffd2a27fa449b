/* What the reference says with noise, beside a result that disagrees. */
#include "random-noise.h"

#include <math.h>

#include "fl-execute-private.h"
#include "fl-reference-private.h"
#include "fl-torch-rules.h"

#include "random-fill.h"

enum
{
  N_DRAWS = 12, /* an element beside a step is moved by some of them */
  MARGIN = 8    /* times what noise moves by: as for users */
};

void
rnd_left_free (gpointer left)
{
  fl_array_free (((RndLeft *) left)->array);
  g_free (left);
}

GPtrArray *
rnd_noise_run (const RndCheck *self, guint64 noise, gboolean is_classic, GPtrArray **after, GError **error)
{
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  const GPtrArray *inputs = self->inputs->pdata[self->point];

  for (guint i = 0; i < inputs->len; i++)
    g_ptr_array_add (copies, inputs->pdata[i] == NULL ? NULL : fl_array_dup (inputs->pdata[i]));
  const FlReferenceRequest request = { .graph = self->graph,
                                       .inputs = (FlArray *const *) copies->pdata,
                                       .sizes = rnd_fill_look_up,
                                       .data = self->points->pdata[self->point],
                                       .noise = noise,
                                       .floors_quotients = is_classic,
                                       .is_for_gpu = self->request->is_cuda };
  GPtrArray *outputs = fl_reference_run_request (&request, error);
  if (after != NULL)
    *after = outputs == NULL ? NULL : g_steal_pointer (&copies);
  return outputs;
}

static const RndLeft *
find_left (const RndCheck *self, const FlAgreement *agreement, guint n_outputs, const GPtrArray *left)
{
  for (guint i = 0; i < left->len; i++)
    {
      const RndLeft *one = left->pdata[i];
      gboolean is_it
          = one->is_input == (agreement->position >= n_outputs) && g_str_equal (one->variant, agreement->variant);

      if (is_it && one->is_input)
        is_it = g_str_equal (self->graph->nodes[self->graph->inputs[one->index].index].name, agreement->output);
      else if (is_it)
        is_it = one->index == agreement->position;
      if (is_it)
        return one;
    }
  return NULL;
}

/* Finite, infinite to either side, or no number. */
static int
classify (double x)
{
  return isnan (x) ? 2 : isinf (x) ? (x > 0 ? 1 : -1) : 0;
}

/* Marks elements of which noise makes other integers or another class. */
static void
mark_moved (const FlArray *exact, const FlArray *noisy, gboolean *is_moved, gint64 n)
{
  for (gint64 e = 0; e < n; e++)
    is_moved[e] |= exact->numbers != NULL ? classify (exact->numbers[e]) != classify (noisy->numbers[e])
                                          : exact->integers[e] != noisy->integers[e];
}

/* from, but for what is marked, which is as in exact. */
static FlArray *
leave_out (const FlArray *from, const FlArray *exact, const gboolean *is_moved, gint64 n)
{
  FlArray *out = fl_array_dup (from);

  for (gint64 e = 0; e < n; e++)
    if (is_moved[e] && out->numbers != NULL)
      out->numbers[e] = exact->numbers[e];
    else if (is_moved[e])
      out->integers[e] = exact->integers[e];
  return out;
}

static gboolean
agrees_elsewhere (const FlArray *exact, const FlArray *got, const GPtrArray *draws, const gboolean *is_moved,
                  double tolerance)
{
  gint64 n = (fl_dtype_is_complex (exact->dtype) ? 2 : 1) * exact->numel;
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlArray) rest = leave_out (got, exact, is_moved, n);
  FlAgreement again = { 0 };

  for (guint i = 0; i < draws->len && exact->numbers != NULL; i++)
    {
      g_autoptr (FlArray) noisy = leave_out (draws->pdata[i], exact, is_moved, n);
      FlAgreement moved = { 0 };

      fl_agreement_compare (&moved, exact, noisy, 0, arena);
      tolerance = MAX (tolerance, MARGIN * moved.max_rel);
    }
  fl_agreement_compare (&again, exact, rest, tolerance, arena);
  return again.is_within;
}

/* Compiled PyTorch of that age differs from eager PyTorch, where it floors quotients of infinities:
 * kernels of its dialect are held to what it says. */
static gboolean
is_classic (const RndCheck *self, const char *variant)
{
  for (guint i = 0; i < self->n; i++)
    if (g_str_equal (self->names[i], variant))
      return !fl_options_has (&self->runs[i]->options, FL_RULE_FLOOR_DIV_OF_FLOATS);
  g_assert_not_reached ();
}

gboolean
rnd_noise_explains (const RndCheck *self, const FlAgreement *agreement, const GPtrArray *left)
{
  gboolean classic = is_classic (self, agreement->variant);
  g_autoptr (GPtrArray) after = NULL, exact = rnd_noise_run (self, 0, classic, &after, NULL);
  g_autoptr (GPtrArray) draws = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  const RndLeft *one = exact == NULL ? NULL : find_left (self, agreement, exact->len, left);
  const FlArray *base = one == NULL ? NULL : (one->is_input ? after : exact)->pdata[one->index];

  if (base == NULL || base->dtype != one->array->dtype || base->numel != one->array->numel)
    return FALSE;
  gint64 n = (fl_dtype_is_complex (base->dtype) ? 2 : 1) * base->numel;
  g_autofree gboolean *is_moved = g_new0 (gboolean, n + 1);
  for (guint i = 1; i <= N_DRAWS; i++)
    {
      g_autoptr (GPtrArray) inputs = NULL, noisy = rnd_noise_run (self, i * 7919, classic, &inputs, NULL);
      const FlArray *array = noisy == NULL ? NULL : (one->is_input ? inputs : noisy)->pdata[one->index];

      if (array == NULL || array->numel != base->numel || array->dtype != base->dtype)
        continue;
      mark_moved (base, array, is_moved, n);
      g_ptr_array_add (draws, fl_array_dup (array));
      if (agrees_elsewhere (base, one->array, draws, is_moved, agreement->tolerance))
        return TRUE;
    }
  return FALSE;
}
