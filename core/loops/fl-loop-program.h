/* Loop programs: the form between a scheduled group and the text of a kernel.
 *
 * A program is a tree of statements over axes, values and homes. It is immutable: a pass makes a new one and says what
 * it did. All versions of a kernel share one set of tables (FlLoopKernel), which only grow, so that a statement that a
 * pass leaves alone keeps its number and two versions are compared by numbers.
 *
 * - Axes: an axis is a loop variable with an extent. A split axis has parts, each of which is an axis, too: one that
 * goes by steps of 16 and one of 16 positions, i1 = i1b + i1v. The loop over an axis says how its positions are mapped
 * to the machine (FlAxisMap): mapping an axis otherwise changes one statement, and nothing that is inside.
 * - Values are recipes, evaluated where a statement stands; equal ones have equal numbers. A load carries the number of
 * stores to its memory that come before it, so that a load before a store is never taken for one behind it. LET gives a
 * value a name: statements behind it, within the loop or guard around it, find the value instead of evaluating the
 * recipe again.
 * - Homes hold elements: memory of arguments, registers, rows on the stack, memory that a GPU's block shares. An
 * accumulator is a home, as well; a LOAD of it reads a component as it is kept (index: which one), GETITEM what it
 * comes to. A home that begins within warps and lanes is each position's own.
 * - Indices are FlSym over the variables of axes, symbols of sizes, and INDIRECT symbols that stand for values
 * (FlLoopIndirect).
 *
 * Sources of the form: Halide's statements and tail strategies (src/IR.h, Schedule.h), tinygrad's list of named
 * rewrites (codegen/__init__.py), Exo's Reduce as a statement of its own (LoopIR.py), TVM's storage scopes (tir). */
#pragma once

#include "fl-nest.h"

G_BEGIN_DECLS

/* Positions in the tables of a kernel; 0 is none. */
typedef guint32 FlValueId;
typedef guint32 FlStmtId;
typedef guint32 FlAxisId;
typedef guint32 FlHomeId;

enum
{
  FL_LOOP_MAX_AXES = 64,     /* a set of axes is a guint64 */
  FL_LOOP_FEWEST_FLOATS = 4, /* of a vector, on any machine */
  FL_LOOP_MOST_FLOATS = 16
};

/* --- axes ------------------------------------------------------------------------------------- */

typedef enum
{
  FL_MAP_SERIAL,
  FL_MAP_PARALLEL, /* threads of a CPU, each of which gets a part of a partition; blocks of a grid */
  FL_MAP_CLUSTER,
  FL_MAP_WARP,
  FL_MAP_LANE,
  FL_MAP_VECTOR, /* statement by statement over all positions */
  FL_MAP_UNROLLED,
  FL_N_MAPS
} FlAxisMap;

const char *fl_axis_map_get_name (FlAxisMap map); /* "parallel" */

/* What becomes of positions beyond the end, where the parts of an axis do not divide it. */
typedef enum
{
  FL_TAIL_NONE,    /* proved to divide */
  FL_TAIL_PEEL,    /* positions left over have a loop of their own */
  FL_TAIL_MASK,    /* a partial vector does what whole ones leave over */
  FL_TAIL_REST,    /* this is the loop of such a vector */
  FL_TAIL_HEAD,    /* this is the loop of a partial vector in front of the others, up to where memory is aligned */
  FL_TAIL_OVERLAP, /* the last vector begins earlier and does some elements again */
  FL_TAIL_PAD,     /* memory behind the end may be read and written */
  FL_N_TAILS
} FlAxisTail;

const char *fl_axis_tail_get_name (FlAxisTail tail);

/* An axis's positions are begin, begin + step, … below extent. The positions of a partition are ranges: `var` is where
 * one begins, `stop` where it ends, both multiples of `step` but for the end of all. */
typedef struct
{
  const char *name;   /* interned: "i0" */
  const FlSym *var;   /* symbol of the axis in indices */
  const FlSym *begin; /* NULL: 0 */
  const FlSym *extent;
  const FlSym *step; /* NULL: 1 */
  const FlSym *stop; /* NULL: it is no partition */
  FlAxisId of;       /* the axis that it is a part of; 0: a whole axis */
} FlLoopAxis;

