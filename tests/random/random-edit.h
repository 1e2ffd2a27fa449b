/* One change of a program's text that makes it smaller or plainer. */
#pragma once

#include "fl-array.h"

G_BEGIN_DECLS

typedef enum
{
  RND_EDIT_NOTHING,     /* printed again: drops what no result needs */
  RND_EDIT_ONLY_OUTPUT, /* a: which one stays */
  RND_EDIT_DROP_OUTPUT, /* a */
  RND_EDIT_TO_INPUT,    /* a: the node becomes an input with its values */
  RND_EDIT_BYPASS,      /* a: a node; its readers read its b-th argument */
  RND_EDIT_DROP_ARG,    /* a: a node; its b-th argument and those behind it go */
  RND_EDIT_INT,         /* the a-th integer among all arguments becomes b */
  RND_EDIT_SIZE,        /* sizes of a become b: those of inputs, and integers in lists */
  RND_EDIT_DENSE,       /* the a-th input lies dense */
  RND_EDIT_PLAIN,       /* the a-th input has plain numbers */
  RND_EDIT_DTYPE,       /* input a of floats to f32 */
  RND_EDIT_POINT,       /* only the a-th line of sizes */
  RND_EDIT_NAMES        /* plain names */
} RndEditKind;

typedef struct
{
  RndEditKind kind;
  gint64 a, b;
} RndEdit;

/* NULL when the edit does not apply. inputs: the elements of the graph's. */
char *rnd_edit_print (const FlGraph *graph, const char *text, FlArray *const *inputs, const RndEdit *edit);
guint rnd_edit_count_outputs (const FlGraph *graph);
guint rnd_edit_count_ints (const FlGraph *graph, GArray *values);

G_END_DECLS
