/* What TorchInductor's wrapper does with memory, line by line: which buffers its call () allocates, which take over
 * freed memory, what is deleted and when. It is PyTorch's plan, not the one that is executed here (core/memory): that
 * one lays buffers out in an arena, and frees after every kernel. */
#pragma once

#include "fl-schedule.h"

G_BEGIN_DECLS

typedef enum
{
  FL_WRAPPER_ALLOCATE, /* buf0 = empty_strided_cpu(…) */
  FL_WRAPPER_INPLACE,  /* the kernel writes `buffer` over `other`: buf1 = buf0; del buf0  # reuse */
  FL_WRAPPER_REUSE,    /* memory freed before becomes `buffer`: the same text */
  FL_WRAPPER_ALIAS,    /* a slice of `other`: buf1 = reinterpret_tensor(buf2, …)  # alias */
  FL_WRAPPER_CALL,     /* of one scheduled node, or on a CPU of several that are one C++ function */
  FL_WRAPPER_SUM,      /* buf2 = workspace_0[…].sum(dim=0): the rest of a reduction, outside of its kernel */
  FL_WRAPPER_FREE      /* del buf0 */
} FlWrapperStepKind;

typedef struct
{
  FlWrapperStepKind kind;
  const FlBuffer *buffer, *other;
  guint first_node, n_nodes; /* CALL: positions in FlWrapperPlan.nodes */
  const char *why;           /* ALLOCATE: why no freed memory was taken, where some was at hand; else NULL */
} FlWrapperStep;

typedef struct
{
  const FlSchedule *schedule;
  guint n_nodes;
  FlSchedNode *const *nodes; /* as fusion left them */
  guint n_steps;
  const FlWrapperStep *steps;
} FlWrapperPlan;

/* Of a fused schedule. Arena: of the pass. */
const FlWrapperPlan *fl_wrapper_plan_new (const FlPass *pass, const FlSchedule *schedule);
/* The lines that concern memory, with the calls between them, as output_code.py has them; what calls are given is left
 * out. */
void fl_wrapper_plan_append (GString *out, const FlPass *pass, const FlWrapperPlan *plan);
/* Of the text of any wrapper, theirs or ours, the lines about memory in order, in one spelling: "buf0 =
 * empty_strided_cpu((8, ), (1, ), torch.float32)", "buf1 = buf0 # reuse", "del arg0_1", "call" for a kernel or a
 * library call, "buf2 =" where such a call returns a tensor. New array of char *. */
GPtrArray *fl_wrapper_find_memory_lines (const char *text, gsize length);

G_END_DECLS
