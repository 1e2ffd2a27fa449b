/* Results that noise of rounding makes other ones of: there, and only there, nothing can be said.
 */
#pragma once

#include "random-check-private.h"

G_BEGIN_DECLS

/* What the reference says at self->point: the graph's results. is_classic: with the quotients of
 * PyTorch 2.1's kernels. *after: the inputs after it; may be NULL. */
GPtrArray *rnd_noise_run (const RndCheck *self, guint64 noise, gboolean is_classic, GPtrArray **after, GError **error);

/* What a run left. */
typedef struct
{
  const char *variant;
  gboolean is_input; /* a written one */
  guint index;       /* among the graph's results or inputs */
  FlArray *array;
} RndLeft;

void rnd_left_free (gpointer left);

/* Would the result agree, were it not for elements that noise moves from one class of numbers to
 * another? left: RndLeft of the run. */
gboolean rnd_noise_explains (const RndCheck *self, const FlAgreement *agreement, const GPtrArray *left);

G_END_DECLS
