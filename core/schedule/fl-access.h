/* How two scheduler nodes touch one buffer in different ways, at the level of loops and indices. TorchInductor counts
 * accesses that are equal; where two nodes touch a buffer and none of their accesses is equal, it says "no shared
 * data". This says what differs, as its own decide_fusion_fail_reason does, and further. */
#pragma once

#include "fl-schedule.h"

G_BEGIN_DECLS

typedef enum
{
#define ACCESS(id, name, sentence) FL_ACCESS_##id,
#include "fl-access-kinds.def"
  FL_N_ACCESSES
} FlAccessKind;

const char *fl_access_kind_get_name (FlAccessKind kind);     /* "other loop order" */
const char *fl_access_kind_get_sentence (FlAccessKind kind); /* for who meets it for the first time */

enum
{
  FL_ACCESS_MAX_LOOPS = 8
};

/* One loop around an access; sizes and strides are in elements, symbols at their hints. */
typedef struct
{
  gint64 size, stride; /* stride 0: the loop does not move in the buffer */
  gboolean is_reduced;
} FlAccessLoop;

typedef struct
{
  const char *node; /* the original node, which may be in a group */
  gboolean is_write;
  const FlSym *index;     /* NULL: the whole buffer, or only an order */
  const FlLoopBody *body; /* whose variables the index has; NULL as index */
  guint n_vars;           /* of the body's, how many are around it: a result is stored when its reduction is over */
  gboolean is_linear;     /* offset and loops say it all; FALSE: there are no loops here */
  gint64 offset;
  guint n_loops; /* outermost first, without those of one step; a variable that the index divides is two loops */
  FlAccessLoop loops[FL_ACCESS_MAX_LOOPS];
} FlAccessSide;

typedef struct _FlAccess FlAccess;

struct _FlAccess
{
  FlAccessKind kind;
  const char *buffer;
  gint64 bytes;   /* of the buffer that both touch */
  guint n_others; /* further buffers that both touch */
  FlAccessSide sides[2];
};

/* Loop variables that the node uses as numbers (arange, masks by position), a line each with the node's name:
 * "op0 computes with IndexExprDep(index=p0, {p0: 10})". */
void fl_sched_node_append_index_exprs (GString *out, const FlSchedNode *node, const char *indent);
/* Bytes of the elements of one buffer that a node reads, each once. */
gint64 fl_sched_node_count_read (const FlSchedule *schedule, const FlSchedNode *node, const char *name);

/* "reads 1024*p0 + p1 for p0<512, p1<1024" */
void fl_access_append_side (GString *out, const FlAccessSide *side);
/* "buf0, 2 MiB: op0 writes 1024*p0 + p1 for p0<512, p1<1024; op1 reads …" */
void fl_access_append (GString *out, const FlAccess *access);

G_END_DECLS
