/* Symbolic integers: sizes, strides, offsets and index expressions in one interned algebra, so that dynamic shapes are
 * ordinary. Equal expressions (after normalisation) of one table are the same pointer. Expressions print as sympy
 * prints them in TorchInductor ("3840*z0 + z1", "ModularIndexing(p0, 1, 7)", "((p0//7))", "s0*s1").
 *
 * A table belongs to a graph and is shared by all of its runs; interning takes a lock, so tables may be used from
 * several threads. Arithmetic on constants is checked: an overflow of 64 bits, a division by the constant zero, or an
 * expression of more than 65536 nodes yields the opaque "overflow" atom and is reported by fl_sym_is_overflow.
 *
 * Division and modulo are Python's: they round towards minus infinity. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  FL_SYM_INT,
  FL_SYM_SIZE,      /* a size symbol of the graph: s0, s77, u4; integer, positive unless ranges say otherwise */
  FL_SYM_VAR,       /* a loop variable; not negative, below its size when one was given */
  FL_SYM_INDIRECT,  /* an index read from memory: indirect0, tmp0 */
  FL_SYM_ADD,       /* flat sum; the constant term, if any, is one of the arguments */
  FL_SYM_MUL,       /* flat product; the integer coefficient, if any, is the first argument */
  FL_SYM_FLOOR_DIV, /* args: x, d */
  FL_SYM_MOD_INDEX, /* ModularIndexing (x, d, m) = (x // d) % m; args: x, d, m */
  FL_SYM_MOD,       /* Python's x % m where x may be negative; prints Mod(x, m) */
  FL_SYM_MIN,       /* prints Min(a, b) */
  FL_SYM_MAX,
  FL_SYM_POW,      /* args: base, exponent (a constant >= 2); s0**2 */
  FL_SYM_REL,      /* a < b and the like, as 0/1; see fl_sym_get_relation */
  FL_SYM_SELECT,   /* args: condition, then, else */
  FL_SYM_IDENTITY, /* arg: x; is x, but is not multiplied out or joined with what is around it; prints (x) */
  FL_SYM_REAL,  /* a number in doubles: args by fl_sym_real, integers become doubles; in no integer but through ROUND */
  FL_SYM_ROUND, /* arg: a REAL; an integer; prints TruncToInt(x) */
  FL_SYM_OPAQUE /* text that the reader kept and nothing interprets: ToFloat(s37) + 3.07 */
} FlSymKind;

typedef enum
{
  FL_SYM_EQ,
  FL_SYM_NE,
  FL_SYM_LT,
  FL_SYM_LE,
  FL_SYM_GT,
  FL_SYM_GE
} FlSymRelation;

/* Operations on doubles, with one or two arguments. */
typedef enum
{
  FL_SYM_REAL_CONSTANT,
  FL_SYM_REAL_FLOAT, /* of an integer */
  FL_SYM_REAL_ADD,
  FL_SYM_REAL_SUB,
  FL_SYM_REAL_MUL,
  FL_SYM_REAL_DIV, /* of integers, too */
  FL_SYM_REAL_POW,
  FL_SYM_REAL_MIN,
  FL_SYM_REAL_MAX,
  FL_SYM_REAL_MOD,  /* Python's: of the divisor's sign */
  FL_SYM_REAL_CALL, /* the first function of one double, by fl_sym_find_function */
  FL_SYM_REAL_LAST_CALL = FL_SYM_REAL_CALL + 14,
  FL_SYM_REAL_INPUT /* of a size symbol that stands for a float: fl_sym_is_float */
} FlSymReal;

typedef enum
{
  FL_SYM_ROUND_TRUNC,
  FL_SYM_ROUND_FLOOR,
  FL_SYM_ROUND_CEIL,
  FL_SYM_ROUND_EVEN /* to the nearest, of two to the even one */
} FlSymRounding;

typedef struct _FlSym FlSym; /* always handled as const FlSym *, owned by its table */
typedef struct _FlSymTable FlSymTable;

FlSymTable *fl_sym_table_new (void);
FlSymTable *fl_sym_table_ref (FlSymTable *table);
void fl_sym_table_unref (FlSymTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlSymTable, fl_sym_table_unref)

