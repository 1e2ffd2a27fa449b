/* One Triton kernel under way, as its files share it. A kernel's loops are flat: all iterations are one or two program
 * indices (xindex, yindex), all elements that one iteration reduces one index more (r0_index). */
#pragma once

#include "fl-triton.h"

G_BEGIN_DECLS

enum
{
  FL_TRITON_MOST_TREES = 3
};

/* A flat index: "x", "y" or "r0_". */
typedef struct
{
  const char *prefix;
  const FlSym *numel;
  gboolean is_reduction;
  gboolean has_mask; /* lanes may lie past the end */
} FlTritonTree;

/* A part of a flat index: (index // divisor) % length, which the kernel names. */
typedef struct
{
  guint tree;
  const FlSym *divisor, *length, *var;
  guint use; /* 1, 2, … in the order of first use; 0: not named */
} FlTritonRange;

/* A name in the kernel and its value. Floats of less than 32 bits are computed in f32. */
typedef struct
{
  const char *text;
  FlDtype dtype; /* NONE: a tuple, in parts */
  guint trees;   /* one bit a tree over which the lanes run */
  const char *parts[3];
} FlTritonValue;

/* A buffer that the kernel wrote, as far as it is known. */
typedef struct
{
  FlTritonValue value;
  const FlSym *index;
  const FlSchedNode *node;
  gboolean is_in_loop; /* known until the loop ends */
  gboolean is_over;    /* after the end of that loop */
} FlTritonStored;

/* Lines, in the order that they are written in. */
typedef struct
{
  GString *begin;   /* accumulators, before the loop */
  GString *loads;   /* in the loop: loads whose index and mask are not computed */
  GString *compute; /* the operations */
  GString *stores;
  GString *after;        /* behind the loop: results of reductions */
  GString *after_stores; /* stores of those results */
} FlTritonLines;

typedef enum
{
  FL_TRITON_NAMES,
  FL_TRITON_LOADS,
  FL_TRITON_REDUCTIONS,
  FL_TRITON_ATOMICS,
  FL_TRITON_USES,
  FL_TRITON_N_COUNTS
} FlTritonCount;

/* Of the kernel, and the functions that stand before it. */
typedef struct
{
  GString *body, *helpers;
} FlTritonText;

typedef struct _FlTriton FlTriton;
struct _FlTriton
{
  const FlPass *pass;
  const FlProgram *program;
  const FlKernel *kernel;
  FlSymTable *symbols;
  guint n_trees;
  FlTritonTree trees[FL_TRITON_MOST_TREES]; /* outermost first; a reduction's last */
  gboolean is_looped;                       /* the reduction goes by blocks of R0_BLOCK */
  gboolean is_inside;                       /* lines run over the reduction, too */
  GArray *ranges;                           /* FlTritonRange */
  GPtrArray *sizes;                         /* FlSym: ks0, ks1, … */
  GPtrArray *members;                       /* FlSym: iterations of each operation side by side */
  GHashTable *stored;                       /* buffer name -> FlTritonStored */
  GHashTable *known;                        /* right side -> FlTritonValue */
  FlTritonLines lines;
  FlTritonText text;
  const char *mask;    /* of the masked block under way; NULL: none */
  const char *why_not; /* NULL: all went well */
  struct FlTritonNode *node;
  /* fl_triton_write_node: a load may have an operation done again. */
  void (*write_node) (FlTriton *triton, const FlSchedNode *node, gboolean is_again);
  guint counts[FL_TRITON_N_COUNTS];
};

/* The operation under way. */
typedef struct FlTritonNode
{
  const FlSchedNode *node;
  const FlLoopBody *body;
  const FlSym **indices;    /* body->indices over ranges */
  FlTritonValue **values;   /* a block, an operation */
  FlTritonValue *indirects; /* by number */
  gboolean is_again;        /* computed again in a later loop: writes nothing */
} FlTritonNode;

/* --- indices: fl-print-triton-ranges.c, fl-print-triton-index.c --------------------------------- */

FlTritonRange *fl_triton_find_range (FlTriton *triton, const FlSym *var);

