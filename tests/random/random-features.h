/* How often programs have what goes wrong most easily. */
#pragma once

#include "random-maker.h"

G_BEGIN_DECLS

/* Counts a program that was made. */
void rnd_features_note (const RndMaker *m, RndFeatures *features);
/* A line each: how many of a hundred programs have it. */
void rnd_features_append (const RndFeatures *features, GString *out);

G_END_DECLS
