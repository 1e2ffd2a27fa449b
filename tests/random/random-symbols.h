/* Sizes that are symbols. A program is made with numbers that no other size has, 11 for s0 and 13
 * for s1; whatever is a multiple of them, or one more, or half, is written as such. So it holds for
 * other values as well, at least where the reference says so: each is tried with numbers first. */
#pragma once

#include "random-maker.h"

G_BEGIN_DECLS

/* Chooses symbols for the program, and the palette; may choose none. */
void rnd_symbols_open (RndMaker *m, guint32 seed);
void rnd_symbols_close (RndMaker *m);

/* Marks for numbers, which rnd_symbols_render writes: of an argument, whose line in the body must
 * have been defined before; of a shape; of a comment. */
void rnd_symbols_define (RndMaker *m, gint64 number);
void rnd_symbols_append_argument (RndMaker *m, GString *out, gint64 number);
void rnd_symbols_append_size (RndMaker *m, GString *out, gint64 number);
void rnd_symbols_append_bound (RndMaker *m, GString *out, gint64 number);
void rnd_symbols_append_stride (RndMaker *m, GString *out, int value, guint dim);
/* An input's strides for these sizes, some with a symbol of their own. */
void rnd_symbols_lay_out (RndMaker *m, RndValue *value, guint n_dims, const gint64 *sizes);
/* The symbols as inputs: "s0: \"Sym(s0)\", …". */
void rnd_symbols_append_inputs (RndMaker *m, GString *out);

/* The program's text, which is taken, with symbols and a line of values each that it holds for, or
 * else with numbers. */
char *rnd_symbols_settle (RndMaker *m, char *marked);

G_END_DECLS
