/* The state of writing one C kernel: text with its map to the graph, values by scope, leaves and accumulators. Private
 * to this folder. */
#pragma once

#include "fl-c-ops.h"
#include "fl-codegen.h"

G_BEGIN_DECLS

/* A buffer as the source names it. */
typedef struct
{
  const char *name;          /* of the pointer, or of the row */
  const FlNestLocal *local;  /* REGISTER or ROW; NULL: memory */
  guint arg;                 /* position in args; memory only */
  const FlSym *slice_offset; /* where it begins in that argument's memory; NULL: at its start */
  gboolean is_streamed;      /* written past the caches: see fl-c-schedule.c */
  gboolean is_shared;        /* one element in static memory, which phases share: see fl-c-threads.h */
  guint last_reader;         /* position of the last leaf that reads it, plus 1; 0: unknown */
} FlCPlace;

/* Values known in one block of source. Frames nest as blocks do. */
typedef struct
{
  GHashTable *values; /* expression text -> FlCValue */
  guint serial;       /* unique in the kernel */
} FlCFrame;

/* What a loop in vectors holds: see fl-c-lanes.h. */
typedef enum
{
  FL_C_LANES_FLOATS,   /* and truth values */
  FL_C_LANES_INTEGERS, /* of up to 32 bits, too */
  FL_C_LANES_WIDE      /* numbers of 64 bits, too: half as many elements a step */
} FlCLanes;

/* Two vectors a step, for bf16: see fl-c-turns.h. */
typedef enum
{
  FL_C_TURNS_NONE,
  FL_C_TURNS_PAIRS, /* elements at even places, then those at odd ones */
  FL_C_TURNS_HALVES /* one vector, then the next one */
} FlCTurns;

/* Compositions that are one function on vectors: see fl-c-idiom.h. */
typedef enum
{
  FL_C_IDIOM_NONE,
  FL_C_IDIOM_GELU,
  FL_C_IDIOM_GELU_TANH,
  FL_C_IDIOM_SILU,
  FL_C_IDIOM_SOFTPLUS,
  FL_C_IDIOM_TANH_SOFTPLUS,
  FL_C_IDIOM_ANY_ABOVE, /* of a reduction: is any element larger, or smaller, than a constant? */
  FL_C_IDIOM_ANY_BELOW
} FlCIdiom;

typedef struct
{
  FlCValue value;
  guint frame; /* position of the frame that holds it, and that frame's serial: 0 when not written yet */
  guint serial;
  guint level;       /* number of loops it depends on */
  gboolean is_after; /* depends on the leaf's reduction */
  FlCIdiom idiom;    /* in vectors, it ends a composition that is a function of idiom_arg */
  guint32 idiom_arg;
  gboolean is_small; /* of 64 bits, but 32 suffice: see fl-c-small.h */
  gboolean is_idle;  /* in vectors, nothing needs it */
} FlCOpState;

typedef struct
{
  const FlNestLeaf *leaf;
  FlCOpState *ops;      /* of the root block */
  GHashTable *indirect; /* FlSym -> name of the C variable */
} FlCLeaf;

/* One reduction in progress; equal reductions of several leaves are computed once. */
typedef struct _FlCAccumulator FlCAccumulator;
struct _FlCAccumulator
{
  FlReductionType type;
  FlDtype dtype;
  char *key;
  const char *names[3];
  const char *finals[2]; /* wide: what names[] become once the total is a float again */
  const FlSym *count;    /* elements that are reduced: by a part while parts are made */
  const FlSym *whole_count;
  gboolean is_two_pass;
  guint depth;              /* of its outermost reduction loop */
  gboolean is_shifted;      /* mean and squares about it: see fl-c-nest-moments.c */
  gboolean is_count;        /* of truth values, in lanes of 32 bits */
  gboolean is_wide;         /* a long sum of floats: added up in pieces, the pieces in double */
  const char *bound, *sign; /* any: what the extreme of the elements, which is kept, is compared with, and how; NULL:
                               truth values are kept */
  guint n_vectors;          /* kept in so many vectors while it is made: 1 or 4; 0: in one number, or one a column */
  FlCAccumulator *squares, *of; /* sums of the squares of what a sum adds up; and that sum: see fl-c-nest-variance.c */
};

typedef struct
{
  const char *name, *final; /* of the total, and of what it becomes */
  guint n_vectors;          /* as in FlCAccumulator */
} FlCPiece;

