/* Symbolic integers: values of expressions before and after they are rewritten, one table shared by
 * threads, and expressions that would grow large. */
#include <string.h>

#include "fl-arena.h"
#include "fl-sym-fixture.h"

/* --- properties -------------------------------------------------------------------------------- */
enum
{
  N_VARS = 3,
  N_SIZES = 2,
  N_EXPRESSIONS = 3000,
  N_POINTS = 12
};

typedef struct
{
  FlSymTable *table;
  const FlSym *vars[N_VARS];
  const FlSym *var_sizes[N_VARS];
  const FlSym *sizes[N_SIZES];
  GRand *random;
} Garden;

/* A plain tree beside the expression that it was made into: values are computed from the tree by
 * other code. */
typedef struct _Tree Tree;
struct _Tree
{
  char op; /* 'v' variable, 's' size, 'c' constant, '+', '-', '*', '/', '%', 'M' (x // d) % m, '<'
              min, '>' max */
  gint64 value;
  Tree *args[3];
};

static Tree *
grow (Garden *garden, FlArena *arena, guint depth)
{
  static const char ops[] = "++-**//%MM<>";
  Tree *tree = fl_arena_new (arena, Tree, 1);

  if (depth == 0)
    {
      tree->op = "vvvsc"[g_rand_int_range (garden->random, 0, 5)];
      tree->value = tree->op == 'c' ? g_rand_int_range (garden->random, -4, 17)
                                    : g_rand_int_range (garden->random, 0, tree->op == 'v' ? N_VARS : N_SIZES);
      return tree;
    }
  tree->op = ops[g_rand_int_range (garden->random, 0, (gint) sizeof ops - 1)];
  tree->args[0] = grow (garden, arena, depth - 1);
  tree->args[1] = grow (garden, arena, strchr ("/%M", tree->op) ? 0 : depth - 1);
  tree->args[2] = grow (garden, arena, 0);
  /* Divisors are positive: symbols of sizes, or constants made so. */
  for (guint i = 1; i < 3 && strchr ("/%M", tree->op); i++)
    if (tree->args[i]->op != 's')
      {
        tree->args[i]->op = 'c';
        tree->args[i]->value = g_rand_int_range (garden->random, 1, 20);
      }
  return tree;
}

static const FlSym *
build (Garden *garden, const Tree *tree)
{
  const FlSym *args[3] = { NULL };

  for (guint i = 0; i < 3; i++)
    if (tree->args[i] != NULL)
      args[i] = build (garden, tree->args[i]);
  switch (tree->op)
    {
    case 'v': return garden->vars[tree->value];
    case 's': return garden->sizes[tree->value];
    case 'c': return fl_sym_int (garden->table, tree->value);
    case '+': return fl_sym_add (args[0], args[1]);
    case '-': return fl_sym_sub (args[0], args[1]);
    case '*': return fl_sym_mul (args[0], args[1]);
    case '/': return fl_sym_floor_div (args[0], args[1]);
    case '%': return fl_sym_mod (args[0], args[1]);
    case 'M': return fl_sym_mod_index (args[0], args[1], args[2]);
    case '<': return fl_sym_min (args[0], args[1]);
    default: return fl_sym_max (args[0], args[1]);
    }
}

static gint64
floor_of (gint64 x, gint64 d)
{
  return x >= 0 ? x / d : -((-x + d - 1) / d);
}

static gint64
compute (const Tree *tree, const gint64 *vars, const gint64 *sizes)
{
  gint64 args[3] = { 0 };

  for (guint i = 0; i < 3; i++)
    if (tree->args[i] != NULL)
      args[i] = compute (tree->args[i], vars, sizes);
  switch (tree->op)
    {
    case 'v': return vars[tree->value];
    case 's': return sizes[tree->value];
    case 'c': return tree->value;
    case '+': return args[0] + args[1];
    case '-': return args[0] - args[1];
    case '*': return args[0] * args[1];
    case '/': return floor_of (args[0], args[1]);
    case '%': return args[0] - args[1] * floor_of (args[0], args[1]);
    case 'M': args[0] = floor_of (args[0], args[1]); return args[0] - args[2] * floor_of (args[0], args[2]);
    case '<': return MIN (args[0], args[1]);
    default: return MAX (args[0], args[1]);
    }
}

