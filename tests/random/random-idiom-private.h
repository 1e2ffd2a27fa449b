/* Writing idioms: calls one after the other, as a program has them. */
#pragma once

#include "random-private.h"

G_BEGIN_DECLS

#define V(number) ((RndArg) { .kind = RND_VALUE, .value = (number) })
#define I(number) ((RndArg) { .kind = RND_INT, .integer = (number) })
#define F(number_) ((RndArg) { .kind = RND_FLOAT, .number = (number_) })
#define B(truth) ((RndArg) { .kind = RND_BOOL, .integer = (truth) })
#define T(type) ((RndArg) { .kind = RND_DTYPE, .dtype = (type) })
#define INTS(...)                                                                                                      \
  rnd_idiom_list (m, RND_INT, sizeof ((gint64[]) { __VA_ARGS__ }) / sizeof (gint64), (gint64[]) { __VA_ARGS__ })
#define VALUES(...)                                                                                                    \
  rnd_idiom_list (m, RND_VALUE, sizeof ((gint64[]) { __VA_ARGS__ }) / sizeof (gint64), (gint64[]) { __VA_ARGS__ })
#define CALL(target, ...)                                                                                              \
  rnd_idiom_call (m, target, (RndArg[]) { __VA_ARGS__ }, sizeof ((RndArg[]) { __VA_ARGS__ }) / sizeof (RndArg))
/* TRUE: results are those of the call's tuple. */
#define TUPLE(results, target, ...)                                                                                    \
  rnd_idiom_tuple (m, target, (RndArg[]) { __VA_ARGS__ }, sizeof ((RndArg[]) { __VA_ARGS__ }) / sizeof (RndArg),       \
                   G_N_ELEMENTS (results), results)
#define TENSOR(dtype, ...)                                                                                             \
  rnd_idiom_tensor (m, dtype, sizeof ((gint64[]) { __VA_ARGS__ }) / sizeof (gint64), (gint64[]) { __VA_ARGS__ })

RndArg rnd_idiom_list (RndMaker *m, RndArgKind kind, guint n, const gint64 *numbers);
/* -1 where an operand is: what was refused takes the rest with it. */
int rnd_idiom_call (RndMaker *m, const char *target, const RndArg *args, guint n);
gboolean rnd_idiom_tuple (RndMaker *m, const char *target, const RndArg *args, guint n, guint n_results, int *results);
RndArg rnd_idiom_by_name (RndArg arg, const char *keyword);
FlDtype rnd_idiom_type (RndMaker *m); /* f32, mostly */
int rnd_idiom_tensor (RndMaker *m, FlDtype dtype, guint n, const gint64 *sizes);
int rnd_idiom_to_f32 (RndMaker *m, int x);
int rnd_idiom_to_type (RndMaker *m, int x, FlDtype dtype);
int rnd_idiom_transpose (RndMaker *m, int x, gint64 a, gint64 b);
/* A function of each element; n of these, or of the element and the first one. */
int rnd_idiom_activate (RndMaker *m, int x);
int rnd_idiom_chain (RndMaker *m, int x, guint n);

/* random-rows.c: one of the idioms over rows, of sizes that are no symbols. */
void rnd_rows_add (RndMaker *m);

G_END_DECLS
