/* Einstein sums: operands with one dimension a letter, multiplied two by two, as PyTorch does it. */
#include "fl-decompose-table.h"

#include <string.h>

DECOMPOSITION (einsum);

enum
{
  MAX_LETTERS = 26 * 2,
  MAX_DIMS = 16,
  MAX_OPERANDS = 8
};

typedef struct
{
  FlRewrite *rw;
  guint n_operands;
  FlArg operands[MAX_OPERANDS];
  char letters[MAX_OPERANDS][MAX_DIMS + 1];
  char order[MAX_DIMS + 1]; /* all letters: those of the result first */
  guint n, n_result;
} Sum;

/* The letters of one term, blanks left out; FALSE: something that is no letter, or too many. */
static gboolean
read_letters (const char *text, gsize length, char *letters)
{
  guint n = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == ' ')
        continue;
      if (!g_ascii_isalpha (text[i]) || n == MAX_DIMS || memchr (letters, text[i], n) != NULL)
        return FALSE; /* a dot (ellipsis) or a letter twice (diagonal): left to the library */
      letters[n++] = text[i];
    }
  letters[n] = '\0';
  return TRUE;
}

static guint
count_letter (const Sum *sum, char letter)
{
  guint n = 0;

  for (guint i = 0; i < sum->n_operands; i++)
    n += strchr (sum->letters[i], letter) != NULL;
  return n;
}

/* Letters of the result, then those that are summed over, in the order of the alphabet. */
static void
order_letters (Sum *sum, const char *result)
{
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  g_strlcpy (sum->order, result, sizeof sum->order);
  sum->n_result = sum->n = strlen (result);
  for (guint i = 0; i < MAX_LETTERS && sum->n < MAX_DIMS; i++)
    if (strchr (result, alphabet[i]) == NULL && count_letter (sum, alphabet[i]) > 0)
      sum->order[sum->n++] = alphabet[i];
  sum->order[sum->n] = '\0';
}

static gboolean
read_equation (Sum *sum, const char *text)
{
  const char *arrow = strstr (text, "->"), *next = text;
  char result[MAX_DIMS + 1];

  if (arrow == NULL || !read_letters (arrow + 2, strlen (arrow + 2), result))
    return FALSE;
  for (guint i = 0; i < sum->n_operands; i++)
    {
      const char *end = i + 1 < sum->n_operands ? strchr (next, ',') : arrow;

      if (end == NULL || end > arrow || !read_letters (next, end - next, sum->letters[i])
          || strlen (sum->letters[i]) != fl_rewrite_rank (sum->rw, sum->operands[i]))
        return FALSE;
      next = end + 1;
    }
  order_letters (sum, result);
  return sum->n <= MAX_DIMS;
}

/* Dimensions in the order of all letters, of size 1 where the operand lacks the letter. */
static FlArg
arrange (Sum *sum, guint operand)
{
  FlRewrite *rw = sum->rw;
  const char *letters = sum->letters[operand];
  FlArg x = sum->operands[operand];
  guint rank = strlen (letters);
  gint64 dims[MAX_DIMS];

  for (guint i = 0; i < sum->n; i++)
    {
      const char *found = strchr (letters, sum->order[i]);

      if (found == NULL)
        x = EMIT (rw, "aten.unsqueeze.default", x, INTEGER (rank));
      dims[i] = found != NULL ? found - letters : rank++;
    }
  return EMIT (rw, "aten.permute.default", x, fl_arg_ints (rw, dims, sum->n));
}

static gboolean
is_one (const FlTensor *tensor, guint dim)
{
  return fl_sym_is_int_value (tensor->sizes[dim], 1);
}

typedef struct
{
  guint n;
  guint dims[MAX_DIMS];
  const FlSym *size;
} Group;

static void
add_to (Group *group, guint dim, const FlSym *size)
{
  group->dims[group->n++] = dim;
  group->size = fl_sym_mul (group->size, size);
}

static FlArg
gather (Sum *sum, FlArg x, const Group *const *groups, const FlSym *const *sizes)
{
  FlRewrite *rw = sum->rw;
  gint64 dims[MAX_DIMS];
  guint n = 0;

  for (guint g = 0; g < 4; g++)
    for (guint i = 0; i < groups[g]->n; i++)
      dims[n++] = groups[g]->dims[i];
  x = EMIT (rw, "aten.permute.default", x, fl_arg_ints (rw, dims, n));
  return EMIT (rw, "aten.reshape.default", x, fl_arg_syms (rw, sizes, 3));
}

