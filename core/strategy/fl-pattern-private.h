/* How fusion rules are kept: between their reader and their matcher. */
#pragma once

#include "fl-pattern.h"

enum
{
  FL_PATTERN_MAX_CAPTURES = 16,
  FL_PATTERN_MAX_DEPTH = 32,
  FL_PATTERN_MAX_OPS = 64, /* of one rule */
  FL_PATTERN_MAX_RULES = 1024,
  FL_PATTERN_MAX_FILE_BYTES = 1 << 20,
  FL_PATTERN_MAX_STEPS = 1 << 14 /* of matching one rule at one op */
};

typedef struct _Pattern Pattern;
struct _Pattern
{
  char **names; /* NULL: a capture */
  gboolean is_optional;
  guint capture;
  GPtrArray *children; /* Pattern */
};

typedef enum
{
  CONDITION_DTYPE,
  CONDITION_RANK,
  CONDITION_ALONG,  /* a broadcast's argument lies along one axis of the result */
  CONDITION_SAME,   /* two captures have equal sizes */
  CONDITION_SCALAR, /* a capture has one element */
  CONDITION_BYTES   /* the last op's result is at least so large */
} ConditionKind;

typedef struct
{
  ConditionKind kind;
  guint64 dtypes; /* bits */
  guint capture, other;
  gint64 number; /* rank, or axis; -1: the last; or bytes */
} Condition;

typedef struct
{
  char *name;
  Pattern *pattern;
  GPtrArray *captures; /* names */
  GArray *conditions;
  guint n_ops;
} Rule;

struct _FlPatternRules
{
  GPtrArray *rules; /* Rule */
  gboolean replaces_built_in;
};

void fl_pattern_rule_free (Rule *rule);
void fl_pattern_free (Pattern *pattern);
