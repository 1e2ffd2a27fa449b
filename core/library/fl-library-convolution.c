/* Convolutions of f32: by the library's primitives, direct, as a matrix product or by Winograd's form; and by a
 * Winograd form over products where the library has none. Weights that are the same in every run are brought
 * into shape once. */
#include "fl-library-convolution.h"

#include <string.h>

/* --- preparing -------------------------------------------------------------------------------- */

static gboolean
open_way (FlConvolutionCall *self, guint way)
{
  const gboolean was_tried = self->has_tried[way];
  self->has_tried[way] = TRUE;
  if (!was_tried && way == BY_WINOGRAD)
    self->winograd = fl_winograd_new (&self->step.shape, self->n_threads);
  else if (!was_tried)
    self->parts[way] = fl_convolution_parts_new (&self->step.shape, way, self->n_threads);
  if (way == BY_WINOGRAD ? self->winograd == NULL : self->parts[way] == NULL)
    return FALSE;
  return way < BY_LIBRARY_WINOGRAD || open_way (self, BY_DIRECT) || open_way (self, BY_GEMM);
}

static void
close_way (FlConvolutionCall *self, guint way)
{
  self->has_tried[way] = self->is_packed[way] = FALSE;
  if (way == BY_WINOGRAD)
    g_clear_pointer (&self->winograd, fl_winograd_free);
  else
    g_clear_pointer (&self->parts[way], fl_convolution_parts_free);
}

static void
free_state (gpointer state)
{
  FlConvolutionCall *self = state;
  for (guint i = 0; i < self->n_threads && self->of_thread != NULL; i++)
    g_clear_pointer (&self->of_thread[i], fl_primitive_free);
  g_free (self->of_thread);
  for (guint way = 0; way < N_HOWS; way++)
    close_way (self, way);
  g_free (self);
}

static gpointer
prepare (const FlLibraryStep *step, guint n_threads)
{
  static const guint first[] = { BY_WINOGRAD, BY_DIRECT, BY_GEMM };
  if (step->row->op != FL_ATEN_OP_CONVOLUTION || step->out[0].dtype != FL_DTYPE_F32)
    return NULL;
  FlConvolutionCall *self = g_new0 (FlConvolutionCall, 1);
  self->n_threads = n_threads;
  self->how = N_HOWS;
  if (fl_convolution_read (&self->step, step))
    for (guint i = 0; i < G_N_ELEMENTS (first) && self->how == N_HOWS; i++)
      if (open_way (self, first[i]))
        self->how = first[i];
  if (self->how == N_HOWS)
    {
      free_state (self);
      return NULL;
    }
  self->in = fl_library_get_floats (&self->step.in);
  self->weight = fl_library_get_floats (&self->step.weight);
  self->bias = self->step.shape.has_bias ? fl_library_get_floats (&self->step.bias) : NULL;
  self->out = fl_library_get_floats (&self->step.out);
  return self;
}

/* --- running -------------------------------------------------------------------------------- */

static void
pack_way (FlConvolutionCall *self, FlThreadPool *pool, guint way)
{
  if (self->step.weight.is_fixed && self->is_packed[way])
    return;
  self->is_packed[way] = TRUE;
  if (way == BY_WINOGRAD)
    fl_winograd_pack (self->winograd, self->weight);
  else
    fl_convolution_parts_pack (self->parts[way], pool, self->weight);
}

static gboolean
run_way (FlConvolutionCall *self, FlThreadPool *pool, guint way)
{
  pack_way (self, pool, way);
  return way == BY_WINOGRAD ? fl_winograd_run (self->winograd, pool, self->in, self->bias, self->out)
                            : fl_convolution_parts_run (self->parts[way], pool, self->in, self->bias, self->out);
}

static gboolean
run (gpointer state, FlThreadPool *pool)
{
  FlConvolutionCall *self = state;
  return run_way (self, pool, self->how) || run_way (self, pool, fl_convolution_get_plain_way (self));
}

