/* Random programs. A program grows operator by operator: each call gets arguments by its shape
 * rule, is evaluated at once by the reference interpreter, and stays when it succeeded. So every
 * value's sizes, strides, aliases and elements are known when the next call is chosen. Equal seeds
 * give equal programs. */
#pragma once

#include "fl-arena.h"
#include "fl-reference-private.h"

G_BEGIN_DECLS

/* --- arguments --------------------------------------------------------------------------------- */

typedef enum
{
  RND_NONE,
  RND_VALUE, /* value: position among the maker's values */
  RND_INT,
  RND_SIZE, /* an integer that stands for a size */
  RND_FLOAT,
  RND_BOOL,
  RND_STRING,
  RND_DTYPE,
  RND_NAME, /* text as it stands: torch.strided, device(type='cpu') */
  RND_LIST
} RndArgKind;

typedef struct _RndArg RndArg;
struct _RndArg
{
  RndArgKind kind;
  const char *keyword;
  int value;
  gint64 integer;
  double number;
  const char *text;
  FlDtype dtype;
  guint n_items;
  RndArg *items;
};

/* --- values ------------------------------------------------------------------------------------ */

enum
{
  RND_FLOATS = 1, /* f16 to f64 */
  RND_INTS = 2,
  RND_BOOLS = 4,
  RND_NARROW = 8, /* 8-bit floats */
  RND_NUMBERS = RND_FLOATS | RND_INTS,
  RND_ALL = RND_NUMBERS | RND_BOOLS,
  RND_EXACT = 16, /* nothing it was computed from was rounded: safe before what jumps */
  RND_COMPLEX = 64,
  RND_FRESH = 32 /* owns its memory, one element a place: may be written */
};

enum
{
  RND_MAX_RANK = 5,
  RND_MAX_ELEMENTS = 3000
};

/* How an input's elements are made; see random-fill.c. */
typedef struct
{
  const char *kind;
  gint64 bound;
  guint32 seed;
} RndFill;

typedef struct
{
  const char *name;
  FlDatum datum; /* evaluated */
  gboolean is_input, is_exact, is_read;
  FlArray *array; /* an input's elements, as they were made; own copy */
  RndFill fill;
  gint64 strides[FL_MAX_DIMS];     /* of an input */
  guint8 order[FL_MAX_DIMS];       /* of a program with symbols: dimensions, the outermost first */
  int gaps[FL_MAX_DIMS];           /* by dimension: a stride of its own, by so much more than it need be */
  int stride_symbols[FL_MAX_DIMS]; /* number of that symbol, from 1; 0: none; -1: the stride is 0 */
} RndValue;

enum
{
  RND_MAX_SYMBOLS = 3
};

typedef struct
{
  const char *name; /* in expressions: "s0" */
  const char *node; /* the input that has it */
  gint64 hint;
} RndSymbol;

typedef struct
{
  FlArena *arena;
  GRand *random;
  GArray *values; /* RndValue */
  GString *body;  /* lines of the program */
  GHashTable *names;
  gint64 palette[5]; /* sizes */
  guint n_palette;
  guint hostility; /* of names, percent */
  guint specials;  /* inputs with infinities, NaN, -0, denormals, extremes: percent */
  const FlAtenRow *row;
  RndArg args[FL_MAX_PARAMETERS];
  guint n_args;
  guint n_calls;
  gboolean keeps_items;    /* of tuples, all of them */
  const char *why_not;     /* the last refusal */
  guint n_symbols;         /* of sizes; 0: all are numbers */
  gboolean needs_elements; /* no size may be 0 */
  gint64 usual_elements;   /* of an operand at most: RND_MAX_ELEMENTS, or more in programs of long rows */
  gint64 most_elements;    /* of a result; 0: the usual bound */
  gboolean has_idiom;
  guint idioms, idioms_of_rows; /* percent */
  RndSymbol symbols[RND_MAX_SYMBOLS];
  guint n_stride_symbols;
  gboolean writes;     /* an operand of some call */
  GArray *expressions; /* of random-symbols.c */
} RndMaker;

typedef gboolean (*RndMakeFunc) (RndMaker *maker);

/* --- making ------------------------------------------------------------------------------------ */

/* Rows of random-features.c. */
typedef enum
{
  RND_HAS_PERMUTED,
  RND_HAS_GAPS,
  RND_HAS_STRIDE_0,
  RND_HAS_SIZE_0,
  RND_HAS_SIZE_1,
  RND_HAS_RANK_0,
  RND_HAS_VIEW,
  RND_HAS_VIEW_OF_VIEW,
  RND_HAS_NOT_DENSE,
  RND_HAS_MUTATION,
  RND_HAS_SYMBOLS,
  RND_HAS_STRIDE_SYMBOLS,
  RND_HAS_SPECIALS,
  RND_HAS_HOSTILE,
  RND_HAS_NARROW,
  RND_HAS_F64,
  RND_HAS_INTEGERS,
  RND_HAS_COMPLEX,
  RND_HAS_IDIOM,
  RND_N_FEATURES
} RndFeature;