/* --- making ----------------------------------------------------------------------------------- */
const FlSym *fl_sym_int (FlSymTable *table, gint64 value);
/* A size symbol by name. The same name always gives the same symbol. Default range [2, G_MAXINT64 / 2], for unbacked
 * names (u0, u1, …) [0, G_MAXINT64 / 2]; no hint. */
const FlSym *fl_sym_size (FlSymTable *table, const char *name);
/* A loop variable by name ("d0", "p1", "i2", "r0_1"); size may be NULL. Same name and size: same variable. */
const FlSym *fl_sym_var (FlSymTable *table, const char *name, const FlSym *size);
/* A variable of loops or of a view for which a reader puts its own index, which may be negative on the way ("i0 - 4"):
 * no rule takes it for a number from 0 on, so that an index with such variables is simplified when they are replaced,
 * as Inductor makes an index only when it calls inner_fn with the reader's. */
const FlSym *fl_sym_open_var (FlSymTable *table, const char *name, const FlSym *size);
const FlSym *fl_sym_indirect (FlSymTable *table, const char *name);
const FlSym *fl_sym_opaque (FlSymTable *table, const char *text);
const FlSym *fl_sym_real_constant (FlSymTable *table, double value);
const FlSym *fl_sym_real (FlSymReal op, const FlSym *a, const FlSym *b); /* b: NULL where there is one argument */
const FlSym *fl_sym_round (FlSymRounding how, const FlSym *real);        /* an integer stays as it is */
gboolean fl_sym_is_real (const FlSym *sym);
/* Functions of one double that torch._sym_NAME and OpaqueUnaryFn_NAME call ("sqrt", "sin", "log2"),
 * and "TruncToFloat". */
gboolean fl_sym_find_function (const char *name, FlSymReal *op);
/* A float that comes with the call: PyTorch calls them zf0, zuf1 … The size symbol of that name has
 * the bits of its double for a value, and is in no integer; what is read where the name stands is
 * fl_sym_real (FL_SYM_REAL_INPUT, symbol). */
gboolean fl_sym_is_float_name (const char *name, gsize length);
gboolean fl_sym_is_float (const FlSym *symbol);
gint64 fl_sym_float_to_bits (double value);
double fl_sym_bits_to_float (gint64 bits);

const FlSym *fl_sym_add (const FlSym *a, const FlSym *b);
const FlSym *fl_sym_sub (const FlSym *a, const FlSym *b);
const FlSym *fl_sym_mul (const FlSym *a, const FlSym *b);
const FlSym *fl_sym_neg (const FlSym *a);
const FlSym *fl_sym_add_int (const FlSym *a, gint64 b);
const FlSym *fl_sym_mul_int (const FlSym *a, gint64 b);
const FlSym *fl_sym_floor_div (const FlSym *x, const FlSym *d);
const FlSym *fl_sym_ceil_div (const FlSym *x, const FlSym *d);
const FlSym *fl_sym_mod_index (const FlSym *x, const FlSym *d, const FlSym *m);
const FlSym *fl_sym_mod (const FlSym *x, const FlSym *m);
const FlSym *fl_sym_min (const FlSym *a, const FlSym *b);
const FlSym *fl_sym_max (const FlSym *a, const FlSym *b);
const FlSym *fl_sym_rel (FlSymRelation relation, const FlSym *a, const FlSym *b);
const FlSym *fl_sym_select (const FlSym *condition, const FlSym *then_value, const FlSym *else_value);
const FlSym *fl_sym_identity (const FlSym *x);
const FlSym *fl_sym_drop_identities (const FlSym *sym); /* an equal value, multiplied out, for arithmetic */
const FlSym *fl_sym_product (FlSymTable *table, const FlSym *const *factors, guint n); /* n == 0: 1 */
/* The product of two sizes as sympy writes it: sums stay factors, but for a number before one sum, which is multiplied
 * into it. Only to be printed, and to be multiplied so again: it is not in normal form. */
