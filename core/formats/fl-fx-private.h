/* The FX text reader, split by topic: lines (log prefixes), scanning, types, expressions, statements, modules. All
 * parts work on one FlFx, which reads the text in place, once, from front to back. Functions that return FALSE have set
 * fx->error, or found that the file ends early (fx->ended). */
#pragma once

#include "fl-aten.h"
#include "fl-formats.h"

G_BEGIN_DECLS

enum
{
  FL_FX_MAX_DEPTH = 200,           /* brackets within brackets, operators within operators */
  FL_FX_MAX_MODULE_DEPTH = 16,     /* classes within classes */
  FL_FX_MAX_NODES = 2000000,       /* of one graph */
  FL_FX_MAX_BYTES = 512 << 20,     /* of a file */
  FL_FX_MAX_NUMBER_LENGTH = 400,   /* digits of one number */
  FL_FX_MAX_SHARED_ITEMS = 1000000 /* of lists that stand in other lists by their name, all uses together */
};

typedef struct
{
  const char *name; /* interned */
  FlValue value;    /* annotated */
  guint line;
} FlFxParam;

/* Lists that have names may stand in lists that have names, and so on: what is read must stay in proportion to the
 * file. */
typedef struct
{
  FlArg arg;
  guint n_items; /* in all, with those of inner lists */
  guint depth;
} FlFxBinding;

typedef struct
{
  const char *path;     /* as given; may be NULL */
  const char *original; /* the file, made valid UTF-8, with a zero behind it */
  gsize original_length;
  const char *text; /* without log prefixes; as many lines as the original */
  const char *end;
  guint *prefix_lengths; /* bytes taken off the front of each line; NULL: nothing was */

  const char *p;                       /* next byte */
  guint line;                          /* of p, from 1 */
  guint depth;                         /* of recursion */
  guint n_open;                        /* brackets open: line ends are blanks within */
  const char *opened[FL_FX_MAX_DEPTH]; /* where, for the first n_open of them */

  FlGraphBuilder *builder; /* of the graph being read */
  FlArena *arena;          /* the builder's */
  FlSymTable *symbols;
  GHashTable *names;    /* interned -> const FlFxBinding *: what a name stands for */
  GArray *params;       /* FlFxParam: of forward, until the first statement shows which are inputs */
  GHashTable *declared; /* interned -> FlValue *: declaration lines of joint graphs */
  GArray *stack;        /* FlArg: items of the lists being read */
  guint n_type_warnings;
  guint n_shared_items; /* see FL_FX_MAX_SHARED_ITEMS */
  guint statement_line;
  gboolean has_return;
  gboolean is_printed; /* print (graph): names bear '%', unknown words are names */

  const char *source_file; /* from the comment above */
  guint source_line;
  const char *source_code;
  const char *last_file; /* the last path copied: most comments repeat it */

  const char *empty_class; /* the line of the first class without forward */
  gboolean ended;          /* the text stops inside something */
  GError *error;
} FlFx;

/* --- lines: fl-fx-lines.c --------------------------------------------------------------------- */
/* Takes log prefixes and colours off every line. Returns a new text, or NULL when there is nothing to take off. */
char *fl_fx_strip_lines (const char *text, gsize length, gsize *clean_length, guint **prefix_lengths);

/* --- scanning: fl-fx-scan.c ------------------------------------------------------------------- */
/* Counts lines from the start of the text: for errors and the like, not for every node. */
FlPlace fl_fx_find_place (const FlFx *fx, const char *at);
gboolean fl_fx_fail (FlFx *fx, const char *at, FlErrorCode code, const char *format, ...) G_GNUC_PRINTF (4, 5);
/* Says what was expected at p; at the end of the text it is the text that ended. */
gboolean fl_fx_fail_expected (FlFx *fx, const char *what);
/* Blanks; with open brackets also line ends and comments. */
void fl_fx_skip_blanks (FlFx *fx);
/* To the start of the next line. */
void fl_fx_skip_line (FlFx *fx);
gboolean fl_fx_at_line_end (const FlFx *fx);
/* Columns of blanks at the start of the line of p; p is at the line's start. */
guint fl_fx_measure_indent (const FlFx *fx, const char **first);
gboolean fl_fx_starts (const FlFx *fx, const char *p, const char *word);
/* Skips blanks, then takes the character if it is next. */
gboolean fl_fx_accept (FlFx *fx, char c);
gboolean fl_fx_expect (FlFx *fx, char c);
/* Brackets: what is between may go over lines. */
gboolean fl_fx_open (FlFx *fx, char c);
gboolean fl_fx_close (FlFx *fx, char c);
gboolean fl_fx_enter (FlFx *fx); /* FALSE: too deep */
void fl_fx_leave (FlFx *fx);
/* The name at p; NULL when there is none. Interned. */
const char *fl_fx_read_name (FlFx *fx);
gboolean fl_fx_is_name_start (char c);
gboolean fl_fx_is_name_char (char c);
/* A number without sign: INT, FLOAT, or NAME for what has no FlArg (1j). */
gboolean fl_fx_read_number (FlFx *fx, FlArg *arg);
/* A quoted string, single or triple, with Python's escapes. In the arena. */
gboolean fl_fx_read_string (FlFx *fx, const char **text);

