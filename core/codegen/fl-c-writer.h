/* The state of writing one kernel: its text with the map to the graph, names, phases, what was decided. Private to this
 * folder. */
#pragma once

#include "fl-c-ops.h"
#include "fl-codegen.h"

G_BEGIN_DECLS

/* What the vectors of a loop hold: see fl-c-lanes.h. */
typedef enum
{
  FL_C_LANES_FLOATS,   /* floats and truth values */
  FL_C_LANES_INTEGERS, /* integers of up to 32 bits, too */
  FL_C_LANES_WIDE      /* numbers of 64 bits, too: half as many elements a step */
} FlCLanes;

/* A choice with its reason, to be recorded when the kernel is done. */
typedef struct
{
  FlVerdict verdict;
  const FlBuffer *object; /* may be NULL */
  const char *reason, *facts;
} FlCChoice;

/* One function of the kernel: statements of its program's root. See fl-c-phases.h. */
typedef struct
{
  const char *name;          /* of the function */
  guint first_item, n_items; /* children of the root */
  const FlSym *extent;       /* of the loop that threads share; NULL: one thread does all of it */
  gint64 step, work;         /* parts are multiples of step; work of all parts */
} FlCPhase;

typedef struct
{
  const FlPass *pass;
  const FlMemoryPlan *plan;
  const FlNest *nest;
  GArray *phases;        /* FlCPhase */
  const FlCPhase *phase; /* being written */
  GString *out;
  guint line, indent;
  GArray *spans;           /* FlSourceSpan */
  GHashTable *names;       /* base -> times used */
  GHashTable *marks;       /* kind and name of a file -> the mark that stands for it: see fl-c-names.c */
  GPtrArray *foreign;      /* the identifiers that were made of those names, by number of the mark */
  FlCLanes lanes;          /* of the loop being written in vectors: what these hold */
  const char *left;        /* while its last, partial vector is written: how many elements that has */
  gboolean has_checks;     /* the kernel counts bad indices */
  gboolean has_streams;    /* the kernel has non-temporal stores */
  GPtrArray *lines;        /* names of the registers that such stores are combined in */
  GArray *choices;         /* FlCChoice */
  const char *unsupported; /* names what could not be written; NULL while all is well */
} FlCWriter;

void fl_c_writer_init (FlCWriter *writer, const FlPass *pass, const FlMemoryPlan *plan, const FlNest *nest);
void fl_c_writer_clear (FlCWriter *writer);
void fl_c_line (FlCWriter *writer, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* comment: NULL: none. */
void fl_c_commented_line (FlCWriter *writer, const char *text, const char *comment);
const char *fl_c_make_name (FlCWriter *writer, const char *base);
/* Stands for a name that comes from a file until the kernel is written: fl-c-names.c. kind: 'b' of a buffer, 's' of a
 * size. */
const char *fl_c_get_foreign_name (FlCWriter *writer, char kind, const char *name);
/* Stands for a value's name, without the number that tells equal names apart: fl_c_make_name numbers them anew. */
const char *fl_c_get_value_name (FlCWriter *writer, const char *name);
/* Names in place of all marks. words: no name, in the language of the text, beside those that it has; NULL: none. */
void fl_c_settle_names (FlCWriter *writer, const char *const *words);
void fl_c_fail (FlCWriter *writer, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* A choice that is known already counts once. */
void fl_c_note_choice (FlCWriter *writer, FlVerdict verdict, const FlBuffer *object, const char *reason,
                       const char *facts);

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

G_END_DECLS