/* A choice with its reason, to be recorded when the kernel is done. */
typedef struct
{
  FlVerdict verdict;
  const FlBuffer *object; /* may be NULL */
  const char *reason, *facts;
} FlCChoice;

typedef enum
{
  FL_C_PHASE_SERIAL, /* one thread does all of it */
  FL_C_PHASE_RANGE,  /* parts of the outermost loop, or of the rows that are written */
  FL_C_PHASE_BLOCKS, /* parts of an inner loop, for every iteration of those around it */
  FL_C_PHASE_REDUCE  /* parts of a reduction loop: what they come to waits in static memory for a later phase */
} FlCPhaseKind;

/* One function of the kernel: fl-c-threads.h. */
typedef struct
{
  FlCPhaseKind kind;
  const char *name;          /* of the function */
  guint first_item, n_items; /* of the nest's top level */
  const FlNestLoop *outer;   /* BLOCKS, REDUCE: the outermost loop of a part, which may be the one that is cut */
  const FlNestLoop *strip;   /* REDUCE, and what joins it: columns of rows that are cut; a part has all of them */
  const FlNestLoop *loop;    /* the loop that is cut; NULL: none */
  const FlNestLoop *joined;  /* a reduction whose parts were made by the phase before; NULL: none */
  const FlSym *block;        /* BLOCKS, REDUCE: iterations of the loop in a part */
  const FlSym *n_blocks;     /* and parts of it for each iteration of the loops around it */
  gint64 most;               /* REDUCE: parts that static memory has room for; 0: as many as extent says */
  const FlSym *extent;
  gboolean is_inner; /* RANGE of a loop inside of the outer one, all of whose iterations each part does */
  gint64 step, work;
} FlCPhase;

typedef struct _FlCStage FlCStage;
typedef struct _FlCRound FlCRound;

typedef struct
{
  const FlPass *pass;
  const FlMemoryPlan *plan;
  const FlNest *nest;
  const char *kernel_name;
  GArray *phases;        /* FlCPhase */
  const FlCPhase *phase; /* being written */
  const FlNestLoop
      *turned_rows; /* the only item turns memory over past the caches: its loop over rows of what is read; else NULL */
  GString *shared;  /* static memory of its phases */
  GString *out;
  guint line, indent;
  GArray *spans;  /* FlSourceSpan */
  GArray *frames; /* FlCFrame */
  guint last_serial;
  GHashTable *names;   /* base -> times used */
  GHashTable *marks;   /* kind and name of a file -> the mark that stands for it: see fl-c-names.c */
  GPtrArray *foreign;  /* the identifiers that were made of those names, by number of the mark */
  GHashTable *places;  /* interned buffer name -> FlCPlace */
  GHashTable *reduced; /* FlBodyOp -> FlCAccumulator */
  FlCLeaf *leaves;
  GPtrArray *accumulators;  /* FlCAccumulator in progress, outer ones first */
  guint pass_number;        /* 1, or 2 while a two-pass reduction runs again */
  const FlNestLoop *strip;  /* the strip being written */
  gboolean is_vector_strip; /* its columns in vectors */
  GArray *slots;            /* then, inside: the rows of accumulators in use, see fl-c-nest-strips.c */
  const char *const
      *moments; /* while they are added up: names of the sum and the squares; of the squares about the mean, NULL */
  const FlNestLoop
      *deviations; /* whose sums of squares about a mean follow from those that are, or were, made with the mean */
  FlCAccumulator *sum_of_squares; /* those, once they are made */
  gboolean is_single;             /* the loop has several accumulators, and goes on with the first of them */
  const char *values;     /* while the place of an extreme is sought: the array of the four vectors that are compared */
  gboolean is_again;      /* what is written was written before, for other elements: its accumulators exist */
  const FlNestLoop *lane; /* of a tile: the loop that runs innermost; NULL: a leaf's last */
  const FlNestLoop *masked;   /* the loop whose conditions are asked of lanes: see fl-c-masks.h */
  const FlNestLoop *vector;   /* the loop being written in vectors, along its variable: see fl-c-vector.h */
  const FlNestLoop *tile_row; /* while a tile is written in vectors: its loop around the vectors */
  GHashTable *ranges;         /* FlNestLoop -> the FlCRange that it was made for: see fl-c-ranges.h */
  gboolean is_behind;         /* what a row comes to is worked out one turn later: see fl-c-nest-behind.c */
  guint n_leaf_copies;        /* made for ranges */
  GHashTable *tiles;          /* then: access as text -> name of its copy on the stack */
  FlCLanes lanes;             /* then: what its vectors hold */
  guint n_vectors;            /* vectors that each step of it does: 4 with several accumulators, else 1 */
  const char *left;           /* while its last, partial vector is written: how many elements that has */
  FlCTurns turns;             /* of a loop that stores bf16 */
  const char *turn;           /* while one of PAIRS is written: whether it is that of odd places */
  GArray *joined;             /* then: what both turns store */
  GPtrArray *rounds;          /* FlCRound: rows that are read over and over, see fl-c-round.h */
  guint64 hidden_steps;       /* bit k: the step 2^k has a name, step_…, so that it is no constant to the compiler */
  /* Of the innermost loop being captured. */
  GPtrArray *clauses; /* "reduction (+ : sum_1)" */
  GPtrArray *pieces;  /* FlCPiece: wide sums whose piece it adds up */
  gboolean has_inner_loop, is_scalar_loop;
  gboolean is_mixed; /* the loop at hand has operations of its own beside loops inside: it is not written in pieces */
  gboolean is_checked_loop;      /* it counts bad indices */
  gboolean has_guarded_load;     /* a load that only some iterations may do */
  gboolean has_checks;           /* the kernel counts bad indices */
  gboolean has_streams;          /* it stores past the caches */
  gboolean does_prefetch;        /* it fetches rows ahead */
  gboolean is_within_l2;         /* all that it touches: only the first level is worth fetching into */
  gboolean does_prefetch_places; /* where it seeks the place of an extreme */
  FlCStage *stage;               /* what is put together before it is stored: see fl-c-stage.h */
  gboolean avoids_lines;         /* it is not put together in registers */
  GArray *choices;               /* FlCChoice */
  const char *unsupported;       /* what could not be written; NULL while all is well */
} FlCWriter;

