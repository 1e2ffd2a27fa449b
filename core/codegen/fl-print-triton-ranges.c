/* Indices of a Triton kernel: the loops of an operation as parts of the kernel's flat indices.
 * Source: torch/_inductor/codegen/simd.py (split_and_set_ranges, IterationRangesRoot, combine_contiguous_dims). */
#include "fl-print-triton-private.h"

#include "fl-intern.h"

#include <string.h>

/* --- ranges ----------------------------------------------------------------------------------- */

/* The named part of a tree's index; made where there is none yet. */
static const FlSym *
look_up (FlTriton *triton, guint tree, const FlSym *divisor, const FlSym *length)
{
  g_autofree char *name = NULL;
  FlTritonRange range = { tree, divisor, length, NULL, 0 };

  for (guint i = 0; i < triton->ranges->len; i++)
    {
      const FlTritonRange *known = &g_array_index (triton->ranges, FlTritonRange, i);

      if (known->tree == tree && known->divisor == divisor && known->length == length)
        return known->var;
    }
  name = g_strdup_printf ("%s%u", triton->trees[tree].prefix, triton->ranges->len);
  range.var = fl_sym_var (triton->symbols, name, length);
  g_array_append_val (triton->ranges, range);
  return range.var;
}

FlTritonRange *
fl_triton_find_range (FlTriton *triton, const FlSym *var)
{
  for (guint i = 0; i < triton->ranges->len; i++)
    if (g_array_index (triton->ranges, FlTritonRange, i).var == var)
      return &g_array_index (triton->ranges, FlTritonRange, i);
  return NULL;
}

/* --- the loops of an operation ---------------------------------------------------------------- */

/* Where a loop's variable comes from: part `outer` of one tree, times `size` of the next. */
typedef struct
{
  gint outer, inner; /* positions among the parts; -1: none */
  const FlSym *size; /* of inner */
} Place;

typedef struct
{
  guint tree;
  const FlSym *length, *var;
} Part;

typedef struct
{
  FlTriton *triton;
  const FlSym *remaining[FL_TRITON_MOST_TREES];
  GArray *parts;
} Split;

static gint
take (Split *split, guint tree, const FlSym *length)
{
  Part part = { tree, length, NULL };

  if (!fl_sym_known_multiple (split->remaining[tree], length))
    return -1;
  split->remaining[tree] = fl_sym_floor_div (split->remaining[tree], length);
  g_array_append_val (split->parts, part);
  return (gint) split->parts->len - 1;
}

static gboolean
place_loop (Split *split, guint *tree, guint n_trees, const FlSym *size, Place *place)
{
  const FlSym *left;

  *place = (Place) { -1, -1, NULL };
  if (fl_sym_is_int_value (size, 1))
    return TRUE;
  while (*tree < n_trees && fl_sym_is_int_value (split->remaining[*tree], 1))
    (*tree)++;
  if (*tree == n_trees)
    return FALSE;
  left = split->remaining[*tree];
  if (*tree + 1 < n_trees && left != size && fl_sym_known_multiple (size, left) && !fl_sym_known_multiple (left, size))
    {
      place->size = fl_sym_floor_div (size, left);
      place->outer = take (split, *tree, left);
      place->inner = take (split, *tree + 1, place->size);
      return place->outer >= 0 && place->inner >= 0;
    }
  place->outer = take (split, *tree, size);
  return place->outer >= 0;
}

/* Innermost parts first, as the names are counted. */
static void
name_parts (Split *split)
{
  for (guint tree = 0; tree < split->triton->n_trees; tree++)
    {
      const FlSym *divisor = fl_sym_int (split->triton->symbols, 1);

      for (guint i = split->parts->len; i-- > 0;)
        {
          Part *part = &g_array_index (split->parts, Part, i);

          if (part->tree != tree)
            continue;
          part->var = look_up (split->triton, tree, divisor, part->length);
          divisor = fl_sym_mul (divisor, part->length);
        }
    }
}

static const FlSym *
get_value (const Split *split, const Place *place)
{
  const FlSym *value;

  if (place->outer < 0)
    return fl_sym_int (split->triton->symbols, 0);
  value = g_array_index (split->parts, Part, place->outer).var;
  if (place->inner >= 0)
    value = fl_sym_add (fl_sym_mul (place->size, value), g_array_index (split->parts, Part, place->inner).var);
  return value;
}

/* Which parts of the flat indices are the loops of the body. Its reduction's stand last; a body without them that runs
 * over the reduction, too, has all of it in its iteration loops. */
static gboolean
place_loops (Split *split, const FlLoopBody *body, Place *places)
{
  const FlTriton *triton = split->triton;
  guint tree = 0, n_open = triton->n_trees - (triton->trees[triton->n_trees - 1].is_reduction && !triton->is_inside);

  for (guint i = 0; i < triton->n_trees; i++)
    split->remaining[i] = triton->trees[i].numel;
  for (guint i = 0; i < body->n_vars; i++)
    if (!place_loop (split, &tree, n_open, body->sizes[i], &places[i]))
      return FALSE;
  for (guint i = 0; i < n_open; i++)
    if (!fl_sym_is_int_value (split->remaining[i], 1))
      return FALSE;
  return TRUE;
}

static const FlSym *combine (FlTriton *triton, const FlSym *index, guint tree);

