/* Who uses which value of a program: for passes over values. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

typedef struct
{
  FlValueId id; /* 0: a statement */
  FlStmtId stmt;
  guint position; /* among the value's arguments */
} FlLoopUse;

typedef struct
{
  GArray *values; /* FlValueId: all that statements other than names need, what a value is made of before the value */
  GHashTable *of; /* value -> GArray of FlLoopUse */
} FlLoopUses;

FlLoopUses *fl_loop_uses_new (const FlLoopProgram *program);
void fl_loop_uses_free (FlLoopUses *uses);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlLoopUses, fl_loop_uses_free)

/* FlLoopUse; NULL: none but in indices. */
const GArray *fl_loop_uses_find (const FlLoopUses *uses, FlValueId value);

G_END_DECLS
