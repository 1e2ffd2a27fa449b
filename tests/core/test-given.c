/* Runs on the user's own tensors: values, sizes that shapes tell, expected results, what rests on what is not known. */
#include "fl-given.h"
#include "fl-tensor-file.h"
#include "fl-test-run.h"

#include <glib/gstdio.h>
#include <string.h>

/* out0 = (x + c)[i], out1 = -x; x has a size and a stride of its own. */
static const char graph_text[] = "class GraphModule(torch.nn.Module):\n"
                                 "    def forward(self, x: \"f32[s0, 2][s7, 1]\", i: \"i64[3][1]\"):\n"
                                 "        c: \"f32[2][1]\" = self._tensor_constant0\n"
                                 "        add: \"f32[s0, 2][2, 1]\" = torch.ops.aten.add.Tensor(x, c)\n"
                                 "        index: \"f32[3, 2][2, 1]\" = torch.ops.aten.index.Tensor(add, [i])\n"
                                 "        neg: \"f32[s0, 2][2, 1]\" = torch.ops.aten.neg.default(x)\n"
                                 "        return (index, neg)\n";

static const float x_values[] = { 1, 2, 3, 4, 5, 6 }, c_values[] = { 10, 20 };
static const gint64 i_values[] = { 2, 0, -1 };
/* Rows 2, 0 and 2 of x + c, and -x: by hand. */
static const float index_values[] = { 15, 26, 11, 22, 15, 26 }, neg_values[] = { -1, -2, -3, -4, -5, -6 };

typedef struct
{
  char *folder;
  FlRun *run;
  FlGiven *given, *expected;
  FlArray *results[2];
} Fixture;

static char *
write_tensor (const Fixture *fixture, const char *name, FlDtype dtype, gint64 rows, gint64 columns,
              gconstpointer values)
{
  char *path = g_build_filename (fixture->folder, name, NULL);
  const gint64 sizes[] = { rows, columns };
  g_autoptr (GError) error = NULL;

  fl_tensor_file_write_npy (path, dtype, columns == 0 ? 1 : 2, sizes, values, &error);
  g_assert_no_error (error);
  return path;
}