/* Finds the node's variables in the flat indices and fills in node->indices. */
gboolean fl_triton_split (FlTriton *triton, FlTritonNode *node);
/* "x0 + 768*r0_1", with the ranges that it names marked as used. */
char *fl_triton_dup_index (FlTriton *triton, const FlSym *index);
/* One bit a tree. */
guint fl_triton_get_trees (FlTriton *triton, const FlSym *index);
/* "x0 = xindex % 768" a line of the trees of one kind that are used. */
void fl_triton_append_ranges (FlTriton *triton, GString *out, gboolean is_reduction, guint indent);
char *fl_triton_dup_size (FlTriton *triton, const FlSym *size);

/* --- words: fl-print-triton-words.c ------------------------------------------------------------ */

const char *fl_triton_get_type (FlDtype dtype);    /* "tl.bfloat16"; NULL: it has none */
const char *fl_triton_get_pointer (FlDtype dtype); /* "*bf16" */
FlDtype fl_triton_get_compute (FlDtype dtype);
char *fl_triton_dup_number (FlDtype dtype, double number, gint64 integer);
/* The expression of an elementwise operation, {0} and the like in place of its arguments. NULL: it has none. */
const char *fl_triton_get_spelling (FlScalar op, FlDtype dtype);

/* --- names: fl-print-triton-names.c ------------------------------------------------------------ */

/* Why there is no kernel; the first reason stays. */
void fl_triton_fail (FlTriton *triton, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* A name for the right side, of which there may be one already; lines: loads, compute or after. */
FlTritonValue fl_triton_name (FlTriton *triton, GString *lines, FlDtype dtype, guint trees, const char *format, ...)
    G_GNUC_PRINTF (5, 6);
FlTritonValue fl_triton_name_constant (FlTriton *triton, FlDtype dtype, double number, gint64 integer);
const char *fl_triton_new_name (FlTriton *triton);
void fl_triton_line (GString *lines, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* A value in the compute type of another dtype. */
FlTritonValue fl_triton_convert (FlTriton *triton, FlTritonValue value, FlDtype dtype);
/* A spelling with the arguments in place. */
char *fl_triton_dup_spelled (const char *format, const FlTritonValue *args, guint n_args);
/* The least power of two that is not below n. */
gint64 fl_triton_get_power (gint64 n);

/* --- values: fl-print-triton-value.c ----------------------------------------------------------- */

/* All operations of a node, in the loop or outside of it. */
void fl_triton_write_node (FlTriton *triton, const FlSchedNode *node, gboolean is_again);

/* --- memory: fl-print-triton-memory.c ---------------------------------------------------------- */

char *fl_triton_dup_shape (FlTriton *triton);             /* "[XBLOCK, R0_BLOCK]" */
char *fl_triton_dup_mask (FlTriton *triton, guint trees); /* "r0_mask & xmask", "None" */
guint fl_triton_get_all_trees (FlTriton *triton);
/* Of the node's indices the one at a position, with the values in place that it takes from memory. */
const FlSym *fl_triton_get_index (FlTriton *triton, gint32 position, gboolean *is_indirect);
FlTritonValue fl_triton_load (FlTriton *triton, const FlBodyOp *op);
void fl_triton_store (FlTriton *triton, const FlBodyOp *op, FlTritonValue value);
void fl_triton_set_indirect (FlTriton *triton, const FlBodyOp *op, FlTritonValue value);
void fl_triton_check_bounds (FlTriton *triton, const FlBodyOp *op);
/* "in_ptr0" of the memory that a buffer lies in. NULL: it has none. */
const char *fl_triton_get_pointer_name (FlTriton *triton, const FlBuffer *buffer);

/* --- reductions: fl-print-triton-reduce.c, fl-print-triton-scan.c ------------------------------- */

FlTritonValue fl_triton_reduce (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args);
/* The value as wide as the block. */
FlTritonValue fl_triton_broadcast (FlTriton *triton, FlTritonValue value);
FlTritonValue fl_triton_scan (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args);
FlTritonValue fl_triton_sort (FlTriton *triton, const FlBodyOp *op, const FlTritonValue *args);
const char *fl_triton_get_neutral (FlReductionType reduction, FlDtype dtype);

/* --- the whole: fl-print-triton.c, fl-print-triton-frame.c -------------------------------------- */

/* Buffers in the order of parameters: read and written over, read, written. */
void fl_triton_order_args (FlTriton *triton, FlTritonKernel *made);
/* Imports, decorator and function around the lines that were gathered. In the arena. */
const char *fl_triton_write_source (FlTriton *triton, const FlTritonKernel *made);

G_END_DECLS
