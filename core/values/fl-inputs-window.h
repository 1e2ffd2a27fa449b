/* Offsets of largest elements within the windows of a pooling, as its backward graph is given them. */
#pragma once

#include "fl-aten.h"

G_BEGIN_DECLS

enum
{
  FL_INPUT_WINDOW_DIMS = 3
};

/* Positions that every window of the pooling has inside of its input, padding left out: low to high in each dimension.
 */
typedef struct
{
  guint n_dims; /* 0: the operator's arguments do not tell */
  gint64 kernel[FL_INPUT_WINDOW_DIMS];
  gint64 low[FL_INPUT_WINDOW_DIMS], high[FL_INPUT_WINDOW_DIMS];
} FlInputWindow;

typedef gboolean (*FlInputLookUp) (const FlSym *symbol, gpointer data, gint64 *value);

/* Of prims._low_memory_max_pool_offsets_to_indices over these offsets. */
FlInputWindow fl_input_window_read (const FlNode *node, const FlTensor *offsets, FlInputLookUp look_up, gpointer data);
/* One such offset, chosen by bits. */
gint64 fl_input_window_draw (const FlInputWindow *window, guint64 bits);

G_END_DECLS
