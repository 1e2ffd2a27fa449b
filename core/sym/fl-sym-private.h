/* Inside of the symbolic integers: what a node looks like and what the files of this folder share.
 *
 * Nodes are immutable and interned. Normal form, which every maker upholds:
 *   ADD  no argument is an ADD; at most one INT, first and not 0; no two terms differ only in their coefficient
 *   MUL  no argument is a MUL; at most one INT, first, neither 0 nor 1; factors are distinct bases or POWs of them; a
 * sum is a factor only where multiplying it out would pass FL_SYM_MAX_TERMS POW  the base is neither INT, MUL nor POW;
 * the exponent is an INT >= 2 Arguments of ADD and MUL stand in sympy's canonical order (fl_sym_compare), which is what
 * its code printers follow. */
#pragma once

#include "fl-arena.h"
#include "fl-sym.h"

G_BEGIN_DECLS

enum
{
  FL_SYM_MAX_TERMS = 1024,    /* products of sums are multiplied out up to this many terms */
  FL_SYM_MAX_NODES = 1 << 16, /* of one expression written out as a tree; larger ones become the overflow atom */
  FL_SYM_STACK_TERMS = 24,    /* terms that fit on the stack of a maker */
  FL_SYM_WIDE_SUM_TERMS = 20  /* sums wider than this are spared the costlier gcd rules, as in Inductor */
};

/* What may be said about a symbol after it was made; the node itself stays as it is. */
typedef struct
{
  gint64 minimum;
  gint64 maximum;
  gint64 hint;
  gint64 sample;
  gboolean has_hint;
  gboolean has_sample;
  gboolean is_assumed_nonnegative; /* sympy would assume it from the symbol's kind */
  gboolean is_open;                /* a VAR for which another index may still be put */
  guint8 n_assumptions;            /* how many assumptions sympy stores with it: it sorts by that before the name */
  const FlSym *size;               /* of a VAR, or NULL */
} FlSymFacts;

struct _FlSym
{
  FlSymTable *table;
  guint32 id;
  guint32 hash;
  guint8 kind;
  guint8 relation;
  guint8 is_overflow;
  guint8 has_division; /* a FLOOR_DIV or MOD_INDEX inside */
  guint32 n_args;
  guint32 n_nodes; /* of the tree, itself counted; bounds every walk, however much is shared */
  guint32 kinds;   /* one bit a kind of node inside, itself included */
  guint64 symbols; /* one bit a symbol inside, by id modulo 64: a quick "cannot contain" */
  union
  {
    gint64 value;      /* INT */
    const FlSym *rest; /* MUL with a coefficient: the product without it; else NULL */
    struct
    {
      const char *name; /* interned */
      FlSymFacts *facts;
    };
  };
  const FlSym *args[];
};

/* Sizes of variables that do not carry theirs, or other than they carry. */
typedef struct
{
  const FlSym *const *vars;
  const FlSym *const *sizes; /* NULL, or with NULLs, where the variable's own holds */
  guint n;
  gboolean is_inductor; /* only what TorchInductor would know is known */
} FlSymRanges;

/* --- fl-sym-table.c --------------------------------------------------------------------------- */
/* The node of this kind over args, made if need be. The arguments must be in normal form already. */
const FlSym *fl_sym_intern (FlSymTable *table, FlSymKind kind, FlSymRelation relation, const FlSym *const *args,
                            guint n_args);
const FlSym *fl_sym_get_overflow (FlSymTable *table);
const FlSym *fl_sym_intern_real (FlSymTable *table, const char *constant); /* interned text */
/* Remembers results of fl_sym_simplify. */
const FlSym *fl_sym_table_find_simplified (FlSymTable *table, const FlSym *sym, const FlSymRanges *ranges);
void fl_sym_table_add_written (FlSymTable *table, const FlSym *sym, const FlSym *written);
void fl_sym_table_add_simplified (FlSymTable *table, const FlSym *sym, const FlSymRanges *ranges, const FlSym *result);
void fl_sym_table_forget_simplified (FlSymTable *table);

static inline gboolean
fl_sym_is_atom (const FlSym *sym)
{
  return sym->kind == FL_SYM_SIZE || sym->kind == FL_SYM_VAR || sym->kind == FL_SYM_INDIRECT;
}

/* --- fl-sym-order.c --------------------------------------------------------------------------- */
/* sympy's Basic.compare: the order of arguments inside sums and products. */
int fl_sym_compare (const FlSym *a, const FlSym *b);
/* sympy's default_sort_key: the order of factors, of generators and of Min and Max when printed. */
int fl_sym_compare_sort_keys (const FlSym *a, const FlSym *b);
/* Lexicographic order of monomials, highest first; coefficients do not count. */
int fl_sym_compare_monomials (const FlSym *a, const FlSym *b);
/* sympy's as_ordered_terms and as_ordered_factors: fills ordered[n_args] for an ADD or a MUL. */
void fl_sym_order_terms (const FlSym *sum, const FlSym **ordered);
void fl_sym_order_factors (const FlSym *product, const FlSym **ordered);
void fl_sym_order_choices (const FlSym *extreme, const FlSym **ordered); /* of a MIN or a MAX, as str prints them */

