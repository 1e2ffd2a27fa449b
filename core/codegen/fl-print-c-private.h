/* Printing a loop program as C: the state of one kernel, shared by the printer's files. */
#pragma once

#include "fl-c-writer.h"
#include "fl-loop-program.h"

G_BEGIN_DECLS

typedef struct _FlPrinter FlPrinter;

/* What another language than C spells otherwise. */
typedef struct
{
  /* The expression of a load; NULL: as C loads it. New string. */
  char *(*dup_load) (FlPrinter *printer, FlValueId id, const FlLoopValue *value);
  FlCValue (*read_accumulator) (FlPrinter *printer, const FlLoopValue *value);
} FlPrintDialect;

struct _FlPrinter
{
  FlCWriter *text; /* lines, names, spans */
  const FlLoopProgram *program;
  const FlLoopKernel *loops;
  GHashTable *homes;    /* a home and a component of it, or its line: fl_print_c_home -> its name */
  GHashTable *declares; /* FlStmtId of COMBINE that declare what they merge into */
  GArray *scopes;       /* GHashTable: value -> FlCValue, from the arena; inner scopes last */
  gboolean is_shared;   /* parts of the partition come as the arguments `begin` and `end`; else one part has all */
  GHashTable *axes;     /* FlAxisId of those -> name of the variable */
  GArray *open;         /* FlAxisId of the loops around, inner ones last */
  FlAxisId vector;      /* the axis whose positions are the lanes of a vector; 0: numbers */
  const FlPrintDialect *dialect; /* NULL: C */
  GHashTable *packs;             /* CUDA: load -> what it is called as part of a wide access */
};

/* Does it differ from lane to lane? */
gboolean fl_print_c_is_vector (const FlPrinter *printer, FlValueId value);
/* What such a value is in each lane: a new name, or that of an equal value. */
FlCValue fl_print_c_vector (FlPrinter *printer, FlValueId id, const FlLoopValue *value);

void fl_print_c_push (FlPrinter *printer);
void fl_print_c_pop (FlPrinter *printer);
/* The name of a value, if it is in reach; and a name from here on. */
const FlCValue *fl_print_c_find_value (const FlPrinter *printer, FlValueId value);
void fl_print_c_remember (FlPrinter *printer, FlValueId value, FlCValue as);

/* The value as an atom of C: a name in reach, a literal, or a new name whose line is written. */
FlCValue fl_print_c_value (FlPrinter *printer, FlValueId value);
/* A name of its own, from here on, for a value that is written already. */
void fl_print_c_name (FlPrinter *printer, FlValueId value, guint origins, FlCValue as);
/* An index as a C expression; what it reads from memory is written first. New string. */
char *fl_print_c_dup_index (FlPrinter *printer, const FlSym *index);
/* An index as a C expression, kept in the run's arena. */
const char *fl_print_c_dup_kept (FlPrinter *printer, const FlSym *index);
/* The loop over an axis begins: its variable gets a name. */
void fl_print_c_open (FlPrinter *printer, FlAxisId axis);
/* What the variable of an axis is called: "i1"; "begin" and "end" of a partition. */
const char *fl_print_c_axis (FlPrinter *printer, const FlSym *var);
/* The name of a home: of an argument's pointer, a row, or a component of an accumulator. */
/* One number on the stack, which is no array. */
gboolean fl_print_c_is_one (const FlPrinter *printer, const FlLoopHome *home);
const char *fl_print_c_home (FlPrinter *printer, FlHomeId home, guint component);
/* Was it written before, and is its name in reach? */
gboolean fl_print_c_is_named (const FlPrinter *printer, FlValueId value);
/* "const fl_vec exp = fl_exp_vec (sub);" */
FlCValue fl_print_c_define (FlPrinter *printer, FlValueId value, const char *type, FlCValue as, const char *expression);
/* A line that comes from those origins; value 0: from a statement. */
void fl_print_c_line (FlPrinter *printer, guint origins, FlValueId value, const char *format, ...) G_GNUC_PRINTF (4, 5);
/* A number as C. New string. */
char *fl_print_c_dup_constant (FlDtype dtype, gint64 bits);
/* "[element]" of a home. New string. */
char *fl_print_c_dup_element (FlPrinter *printer, FlHomeId home, const FlSym *index);

/* Does the index change along the lanes other than by steps: has it a position of each element? */
gboolean fl_print_c_is_gather (const FlLoopKernel *loops, const FlSym *index, FlAxisId axis);
/* Why such a load, or an index read from memory, has no vector form; NULL: it has one. */
const char *fl_print_c_refuse_gather (const FlLoopKernel *loops, const FlLoopValue *load, FlAxisId axis);
const char *fl_print_c_refuse_position (const FlLoopKernel *loops, const FlLoopValue *at);
/* Does an index count up along the lanes, but for what positions that differ from lane to lane add to that? */
gboolean fl_print_c_can_count (const FlLoopKernel *loops, const FlSym *index, FlAxisId axis);
/* The lanes of such an index, of 32 bits: "fl_count_from (128 * i1 + 2 * i2, 2) + at + 62 * (at / 2)". New string. */
char *fl_print_c_dup_count (FlPrinter *printer, const FlSym *index);
/* The position of each lane made valid; "fl_gather_f32 (x + 768 * i0, at)"; "fl_load_index_i64 (index + i0)" of a
 * narrow load. New strings. */