/* --- text: fl-c-writer.c ---------------------------------------------------------------------- */
void fl_c_writer_init (FlCWriter *writer, const FlPass *pass, const FlMemoryPlan *plan, const FlNest *nest);
void fl_c_writer_clear (FlCWriter *writer);
void fl_c_line (FlCWriter *writer, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* comment: NULL: none. */
void fl_c_commented_line (FlCWriter *writer, const char *text, const char *comment);
/* A line that came from an operation of a leaf. */
void fl_c_op_line (FlCWriter *writer, const FlCLeaf *leaf, const FlBodyOp *op, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
const char *fl_c_make_name (FlCWriter *writer, const char *base);
char *fl_c_dup_sym (FlCWriter *writer, const FlCLeaf *leaf, const FlSym *sym);
/* Stands for a name that comes from a file until the kernel is written: fl-c-names.c. kind: 'b' of a buffer, 's' of a
 * size. */
const char *fl_c_get_foreign_name (FlCWriter *writer, char kind, const char *name);
/* The same for a value, without the number that tells equal names apart: fl_c_make_name numbers them anew. */
const char *fl_c_get_value_name (FlCWriter *writer, const char *name);
/* Names in place of all marks. */
void fl_c_settle_names (FlCWriter *writer);
/* The same as it may stand behind a division or beside a factor: "768", "s0", "(s0 * s1)". */
char *fl_c_dup_factor (FlCWriter *writer, const FlSym *sym);
void fl_c_fail (FlCWriter *writer, const char *format, ...) G_GNUC_PRINTF (2, 3);

void fl_c_push_frame (FlCWriter *writer);
void fl_c_pop_frame (FlCWriter *writer);
const FlCValue *fl_c_find_value (const FlCWriter *writer, const char *text);
void fl_c_remember (FlCWriter *writer, const char *text, FlCValue value);
/* What was read from this pointer may have changed. */
void fl_c_forget (FlCWriter *writer, const char *pointer);

/* Text written until the end goes elsewhere, to be put in place later. */
typedef struct
{
  GString *out;
  guint line, n_spans;
} FlCCapture;
void fl_c_begin_capture (FlCWriter *writer, FlCCapture *saved);
GString *fl_c_end_capture (FlCWriter *writer, FlCCapture *saved);
/* Appends captured text; first_span: the spans recorded during its capture and since. */
void fl_c_paste (FlCWriter *writer, GString *captured, guint first_span);

/* --- choices: fl-c-schedule.c ----------------------------------------------------------------- */
void fl_c_note_choice (FlCWriter *writer, FlVerdict verdict, const FlBuffer *object, const char *reason,
                       const char *facts);
/* Before the kernel is written; its places and bytes are known. */
void fl_c_schedule_decide (FlCWriter *writer, const FlKernel *kernel);
/* What it decided by itself: passes over the loop program decide instead. */
void fl_c_schedule_forget (FlCWriter *writer);
/* How many elements ahead a vector load of the loop being written fetches, and from which iteration on, 0 if from all;
 * 0: none. */
gint64 fl_c_schedule_get_distance (FlCWriter *writer, const FlNestLeaf *leaf, const FlCPlace *place, const FlSym *index,
                                   guint element_bytes, gint64 *first);
/* How many elements ahead a vector store of it fetches the lines that it will write; 0: none. */
gint64 fl_c_schedule_get_store_distance (const FlCWriter *writer, const FlCPlace *place);
/* Keeps that this buffer's elements are fetched so far ahead. */
void fl_c_schedule_note_fetch (FlCWriter *writer, const char *buffer, gint64 distance, guint element_bytes,
                               gboolean is_written);

/* --- operations: fl-c-leaf.c ------------------------------------------------------------------ */
void fl_c_leaf_init (FlCWriter *writer, FlCLeaf *state, const FlNestLeaf *leaf);
void fl_c_leaf_clear (FlCLeaf *state);
/* Operations that depend on at most `level` loops and read nothing that `loop` writes. */
void fl_c_leaf_hoist (FlCWriter *writer, FlCLeaf *state, guint level, const FlNestLoop *loop);
/* Copies on the stack of what a tile reads across. */
void fl_c_leaf_write_tiles (FlCWriter *writer, FlCLeaf *state);
/* Ahead of vectors that the leaf stores: the lines that they go to. */
/* All that runs inside the loops; then, once reduced, the rest. */
void fl_c_leaf_write_inside (FlCWriter *writer, FlCLeaf *state);
void fl_c_leaf_write_after (FlCWriter *writer, FlCLeaf *state);

/* --- reductions: fl-c-reduce.c ---------------------------------------------------------------- */
void fl_c_reduce (FlCWriter *writer, FlCLeaf *state, guint32 position, const FlBodyOp *op, const FlCValue *args);
/* argmin and its kin, which seek the smallest. */
gboolean fl_c_reduction_is_least (FlReductionType type);
const char *fl_c_get_reduced (FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op, guint output);
void fl_c_declare_accumulators (FlCWriter *writer, guint first);
/* Vectors that the pass adds up in, before its loop; their results, after it. */
void fl_c_declare_vectors (FlCWriter *writer, guint first);
void fl_c_combine_vectors (FlCWriter *writer, guint first);
/* At the end of a piece of a long loop that only asks whether any element is true: leaves it, if one was found. */
void fl_c_stop_at_any (FlCWriter *writer, guint first);
/* The same for one piece of the wide sums. */
void fl_c_declare_pieces (FlCWriter *writer, GPtrArray *pieces);
void fl_c_combine_pieces (FlCWriter *writer, GPtrArray *pieces);
void fl_c_finish_pass (FlCWriter *writer, guint first);
void fl_c_finish_totals (FlCWriter *writer, guint first);
enum
{
  FL_C_PIECE = 4096,       /* elements that a float adds up before they go to a double */
  FL_C_SINGLE_PIECE = 256, /* the same where the compiler adds up one element at a time */
  FL_C_STRIP_PIECE
  = 128,          /* the same of a column, which one lane adds up: of equal terms 1024 lost 1e-5, so many lose 6e-7 */
  FL_C_TILE = 64, /* columns of a tile in vectors; it has FL_NEST_TILE rows */
  FL_C_LANES = 64 /* four vectors of the widest kind */
};

/* Inside a strip in vectors: the name of the lanes of a row of accumulators, which are loaded before the statement and,
 * when kept, stored after it. */
const char *fl_c_nest_use_slot (const FlCWriter *writer, const char *array, const char *name, gboolean is_mask,
                                gboolean is_kept);
/* Columns of a strip: no more than the loop has. */
int fl_c_get_strip_width (const FlNestLoop *strip);

G_END_DECLS