/* --- homes ------------------------------------------------------------------------------------ */

typedef enum
{
  FL_HOME_ARGUMENT, /* memory that the kernel is called with */
  FL_HOME_REGISTER,
  FL_HOME_STACK,
  FL_HOME_SCRATCH,  /* of one thread, kept between calls */
  FL_HOME_SHARED,   /* of a block of threads */
  FL_HOME_CLUSTER,  /* shared memory of each block of a cluster: a store goes to all blocks, a load reads the own one */
  FL_HOME_PARTIALS, /* memory between the phases of a kernel, or between operations that share no loops yet */
  FL_N_HOMES
} FlHomeKind;

const char *fl_home_kind_get_name (FlHomeKind kind);

typedef struct
{
  const char *name; /* interned: the buffer's, or that of the node it comes from */
  FlHomeKind kind;
  FlDtype dtype; /* of an element as it is stored: memory rounds, a register of half precision holds f32 */
  const FlSym
      *size; /* elements, 1 of a scalar; of an accumulator, one a lane or a column; ARGUMENT: of its whole storage */
  FlReductionType
      combiner;         /* of an accumulator: what each execution of its scope starts it with; else FL_N_REDUCTIONS */
  gboolean ignores_nan; /* an extreme: NaN is left out, which another accumulator tells of, or nobody asks for */
  guint n_components;   /* an accumulator's: mean, m2 and weight; else 1 */
  guint pack; /* REGISTER: so many elements lie together as memory has them, two halves in a register; 0: each has one
               * of its own */
  FlDtype source_dtype;    /* of what an accumulator takes in: an argmax is i64 and compares f32 */
  const FlBuffer *buffer;  /* ARGUMENT: the storage; STACK, PARTIALS: the buffer that never reaches memory; else NULL */
  guint argument;          /* ARGUMENT: position among the kernel's arguments */
  gboolean is_for_library; /* ARGUMENT: a library call reads it next, or writes into it */
  gboolean is_written;     /* ARGUMENT: some statement stores to it */
  guint64 varies;          /* axes that are open where it lives: what it holds is that iteration's */
} FlLoopHome;

/* --- values ----------------------------------------------------------------------------------- */

/* Functions that compositions of operations are. */
typedef enum
{
  FL_LOOP_FUNCTION_NONE,
  FL_LOOP_FUNCTION_GELU,
  FL_LOOP_FUNCTION_GELU_TANH,
  FL_LOOP_FUNCTION_SILU,
  FL_LOOP_FUNCTION_SOFTPLUS,
  FL_LOOP_FUNCTION_TANH_SOFTPLUS,
  FL_LOOP_FUNCTION_EXP_BELOW, /* of a number that is not above 0, beside others of which the largest is 1 */
  FL_N_LOOP_FUNCTIONS
} FlLoopFunction;

const char *fl_loop_function_get_name (FlLoopFunction function);       /* "gelu" */
const char *fl_loop_function_get_definition (FlLoopFunction function); /* "x / 2 * (1 + erf (x / sqrt (2)))" */

typedef struct
{
  FlScalar op;       /* an operation of loop bodies; GETITEM of an accumulator reads one of its components */
  FlDtype dtype;     /* a LOAD of i32 from memory of i64 takes what 32 bits do not hold for the nearest that they do */
  FlDtype src_dtype; /* BITCAST, TO_DTYPE */
  guint n_args;
  FlValueId args[4]; /* MASKED: mask, body, which is evaluated only where the mask holds */
  FlHomeId home; /* LOAD, LOAD_SEED, GETITEM; SET_INDIRECT without arguments: it is the number of elements, fewer than a
                  * vector has, from that of index `bound` on to where a whole vector of memory begins */
  guint epoch;   /* of those: stores to the home's memory before, in order of the program */
  const FlSym
      *index; /* LOAD, LOAD_SEED, INDEX_EXPR; GETITEM: the element, NULL: 0; SET_INDIRECT: the symbol that it defines */
  guint component;      /* GETITEM */
  gboolean wrap, check; /* SET_INDIRECT: negative ones count from the end; what is outside is clamped and counted */
  const FlSym *bound;   /* SET_INDIRECT: the size */
  FlLoopFunction
      function; /* of `of`, the same as the whole recipe: a target that has this function may call it instead */
  FlValueId of;
  gint64 bits;      /* CONSTANT, MASKED (where the mask is false): integers as they are, floats as a double's bits */
  const char *name; /* interned, as in the loop body: what a LET is called; no part of what makes values equal */
} FlLoopValue;