FlCValue fl_print_c_position (FlPrinter *printer, FlValueId id, const FlLoopValue *value);
char *fl_print_c_dup_gather (FlPrinter *printer, const FlLoopValue *load);
/* A store to a position of each lane: "fl_scatter_f32 (buf0 + 768 * i0, at, load);". */
const char *fl_print_c_refuse_scatter (const FlLoopKernel *loops, const FlLoopStmt *store, FlAxisId axis);
void fl_print_c_scatter (FlPrinter *printer, const FlLoopStmt *stmt);
char *fl_print_c_dup_loaded_index (FlPrinter *printer, const FlLoopValue *load);

/* Of all lanes at once, which it is along. */
void fl_print_c_vector_store (FlPrinter *printer, const FlLoopStmt *stmt);
/* A store to the line of the home's memory. */
void fl_print_c_put (FlPrinter *printer, const FlLoopStmt *stmt, FlCValue value);
/* The name of that line, which lives as long as the function runs. */
const char *fl_print_c_home_line (FlPrinter *printer, FlHomeId home);
/* Vectors that are kept between statements. */
void fl_print_c_begin_registers (FlPrinter *printer, FlHomeId home, const char *n_vectors);
/* An element of a home as a C expression, kept in the run's arena. */
const char *fl_print_c_dup_element_kept (FlPrinter *printer, FlHomeId home, const FlSym *index);

/* Accumulators: their declarations, one step, and how lanes are merged. declares: with the declaration of what they
 * come to. */
void fl_print_c_begin_accumulator (FlPrinter *printer, FlHomeId home, const char *size);
void fl_print_c_combine (FlPrinter *printer, const FlLoopStmt *stmt, gboolean declares);
/* The type that a component is kept in. */
const char *fl_print_c_get_kept_type (const FlLoopHome *home, guint component);
/* Of names of functions on vectors of its elements: "_f64"; "" of floats. */
const char *fl_print_c_get_suffix (const FlLoopHome *home);
/* Positions of a vector of its elements. */
const FlSym *fl_print_c_get_lanes (const FlPrinter *printer, const FlLoopHome *home);
/* Vectors that an accumulator of lanes consists of: 1 or 4; 0: it has none. */
guint fl_print_c_count_vectors (const FlPrinter *printer, const FlLoopHome *home);
void fl_print_c_step (FlPrinter *printer, const FlLoopStmt *stmt);
/* "sum_lanes", or of several vectors that of the unrolled step: "sum_lanes[i1u]". New string. */
char *fl_print_c_dup_lanes (FlPrinter *printer, const FlLoopStmt *stmt, guint component);
/* Accumulators of argmax and argmin. */
void fl_print_c_begin_place (FlPrinter *printer, FlHomeId home, const char *size);
void fl_print_c_step_place (FlPrinter *printer, const FlLoopStmt *stmt);
void fl_print_c_combine_places (FlPrinter *printer, const FlLoopStmt *stmt, gboolean declares);
/* What is read of it, in the type of the value. at: the element of a row; NULL: it has one, or one a lane. */
FlCValue fl_print_c_read_accumulator (FlPrinter *printer, const FlLoopValue *value, const char *at);

/* Rows of accumulators have whole vectors of floats, so that columns beyond the last one may be loaded and stored.
 * Where numbers of 64 bits go with them, columns behind a vector are those of the next: how many it has; NULL: whole
 * ones. */
const char *fl_print_c_count_columns (const FlPrinter *printer);
/* "fl_load_f32 (sum_row + i0)". New string. */
char *fl_print_c_dup_loaded_columns (const FlPrinter *printer, FlReductionType combiner, const char *place);

/* A row of what is computed, as it is computed: floats of 16 bits, too, are wide there. A tile of memory is no such
 * row. */
gboolean fl_print_c_is_row (const FlLoopHome *home);
/* "buf0 + 768 * i0 + i1". New string. */
char *fl_print_c_dup_place (FlPrinter *printer, FlHomeId home, const FlSym *index);

/* A transposition, as one call. */
void fl_print_c_relayout (FlPrinter *printer, const FlLoopStmt *stmt);
/* A name even for what is an atom already, where it may change later: an accumulator. */
void fl_print_c_let (FlPrinter *printer, const FlLoopStmt *stmt);

/* Statements: all of a function's body. */
void fl_print_c_children (FlPrinter *printer, FlStmtId stmt);

G_END_DECLS
