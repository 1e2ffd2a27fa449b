/* Inputs from a seed: values that suit what the graph does with them. Indices stay in range, what is under a root or a
 * logarithm is positive, weights are scaled so that deep graphs neither vanish nor overflow. Equal seeds and sizes give
 * equal inputs, and each input depends on its own name only. */
#pragma once

#include "fl-array.h"
#include "fl-aten.h"

G_BEGIN_DECLS

/* One a placeholder, NULL where it is no tensor. Elements are freed with fl_array_free. NULL and an error when a size
 * has no value or an input is of a kind that cannot be made. */
GPtrArray *fl_inputs_new (const FlGraph *graph, guint64 seed, FlSizeLookup sizes, gpointer data, GError **error);

/* The input at one position, as fl_inputs_new has it. */
FlArray *fl_inputs_new_one (const FlGraph *graph, guint position, guint64 seed, FlSizeLookup sizes, gpointer data,
                            GError **error);

/* Numbers of an input, made by whoever has the memory, a part at a time. */
typedef struct
{
  guint64 start;
  gint64 fan_in;
  gint64 n;      /* elements */
  FlDtype dtype; /* f32, bf16 or f16 */
} FlInputFill;

gboolean fl_inputs_can_fill (FlDtype dtype);
/* FALSE: it is no dense tensor of one of these types and of these strides, or one of other numbers than most inputs
 * have. */
gboolean fl_inputs_find_fill (const FlGraph *graph, guint position, guint64 seed, FlSizeLookup sizes, gpointer data,
                              const gint64 *strides, FlInputFill *fill);
/* Elements [begin, end) of the input whose first is to[0]. */
void fl_inputs_fill (const FlInputFill *fill, gpointer to, gint64 begin, gint64 end);
double fl_inputs_draw_normal (guint64 bits);

/* The tensor of a get_attr node: its data are not in the graph's file, so it is made like an input. */
FlArray *fl_inputs_new_constant (const FlGraph *graph, FlNodeId node, FlSizeLookup sizes, gpointer data,
                                 GError **error);

/* What calls code that the graph's file does not hold: operators that nobody here knows, by name or wrapped in one that
 * says what they write, and users' own Triton kernels. row NULL: unknown. */
gboolean fl_calls_unknown (const FlAtenRow *row);

/* What stands in for a result of an operator that nobody here knows: made like an input. item: of a tuple, -1 when the
 * operator yields one tensor. */
FlArray *fl_inputs_new_stand_in (const FlGraph *graph, FlNodeId node, int item, FlSizeLookup sizes, gpointer data,
                                 GError **error);

/* The seeds of random operators, equal for every graph: position-th of prims.inductor_seeds. */
gint64 fl_inputs_get_seed (guint64 position);

/* splitmix64: one well-mixed number for each state. */
static inline guint64
fl_inputs_mix (guint64 state)
{
  guint64 z = state + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

G_END_DECLS