static void
pack (gpointer state, FlThreadPool *pool)
{
  FlConvolutionCall *self = state;
  if (self->step.weight.is_fixed)
    pack_way (self, pool, self->how);
}

static void
forget (gpointer state)
{
  FlConvolutionCall *self = state;
  memset (self->is_packed, 0, sizeof self->is_packed);
  for (guint i = 0; i < self->n_threads && self->of_thread != NULL; i++)
    g_clear_pointer (&self->of_thread[i], fl_primitive_free);
}

/* --- ways ----------------------------------------------------------------------------------- */

static gboolean
can (gpointer state, guint way)
{
  return open_way (state, way);
}

/* The memory that other ways packed is given back in the end. */
static void
choose (gpointer state, guint way, gboolean is_final)
{
  FlConvolutionCall *self = state;
  self->how = way;
  for (guint other = 0; is_final && other < N_HOWS; other++)
    if (other != way && !(way >= BY_LIBRARY_WINOGRAD && other == fl_convolution_get_plain_way (self)))
      close_way (self, other);
}

static void
append_numbers (GString *text, const char *what, const gint64 *numbers, guint n)
{
  g_string_append_printf (text, ", %s", what);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " %" G_GINT64_FORMAT, numbers[i]);
}

static char *
dup_subject (gconstpointer state)
{
  const FlConvolutionCall *self = state;
  const FlConvolution *shape = &self->step.shape;
  const guint n = shape->n_spatial;
  GString *text = g_string_new (NULL);
  g_string_printf (text, "convolution by %u threads in %" G_GINT64_FORMAT " groups%s%s%s", self->n_threads,
                   shape->groups, shape->is_transposed ? ", transposed" : "",
                   self->step.weight.is_fixed ? ", fixed" : "", self->bias != NULL ? ", bias" : "");
  append_numbers (text, "sizes", shape->sizes, n + 2);
  append_numbers (text, "weight", shape->weight_sizes, n + 2);
  append_numbers (text, "out", shape->out_sizes, n + 2);
  append_numbers (text, "stride", shape->stride, n);
  append_numbers (text, "padding", shape->padding, n);
  append_numbers (text, "dilation", shape->dilation, n);
  append_numbers (text, "apart", shape->in_strides, n + 2);
  append_numbers (text, "and", shape->out_strides, n + 2);
  return g_string_free (text, FALSE);
}

static const char *
describe (gconstpointer state)
{
  static const char *const names[N_HOWS] = { [BY_DIRECT] = "direct convolution of the library",
                                             [BY_GEMM] = "convolution of the library as a matrix product",
                                             [BY_LIBRARY_WINOGRAD] = "Winograd's convolution of the library",
                                             [BY_WINOGRAD] = "Winograd's convolution over products of the library" };
  const FlConvolutionCall *self = state;
  return names[self->how];
}

static gint64
count_packed (gconstpointer state)
{
  const FlConvolutionCall *self = state;
  if (!self->step.weight.is_fixed)
    return 0;
  return self->how == BY_WINOGRAD ? fl_winograd_count_packed (self->winograd)
                                  : fl_convolution_parts_count_packed (self->parts[self->how]);
}

static gint64
count_scratch (gconstpointer state)
{
  const FlConvolutionCall *self = state;
  return self->how == BY_WINOGRAD ? fl_winograd_count_scratch (self->winograd) : 0;
}

/* --- the interface -------------------------------------------------------------------------- */

static const FlLibraryWays ways = { N_HOWS, can, choose, dup_subject };

const FlLibraryOp fl_convolution_op = { .name = "convolution",
                                        .needs = FL_LIBRARY_ONE_RESULT | FL_LIBRARY_RETURNS_APART | FL_LIBRARY_WIDENED,
                                        .prepare = prepare,
                                        .run = run,
                                        .describe = describe,
                                        .count_scratch = count_scratch,
                                        .count_packed = count_packed,
                                        .pack = pack,
                                        .forget = forget,
                                        .free = free_state,
                                        .ways = &ways,
                                        .chain = &fl_convolution_chain };
