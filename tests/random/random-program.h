/* Between the files that make a program. */
#pragma once

#include "random-maker.h"

G_BEGIN_DECLS

/* Evaluates the call; the new value, or -1 with maker->why_not. */
int rnd_call_row (RndMaker *m, const FlAtenRow *row, const RndArg *args, guint n_args);

G_END_DECLS