/* --- sums and products taken apart ------------------------------------------------------------ */
/* One term of a sum: coefficient * rest; rest is the INT 1 for the constant term and never has a coefficient. */
typedef struct
{
  gint64 coefficient;
  const FlSym *rest;
} FlSymTerm;

static inline FlSymTerm
fl_sym_split (const FlSym *sym)
{
  if (sym->kind == FL_SYM_INT)
    return (FlSymTerm) { .coefficient = sym->value, .rest = fl_sym_int (sym->table, 1) };
  if (sym->kind == FL_SYM_MUL && sym->rest != NULL)
    return (FlSymTerm) { .coefficient = sym->args[0]->value, .rest = sym->rest };
  return (FlSymTerm) { .coefficient = 1, .rest = sym };
}

/* 1 unless it is a sum. */
static inline guint
fl_sym_get_n_terms (const FlSym *sym)
{
  return sym->kind == FL_SYM_ADD ? sym->n_args : 1;
}

static inline const FlSym *
fl_sym_get_term (const FlSym *sym, guint position)
{
  return sym->kind == FL_SYM_ADD ? sym->args[position] : sym;
}

/* 1 unless it is a product. */
static inline guint
fl_sym_get_n_factors (const FlSym *sym)
{
  return sym->kind == FL_SYM_MUL ? sym->n_args : 1;
}

static inline const FlSym *
fl_sym_get_factor (const FlSym *sym, guint position)
{
  return sym->kind == FL_SYM_MUL ? sym->args[position] : sym;
}

/* --- fl-sym-sum.c ----------------------------------------------------------------------------- */
const FlSym *fl_sym_join (FlSymTerm term);
/* Sorts and merges the terms (in place) and returns their sum. */
const FlSym *fl_sym_make_sum (FlSymTable *table, FlSymTerm *terms, guint n);
const FlSym *fl_sym_make_power (const FlSym *base, gint64 exponent);
const FlSym *fl_sym_mul_unexpanded (const FlSym *a, const FlSym *b); /* a sum stays a factor */

/* --- fl-sym-divide.c -------------------------------------------------------------------------- */
gboolean fl_sym_divide_int (gint64 x, gint64 d, gint64 *quotient, gint64 *remainder); /* Python's // and % */
/* x / d where that is a polynomial with whole coefficients; else NULL. */
const FlSym *fl_sym_divide_exactly (const FlSym *x, const FlSym *d);
/* Greatest common divisor: of coefficients, of single factors, and of whole sums where one divides the other. */
const FlSym *fl_sym_gcd (const FlSym *a, const FlSym *b);

/* --- fl-sym-assume.c -------------------------------------------------------------------------- */
gboolean fl_sym_is_assumed_nonnegative (const FlSym *sym);
gboolean fl_sym_is_assumed_positive (const FlSym *sym);

/* --- fl-sym-facts.c --------------------------------------------------------------------------- */
/* The size of a VAR, or NULL. ranges may be NULL. */
const FlSym *fl_sym_find_size (const FlSym *var, const FlSymRanges *ranges);
/* TRUE only if sym >= 0 for every value of its symbols. */
gboolean fl_sym_known_nonnegative_in (const FlSym *sym, const FlSymRanges *ranges);
gboolean fl_sym_known_below_in (const FlSym *a, const FlSym *b, const FlSymRanges *ranges); /* a < b */

static inline gboolean
fl_sym_known_nonnegative (const FlSym *sym)
{
  return fl_sym_known_nonnegative_in (sym, NULL);
}

/* --- fl-sym-real.c, fl-sym-parse-real.c ------------------------------------------------------- */
typedef void (*FlSymAppend) (GString *out, const FlSym *sym, gpointer data);
void fl_sym_append_real (GString *out, const FlSym *sym, FlSymAppend append,
                         gpointer data); /* REAL or ROUND, as PyTorch prints them */
void fl_sym_append_real_c (GString *out, const FlSym *sym, FlSymAppend append,
                           gpointer data); /* fl_sym_append_real in C's syntax */
gboolean fl_sym_get_constant (const FlSym *sym,
                              double *value); /* of an INT, or of a REAL that is written as a number */
gboolean fl_sym_is_call (FlSymReal op);
double fl_sym_compute_real (FlSymReal op, double a, double b);
gboolean fl_sym_round_number (FlSymRounding how, double x, gint64 *value); /* FALSE: there is no such integer */
const FlSym *fl_sym_parse_real (FlSymTable *table, const char *text, gsize length); /* NULL: it is no such text */
gboolean fl_sym_has_float_name (const char *text, gsize length); /* a word of it is zf0 or the like */

/* --- fl-sym-substitute.c ---------------------------------------------------------------------- */
/* Sum of all args at once: one by one would be quadratic. */
const FlSym *fl_sym_add_all (FlSymTable *table, const FlSym *const *args, guint n);
/* A node of the same kind over other arguments, made by the normalising makers. */
const FlSym *fl_sym_rebuild (const FlSym *sym, const FlSym *const *args);

G_END_DECLS