/* --- statements ------------------------------------------------------------------------------- */

typedef enum
{
  FL_STMT_SEQUENCE,
  FL_STMT_LOOP,
  FL_STMT_GUARD, /* children run where `condition` holds */
  FL_STMT_LET,
  FL_STMT_STORE,
  FL_STMT_ACCUMULATE, /* one step of a reduction or scan */
  FL_STMT_COMBINE,  /* all elements of one accumulator are merged into another one; or, without `from`, an accumulator's
                     * copies of all  positions of some axes, every one of which then holds the total */
  FL_STMT_RELAYOUT, /* a load is stored at all positions of two axes at once; one goes along what is read, the other one
                     * along what is written: a transposition */
  FL_STMT_BARRIER,  /* positions of some axes may use behind it what any of them wrote before */
  FL_STMT_ARRIVE,   /* first half of a barrier: the position is there, and goes on */
  FL_STMT_PREFETCH,
  FL_STMT_COPY_ASYNC,
  FL_STMT_WAIT,   /* second half of a barrier: until all positions of some axes have arrived */
  FL_STMT_ROTATE, /* versions of pipelined homes move on by one */
  FL_STMT_ASSERT, /* the kernel stops where `condition` does not hold */
  FL_N_STMTS
} FlStmtKind;

const char *fl_stmt_kind_get_name (FlStmtKind kind);

typedef enum
{
  FL_LOOP_STORE_PLAIN,
  FL_LOOP_STORE_STREAMING, /* non-temporal */
  FL_LOOP_STORE_COMBINED,  /* non-temporal, of whole vectors of memory, which pieces are joined to in a register: the
                            * kernel neither reads that memory nor stores to it otherwise */
  FL_LOOP_STORE_ATOMIC_ADD
} FlLoopStoreMode;

typedef struct
{
  FlStmtKind kind;
  FlAxisId axis;   /* LOOP */
  FlAxisMap map;   /* LOOP: to what its positions are mapped */
  FlAxisTail tail; /* LOOP: of the split that made its axis */
  guint n_children;
  const FlStmtId *children;
  FlValueId value;     /* LET, STORE, ACCUMULATE */
  FlValueId more[2];   /* ACCUMULATE of partial results: their second and third component; argmax: the position */
  FlValueId condition; /* GUARD, ASSERT */
  FlHomeId home;       /* STORE, ACCUMULATE, COMBINE, RELAYOUT, PREFETCH */
  FlHomeId
      from; /* COMBINE: the accumulator whose elements are merged, in order; 0: `home` itself, over the axes `over` */
  const FlSym *index; /* STORE, RELAYOUT; ACCUMULATE: the element of an accumulator that has several, NULL: 0; PREFETCH:
                       * an element in the line, which may lie outside of the home */
  guint64 over;  /* COMBINE, BARRIER, ARRIVE, WAIT: the axes that it crosses; RELAYOUT: those that are open in it */
  guint n_homes; /* LOOP, SEQUENCE: rows and accumulators that begin with each execution of its children, and can be
                  * read to the end of the loop around it */
  const FlHomeId *homes;
  FlLoopStoreMode mode;
  gboolean is_far; /* PREFETCH: to the L2 cache only, as the L1 cache would not keep it so long */
  guint resident;  /* LOOP over blocks: so many are to have registers on a multiprocessor at once; 0: any number */
  const char
      *message;  /* ASSERT: what is wrong; LOOP: what a reader of the kernel is told of it, or NULL; in the arena */
  guint origins; /* position in the kernel's sets of origins */
} FlLoopStmt;