static void
give (Fixture *fixture, FlGiven *given, const char *name, FlDtype dtype, gint64 rows, gint64 columns,
      gconstpointer values)
{
  g_autofree char *path = write_tensor (fixture, "tensor.npy", dtype, rows, columns, values);
  g_autofree char *assignment = g_strconcat (name, "=", path, NULL);
  g_autoptr (GError) error = NULL;

  fl_given_add_assignment (given, assignment, &error);
  g_assert_no_error (error);
  g_remove (path);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("given.py", graph_text, strlen (graph_text), &error);
  FlPipelineRequest request;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.with_unfused = TRUE;
  fixture->folder = g_dir_make_tmp ("fuseloom-given-XXXXXX", NULL);
  fixture->run = fl_pipeline_run (graph, &request);
  g_assert_no_error (fixture->run->error);
  fixture->given = fl_given_new (graph, FALSE);
  fixture->expected = fl_given_new (graph, TRUE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  fl_given_free (fixture->given);
  fl_given_free (fixture->expected);
  fl_run_unref (fixture->run);
  for (guint i = 0; i < G_N_ELEMENTS (fixture->results); i++)
    fl_array_free (fixture->results[i]);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static void
take (guint variant, gboolean is_input, guint index, const FlArray *array, gpointer data)
{
  Fixture *fixture = data;

  g_assert_false (is_input);
  fl_array_free (g_steal_pointer (&fixture->results[index]));
  fixture->results[index] = fl_array_dup (array);
}

static FlRun *
execute (Fixture *fixture, GError **error)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  FlExecuteRequest request = {
    .verify = TRUE, .given = fixture->given, .expected = fixture->expected, .take_result = take, .take_data = fixture
  };

  if (!fl_given_find_sizes (fixture->given, sizes, error))
    return NULL;
  request.n_sizes = sizes->len;
  request.sizes = (const FlSizeValue *) sizes->data;
  return fl_pipeline_execute (fixture->run, &request, NULL, NULL, NULL, error);
}

static void
give_all (Fixture *fixture)
{
  give (fixture, fixture->given, "x", FL_DTYPE_F32, 3, 2, x_values);
  give (fixture, fixture->given, "input1", FL_DTYPE_I64, 3, 0, i_values);
  give (fixture, fixture->given, "_tensor_constant0", FL_DTYPE_F32, 2, 0, c_values);
}

static void
check_values (const FlArray *array, const float *values, guint n)
{
  g_assert_nonnull (array);
  g_assert_cmpint (array->numel, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (array->numbers[i], ==, values[i]);
}

static void
test_values_are_used (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = NULL;

  give_all (fixture);
  run = execute (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpint (run->execution->check, ==, FL_CHECK_AGREES);
  g_assert_true (run->execution->verified);
  g_assert_cmpint (run->execution->n_sizes, ==, 2);
  g_assert_cmpint (run->execution->sizes[0].value, ==, 3); /* s0 */
  g_assert_cmpint (run->execution->sizes[1].value, ==, 2); /* s7: as a dense tensor */
  check_values (fixture->results[0], index_values, 6);
  check_values (fixture->results[1], neg_values, 6);
}

/* Without the constant's values what depends on them is unverified, and only that. */
static void
test_constants_are_unverified (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = execute (fixture, &error);

  g_assert_no_error (error);
  g_assert_cmpint (run->execution->check, ==, FL_CHECK_UNVERIFIED);
  g_assert_cmpint (run->execution->n_agreements, ==, 4);
  g_assert_cmpint (run->execution->n_unverified, ==, 2);
  g_assert_cmpstr (run->execution->agreements[0].unverified_why, ==,
                   "the values of constant _tensor_constant0 are not in the file");
  g_assert_null (run->execution->agreements[1].unverified_why);
  g_assert_true (run->execution->agreements[1].agrees);
  g_assert_false (run->execution->verified);
}

static void
test_expected_is_compared (Fixture *fixture, gconstpointer data)
{
  float wrong[6];
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = NULL, other = NULL;

  give_all (fixture);
  give (fixture, fixture->expected, "out0", FL_DTYPE_F32, 3, 2, index_values);
  give (fixture, fixture->expected, "neg", FL_DTYPE_F32, 3, 2, neg_values);
  run = execute (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpint (run->execution->n_expected, ==, 2 * 3); /* unfused, fused, reference */
  g_assert_true (run->execution->meets_expected);

  memcpy (wrong, neg_values, sizeof wrong);
  wrong[4] += 0.01f;
  give (fixture, fixture->expected, "out1", FL_DTYPE_F32, 3, 2, wrong); /* in place of the other */
  other = execute (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpint (other->execution->n_expected, ==, 2 * 3);
  g_assert_false (other->execution->meets_expected);
  g_assert_cmpint (other->execution->check, ==, FL_CHECK_AGREES); /* kernels and reference are right */
}

static void
test_other_shapes_differ (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = NULL;

  give_all (fixture);
  give (fixture, fixture->expected, "out1", FL_DTYPE_F32, 2, 3, neg_values);
  run = execute (fixture, &error);
  g_assert_no_error (error);
  g_assert_false (run->execution->meets_expected);
  g_assert_nonnull (strstr (run->execution->expected[0].worst_place, "shape"));
}

/* PyTorch stops there. */
static void
test_indices_are_in_range (Fixture *fixture, gconstpointer data)
{
  static const gint64 outside[] = { 2, 3, 0 };
  g_autoptr (GError) error = NULL;

  give_all (fixture);
  give (fixture, fixture->given, "i", FL_DTYPE_I64, 3, 0, outside);
  g_assert_null (execute (fixture, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_SHAPE);
  g_assert_nonnull (strstr (error->message, "outside of"));
  g_assert_nonnull (strstr (error->message, "index 3 of a dimension of size 3"));
}

/* A stride of 1 for rows of 2: elements [0, 1] and [1, 0] are one. */
static void
test_shared_places_must_agree (Fixture *fixture, gconstpointer data)
{
  static const float shared[] = { 1, 2, 2, 3, 3, 4 };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlRun) run = NULL;
      const FlSizeValue stride = { fl_sym_size (fixture->run->symbols, "s7"), 1 };
      FlExecuteRequest request = { .verify = TRUE, .given = fixture->given, .sizes = &stride, .n_sizes = 1 };
      g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));

      give_all (fixture);
      if (i == 0)
        give (fixture, fixture->given, "x", FL_DTYPE_F32, 3, 2, shared);
      fl_sym_set_range (stride.symbol, 0, 100);
      g_array_append_val (sizes, stride);
      g_assert_true (fl_given_find_sizes (fixture->given, sizes, NULL));
      request.sizes = (const FlSizeValue *) sizes->data;
      request.n_sizes = sizes->len;
      run = fl_pipeline_execute (fixture->run, &request, NULL, NULL, NULL, &error);
      if (i == 0)
        {
          g_assert_no_error (error);
          g_assert_cmpint (run->execution->check, ==, FL_CHECK_AGREES);
          continue;
        }
      g_assert_error (error, FL_ERROR, FL_ERROR_SHAPE);
      g_assert_nonnull (strstr (error->message, "[0, 1] and [1, 0] of x lie in one place"));
    }
}

/* A size that only a number tells is assumed, and said so; what is expected tells it, too. */
static void
test_assumed_sizes_are_noted (Fixture *fixture, gconstpointer data)
{
  static const char text[]
      = "class G(torch.nn.Module):\n"
        "    def forward(self, s1: \"Sym(s1)\", x: \"f32[2]\"):\n"
        "        full: \"f32[s1]\" = torch.ops.aten.full.default([s1], 1.5, dtype = torch.float32)\n"
        "        neg: \"f32[2]\" = torch.ops.aten.neg.default(x)\n"
        "        return (full, neg)\n";
  static const float ones[] = { 1.5, 1.5, 1.5 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("assumed.py", text, strlen (text), &error);
  g_autoptr (FlRun) shown = fixture->run, run = NULL;
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  FlPipelineRequest request;
  gboolean is_noted = FALSE;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  fixture->run = fl_pipeline_run (graph, &request);
  fl_given_free (fixture->given);
  fl_given_free (fixture->expected);
  fixture->given = fl_given_new (graph, FALSE);
  fixture->expected = fl_given_new (graph, TRUE);
  give (fixture, fixture->given, "x", FL_DTYPE_F32, 2, 0, x_values);
  run = execute (fixture, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < run->execution->n_notes; i++)
    is_noted |= strstr (run->execution->notes[i], "s1 = 8 was assumed") != NULL;
  g_assert_true (is_noted);
  give (fixture, fixture->expected, "out0", FL_DTYPE_F32, 3, 0, ones);
  fl_given_learn_sizes (fixture->expected, sizes);
  g_assert_cmpuint (sizes->len, ==, 1);
  g_assert_cmpint (g_array_index (sizes, FlSizeValue, 0).value, ==, 3);
}

static void
test_shapes_must_fit (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    FlDtype dtype;
    gint64 rows, columns;
    const char *says;
  } cases[] = {
    { "x", FL_DTYPE_F32, 2, 3, "dimension 1 is 3, not 2" },
    { "x", FL_DTYPE_F32, 6, 0, "1 dimensions for 2" },
    { "_tensor_constant0", FL_DTYPE_F32, 3, 0, "dimension 0 is 3, not 2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      fl_given_free (fixture->given);
      fixture->given = fl_given_new (fixture->run->graph, FALSE);
      give (fixture, fixture->given, cases[i].name, cases[i].dtype, cases[i].rows, cases[i].columns, x_values);
      g_assert_null (execute (fixture, &error));
      g_assert_error (error, FL_ERROR, FL_ERROR_SHAPE);
      g_assert_nonnull (strstr (error->message, cases[i].says));
    }
}

static void
test_names_and_types_must_fit (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = write_tensor (fixture, "y.npy", FL_DTYPE_F64, 1, 0, (const double[]) { 1 });
  g_autofree char *wrong_type = g_strconcat ("x=", path, NULL), *no_such = g_strconcat ("y=", path, NULL);
  static const char *const says[]
      = { "elements are f64, but x is f32", "no input or constant \"y\": it has x, i, _tensor_constant0", "NAME=FILE" };
  const char *const assignments[] = { wrong_type, no_such, "x" };

  for (guint i = 0; i < G_N_ELEMENTS (says); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (fl_given_add_assignment (fixture->given, assignments[i], &error));
      g_assert_nonnull (strstr (error->message, says[i]));
    }
  {
    g_autoptr (GError) error = NULL;

    g_assert_false (fl_given_add_path (fixture->given, fixture->folder, &error)); /* y.npy */
    g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
  }
  g_remove (path);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "values", test_values_are_used },
    { "constants", test_constants_are_unverified },
    { "expected", test_expected_is_compared },
    { "other-shapes", test_other_shapes_differ },
    { "indices", test_indices_are_in_range },
    { "shapes", test_shapes_must_fit },
    { "names-and-types", test_names_and_types_must_fit },
    { "shared-places", test_shared_places_must_agree },
    { "assumed-sizes", test_assumed_sizes_are_noted },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/run/given/", tests[i].path, NULL);

      g_test_add (path, Fixture, NULL, set_up, tests[i].test, tear_down);
    }
  return g_test_run ();
}
