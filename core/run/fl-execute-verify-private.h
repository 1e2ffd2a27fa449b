/* What the files share that compare results with those of the reference and with given ones. */
#pragma once

#include "fl-execute-private.h"

G_BEGIN_DECLS

enum
{
  FL_N_NOISES = 4
};

/* What the reference says: outputs, and the inputs after the run. noisy: the same with every rounding disturbed, one
 * draw after the other, evaluated only when a result disagrees. */
struct _FlVerification
{
  FlExecutor *executor;
  GPtrArray *outputs;
  GPtrArray *inputs;
  GPtrArray *seen;      /* FlSeen */
  GArray *met;          /* FlAgreement with given results */
  const FlGraph *graph; /* the evaluated graph */
  FlVerification *noisy[FL_N_NOISES];
  const FlUnverified *unverified; /* of graph, in the pass's arena */
};

/* One thing to compare. */
typedef struct
{
  const FlBuffer *buffer;
  const FlLayout *layout;
  const FlShown *shown; /* instead: an argument of an unknown operator */
  gboolean is_input;    /* a mutated one */
  guint index;          /* among the outputs or the inputs */
  const char *name;
  guint position;
} FlSubject;

gboolean fl_verification_evaluate (FlExecutor *self, const FlGraph *graph, guint64 noise, FlVerification *expected,
                                   GError **error);
/* The position-th result of the graph, lists opened; NULL: it has fewer. */
const FlArg *fl_verification_find_output (const FlGraph *graph, guint position);
/* NULL: the reference has no such thing. An argument of an unknown operator is decoded into *made, which the caller
 * owns. */
const FlArray *fl_verification_get (const FlVerification *expected, const FlSubject *subject, FlArray **made);
/* Adds one to agreements. exact: what it is compared with. base: the reference's, which tells how far rounding moves
 * it; NULL: not known. */
gboolean fl_verification_compare (FlExecutor *self, const char *variant, const FlSubject *subject, const FlArray *got,
                                  const FlArray *exact, const FlArray *base, FlVerification *expected,
                                  const char *against, GArray *agreements);

/* fl-execute-expected.c: a result of a variant beside the one that the user gave, if any. */
void fl_expectation_look (FlVerification *expected, const char *variant, const FlSubject *subject, const FlArray *got);
/* The reference's, what no variant had, and the sum of all into the execution. */
void fl_expectation_finish (FlVerification *expected);

G_END_DECLS