/* The graph's nodes and operations that a statement came from. */
typedef struct
{
  guint n;
  const FlNodeId *nodes; /* of the decomposed graph, ascending */
  const char *op;        /* scheduler node, "op3"; NULL: several */
} FlLoopOrigins;

/* --- a kernel's tables, and one version of it ------------------------------------------------- */

typedef struct _FlLoopKernel FlLoopKernel;

typedef struct _FlLoopProgram FlLoopProgram;
struct _FlLoopProgram
{
  FlLoopKernel *kernel;
  FlStmtId root;               /* a SEQUENCE */
  const char *pass;            /* the row of the list that made it, "build" */
  const FlLoopProgram *before; /* NULL: it was built */
};

FlLoopKernel *fl_loop_kernel_new (FlArena *arena, FlSymTable *symbols, const char *name);
const char *fl_loop_kernel_get_name (const FlLoopKernel *kernel);
FlArena *fl_loop_kernel_get_arena (FlLoopKernel *kernel);
FlSymTable *fl_loop_kernel_get_symbols (FlLoopKernel *kernel);
/* Floats of a CPU's vector: 4, 8 or 16, which the kernel's compiler knows. One program serves all widths. */
const FlSym *fl_loop_kernel_get_lanes (FlLoopKernel *kernel);
const FlSym *fl_loop_kernel_get_lanes64 (FlLoopKernel *kernel); /* numbers of 64 bits of it: half as many */
/* The tree in which loops are shared as the nest says, for pass join; 0: there is none. */
void fl_loop_kernel_set_joined (FlLoopKernel *kernel, const FlNest *nest, FlStmtId root);
FlStmtId fl_loop_kernel_get_joined (const FlLoopKernel *kernel, const FlNest **nest);
/* Bytes that the kernel reads and writes, distinct buffers once each, at hints; 0: not known. */
void fl_loop_kernel_set_traffic (FlLoopKernel *kernel, gint64 bytes);
gint64 fl_loop_kernel_get_traffic (const FlLoopKernel *kernel);
FlLoopProgram *fl_loop_program_new (FlLoopKernel *kernel, FlStmtId root, const char *pass, const FlLoopProgram *before);

/* Adding. The structs are copied; arrays inside must live as long as the arena. */
/* Where there are FL_LOOP_MAX_AXES already, the last one again, and the kernel lacks axes until that is asked for: what
 * was made is of no use then. */
FlAxisId fl_loop_add_axis (FlLoopKernel *kernel, const FlLoopAxis *axis);
gboolean fl_loop_kernel_clear_lack (FlLoopKernel *kernel);
FlHomeId fl_loop_add_home (FlLoopKernel *kernel, const FlLoopHome *home);
/* The number of an equal value, if there is one. */
FlValueId fl_loop_add_value (FlLoopKernel *kernel, const FlLoopValue *value);
FlStmtId fl_loop_add_stmt (FlLoopKernel *kernel, const FlLoopStmt *stmt);
guint fl_loop_add_origins (FlLoopKernel *kernel, const FlLoopOrigins *origins);
/* Where a value comes from: of values that are equal, where the first one came from. */
void fl_loop_set_value_origins (FlLoopKernel *kernel, FlValueId value, guint origins);
guint fl_loop_get_value_origins (const FlLoopKernel *kernel, FlValueId value);
/* A copy of the statement with other children. */
FlStmtId fl_loop_with_children (FlLoopKernel *kernel, FlStmtId stmt, const FlStmtId *children, guint n);
/* A new statement with these children (FlStmtId) and homes (FlHomeId; NULL: its own). */
FlStmtId fl_loop_add_block (FlLoopKernel *kernel, FlLoopStmt stmt, const GArray *children, const GArray *homes);

/* Appends the number of an axis, a home, a value or a statement. */
void fl_loop_append (GArray *numbers, guint number);

