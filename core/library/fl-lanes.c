/* Lanes along one dimension: the other dimensions are numbered in row-major order. */
#include "fl-lanes.h"

void
fl_lanes_open (FlLanes *self, const gint64 *sizes, guint n_dims, guint dim, guint across)
{
  self->length = n_dims == 0 ? 1 : sizes[dim];
  self->columns = across == G_MAXUINT ? 1 : sizes[across];
  self->n = 1;
  for (guint v = 0; v < FL_LANE_VIEWS; v++)
    {
      self->steps[v] = n_dims == 0 ? 0 : self->views[v].strides[dim];
      self->column_steps[v] = across == G_MAXUINT ? 0 : self->views[v].strides[across];
    }
  for (guint d = 0; d < n_dims; d++)
    if (d != dim && d != across)
      {
        for (guint v = 0; v < FL_LANE_VIEWS; v++)
          self->strides[v][self->n_dims] = self->views[v].strides[d];
        self->sizes[self->n_dims++] = sizes[d];
        self->n *= sizes[d];
      }
}

void
fl_lanes_find (const FlLanes *self, gint64 lane, gint64 starts[FL_LANE_VIEWS])
{
  for (guint v = 0; v < FL_LANE_VIEWS; v++)
    starts[v] = self->views[v].offset;
  for (guint d = self->n_dims; d-- > 0;)
    {
      const gint64 i = d == 0 ? lane : lane % self->sizes[d]; /* a division takes longer than a short lane */
      lane = d == 0 ? 0 : lane / self->sizes[d];
      for (guint v = 0; v < FL_LANE_VIEWS; v++)
        starts[v] += i * self->strides[v][d];
    }
}