const FlSym *fl_sym_mul_written (const FlSym *a, const FlSym *b);
/* product with the sums among the factors taken out, as sympy keeps what was multiplied: 2*(s0 + 2)*(s53 + 2). Only to
 * be printed: it is not in normal form. product itself where the factors do not divide it. */
const FlSym *fl_sym_factored (const FlSym *product, const FlSym *const *factors, guint n);

/* --- looking ---------------------------------------------------------------------------------- */
FlSymTable *fl_sym_get_table (const FlSym *sym);
FlSymKind fl_sym_get_kind (const FlSym *sym);
guint fl_sym_get_n_args (const FlSym *sym);
const FlSym *fl_sym_get_arg (const FlSym *sym, guint position);
const char *fl_sym_get_name (const FlSym *sym); /* symbols, variables, opaque text; else NULL */
FlSymRelation fl_sym_get_relation (const FlSym *sym);
gboolean fl_sym_is_int (const FlSym *sym, gint64 *value); /* value may be NULL */
gboolean fl_sym_is_int_value (const FlSym *sym, gint64 value);
gboolean fl_sym_is_symbol (const FlSym *sym); /* a lone SIZE, VAR or INDIRECT */
gboolean fl_sym_is_overflow (const FlSym *sym);
gboolean fl_sym_contains (const FlSym *sym, const FlSym *symbol);
gboolean fl_sym_contains_kind (const FlSym *sym, FlSymKind kind);
guint32 fl_sym_get_id (const FlSym *sym); /* small, unique within the table; stable order of making */
/* Every distinct SIZE / VAR / INDIRECT atom inside, in order of first appearance. */
void fl_sym_collect_symbols (const FlSym *sym, GPtrArray *symbols);
/* Every such atom, as often as it is there. */
typedef void (*FlSymVisit) (const FlSym *symbol, gpointer data);
void fl_sym_visit_symbols (const FlSym *sym, FlSymVisit visit, gpointer data);

/* --- facts ------------------------------------------------------------------------------------ */
void fl_sym_set_hint (const FlSym *size_symbol, gint64 hint);
void fl_sym_set_range (const FlSym *symbol, gint64 minimum, gint64 maximum);
/* Bounds by interval arithmetic; unbounded ends are G_MININT64 / G_MAXINT64. */
void fl_sym_get_range (const FlSym *sym, gint64 *minimum, gint64 *maximum);
/* Value with size symbols at their hints (fallback for unhinted ones) and variables at 0. */
gint64 fl_sym_get_hint (const FlSym *sym, gint64 fallback);
/* What a size symbol is where a number is needed and nobody gave one: its hint, else its sample, else 8. No rule
 * decides by samples: at them buffers are counted and programs executed. */
void fl_sym_set_sample (const FlSym *size_symbol, gint64 sample);
gboolean fl_sym_has_sample (const FlSym *size_symbol);
/* Value with size symbols at their samples and variables at 0; -1: it has none. */
gint64 fl_sym_get_sample (const FlSym *sym);
gboolean fl_sym_look_up_sample (const FlSym *symbol, gpointer data, gint64 *value); /* a FlSymLookup; data: NULL */
/* Three-valued facts without guards: TRUE only when it holds for every value of the symbols. */
gboolean fl_sym_known_equal (const FlSym *a, const FlSym *b);
gboolean fl_sym_known (FlSymRelation relation, const FlSym *a, const FlSym *b);
gboolean fl_sym_known_multiple (const FlSym *x, const FlSym *of);
/* (s0 - 1)//2 for (s0 + 1)//2 - 1: equal sizes that are counted in two ways become one expression. */
const FlSym *fl_sym_take_out_whole_parts (const FlSym *sym);

/* --- rewriting -------------------------------------------------------------------------------- */
/* Replaces symbols[i] by values[i] everywhere, at once, and normalises. */
const FlSym *fl_sym_substitute (const FlSym *sym, const FlSym *const *symbols, const FlSym *const *values, guint n);
/* sym with closed variables for its open ones, and simplified so. */
const FlSym *fl_sym_close (const FlSym *sym);
/* A copy of the expression in another table, with the ranges of its symbols but without hints and samples. */
const FlSym *fl_sym_copy (FlSymTable *table, const FlSym *sym);
/* Inductor's simplify_with_ranges: uses the sizes of loop variables to drop ModularIndexing and FloorDiv that do
 * nothing, to split sums of multiples, and to join x//d and x%d pieces. var_sizes may be NULL where vars carry sizes.
 */
