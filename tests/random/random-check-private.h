/* One program on its way through everything. */
#pragma once

#include "fl-pipeline.h"

#include "random-check.h"
#include "random-choices.h"
#include "random-units.h"

G_BEGIN_DECLS

enum
{
  RND_MAX_VARIANTS = 48
};

typedef struct
{
  const RndCheckRequest *request;
  RndVerdict *verdict;
  guint32 seed;
  RndChoices choices;
  FlGraph *graph;
  GPtrArray *points; /* sizes of the graph's symbols: rnd_fill_read_points */
  GPtrArray *inputs; /* of each: a GPtrArray of arrays */
  guint point;       /* the point that is tried now */
  guint n;           /* variants that differ */
  char *names[RND_MAX_VARIANTS];
  FlRun *runs[RND_MAX_VARIANTS];
  const FlProgram *programs[RND_MAX_VARIANTS]; /* as the units call their kernels */
  GHashTable *seen;                            /* sources and wrappers of variants */
} RndCheck;

/* The first failure counts. message: what tells failures of one kind apart; NULL: nothing. */
void rnd_check_fail (RndCheck *check, const char *kind, const char *message, const char *detail);

/* --- random-plan.c */

/* other, strategy and option: NULL: none. */
FlRun *rnd_plan (const RndCheck *check, FlGraph *graph, const char *strategy, const char *option);
gboolean rnd_plans_are_equal (const FlRun *a, const FlRun *b);
/* Adds all variants that the choices name. */
void rnd_plan_variants (RndCheck *check);
/* Adds one, of a strategy and an option that the choices name. */
void rnd_plan_one (RndCheck *check);

G_END_DECLS