typedef struct
{
  const Garden *garden;
  gint64 vars[N_VARS];
  gint64 sizes[N_SIZES];
} Point;

static gboolean
lookup_point (const FlSym *symbol, gpointer data, gint64 *value)
{
  const Point *point = data;

  for (guint i = 0; i < N_VARS; i++)
    if (symbol == point->garden->vars[i])
      *value = point->vars[i];
  for (guint i = 0; i < N_SIZES; i++)
    if (symbol == point->garden->sizes[i])
      *value = point->sizes[i];
  return TRUE;
}

/* Sizes within their default range, variables within their sizes. */
static Point
pick_point (const Garden *garden)
{
  Point point = { .garden = garden };

  for (guint i = 0; i < N_SIZES; i++)
    point.sizes[i] = g_rand_int_range (garden->random, 2, 7);
  for (guint i = 0; i < N_VARS; i++)
    {
      gint64 size = 1;

      fl_sym_evaluate (garden->var_sizes[i], lookup_point, &point, &size);
      point.vars[i] = g_rand_int_range (garden->random, 0, (gint32) size);
    }
  return point;
}

static void
check_value (const FlSym *sym, Point *point, gint64 expected, const char *what)
{
  gint64 value = 0;

  if (!fl_sym_evaluate (sym, lookup_point, point, &value) || value != expected)
    g_error ("%s: %s is %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT, what, fl_sym_dup_text (sym), value, expected);
}

static void
plant (Garden *garden)
{
  static const char *const var_names[N_VARS] = { "d0", "d1", "d2" };
  static const char *const var_sizes[N_VARS] = { "8", "s0", "s0*s1" };

  garden->table = fl_sym_table_new ();
  garden->sizes[0] = fl_sym_size (garden->table, "s0");
  garden->sizes[1] = fl_sym_size (garden->table, "s1");
  for (guint i = 0; i < N_VARS; i++)
    {
      garden->vars[i] = fl_sym_var (garden->table, var_names[i], NULL);
      garden->var_sizes[i] = parse (garden->table, var_sizes[i]);
    }
}

static void
test_rewriting_keeps_values (void)
{
  Garden garden = { .random = g_rand_new_with_seed (20) };

  plant (&garden);
  for (guint i = 0; i < N_EXPRESSIONS; i++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      Tree *tree = grow (&garden, arena, 1 + i % 4);
      const FlSym *sym = build (&garden, tree);
      g_autofree char *text = fl_sym_dup_text (sym);
      g_autoptr (GString) python = g_string_new (NULL);
      const FlSym *simple = fl_sym_simplify (sym, garden.vars, garden.var_sizes, N_VARS);
      const FlSym *swapped[N_VARS] = { garden.vars[1], garden.vars[0], garden.vars[2] };
      const FlSym *substituted = fl_sym_substitute (sym, garden.vars, swapped, N_VARS);

      fl_sym_append_python (python, sym);
      g_assert_true (parse (garden.table, text) == sym);
      g_assert_true (fl_sym_substitute (substituted, garden.vars, swapped, N_VARS) == sym || !fl_sym_is_overflow (sym));
      for (guint j = 0; j < N_POINTS; j++)
        {
          Point point = pick_point (&garden);
          gint64 expected = compute (tree, point.vars, point.sizes), low, high;

          check_value (sym, &point, expected, "made");
          check_value (simple, &point, expected, "simplified");
          check_value (parse (garden.table, python->str), &point, expected, "read back from Python");
          fl_sym_get_range (simple, &low, &high);
          g_assert_cmpint (low, <=, expected);
          g_assert_cmpint (high, >=, expected);
          {
            Point mirrored = point;

            mirrored.vars[0] = point.vars[1];
            mirrored.vars[1] = point.vars[0];
            check_value (substituted, &mirrored, expected, "substituted");
          }
        }
    }
  g_rand_free (garden.random);
  fl_sym_table_unref (garden.table);
}

/* Whatever is said to be known must hold at every point tried. */
static void
test_known_facts_hold (void)
{
  Garden garden = { .random = g_rand_new_with_seed (21) };
  guint n_known = 0;

  plant (&garden);
  for (guint i = 0; i < N_EXPRESSIONS; i++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      Tree *a = grow (&garden, arena, i % 3), *b = grow (&garden, arena, i % 3);
      const FlSym *sym_a = build (&garden, a), *sym_b = build (&garden, b);
      gboolean is_below = fl_sym_known (FL_SYM_LT, sym_a, sym_b), is_same = fl_sym_known_equal (sym_a, sym_b);
      gboolean is_multiple = fl_sym_known_multiple (sym_a, sym_b);

      n_known += is_below;
      for (guint j = 0; j < N_POINTS; j++)
        {
          Point point = pick_point (&garden);
          gint64 value_a = compute (a, point.vars, point.sizes), value_b = compute (b, point.vars, point.sizes);

          g_assert_true (!is_below || value_a < value_b);
          g_assert_true (!is_same || value_a == value_b);
          g_assert_true (!is_multiple || (value_b != 0 ? value_a % value_b == 0 : value_a == 0));
        }
    }
  g_assert_cmpuint (n_known, >, N_EXPRESSIONS / 50); /* with fewer the test says little */
  g_rand_free (garden.random);
  fl_sym_table_unref (garden.table);
}

/* --- threads and size
 * -------------------------------------------------------------------------------------------- */
static gpointer
make_many (gpointer data)
{
  FlSymTable *table = data;
  const FlSym *sum = fl_sym_int (table, 0);

  for (gint64 i = 0; i < 20000; i++)
    {
      sum = fl_sym_add (fl_sym_mul_int (fl_sym_size (table, "s0"), i % 97), fl_sym_int (table, i));
      sum = fl_sym_floor_div (sum, fl_sym_int (table, 7));
    }
  return (gpointer) sum;
}

static void
test_threads_share_a_table (void)
{
  g_autoptr (FlSymTable) table = fl_sym_table_new ();
  GThread *threads[4];
  gconstpointer expected = make_many (table);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("sym", make_many, table);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_true (g_thread_join (threads[i]) == expected);
}

/* 24 to the power of 4 terms would be multiplied out without the limit. */
static void
test_wide_products_stay_small (void)
{
  g_autoptr (FlSymTable) table = fl_sym_table_new ();
  const FlSym *sum = fl_sym_int (table, 0), *product = fl_sym_int (table, 1);
  g_autofree char *text = NULL;

  for (guint i = 0; i < 24; i++)
    {
      g_autofree char *name = g_strdup_printf ("s%u", i);

      sum = fl_sym_add (sum, fl_sym_size (table, name));
    }
  for (guint i = 0; i < 4; i++)
    product = fl_sym_mul (product, sum);
  text = fl_sym_dup_text (fl_sym_add_int (fl_sym_mul_int (product, 3), 1));
  g_assert_cmpuint (strlen (text), <, 100000);
  for (guint i = 0; i < 24; i++)
    {
      g_autofree char *name = g_strdup_printf ("s%u", i);

      fl_sym_set_hint (fl_sym_size (table, name), 2);
    }
  g_assert_cmpint (fl_sym_get_hint (product, 0), ==, 48 * 48 * 48 * 48);
}

/* Two to the power of 200 nodes if written out. */
static void
test_shared_parts_do_not_explode (void)
{
  g_autoptr (FlSymTable) table = fl_sym_table_new ();
  const FlSym *sym = fl_sym_size (table, "s0");
  g_autofree char *text = NULL;

  for (guint i = 0; i < 200; i++)
    sym = fl_sym_add (fl_sym_floor_div (fl_sym_add_int (sym, 1), fl_sym_int (table, 7)),
                      fl_sym_mod_index (fl_sym_add_int (sym, 2), fl_sym_int (table, 3), fl_sym_int (table, 11)));
  g_assert_true (fl_sym_is_overflow (sym));
  text = fl_sym_dup_text (sym);
  g_assert_cmpstr (text, ==, "overflow");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/sym/make/wide-products-stay-small", test_wide_products_stay_small);
  g_test_add_func ("/core/sym/make/shared-parts-do-not-explode", test_shared_parts_do_not_explode);
  g_test_add_func ("/core/sym/property/rewriting-keeps-values", test_rewriting_keeps_values);
  g_test_add_func ("/core/sym/property/known-facts-hold", test_known_facts_hold);
  g_test_add_func ("/core/sym/threads", test_threads_share_a_table);
  return g_test_run ();
}
