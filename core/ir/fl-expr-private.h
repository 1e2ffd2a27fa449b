/* What the files of the expression pool share. */
#pragma once

#include "fl-expr.h"

G_BEGIN_DECLS

/* An indirect symbol and the expression it stands for. */
typedef struct
{
  FlIndirect indirect;
  const FlSym *symbol;
  guint32 number; /* order of making */
} Tie;

struct _FlExprPool
{
  FlArena *arena;
  FlSymTable *symbols;
  FlNodeId origin;
  GHashTable *exprs;         /* FlExpr -> itself */
  GHashTable *ties;          /* Tie -> itself, by what it stands for */
  GHashTable *tie_of_symbol; /* FlSym -> Tie */
  GHashTable *closed;        /* FlSym -> FlSym without open variables */
  guint32 n_exprs;
  guint32 n_scopes;
  guint32 n_ties;
};

const FlExpr *fl_expr_pool_intern (FlExprPool *pool, const FlExpr *key);
/* --- fl-expr-text.c --- */
const char *fl_expr_get_operator (FlScalar op);                /* Python's: "+"; NULL: it has none */
void fl_expr_append_number (GString *out, const FlExpr *expr); /* of a CONSTANT */
/* --- fl-expr-indirect.c --- */
typedef const FlExpr *(*FlExprRewrite) (gpointer data, const FlExpr *value);
/* Appends to from/to the indirect symbols of index, and what they become when what they are tied to is rewritten. */
void fl_expr_pool_rewrite_indirect (FlExprPool *pool, const FlSym *index, FlExprRewrite rewrite, gpointer data,
                                    GPtrArray *from, GPtrArray *to);
/* The index with every indirect symbol tied to a canonical expression. */
const FlSym *fl_expr_pool_get_canonical_index (FlExprPool *pool, const FlSym *index);

G_END_DECLS
