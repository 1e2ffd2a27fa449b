/* What differs between two runs: figures, fusions lost and won, buffers gone and new, and one
 * sentence. */
#pragma once

#include "fl-facts.h"
#include "fl-override.h"

typedef struct cJSON cJSON;

G_BEGIN_DECLS

/* One kernel of one side whose values are in several kernels on the other. n pieces are n - 1
 * fusions. */
typedef struct
{
  const char *kernel; /* the kernel's name, on the side that has it whole */
  guint n_pieces;
  const char *const *pieces; /* the values of each: "relu, add_1" */
  const char *const *homes;  /* the kernel on the other side that has the piece */
} FlDeltaFusion;

typedef struct
{
  const char *subject;
  const char *shape;
  gint64 bytes;
} FlDeltaBuffer;

typedef struct
{
  FlArena *arena;
  gboolean has[FL_N_FACTS]; /* known on both sides */
  double base[FL_N_FACTS], variant[FL_N_FACTS];
  gboolean is_time_apart; /* the spreads of the two times do not overlap */
  /* Values are the same when origin, operator and shape are; else when operator, shape and module
   * are, in order. */
  guint n_base_values, n_variant_values, n_matched, n_matched_by_order;
  double matched_share; /* of the values of both sides, 0 to 1 */
  guint n_lost, n_won;  /* fusions between matched values */
  guint n_losses, n_wins;
  const FlDeltaFusion *losses; /* kernels of the base that fell apart */
  const FlDeltaFusion *wins;   /* kernels of the variant that were apart */
  guint n_gone, n_new;
  const FlDeltaBuffer *gone, *fresh; /* stored in one only */
  guint n_rewritten;                 /* kernels of one name whose code is another */
  const char *rewritten;             /* the first of them; NULL: none, or not known */
  const char *sentence;              /* names the difference and its reason */
} FlDelta;

/* Both may be freed afterwards. overrides: of the variant, with their outcomes, for the sentence;
 * may be NULL. */
FlDelta *fl_delta_new (const FlFacts *base, const FlFacts *variant, const FlOverrides *overrides);
void fl_delta_free (FlDelta *delta);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlDelta, fl_delta_free)

/* "+12", "-4.0 KiB (-3 %)", "0": the change of one figure, with sign; "" when it is not known on
 * both sides. */
char *fl_delta_dup_change (const FlDelta *delta, FlFact fact);
/* Table, lists and sentence, as the command line prints them. */
void fl_delta_append (GString *out, const FlDelta *delta, const char *base_name, const char *variant_name);
/* Markdown for a pull request's comment: a table, and lists that open. */
void fl_delta_append_markdown (GString *out, const FlDelta *delta);
cJSON *fl_delta_new_json (const FlDelta *delta);

G_END_DECLS
