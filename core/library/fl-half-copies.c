/* A tensor of half precision and its f32 copy: fixed operands are widened once for all runs, large
 * copies give their memory back. */
#include "fl-half-copies.h"
#include "fl-library-op.h"

#include <string.h>
#include <sys/mman.h>

enum
{
  LEAST_ROW = 1024,     /* elements that are copied at a time, where they lie together */
  KEPT_BYTES = 64 << 20 /* larger copies give their memory back after each run */
};

/* A tensor of half precision and its f32 copy. Elements that lie together, in whatever order, are
 * copied as they lie; others row by row. */
typedef struct
{
  FlWorkView half, wide;
  gboolean is_linear, is_made; /* made: of a tensor that is fixed, once for all runs */
  gint64 numel, length, step;  /* length of rows that are copied, and how far apart their elements lie */
  gsize bytes;
  float *data; /* stays at its address, which the library's call holds */
} Copy;

struct _FlHalfCopies
{
  FlLibraryStep step; /* the call, of f32 */
  guint n_copies;
  Copy *copies; /* the last one is the result */
};

/* --- tensors -------------------------------------------------------------------------------- */

/* Tells where a row begins in the half tensor, in elements. */
static gint64
find_row (const Copy *copy, gint64 row)
{
  gint64 place = copy->half.offset + (copy->is_linear ? row * copy->length : 0);
  for (guint d = copy->is_linear ? 0 : copy->half.n_dims; d-- > 1; row /= copy->half.sizes[d - 1])
    place += row % copy->half.sizes[d - 1] * copy->half.strides[d - 1];
  return place;
}

static void
widen_part (gpointer data, gint64 begin, gint64 end)
{
  const Copy *copy = data;
  const guint16 *bytes = copy->half.bytes;
  for (gint64 row = begin; row < end; row++)
    fl_half_widen_row (copy->half.dtype, bytes + find_row (copy, row), copy->step, copy->data + row * copy->length,
                       copy->length);
}

static void
round_part (gpointer data, gint64 begin, gint64 end)
{
  const Copy *copy = data;
  guint16 *bytes = copy->half.bytes;
  for (gint64 row = begin; row < end; row++)
    fl_half_round_row (copy->half.dtype, copy->data + row * copy->length, bytes + find_row (copy, row), copy->step,
                       copy->length);
}

static void
run_copy (Copy *copy, FlPoolFunc func, FlThreadPool *pool)
{
  if (copy->numel > 0)
    fl_loops_share_out (pool, func, copy, copy->numel / copy->length, copy->numel);
}

/* Maps memory whose pages are taken when they are first written. FALSE: the memory cannot be had. */
static gboolean
open_copy (Copy *copy, const FlWorkView *half)
{
  const guint n = half->n_dims;
  gint64 span = 1, stride = 1;
  gboolean is_upward = TRUE;
  *copy = (Copy) { .half = *half, .wide = *half, .numel = fl_sizes_product (half->sizes, n), .length = 1, .step = 1 };
  for (guint d = 0; d < n; d++)
    {
      span += (half->sizes[d] - 1) * half->strides[d];
      is_upward &= half->strides[d] > 0 || half->sizes[d] == 1;
    }
  copy->is_linear = is_upward && span == copy->numel;
  for (guint d = n; d-- > 0 && copy->length < LEAST_ROW;)
    copy->length *= half->sizes[d];
  copy->bytes = MAX (copy->numel, 1) * sizeof (float);
  copy->data = mmap (NULL, copy->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (copy->data == MAP_FAILED)
    {
      copy->data = NULL;
      return FALSE;
    }
  copy->wide.dtype = FL_DTYPE_F32;
  copy->wide.bytes = copy->data;
  copy->wide.offset = 0;
  for (guint d = n; d-- > 0 && !copy->is_linear; stride *= half->sizes[d])
    copy->wide.strides[d] = stride;
  if (!copy->is_linear && n > 0)
    {
      copy->length = half->sizes[n - 1];
      copy->step = half->strides[n - 1];
    }
  return TRUE;
}

/* --- the interface -------------------------------------------------------------------------- */

void
fl_half_copies_free (FlHalfCopies *self)
{
  for (guint i = 0; i < self->n_copies; i++)
    if (self->copies[i].data != NULL)
      munmap (self->copies[i].data, self->copies[i].bytes);
  g_free (self->copies);
  g_free (self->step.args);
  g_free (self->step.out);
  g_free (self);
}

FlHalfCopies *
fl_half_copies_new (const FlLibraryStep *step)
{
  FlHalfCopies *self = g_new0 (FlHalfCopies, 1);
  self->step = *step;
  self->step.args = g_memdup2 (step->args, (step->n_args + 1) * sizeof *step->args);
  self->step.out = g_memdup2 (step->out, sizeof *step->out);
  self->copies = g_new0 (Copy, step->n_args + 1);
  gboolean ok = TRUE;
  for (guint i = 0; ok && i < step->n_args; i++)
    if (step->args[i].value.kind == FL_DATUM_TENSOR)
      {
        ok = step->args[i].view.dtype == step->out[0].dtype && !step->args[i].view.is_mutated
             && open_copy (&self->copies[self->n_copies], &step->args[i].view);
        self->step.args[i].view = self->copies[self->n_copies++].wide;
      }
  ok = ok && open_copy (&self->copies[self->n_copies], &step->out[0]);
  self->step.out[0] = self->copies[self->n_copies++].wide;
  if (!ok)
    g_clear_pointer (&self, fl_half_copies_free);
  return self;
}

const FlLibraryStep *
fl_half_copies_get_step (const FlHalfCopies *self)
{
  return &self->step;
}

void
fl_half_copies_widen (FlHalfCopies *self, FlThreadPool *pool)
{
  for (guint i = 0; i + 1 < self->n_copies; i++)
    if (!self->copies[i].is_made)
      {
        run_copy (&self->copies[i], widen_part, pool);
        self->copies[i].is_made = self->copies[i].half.is_fixed;
      }
}

void
fl_half_copies_round (FlHalfCopies *self, FlThreadPool *pool)
{
  run_copy (&self->copies[self->n_copies - 1], round_part, pool);
  for (guint i = 0; i < self->n_copies; i++)
    if (self->copies[i].bytes > KEPT_BYTES)
      {
        madvise (self->copies[i].data, self->copies[i].bytes, MADV_DONTNEED);
        self->copies[i].is_made = FALSE;
      }
}

void
fl_half_copies_forget (FlHalfCopies *self)
{
  for (guint i = 0; i < self->n_copies; i++)
    self->copies[i].is_made = FALSE;
}
