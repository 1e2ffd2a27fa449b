/* Op graphs for tests: from a text of one statement a line, and at random. */
#pragma once

#include <string.h>

#include "fl-op-strategies.h"

/* --- graphs as text ------------------------------------------------------------------------------------------------
 * One statement a line: `name = WORD arguments [numbers]`, `name : sizes` for an input, `out names`. WORD is a
 * pointwise function, or bc (result's sizes / axes), sum and max (axes), tr (permutation), rs (sizes), sl (sizes), mm,
 * op. */

typedef struct
{
  FlOpGraphBuilder *builder;
  FlSymTable *symbols;
  FlDtype dtype;
  GHashTable *ids; /* name -> id + 1 */
} Text;

static inline guint
read_numbers (char **words, guint n, guint *numbers)
{
  guint count = 0;

  for (guint i = 0; i < n && words[i] != NULL && (g_ascii_isdigit (words[i][0]) || words[i][0] == '@'); i++)
    numbers[count++] = (guint) g_ascii_strtoull (words[i], NULL, 10);
  return count;
}

/* "64", "@0" (the size symbol s0, which has no hint) or "@0*12". */
static const FlSym *
read_size (Text *text, const char *word)
{
  const FlSym *size = fl_sym_int (text->symbols, 1);
  g_auto (GStrv) factors = g_strsplit (word, "*", -1);

  for (guint i = 0; factors[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("s%s", factors[i] + 1);

      size = fl_sym_mul (size, factors[i][0] == '@'
                                   ? fl_sym_size (text->symbols, name)
                                   : fl_sym_int (text->symbols, g_ascii_strtoll (factors[i], NULL, 10)));
    }
  return size;
}

static void
set_sizes (Text *text, FlOpNode *node, const FlSym **sizes, char **words, guint n)
{
  for (guint i = 0; i < n; i++)
    sizes[i] = read_size (text, words[i]);
  node->n_dims = n;
  node->sizes = sizes;
}

static void
fill_by_kind (Text *text, FlOpNode *node, const FlSym **sizes, guint *numbers, guint n, char **words, char **more)
{
  const FlOpNode *first = node->n_inputs > 0 ? fl_op_graph_builder_get (text->builder, node->inputs[0]) : NULL;
  static guint dims[64][FL_OP_MAX_DIMS];
  static guint n_used;
  guint *own = dims[n_used++ % 64];

  switch (node->kind)
    {
    case FL_OP_REDUCE:
      for (guint i = 0; i < n; i++)
        node->axes |= 1u << numbers[i];
      for (guint i = 0; i < first->n_dims; i++)
        if (!((node->axes >> i) & 1))
          sizes[node->n_dims++] = first->sizes[i];
      node->sizes = sizes;
      break;
    case FL_OP_TRANSPOSE:
      memcpy (own, numbers, n * sizeof *own);
      node->dims = own;
      for (guint i = 0; i < n; i++)
        sizes[node->n_dims++] = first->sizes[numbers[i]];
      node->sizes = sizes;
      break;
    case FL_OP_BROADCAST:
      set_sizes (text, node, sizes, words, n);
      read_numbers (more, FL_OP_MAX_DIMS, own);
      node->dims = own;
      break;
    case FL_OP_MATMUL:
      sizes[0] = first->sizes[0];
      sizes[1] = fl_op_graph_builder_get (text->builder, node->inputs[1])->sizes[1];
      node->n_dims = 2;
      node->sizes = sizes;
      break;
    case FL_OP_RESHAPE:
    case FL_OP_SLICE: set_sizes (text, node, sizes, words, n); break;
    default: node->n_dims = first->n_dims; node->sizes = first->sizes;
    }
}

static FlOpKind
find_kind (const char *word)
{
  static const struct
  {
    const char *word;
    FlOpKind kind;
  } kinds[] = { { "bc", FL_OP_BROADCAST }, { "sum", FL_OP_REDUCE }, { "max", FL_OP_REDUCE }, { "tr", FL_OP_TRANSPOSE },
                { "rs", FL_OP_RESHAPE },   { "sl", FL_OP_SLICE },   { "mm", FL_OP_MATMUL },  { "op", FL_OP_OPAQUE } };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].word, word))
      return kinds[i].kind;
  return FL_OP_POINTWISE;
}

static void
add_line (Text *text, const char *line)
{
  g_auto (GStrv) words = g_strsplit_set (line, " ", -1);
  guint n_words = g_strv_length (words), numbers[FL_OP_MAX_DIMS], n;
  const FlSym *sizes[FL_OP_MAX_DIMS];
  guint32 inputs[FL_OP_MAX_DIMS];
  FlOpNode node = { .dtype = text->dtype, .inputs = inputs };
  guint at = 3;

  if (n_words < 2)
    return;
  if (g_str_equal (words[0], "out"))
    {
      for (guint i = 1; i < n_words; i++)
        fl_op_graph_builder_mark_output (text->builder,
                                         GPOINTER_TO_UINT (g_hash_table_lookup (text->ids, words[i])) - 1);
      return;
    }
  node.name = g_intern_string (words[0]);
  if (g_str_equal (words[1], ":"))
    {
      n = read_numbers (words + 2, n_words - 2, numbers);
      node.kind = FL_OP_INPUT;
      set_sizes (text, &node, sizes, words + 2, n);
    }
  else
    {
      node.kind = find_kind (words[2]);
      node.fn = g_intern_string (words[2]);
      for (; at < n_words && g_ascii_isalpha (words[at][0]); at++)
        {
          g_assert_true (g_hash_table_contains (text->ids, words[at]));
          inputs[node.n_inputs++] = GPOINTER_TO_UINT (g_hash_table_lookup (text->ids, words[at])) - 1;
        }
      n = read_numbers (words + at, n_words - at, numbers);
      fill_by_kind (text, &node, sizes, numbers, n, words + at,
                    at + n + 1 < n_words ? words + at + n + 1 : words + n_words);
    }
  g_hash_table_insert (text->ids, g_strdup (words[0]),
                       GUINT_TO_POINTER (fl_op_graph_builder_add (text->builder, &node) + 1));
}