/* Looking. Pointers to axes and homes stay good until one is added, those to values and statements always. */
const FlLoopAxis *fl_loop_get_axis (const FlLoopKernel *kernel, FlAxisId axis);
const FlSym *fl_loop_get_var (const FlLoopKernel *kernel, FlAxisId axis);
/* Of the whole axis that it is a part of. */
const char *fl_loop_get_name (const FlLoopKernel *kernel, FlAxisId axis);
const FlLoopHome *fl_loop_get_home (const FlLoopKernel *kernel, FlHomeId home);
const FlLoopValue *fl_loop_get_value (const FlLoopKernel *kernel, FlValueId value);
const FlLoopStmt *fl_loop_get_stmt (const FlLoopKernel *kernel, FlStmtId stmt);
const FlLoopOrigins *fl_loop_get_origins (const FlLoopKernel *kernel, guint origins);
guint fl_loop_get_n_axes (const FlLoopKernel *kernel); /* numbers run from 1 to this */
guint fl_loop_get_n_homes (const FlLoopKernel *kernel);
guint fl_loop_get_n_values (const FlLoopKernel *kernel);
FlAxisId fl_loop_get_whole (const FlLoopKernel *kernel,
                            FlAxisId axis); /* the axis of the nest that it is a part of, or itself */
FlAxisId fl_loop_find_axis (const FlLoopKernel *kernel, const FlSym *var); /* 0: none */
/* The SET_INDIRECT value that a symbol of an index stands for; 0: none. */
FlValueId fl_loop_find_indirect (const FlLoopKernel *kernel, const FlSym *symbol);

/* Axes that a value, or an index, depends on. */
guint64 fl_loop_value_get_axes (const FlLoopKernel *kernel, FlValueId value);
guint64 fl_loop_index_get_axes (const FlLoopKernel *kernel, const FlSym *index);

/* Does the index depend on the axis by what is read from memory? */
gboolean fl_loop_index_is_read_along (const FlLoopKernel *kernel, const FlSym *index, FlAxisId axis);

/* Every statement below and including one, outer ones first. */
typedef void (*FlLoopVisit) (const FlLoopKernel *kernel, FlStmtId stmt, gpointer data);
void fl_loop_visit (const FlLoopKernel *kernel, FlStmtId stmt, FlLoopVisit visit, gpointer data);
/* Is it a loop whose statements have none inside? */
gboolean fl_loop_is_innermost (const FlLoopKernel *kernel, const FlLoopStmt *stmt);

/* Every value that a recipe is made of, indices read from memory included, once each: seen is a set of those that were
 * visited before, as keys. enter: FALSE: what that value is made of is not looked at. */
typedef gboolean (*FlLoopEnter) (const FlLoopKernel *kernel, FlValueId value, gpointer data);
void fl_loop_visit_value (const FlLoopKernel *kernel, FlValueId value, GHashTable *seen, FlLoopEnter enter,
                          gpointer data);

/* Visits each value of one statement. */
void fl_loop_visit_values (const FlLoopKernel *kernel, const FlLoopStmt *stmt, GHashTable *seen, FlLoopEnter enter,
                           gpointer data);
/* Every value behind the positions that an index has from memory: fl_loop_visit_value does not know those of a
 * statement's own index. */
void fl_loop_visit_positions (const FlLoopKernel *kernel, const FlSym *index, GHashTable *seen, FlLoopEnter enter,
                              gpointer data);

/* --- text ------------------------------------------------------------------------------------- */

/* The indented outline: axes with their mapping, homes, statements with their origins. names: graph, for names of
 * nodes; may be NULL. */
void fl_loop_program_append (GString *out, const FlLoopProgram *program, const FlGraph *graph);
/* Appends the outline; lines takes a guint for each line: what it shows. Lines of two versions of a kernel show the
 * same statement, or the same home, where these are equal, however they are spelled. */
void fl_loop_program_append_lines (GString *out, const FlLoopProgram *program, const FlGraph *graph, GArray *lines);

G_END_DECLS
