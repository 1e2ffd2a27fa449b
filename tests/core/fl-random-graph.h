/* Random graphs of a few operators, as text. */
#pragma once

#include "fl-formats.h"

enum
{
  MAX_VALUES = 24,
  N_SIZES = 3
};

typedef struct
{
  guint n_dims;
  guint sizes[3];
  gboolean is_read;
} GraphShape;

typedef struct
{
  GRand *random;
  GString *body;
  GraphShape values[MAX_VALUES + 4];
  guint n, n_inputs;
  gboolean is_wide; /* more operators, sizes and dtypes */
  const char *dtype;
} GraphMaker;

static inline guint
graph_pick (GraphMaker *maker, guint n)
{
  return (guint) g_rand_int_range (maker->random, 0, (gint32) n);
}

static inline void
graph_begin (GraphMaker *maker, const char *target)
{
  g_string_append_printf (maker->body, "        v%u = torch.ops.%s(", maker->n, target);
}

static inline void
graph_use (GraphMaker *maker, guint value)
{
  g_string_append_printf (maker->body, "v%u", value);
  maker->values[value].is_read = TRUE;
}

static inline void
graph_finish (GraphMaker *maker, GraphShape shape)
{
  g_string_append (maker->body, ")\n");
  shape.is_read = FALSE;
  maker->values[maker->n++] = shape;
}

/* One more operator on the value, of those that few graphs need; FALSE: none was added. */
gboolean graph_add_wide (GraphMaker *maker, guint value);

FlGraph *graph_make_random (GRand *random, gboolean is_wide);