/* One product of matrices: dimensions of both, of the left, summed over, of the right. */
static FlArg
multiply (Sum *sum, FlArg left, FlArg right, const gboolean *is_summed)
{
  FlRewrite *rw = sum->rw;
  const FlTensor *a = fl_rewrite_tensor (rw, left), *b = fl_rewrite_tensor (rw, right);
  const FlSym *one = fl_sym_int (rw->symbols, 1), *sizes[MAX_DIMS];
  Group both = { .size = one }, only_left = { .size = one }, summed = { .size = one }, only_right = { .size = one };
  const Group *const order[] = { &both, &only_left, &summed, &only_right };
  gint64 back[MAX_DIMS];
  guint n = 0;
  FlArg product;

  if (a == NULL || b == NULL)
    return fl_arg_none ();
  for (guint i = 0; i < sum->n; i++)
    {
      gboolean in_left = !is_one (a, i), in_right = !is_one (b, i);

      if (is_summed[i])
        add_to (&summed, i, a->sizes[i]);
      else if (in_left && in_right)
        add_to (&both, i, a->sizes[i]);
      else if (in_left)
        add_to (&only_left, i, a->sizes[i]);
      else
        add_to (&only_right, i, b->sizes[i]);
    }
  for (guint g = 0; g < 4; g++)
    for (guint i = 0; i < order[g]->n; i++)
      {
        guint dim = order[g]->dims[i];

        back[dim] = n;
        sizes[n++] = g == 2 ? one : g == 3 ? b->sizes[dim] : a->sizes[dim];
      }
  left = gather (sum, left, (const Group *const[]) { &both, &only_left, &summed, &only_right },
                 (const FlSym *const[]) { both.size, only_left.size, summed.size });
  right = gather (sum, right, (const Group *const[]) { &both, &summed, &only_right, &only_left },
                  (const FlSym *const[]) { both.size, summed.size, only_right.size });
  product = EMIT (rw, "aten.bmm.default", left, right);
  product = EMIT (rw, "aten.reshape.default", product, fl_arg_syms (rw, sizes, n));
  return EMIT (rw, "aten.permute.default", product, fl_arg_ints (rw, back, n));
}

/* Letters that no later operand has are summed now: in the product where both have them, before it where one has. */
static FlArg
take_in (Sum *sum, FlArg left, guint next, guint *counts)
{
  FlRewrite *rw = sum->rw;
  FlArg right = arrange (sum, next);
  const FlTensor *a = fl_rewrite_tensor (rw, left), *b = fl_rewrite_tensor (rw, right);
  gint64 in_left[MAX_DIMS], in_right[MAX_DIMS];
  guint n_left = 0, n_right = 0, n_summed = 0;
  gboolean is_summed[MAX_DIMS] = { FALSE };

  if (a == NULL || b == NULL)
    return fl_arg_none ();
  for (guint i = sum->n_result; i < sum->n; i++)
    {
      counts[i] -= strchr (sum->letters[next], sum->order[i]) != NULL;
      if (counts[i] > 0)
        continue;
      counts[i] = G_MAXUINT / 2;
      if (!is_one (a, i) && !is_one (b, i))
        is_summed[i] = ++n_summed > 0;
      else if (!is_one (a, i))
        in_left[n_left++] = i;
      else if (!is_one (b, i))
        in_right[n_right++] = i;
    }
  if (n_left > 0)
    left = fl_emit_reduce (rw, "aten.sum.dim_IntList", left, in_left, n_left, TRUE);
  if (n_right > 0)
    right = fl_emit_reduce (rw, "aten.sum.dim_IntList", right, in_right, n_right, TRUE);
  return n_summed > 0 ? multiply (sum, left, right, is_summed) : MUL (left, right);
}

static FlArg
finish (Sum *sum, FlArg result)
{
  FlRewrite *rw = sum->rw;
  const FlTensor *tensor = fl_rewrite_tensor (rw, result);
  gint64 dims[MAX_DIMS];

  if (sum->n == sum->n_result || tensor == NULL)
    return result;
  if (sum->n_operands > 1)
    return EMIT (rw, "aten.reshape.default", result, fl_arg_syms (rw, tensor->sizes, sum->n_result));
  for (guint i = sum->n_result; i < sum->n; i++)
    dims[i - sum->n_result] = i;
  return fl_emit_reduce (rw, "aten.sum.dim_IntList", result, dims, sum->n - sum->n_result, FALSE);
}

gboolean
decompose_einsum (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg equation = fl_rewrite_nth (rw, 0), list = fl_rewrite_nth (rw, 1), path = fl_rewrite_get (rw, "path"), result;
  Sum sum = { .rw = rw, .n_operands = list.n_items };
  guint counts[MAX_DIMS];

  if (equation.kind != FL_ARG_STRING || list.n_items == 0 || list.n_items > MAX_OPERANDS || path.n_items > 0)
    return FALSE;
  for (guint i = 0; i < list.n_items; i++)
    sum.operands[i] = list.items[i];
  if (!read_equation (&sum, equation.text))
    return FALSE;
  result = arrange (&sum, 0);
  for (guint i = 0; i < sum.n; i++)
    counts[i] = count_letter (&sum, sum.order[i]) - (strchr (sum.letters[0], sum.order[i]) != NULL);
  for (guint i = 1; i < sum.n_operands && result.kind == FL_ARG_NODE; i++)
    result = take_in (&sum, result, i, counts);
  if (result.kind != FL_ARG_NODE)
    return FALSE;
  return fl_decompose_done (rw, finish (&sum, result), FL_DTYPE_NONE);
}