G_GNUC_UNUSED static FlOpGraph *
read_graph (FlArena *arena, FlSymTable *symbols, const char *source, FlDtype dtype)
{
  Text text = { fl_op_graph_builder_new (arena, symbols), symbols, dtype,
                g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  g_auto (GStrv) lines = g_strsplit (source, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    add_line (&text, *line);
  g_hash_table_unref (text.ids);
  return fl_op_graph_builder_finish (text.builder);
}

/* --- random graphs ---------------------------------------------------------------------------- */

static guint32
pick (GRand *random, guint n)
{
  return (guint32) g_rand_int_range (random, 0, (gint32) n);
}

/* A value of `like`'s rank-2 shape among those made so far, or a broadcast to it. */
static guint32
find_operand (GRand *random, FlOpGraphBuilder *builder, guint n, const FlOpNode *like)
{
  for (guint tries = 0; tries < 8; tries++)
    {
      guint32 id = pick (random, n);
      const FlOpNode *node = fl_op_graph_builder_get (builder, id);

      if (node->n_dims == like->n_dims && node->numel == like->numel
          && (node->n_dims == 0 || node->sizes[0] == like->sizes[0]))
        return id;
    }
  return like->id;
}

static guint32
add_random_op (GRand *random, FlOpGraphBuilder *builder, FlSymTable *symbols, guint n)
{
  static const guint swapped[2] = { 1, 0 }, first[1] = { 0 }, second[1] = { 1 };
  FlOpNode like = *fl_op_graph_builder_get (builder, pick (random, n));
  guint32 inputs[2] = { like.id, 0 };
  const FlSym *sizes[2] = { NULL, NULL };
  g_autofree char *name = g_strdup_printf ("n%u", n);
  FlOpNode node = { .dtype = FL_DTYPE_F32, .inputs = inputs, .n_inputs = 1, .fn = "exp" };

  node.name = g_intern_string (name);
  node.n_dims = like.n_dims;
  memcpy (sizes, like.sizes, like.n_dims * sizeof *sizes);
  node.sizes = sizes;
  node.kind = FL_OP_POINTWISE;
  switch (pick (random, 9))
    {
    case 0:
      if (like.n_dims != 2)
        break;
      node.kind = FL_OP_REDUCE;
      node.axes = 1 + pick (random, 2);
      sizes[0] = like.sizes[node.axes == 1 ? 1 : 0];
      node.n_dims = 1;
      break;
    case 1:
      if (like.n_dims != 1)
        break;
      node.kind = FL_OP_BROADCAST;
      node.n_dims = 2;
      node.dims = pick (random, 2) == 0 ? first : second;
      sizes[node.dims[0]] = like.sizes[0];
      sizes[1 - node.dims[0]] = fl_sym_int (symbols, 32);
      break;
    case 2:
      if (like.n_dims != 2 || pick (random, 2) == 0)
        break;
      node.kind = FL_OP_TRANSPOSE;
      node.dims = swapped;
      sizes[0] = like.sizes[1];
      sizes[1] = like.sizes[0];
      break;
    case 3:
      if (pick (random, 3) == 0)
        node.kind = FL_OP_OPAQUE;
      break;
    case 4:
      if (like.n_dims != 2 || pick (random, 2) == 0)
        break;
      node.kind = FL_OP_RESHAPE;
      node.n_dims = 1;
      sizes[0] = like.numel;
      break;
    default:
      inputs[1] = find_operand (random, builder, n, &like);
      node.n_inputs = 2;
      node.fn = pick (random, 3) == 0 ? "relu" : "add";
      node.n_inputs = node.fn[0] == 'r' ? 1 : 2;
    }
  return fl_op_graph_builder_add (builder, &node);
}

/* Values that nobody reads are results: the rules are about graphs without dead ops. */
static gboolean
is_read (FlOpGraphBuilder *builder, guint32 id, guint n)
{
  for (guint32 i = id + 1; i < n; i++)
    {
      const FlOpNode *node = fl_op_graph_builder_get (builder, i);

      for (guint k = 0; k < node->n_inputs; k++)
        if (node->inputs[k] == id)
          return TRUE;
    }
  return FALSE;
}

G_GNUC_UNUSED static FlOpGraph *
make_random_graph (GRand *random, FlArena *arena, FlSymTable *symbols, guint n_ops)
{
  FlOpGraphBuilder *builder = fl_op_graph_builder_new (arena, symbols);
  guint n = 0;

  for (; n < 2; n++)
    {
      const FlSym *sizes[2] = { fl_sym_int (symbols, 64), fl_sym_int (symbols, n == 0 ? 32 : 64) };
      FlOpNode input = { .kind = FL_OP_INPUT, .dtype = FL_DTYPE_F32, .n_dims = 2, .sizes = sizes };

      input.name = n == 0 ? "x" : "w";
      fl_op_graph_builder_add (builder, &input);
    }
  for (; n < 2 + n_ops; n++)
    add_random_op (random, builder, symbols, n);
  for (guint32 i = 2; i < n; i++)
    if (pick (random, 5) == 0 || !is_read (builder, i, n))
      fl_op_graph_builder_mark_output (builder, i);
  return fl_op_graph_builder_finish (builder);
}
