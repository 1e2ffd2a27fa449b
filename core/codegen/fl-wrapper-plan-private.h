/* Shared by the files that follow TorchInductor's wrapper. */
#pragma once

#include "fl-wrapper-plan.h"

#include "fl-kernel.h"

G_BEGIN_DECLS

/* What is known of a buffer while the lines are written. */
typedef struct
{
  const FlBuffer *buffer;
  const FlSchedBuffer *sched; /* NULL: a constant, an input that no kernel may write over, a workspace */
  const FlSym *elements;      /* of its storage; NULL: no tensor */
  gint64 bytes;               /* at hints */
  gboolean is_output, is_allocated, is_freed, is_removed;
  gboolean is_unaligned; /* may begin anywhere: an input on a CPU, and what took over its memory */
  GPtrArray *chain;      /* the slots that share one in-place argument of a kernel; NULL: it has none */
} FlWrapperSlot;

typedef struct
{
  FlWrapperStep step;
  FlWrapperSlot *slot, *other;
  guint node;        /* the scheduled node at which the line was written */
  gboolean is_taken; /* FREE: a later line has the memory */
  gboolean is_input; /* FREE: of a graph input, which no plan touches */
} FlWrapperLine;

typedef struct
{
  const FlPass *pass;
  const FlSchedule *schedule;
  FlSchedNode *const *nodes;
  guint n_nodes, node;
  guint at;              /* the node whose lines are being written */
  GHashTable *slots;     /* interned name -> FlWrapperSlot */
  GPtrArray *chains;     /* GPtrArray of FlWrapperSlot: arguments of kernels so far */
  GHashTable *dying;     /* interned names to be freed at the next chance */
  GArray *lines;         /* FlWrapperLine */
  gboolean *is_done;     /* by index of an original node */
  guint *group_of;       /* by index of an original node: its scheduled node */
  guint first_pending;   /* CPU: the first node of the C++ function under way */
  guint n_pending;       /* nodes in it; 0: none is under way */
  GHashTable *arguments; /* names of tensors that it is given */
  guint n_workspaces;
  GHashTable *computed; /* original nodes that a kernel of both orders has done already */
  gint64 *live, peak;   /* TorchInductor's estimate of the bytes alive at each node */
} FlWrapperWriter;

/* NULL: no buffer of the schedule and no input. */
FlWrapperSlot *fl_wrapper_writer_find (const FlWrapperWriter *writer, const char *name);
/* fl-wrapper-kernel.c: may the node's output be written over something that it reads? NULL: no. */
FlWrapperSlot *fl_wrapper_find_inplace (FlWrapperWriter *writer, const FlSchedNode *original, FlWrapperSlot *output);
/* The output and the input are one argument of the kernel from here on. */
void fl_wrapper_join_argument (FlWrapperWriter *writer, FlWrapperSlot *input, FlWrapperSlot *output);
/* The next kernel has arguments of its own. */
void fl_wrapper_end_arguments (FlWrapperWriter *writer);
/* Values that never leave the kernel of these nodes lose their buffers. `group`: the scheduled node that they are of.
 */
void fl_wrapper_remove_locals (FlWrapperWriter *writer, const FlSchedNode *group, FlSchedNode *const *originals,
                               guint n);
/* CPU: values that kernels with a common outer loop hand on row by row. */
void fl_wrapper_remove_rows (FlWrapperWriter *writer, const FlSchedNode *node, GPtrArray *removed);
/* FALSE: the inner loops are so much longer that PyTorch gives up the common outer loop, and what was handed on. */
gboolean fl_wrapper_keeps_outer_loop (const FlSchedNode *node);
/* fl-wrapper-inputs.c: of a graph of gradients, the inputs that are its own: what its forward graph kept for it. */
void fl_wrapper_add_donated (FlWrapperWriter *writer);
/* Which slots begin anywhere in memory. */
void fl_wrapper_note_alignment (FlWrapperWriter *writer);
/* Inputs that die within the graph count in the estimate of memory. */
/* fl-wrapper-workspace.c: scratch memory of a GPU kernel; NULL: it needs none. */
FlWrapperSlot *fl_wrapper_find_workspace (FlWrapperWriter *writer, const FlSchedNode *node);
/* The sums of a kernel of both orders that are finished outside of it: FlWrapperSlot. */
GPtrArray *fl_wrapper_find_sums (FlWrapperWriter *writer, const FlSchedNode *node);
/* fl-wrapper-slots.c: a new slot. */
FlWrapperSlot *fl_wrapper_writer_add (FlWrapperWriter *writer, const FlBuffer *buffer, const FlSchedBuffer *sched);
/* fl-wrapper-reuse.c: gives freed memory to later allocations. */
void fl_wrapper_take_over (FlWrapperWriter *writer);

G_END_DECLS
