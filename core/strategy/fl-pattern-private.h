/* How fusion rules are kept: between their reader and their matcher. */
#pragma once

#include "fl-pattern.h"

enum
{
  FL_PATTERN_MAX_CAPTURES = 16,
  FL_PATTERN_MAX_DEPTH = 32
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
  CONDITION_ALONG /* a broadcast's argument lies along one axis of the result */
} ConditionKind;

typedef struct
{
  ConditionKind kind;
  guint64 dtypes; /* bits */
  guint capture;
  gint number; /* rank, or axis; -1: the last */
} Condition;

typedef struct
{
  char *name;
  Pattern *pattern;
  GPtrArray *captures; /* names */
  GArray *conditions;
} Rule;

struct _FlPatternRules
{
  GPtrArray *rules; /* Rule */
};