gboolean
fl_triton_split (FlTriton *triton, FlTritonNode *node)
{
  const FlLoopBody *body = node->body;
  g_autoptr (GArray) parts = g_array_new (FALSE, TRUE, sizeof (Part));
  g_autofree Place *places = g_new0 (Place, body->n_vars + 1);
  const FlSym **values = fl_arena_new (triton->pass->arena, const FlSym *, body->n_vars + 1);
  Split split = { .triton = triton, .parts = parts };

  if (!place_loops (&split, body, places))
    return FALSE;
  name_parts (&split);
  for (guint i = 0; i < body->n_vars; i++)
    values[i] = get_value (&split, &places[i]);
  node->indices = fl_arena_new (triton->pass->arena, const FlSym *, body->n_indices + 1);
  for (guint i = 0; i < body->n_indices; i++)
    {
      const FlSym *index = fl_sym_substitute (body->indices[i], body->vars, values, body->n_vars);

      index = fl_sym_simplify (index, NULL, NULL, 0);
      for (guint tree = 0; tree < triton->n_trees; tree++)
        index = combine (triton, index, tree);
      node->indices[i] = index;
    }
  return TRUE;
}

/* --- adjacent parts as one -------------------------------------------------------------------- */

static int
compare_divisors (gconstpointer a, gconstpointer b)
{
  gint64 x = fl_sym_get_hint ((*(FlTritonRange *const *) a)->divisor, G_MAXINT64);
  gint64 y = fl_sym_get_hint ((*(FlTritonRange *const *) b)->divisor, G_MAXINT64);

  return (x > y) - (x < y);
}

/* Is the variable only in terms that are a number times the variable? */
static gboolean
is_linear (const FlSym *index, const FlSym *var)
{
  guint n_terms = fl_sym_get_kind (index) == FL_SYM_ADD ? fl_sym_get_n_args (index) : 1;

  for (guint i = 0; i < n_terms; i++)
    {
      const FlSym *term = n_terms == 1 ? index : fl_sym_get_arg (index, i);

      if (fl_sym_contains (term, var)
          && (fl_sym_contains_kind (term, FL_SYM_FLOOR_DIV) || fl_sym_contains_kind (term, FL_SYM_MOD_INDEX)
              || fl_sym_contains_kind (term, FL_SYM_MOD) || fl_sym_contains_kind (term, FL_SYM_POW)
              || fl_sym_contains_kind (term, FL_SYM_MIN) || fl_sym_contains_kind (term, FL_SYM_MAX)
              || fl_sym_contains_kind (term, FL_SYM_SELECT) || fl_sym_contains_kind (term, FL_SYM_REL)
              || fl_sym_contains_kind (term, FL_SYM_IDENTITY) || fl_sym_contains_kind (term, FL_SYM_ROUND)))
        return FALSE;
    }
  return TRUE;
}

/* The index with inner and the part right outside of it as one part, where it goes through memory without a gap. */
static const FlSym *
join (FlTriton *triton, const FlSym *index, const FlTritonRange *outer, const FlTritonRange *inner,
      const FlSym **joined)
{
  const FlSym *vars[] = { outer->var, inner->var }, *values[2];
  const FlSym *step, *length = fl_sym_mul (outer->length, inner->length);

  if (!is_linear (index, outer->var) || !is_linear (index, inner->var)
      || outer->divisor != fl_sym_mul (inner->divisor, inner->length))
    return NULL;
  step = fl_sym_get_stride (index, inner->var, vars, 2);
  if (fl_sym_is_int_value (step, 0)
      || fl_sym_get_stride (index, outer->var, vars, 2) != fl_sym_mul (step, inner->length))
    return NULL;
  *joined = look_up (triton, inner->tree, inner->divisor, length);
  values[0] = fl_sym_int (triton->symbols, 0);
  values[1] = *joined;
  return fl_sym_substitute (index, vars, values, 2);
}

static const FlSym *
combine (FlTriton *triton, const FlSym *index, guint tree)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  g_autoptr (GPtrArray) ranges = g_ptr_array_new_with_free_func (g_free);

  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlTritonRange *range = fl_triton_find_range (triton, symbols->pdata[i]);

      if (range && range->tree == tree)
        g_ptr_array_add (ranges, g_memdup2 (range, sizeof *range));
    }
  g_ptr_array_sort (ranges, compare_divisors);
  for (guint i = 1; i < ranges->len;)
    {
      const FlSym *var, *joined = join (triton, index, ranges->pdata[i], ranges->pdata[i - 1], &var);

      if (joined)
        {
          index = joined;
          *(FlTritonRange *) ranges->pdata[i - 1] = *fl_triton_find_range (triton, var);
          g_ptr_array_remove_index (ranges, i);
        }
      else
        i++;
    }
  return index;
}

guint
fl_triton_get_trees (FlTriton *triton, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  guint trees = 0;

  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlTritonRange *range = fl_triton_find_range (triton, symbols->pdata[i]);
      const FlTritonNode *node = triton->node;

      if (range)
        trees |= 1u << range->tree;
      for (guint k = 0; node && k < node->body->n_indirect; k++)
        if (node->indirects[k].text && symbols->pdata[i] == fl_sym_indirect (triton->symbols, node->indirects[k].text))
          trees |= node->indirects[k].trees;
    }
  return trees;
}
