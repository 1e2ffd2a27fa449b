/* Several calls at once, as models have them. */
#pragma once

#include "random-maker.h"

G_BEGIN_DECLS

/* One idiom, or what of it was not refused. FALSE: nothing was added. */
gboolean rnd_add_idiom (RndMaker *m);

G_END_DECLS
