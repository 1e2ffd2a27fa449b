/* A recipe while it is read: fl-decompose-recipe.c reads, fl-recipe-words.c has the words that are
 * no operators. */
#pragma once

#include "fl-rewrite.h"

G_BEGIN_DECLS

enum
{
  MAX_BINDINGS = 32,
  MAX_ARGS = 8
};

typedef struct
{
  const char *name; /* interned */
  FlArg value;
} Binding;

typedef struct
{
  FlRewrite *rw;
  const FlAtenRow *row;
  const char *at;
  Binding bindings[MAX_BINDINGS];
  guint n_bindings;
  FlDtype compute;
  FlDevice device;
  guint n_skipped;  /* above 0: what is read is not emitted */
  gboolean is_open; /* FALSE: something that is not known stands in the way */
} Recipe;

/* FALSE: no number, or one that is not known. */
gboolean fl_recipe_get_number (const FlArg *arg, double *number);
/* What a word such as cast or iota makes of its arguments; FALSE: there is no such word. Clears
 * is_open where it cannot know. */
gboolean fl_recipe_find_word (Recipe *self, const char *name, const FlArg *args, guint n, FlArg *out);

G_END_DECLS
