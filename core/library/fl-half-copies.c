/* A tensor of half precision and its f32 copy: fixed operands are widened once for all runs, large
 * copies give their memory back. */
#include "fl-half-copies.h"

#include <string.h>
#include <sys/mman.h>

enum
{
  MIN_PARALLEL = 1 << 15,
  KEPT_BYTES = 64 << 20 /* larger copies give their memory back after each run */
};

/* A tensor of half precision and its f32 copy. Elements that lie together, in whatever order, are
 * copied as they lie; others row by row. */
typedef struct
{
  FlWorkView half, wide;
  gboolean is_linear, is_made; /* made: of a tensor that is fixed, once for all runs */
  gint64 numel;
  gsize bytes;
  float *data; /* its address is fixed, since the library's call holds it */
} Copy;

struct _FlHalfCopies
{
  FlLibraryStep step; /* the same call of f32 */
  guint n_copies;
  Copy *copies; /* the last one is the result */
};

/* --- tensors -------------------------------------------------------------------------------- */

static gint64
get_last (const Copy *copy)
{
  return copy->half.n_dims == 0 ? 1 : copy->half.sizes[copy->half.n_dims - 1];
}

/* Where a row begins in the half tensor, in elements. */
static gint64
find_row (const Copy *copy, gint64 row)
{
  gint64 place = copy->half.offset;
  for (guint d = copy->half.n_dims; d-- > 1;)
    {
      place += row % copy->half.sizes[d - 1] * copy->half.strides[d - 1];
      row /= copy->half.sizes[d - 1];
    }
  return place;
}

static void
widen_part (gpointer data, gint64 begin, gint64 end)
{
  const Copy *copy = data;
  const guint16 *bytes = copy->half.bytes;
  gint64 last = get_last (copy), step = copy->half.n_dims == 0 ? 1 : copy->half.strides[copy->half.n_dims - 1];
  if (copy->is_linear)
    fl_half_widen_row (copy->half.dtype, bytes + copy->half.offset + begin, 1, copy->data + begin, end - begin);
  else
    for (gint64 row = begin; row < end; row++)
      fl_half_widen_row (copy->half.dtype, bytes + find_row (copy, row), step, copy->data + row * last, last);
}

static void
round_part (gpointer data, gint64 begin, gint64 end)
{
  const Copy *copy = data;
  guint16 *bytes = copy->half.bytes;
  gint64 last = get_last (copy), step = copy->half.n_dims == 0 ? 1 : copy->half.strides[copy->half.n_dims - 1];
  if (copy->is_linear)
    fl_half_round_row (copy->half.dtype, copy->data + begin, bytes + copy->half.offset + begin, 1, end - begin);
  else
    for (gint64 row = begin; row < end; row++)
      fl_half_round_row (copy->half.dtype, copy->data + row * last, bytes + find_row (copy, row), step, last);
}

static void
run_copy (Copy *copy, FlPoolFunc func, FlThreadPool *pool)
{
  gint64 extent = copy->is_linear ? copy->numel : copy->numel / MAX (get_last (copy), 1);
  if (copy->numel < MIN_PARALLEL)
    func (copy, 0, extent);
  else
    fl_thread_pool_run (pool, func, copy, extent);
}

/* Pages are taken when they are first written. */
static gboolean
map_copy (Copy *copy)
{
  copy->bytes = MAX (copy->numel, 1) * sizeof (float);
  copy->data = mmap (NULL, copy->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (copy->data == MAP_FAILED)
    copy->data = NULL;
  return copy->data != NULL;
}

static gboolean
open_copy (Copy *copy, const FlWorkView *half)
{
  gint64 span = 1, stride = 1;
  *copy = (Copy) { .half = *half, .wide = *half, .numel = fl_sizes_product (half->sizes, half->n_dims) };
  gboolean is_upward = copy->numel > 0;
  for (guint d = 0; d < half->n_dims; d++)
    {
      span += (half->sizes[d] - 1) * half->strides[d];
      is_upward &= half->strides[d] > 0 || half->sizes[d] == 1;
    }
  copy->is_linear = is_upward && span == copy->numel;
  if (!map_copy (copy))
    return FALSE;
  copy->wide.dtype = FL_DTYPE_F32;
  copy->wide.bytes = copy->data;
  copy->wide.offset = 0;
  for (guint d = half->n_dims; d-- > 0 && !copy->is_linear;)
    {
      copy->wide.strides[d] = stride;
      stride *= half->sizes[d];
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
