/* Operators of TorchInductor: each has all that it needs here, or is listed with what it lacks. Integer operators
 * give constants of constants. */
#include <string.h>

#include "fl-formats.h"
#include "fl-op-cases.h"

static GHashTable *lacking; /* op_cases_read_lacking */

/* --- integers ---------------------------------------------------------------------------------- */

/* NULL when an argument is no integer. */
static const FlNode *
make_integer_node (FlGraph *graph, const cJSON *json, FlNode *node)
{
  const cJSON *args = cJSON_GetObjectItem (json, "args"), *item;
  FlArg *list = fl_arena_new (graph->arena, FlArg, cJSON_GetArraySize (args) + 1);
  *node = (FlNode) { .kind = FL_NODE_CALL,
                     .args = list,
                     .op = fl_aten_find (cJSON_GetStringValue (cJSON_GetObjectItem (json, "op"))) };
  cJSON_ArrayForEach (item, args)
    {
      if (!cJSON_IsNumber (item) && cJSON_GetObjectItem (item, "int") == NULL)
        return NULL;
      gint64 value = op_case_read_integer (cJSON_IsNumber (item) ? item : cJSON_GetObjectItem (item, "int"));
      list[node->n_args++] = (FlArg) { .kind = FL_ARG_INT, .sym = fl_sym_int (graph->symbols, value) };
    }
  return node->n_args > 0 && node->op != NULL ? node : NULL;
}

/* Sizes are computed by the shape rules of integer operators: of constants they give constants. */
static void
test_operators_on_integers_agree (void)
{
  cJSON *all = op_cases_read ("symbolic");
  g_autoptr (GError) error = NULL;
  static const char text[] = "def forward(self, x: \"f32[2][1]cpu\"):\n    return (x,)\n";
  g_autoptr (FlGraph) graph = fl_fx_read (NULL, text, strlen (text), &error);
  const cJSON *item;
  guint n_compared = 0;
  g_assert_no_error (error);
  cJSON_ArrayForEach (item, all)
    {
      FlNode node;
      FlValue value = { 0 };
      const cJSON *expected = cJSON_GetArrayItem (cJSON_GetObjectItem (item, "outputs"), 0);
      gint64 got;
      if (make_integer_node (graph, item, &node) == NULL || !cJSON_IsNumber (expected)
          || !fl_shapes_infer (graph, &node, &value) || value.kind != FL_VALUE_SYM || !fl_sym_is_int (value.sym, &got))
        continue;
      n_compared++;
      if (got == op_case_read_integer (expected))
        continue;
      g_autofree char *shown = cJSON_PrintUnformatted (item);
      g_test_message ("%s: the rule gives %" G_GINT64_FORMAT, shown, got);
      g_test_fail ();
    }
  g_test_message ("%u results compared", n_compared);
  g_assert_cmpuint (n_compared, >, 35);
  cJSON_Delete (all);
}

/* --- what is covered --------------------------------------------------------------------------- */

enum
{
  ENOUGH_CASES = 5
};

/* The columns of the operator table, as text. */
typedef struct
{
  const char *shape, *lower, *decompose;
} Columns;

static const Columns columns[] = {
#define SHAPE(rule)                                                                                                    \
  {                                                                                                                    \
#rule,
#define LOWER(how) #how,
#define DECOMPOSE(into)                                                                                                \
#into                                                                                                                \
  }                                                                                                                    \
  ,
#include "fl-aten-ops.def"
};

static GHashTable *
count_cases (void)
{
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; op_case_families[i] != NULL; i++)
    {
      cJSON *all = op_cases_read (op_case_families[i]);
      const cJSON *item;
      cJSON_ArrayForEach (item, all)
        {
          const char *op = cJSON_GetStringValue (cJSON_GetObjectItem (item, "op"));
          guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, op));
          g_hash_table_insert (counts, g_strdup (op), GUINT_TO_POINTER (n + 1));
        }
      cJSON_Delete (all);
    }
  return counts;
}

/* NULL: the row has all parts. */
static char *
find_lack (const char *name, gboolean may_lack_cases, GHashTable *counts)
{
  const FlAtenRow *row = fl_aten_find (name);
  if (row == NULL)
    return g_strdup ("no row in the operator table");
  const Columns *parts = &columns[row->position];
  if (g_str_equal (parts->shape, "none") && !may_lack_cases)
    return g_strdup ("no shape rule");
  if (g_str_equal (parts->lower, "none") && g_str_equal (parts->decompose, "none"))
    return g_strdup ("neither lowering nor decomposition");
  if (fl_reference_find (row) == NULL && !may_lack_cases && g_hash_table_lookup (lacking, name) == NULL)
    return g_strdup ("no reference kernel");
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));
  return n < ENOUGH_CASES && !may_lack_cases ? g_strdup_printf ("%u numeric cases", n) : NULL;
}

/* A line of inductor-operators.txt: "name", "name = row row", "name ! reason". */
static void
check_line (const char *line, GHashTable *counts)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  gboolean has_rows = words[1] != NULL && g_str_equal (words[1], "="),
           is_excused = words[1] != NULL && g_str_equal (words[1], "!");
  if (is_excused && fl_aten_find (words[0]) == NULL)
    return; /* no operator at all */
  for (guint i = has_rows ? 2 : 0; words[i] != NULL && (has_rows || i == 0); i++)
    {
      g_autofree char *lack = find_lack (words[i], is_excused, counts);
      if (lack == NULL)
        continue;
      g_test_message ("%s: %s", words[i], lack);
      g_test_fail ();
    }
}

static void
test_operators_of_inductor_are_covered (void)
{
  g_autofree char *text = op_cases_read_text ("inductor-operators.txt");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GHashTable) counts = count_cases ();
  guint n = 0;
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '#' && lines[i][0] != '\0')
      {
        check_line (lines[i], counts);
        n++;
      }
  g_assert_cmpuint (n, ==, 162);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  lacking = op_cases_read_lacking ();
  g_test_add_func ("/core/operators/on-integers-agree", test_operators_on_integers_agree);
  g_test_add_func ("/core/operators/of-inductor-are-covered", test_operators_of_inductor_are_covered);
  return g_test_run ();
}
