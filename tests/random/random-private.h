/* Makers of arguments, by family. Each gives the arguments of maker->row, or says FALSE. */
#pragma once

#include <string.h>

#include "random-maker.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name; /* of a shape rule, or of an operator */
  RndMakeFunc make;
} RndMakerRow;

/* End with a NULL name. */
extern const RndMakerRow rnd_pointwise_makers[];
extern const RndMakerRow rnd_reduction_makers[];
extern const RndMakerRow rnd_view_makers[];
extern const RndMakerRow rnd_gradient_makers[];
extern const RndMakerRow rnd_index_makers[];
extern const RndMakerRow rnd_scatter_makers[];
extern const RndMakerRow rnd_create_makers[];
extern const RndMakerRow rnd_product_makers[];
extern const RndMakerRow rnd_window_makers[];
extern const RndMakerRow rnd_norm_makers[];
extern const RndMakerRow rnd_loss_makers[];
extern const RndMakerRow rnd_attention_makers[];
extern const RndMakerRow rnd_list_makers[];
extern const RndMakerRow rnd_distance_makers[];
extern const RndMakerRow rnd_count_makers[];
extern const RndMakerRow rnd_signal_makers[];
extern const RndMakerRow rnd_sample_makers[];
extern const RndMakerRow rnd_margin_makers[];

/* Kinds that the scalar operator of the row takes, RND_EXACT where it jumps. */
guint rnd_kinds_of (const FlAtenRow *row, guint kinds);
/* Numbers where logarithms, roots and inverse functions are defined. */
int rnd_any_in_domain (RndMaker *m, guint kinds);
/* Floats, of integers, too: these cannot be written in their place. */
gboolean rnd_yields_floats (const FlAtenRow *row);
gboolean rnd_is (RndMaker *m, const char *part); /* does the operator's name have it? */
/* What follows `self` in reductions: keepdim. */
void rnd_give_dim (RndMaker *m, guint rank);

int rnd_give_shaped (RndMaker *m, FlDtype dtype, guint n, gint64 a, gint64 b, gint64 c, gint64 d);
/* Calls the forward operator with the arguments so far, which are taken away. Its results, or those
 * of its tuple: at most n; FALSE: refused. */
gboolean rnd_forward (RndMaker *m, const char *target, guint n, int *results);
/* An operand, to be written where the operator writes it. */
int rnd_give_operand (RndMaker *m, guint kinds, guint least_rank);
/* May it be written? One element a place. */
gboolean rnd_is_fresh (const FlView *view);
/* Have they an element in one place? */
gboolean rnd_overlap (const FlView *a, const FlView *b);
/* One of this shape, in order and without gaps; -1: refused. */
int rnd_contiguous (RndMaker *m, FlDtype dtype, guint n, const gint64 *sizes);
gint64 rnd_size_of (RndMaker *m, int value, gint64 dim);
/* Indices of some dimensions, None for the others. The rank of what is indexed, its sizes in
 * result; G_MAXUINT: not possible. */
guint rnd_give_indices (RndMaker *m, int self, gint64 *result);

G_END_DECLS