typedef struct
{
  guint64 n, counts[RND_N_FEATURES]; /* programs */
} RndFeatures;

typedef struct
{
  guint32 seed;
  guint n_calls;         /* at most; 0: chosen */
  const FlAtenRow *only; /* NULL: any; else the first call is of this one */
  gboolean *was_made;    /* by position of a row: of which operators there are calls; may be NULL */
  RndFeatures *features; /* counts are added; may be NULL */
  gboolean is_cuda;      /* tensors lie on a GPU */
  gboolean is_for_loops; /* begins with idioms over rows, which passes over loops change something in */
} RndRequest;

/* The text of a program: FX with a comment "# fill NAME …" for each input. NULL where nothing could
 * be made (why in *why_not). */
char *rnd_program_make (const RndRequest *request, const char **why_not);

#define RND_NO_MAKER "no maker knows its arguments"
/* The maker of an operator, by shape rule or name; NULL with the reason: none. */
RndMakeFunc rnd_find_maker (const FlAtenRow *row, const char **why_not);
/* Is its result a step function of float operands? */
gboolean rnd_jumps (const FlAtenRow *row);

/* --- for makers -------------------------------------------------------------------------------- */

guint rnd_pick (RndMaker *m, guint n);
gboolean rnd_chance (RndMaker *m, guint percent);
gint64 rnd_between (RndMaker *m, gint64 low, gint64 high); /* both included */
gint64 rnd_size (RndMaker *m);
/* Cut to these bounds. GLib's MIN and MAX would draw twice. */
gint64 rnd_size_within (RndMaker *m, gint64 least, gint64 most);
const FlView *rnd_view (RndMaker *m, int value);
guint rnd_rank (RndMaker *m, int value);

/* A name that is not taken, at times a hostile one. */
const char *rnd_take_name (RndMaker *m, const char *plain);
void rnd_give (RndMaker *m, RndArg arg);
void rnd_give_value (RndMaker *m, int value);
void rnd_give_int (RndMaker *m, gint64 integer);
void rnd_give_float (RndMaker *m, double number);
void rnd_give_bool (RndMaker *m, gboolean value);
void rnd_give_none (RndMaker *m);
void rnd_give_string (RndMaker *m, const char *text);
void rnd_give_ints (RndMaker *m, guint n, const gint64 *integers);
void rnd_give_sizes (RndMaker *m, guint n, const gint64 *sizes);
void rnd_give_values (RndMaker *m, guint n, const int *values);
void rnd_give_dtype (RndMaker *m, FlDtype dtype);
/* Turns the last one into a keyword argument. */
void rnd_by_name (RndMaker *m, const char *keyword);

FlDtype rnd_dtype (RndMaker *m, guint kinds);
gboolean rnd_is_kind (FlDtype dtype, guint kinds);
int rnd_input (RndMaker *m, FlDtype dtype, guint n_dims, const gint64 *sizes, RndFill fill);
RndFill rnd_fill (RndMaker *m, const char *kind, gint64 bound);
/* A value of these kinds and at least so many dimensions, most often one that is there. */
int rnd_any (RndMaker *m, guint kinds, guint least_rank, guint most_rank);
/* One of this type and shape; kinds: RND_EXACT or 0. */
int rnd_shaped (RndMaker *m, FlDtype dtype, guint n_dims, const gint64 *sizes, guint kinds);
int rnd_like (RndMaker *m, int value, guint kinds);
/* One that broadcasts against value to value's own shape (is_within) or any shape. */
int rnd_partner (RndMaker *m, int value, guint kinds, gboolean is_within);
/* Integers within [0, bound), or [-bound, bound). */
int rnd_index (RndMaker *m, guint n_dims, const gint64 *sizes, gint64 bound, gboolean with_negative);
/* A random scalar argument that suits the type. */
RndArg rnd_scalar (RndMaker *m, FlDtype dtype);
gint64 rnd_dim (RndMaker *m, guint rank);                            /* may be negative; rank 0: 0 or -1 */
guint rnd_dims (RndMaker *m, guint rank, guint least, gint64 *dims); /* different ones */
/* Calls another operator, for makers that need a value of some form: the new value, or -1. */
int rnd_call (RndMaker *m, const char *target, const RndArg *args, guint n_args);

G_END_DECLS
