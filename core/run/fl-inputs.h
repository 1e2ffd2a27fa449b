/* Inputs from a seed: values that suit what the graph does with them. Indices stay in range, what is under a root or a
 * logarithm is positive, weights are scaled so that deep graphs neither vanish nor overflow. Equal seeds and sizes give
 * equal inputs, and each input depends on its own name only. */
#pragma once

#include "fl-array.h"
#include "fl-aten.h"

G_BEGIN_DECLS

/* One a placeholder, NULL where it is no tensor. Elements are freed with fl_array_free. NULL and an error when a size has
 * no value or an input is of a kind that cannot be made. */
GPtrArray *fl_inputs_new (const FlGraph *graph, guint64 seed, FlSizeLookup sizes, gpointer data, GError **error);

/* The input at one position, as fl_inputs_new has it. */
FlArray *fl_inputs_new_one (const FlGraph *graph, guint position, guint64 seed, FlSizeLookup sizes, gpointer data, GError **error);
/* The same numbers, by several threads, without an array. FALSE, and nothing written: it is no dense f32 tensor of these strides. */
gboolean fl_inputs_write (const FlGraph *graph, guint position, guint64 seed, FlSizeLookup sizes, gpointer data, const gint64 *strides,
                          float *to);

/* The tensor of a get_attr node: its data are not in the graph's file, so it is made like an input. */
FlArray *fl_inputs_new_constant (const FlGraph *graph, FlNodeId node, FlSizeLookup sizes, gpointer data, GError **error);

/* What calls code that the graph's file does not hold: operators that nobody here knows, by name or wrapped in one that
 * says what they write, and users' own Triton kernels. row NULL: unknown. */
gboolean fl_calls_unknown (const FlAtenRow *row);

/* What stands in for a result of an operator that nobody here knows: made like an input. item: of a tuple, -1 when the
 * operator yields one tensor. */
FlArray *fl_inputs_new_stand_in (const FlGraph *graph, FlNodeId node, int item, FlSizeLookup sizes, gpointer data, GError **error);

/* The same graph's seeds for random operators: position-th of prims.inductor_seeds. */
gint64 fl_inputs_get_seed (guint64 position);
guint64 fl_inputs_mix (guint64 state); /* splitmix64: one well-mixed number for each state */

G_END_DECLS
