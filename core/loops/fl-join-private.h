/* Shared by the files that join nodes. */
#pragma once

#include "fl-join.h"
#include "fl-nest.h"

enum
{
  FL_JOIN_MAX_ORIGINALS = 64
};

/* Members stay what they are; a group among the nodes gives its own. */
FlSchedNode *fl_join_make_group (FlArena *arena, const FlSchedule *schedule, FlSchedNode *const *nodes, guint n_nodes);
gboolean fl_join_writes (const FlSchedNode *node, const char *name);
gboolean fl_join_is_loops (const FlSchedNode *node);
guint fl_join_count_special (const FlNestItem *items, guint n_items);
/* The override that wants two values of the group in different kernels, in words; NULL: none. */
const char *fl_join_find_forbidden (const FlPass *pass, const FlSchedNode *group);
void fl_join_record (const FlPass *pass, const FlSchedNode *a, const FlSchedNode *b, FlVerdict verdict,
                     const char *facts);

/* The node at a position, if it reads a concatenation, becomes one kernel with those before it that write the pieces,
 * when what passes between them stays in registers then. They and it become one node at its place, whose position is
 * told. */
void fl_join_take_in (const FlPass *pass, const FlSchedule *schedule, GPtrArray *nodes, guint *position);