/* --- types: fl-fx-types.c --------------------------------------------------------------------- */
/* The annotation after ':', quoted or bare, up to '=', ',', ')' or the line's end. What it cannot read is UNKNOWN. */
gboolean fl_fx_read_annotation (FlFx *fx, FlValue *value);
/* "f32[8, 3][3, 1]cuda:0", "Sym(s0)"; FALSE when it is nothing like it. Also for Fuseloom's own JSON. */
gboolean fl_fx_parse_type (FlArena *arena, FlSymTable *symbols, const char *text, gsize length, FlValue *value);

/* --- expressions: fl-fx-values.c, fl-fx-expressions.c ----------------------------------------- */
typedef enum
{
  FL_FX_FORM_ARG,       /* arg */
  FL_FX_FORM_PATH,      /* path: dotted words that are no node: torch.float32, self.weight, math_ceil */
  FL_FX_FORM_ATTRIBUTE, /* arg "." path */
  FL_FX_FORM_DRAFT      /* a node that has no name yet */
} FlFxForm;

typedef struct
{
  FlFxForm form;
  FlArg arg;
  const char *path; /* interned */
  FlNodeKind kind;  /* DRAFT */
  const char *target;
  guint n_args;
  const FlArg *args;
  const char *at; /* where it began */
} FlFxValue;

gboolean fl_fx_read_expression (FlFx *fx, FlFxValue *value);
/* Something between operators: a literal, a bracketed list, a name, a path (fl-fx-values.c). */
gboolean fl_fx_read_atom (FlFx *fx, FlFxValue *value);
/* One argument: an expression whose drafts became nodes. */
gboolean fl_fx_read_arg (FlFx *fx, FlArg *arg);
/* Items up to the closing bracket, which is taken; `*is_tuple` is set when a comma was seen. */
gboolean fl_fx_read_items (FlFx *fx, char close, gboolean with_keywords, guint *n_items, const FlArg **items,
                           gboolean *has_comma);
/* Makes an argument of any value: drafts become nodes, paths become get_attr nodes or names. */
gboolean fl_fx_settle (FlFx *fx, FlFxValue *value, FlArg *arg);
void fl_fx_set_draft (FlFx *fx, FlFxValue *value, const char *target, const FlArg *args, guint n_args);
/* "torch.ops.aten.add.Tensor" -> "aten.add.Tensor", "math_ceil" -> "math.ceil". Interned. */
const char *fl_fx_shorten_target (const char *path);
/* "aten.add.Tensor" -> "add": the name torch.fx would give. Interned. */
const char *fl_fx_get_default_name (const char *target);
/* Adds the node of a draft; annotation may be NULL. */
gboolean fl_fx_add_draft (FlFx *fx, const FlFxValue *value, const char *name, const FlValue *annotation, FlNodeId *id);
void fl_fx_bind (FlFx *fx, const char *name, const FlArg *arg);
void fl_fx_bind_node (FlFx *fx, const char *name, FlNodeId id);

/* --- statements and modules ------------------------------------------------------------------- */
/* A comment at p: remembers the model's source line that it names. */
void fl_fx_read_comment (FlFx *fx);
gboolean fl_fx_read_statement (FlFx *fx);
void fl_fx_add_params (FlFx *fx);
/* p is after "def forward". Reads parameters and body: lines deeper than indent. */
gboolean fl_fx_read_forward (FlFx *fx, guint indent);
/* The first graph at or after p in print (graph) form, header line included. */
gboolean fl_fx_read_printed (FlFx *fx);
/* What the lines above a graph call it: a record of a trace, a title of a log; NULL: nothing. */
char *fl_fx_dup_kind (const FlFx *fx, const char *start);
gboolean fl_fx_is_printed_header (const FlFx *fx, const char *first);

G_END_DECLS
