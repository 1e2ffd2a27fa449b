/* Sizes of a symbolic graph for one execution: which symbols there are, what they may be. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

/* A size symbol's value for one execution. */
typedef struct
{
  const FlSym *symbol;
  gint64 value;
} FlSizeValue;

/* The size symbols in the shapes of the graph's inputs, in order of appearance. New array of const
 * FlSym *, owned by the graph's table. Empty: every size is a number. */
GPtrArray *fl_sizes_list (const FlGraph *graph);
/* The size symbols of fl_sizes_list, and after them the symbols that only strides have. */
GPtrArray *fl_sizes_list_all (const FlGraph *graph);
/* The input that first has the symbol: "arg1_1, dimension 0 (f32[s0, 1024])"; "arg0_1" for a plain
 * number. NULL: none. */
char *fl_sizes_dup_place (const FlGraph *graph, const FlSym *symbol);
/* The symbol of a float that comes with the call as this input, a tensor of one double; NULL: it is
 * another input. Its values are bits (fl_sym_is_float). */
const FlSym *fl_sizes_find_float (const FlGraph *graph, guint position);
/* "128"; of a float "1.5" */
void fl_sizes_append_value (GString *out, const FlSizeValue *size);
/* What the symbol is where nothing was asked for: its hint, its sample, or 8; of a float 1.5. */
gint64 fl_sizes_get_default (const FlSym *symbol);

/* In the shapes of inputs, where every symbol has its default at least; or passed alone, and in no
 * stride. */
gboolean fl_sizes_is_of_shapes (const FlGraph *graph, const FlSym *symbol);
/* Adds a FlSizeValue for each symbol that only strides of inputs have: its hint where no two elements
 * share memory then, else as if the input were dense. */
void fl_sizes_settle (const FlGraph *graph, GArray *sizes);

/* "s0=128". FL_ERROR_USAGE when it is not written so, when the graph has no such symbol, or when
 * the value is outside of the symbol's range: the message names the constraint. */
gboolean fl_sizes_parse (const FlGraph *graph, const char *assignment, FlSizeValue *size, GError **error);
/* Each value in its symbol's range, every view of the graph with as many elements as what it is made
 * of, every shape what the graph says of it; symbols without a value at their default.
 * FL_ERROR_SHAPE names the node and its shapes. */
gboolean fl_sizes_check (const FlGraph *graph, const FlSizeValue *sizes, guint n_sizes, GError **error);

/* Adds a value for every symbol of the inputs that has none, so that fl_sizes_check holds: the default
 * where that does, else others are tried. FALSE and the error of the defaults: none was found, sizes
 * is as it was. */
gboolean fl_sizes_choose (const FlGraph *graph, GArray *sizes, GError **error);
/* fl_sizes_choose, with the chosen values as the symbols' hints, by which the passes decide: before any of them runs,
 * in one thread. */
gboolean fl_sizes_choose_hints (const FlGraph *graph, GArray *sizes, GError **error);
/* A copy of the graph for whose hints these sizes are chosen, of the symbols of graph; for others
 * its own defaults where they do. NULL: none will do. */
FlGraph *fl_sizes_dup_graph (const FlGraph *graph, const GArray *sizes);
/* Two copies of a graph for which the passes decide alike: the symbols have the same defaults. */
gboolean fl_sizes_decide_alike (const FlGraph *graph, const FlGraph *copy);
/* The sizes for the symbols of a copy of the graph. */
GArray *fl_sizes_translate (const GArray *sizes, const FlGraph *copy);
/* Chooses sizes and keeps them as the symbols' samples, once for a graph: fl_sym_get_sample. */
void fl_sizes_choose_samples (const FlGraph *graph);

G_END_DECLS