const FlSym *fl_sym_simplify (const FlSym *sym, const FlSym *const *vars, const FlSym *const *var_sizes, guint n);
/* No more than Inductor does where sizes of variables are symbolic: for what is compared with its texts and rules. */
const FlSym *fl_sym_simplify_as_inductor (const FlSym *sym, const FlSym *const *vars, const FlSym *const *var_sizes,
                                          guint n);
/* Coefficient of var: sym{var:=1, other vars:=0} - sym{all vars:=0}, as Inductor's stride_vars has it. */
const FlSym *fl_sym_get_stride (const FlSym *sym, const FlSym *var, const FlSym *const *vars, guint n);

/* Evaluates with a value for every symbol. FALSE when a symbol has none, on division by zero, or on overflow. */
typedef gboolean (*FlSymLookup) (const FlSym *symbol, gpointer data, gint64 *value);
gboolean fl_sym_evaluate (const FlSym *sym, FlSymLookup lookup, gpointer data, gint64 *value);
/* fl_sym_evaluate for values that may be no integers, as a double. */
gboolean fl_sym_evaluate_real (const FlSym *sym, FlSymLookup lookup, gpointer data, double *value);

/* --- text ------------------------------------------------------------------------------------- */
/* As Inductor prints it in dependencies, index lines and annotations: sympy's str, "64*((s0//2)) + 1". */
void fl_sym_append (GString *out, const FlSym *sym);
/* As PyTorch 2.1 printed it: "64*((s0//2)) + ModularIndexing(p0, 1, 7)", with fewer parentheses. */
void fl_sym_append_classic (GString *out, const FlSym *sym);
/* As fl_sym_append, but for what FL_SYM_IDENTITY holds: "I" (sympy's identity matrix) stands for whatever it is. */
void fl_sym_append_terse (GString *out, const FlSym *sym);
/* As Inductor's wrapper and Triton code spell it: "1 + 64*(s0 // 2)", "(-1) + s0", "(p0 % 7)". */
void fl_sym_append_python (GString *out, const FlSym *sym);
char *fl_sym_dup_text (const FlSym *sym);
/* As a C expression over int64_t; variables by name. Division and modulo are C's / and % where both operands are known
 * not to be negative, else fl_floor_div (x, d) and fl_floor_mod (x, m); fl_min (a, b) and fl_max (a, b) likewise are
 * the including source's to define. A result from rename is copied at once; rename may be NULL, and may return NULL. */
typedef const char *(*FlSymRename) (const FlSym *symbol, gpointer data);
void fl_sym_append_c (GString *out, const FlSym *sym, FlSymRename rename, gpointer data);
/* Reads sympy's text: + - * // % ** ( ) comparisons, Min Max Mod FloorDiv ModularIndexing PythonMod CeilToInt
 * TruncToInt floor ceiling; a/b where it is exact. What it cannot read becomes opaque. Never fails on bad text except
 * by NULL + error for unbalanced or empty text. Every name is a size symbol, d0 and indirect2 as well: a file may call
 * its sizes so. */
const FlSym *fl_sym_parse (FlSymTable *table, const char *text, gssize length, GError **error);
/* fl_sym_parse for the size of a tensor; fl_sym_get_written tells how it was written: s58*(s48 - 1). */
const FlSym *fl_sym_parse_size (FlSymTable *table, const char *text, gssize length, GError **error);
const FlSym *fl_sym_get_written (const FlSym *size); /* only to be printed: it is not in normal form */
/* fl_sym_parse for indices that Fuseloom or TorchInductor wrote, where d0, z1 and r0_1 are loop variables, indirect2
 * and tmp3 read from memory. */
const FlSym *fl_sym_parse_index (FlSymTable *table, const char *text, gssize length, GError **error);

G_END_DECLS
