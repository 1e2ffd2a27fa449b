/* The comparison of runs: operators matched by origin, kernels as sets of them, differences,
 * counters, reasons. */
#include <cJSON.h>
#include <glib/gstdio.h>
#include <string.h>

#include "fl-compare-picture.h"
#include "fl-compare-run.h"
#include "fl-fuse.h"
#include "fl-test-run.h"

typedef struct
{
  FlGraph *graph;
  FlRun *runs[4];
  FlComparison *comparison;
} Case;

static void
open_case (Case *it, FlGraph *graph, const char *const *strategies, guint n)
{
  g_autoptr (GError) error = NULL;
  FlCompareSource sources[4] = { 0 };
  FlOptions options;

  fl_options_init (&options);
  it->graph = graph;
  for (guint i = 0; i < n; i++)
    {
      gboolean is_unfused = strcmp (strategies[i], "before") == 0;

      it->runs[i] = fl_compare_run_strategy (graph, &options, is_unfused ? "inductor" : strategies[i], NULL);
      g_assert_no_error (it->runs[i]->error);
      sources[i] = (FlCompareSource) { .run = it->runs[i], .is_unfused = is_unfused };
    }
  it->comparison = fl_comparison_new (sources, n, NULL, &error);
  g_assert_no_error (error);
}

static void
close_case (Case *it)
{
  fl_comparison_unref (it->comparison);
  for (guint i = 0; i < G_N_ELEMENTS (it->runs); i++)
    if (it->runs[i] != NULL)
      fl_run_unref (it->runs[i]);
  fl_graph_unref (it->graph);
}

/* "{add relu} {mm}", in the order of the kernels' first operators. */
static char *
dup_groups (const FlComparison *comparison, guint c)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint op = 0; op < comparison->n_ops; op++)
    for (guint g = 0; g < comparison->columns[c].n_groups; g++)
      {
        const FlCompareGroup *group = &comparison->columns[c].groups[g];
        g_autoptr (GString) text = g_string_new ("{");

        if (group->n_ops == 0 || group->ops[0] != op)
          continue;
        for (guint i = 0; i < group->n_ops; i++)
          g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                                  fl_comparison_get_op_name (comparison, group->ops[i]));
        g_string_append_c (text, '}');
        g_ptr_array_add (texts, g_strdup (text->str));
      }
  g_ptr_array_add (texts, NULL);
  return g_strjoinv (" ", (char **) texts->pdata);
}

static void
assert_groups (const FlComparison *comparison, guint c, const char *expected)
{
  g_autofree char *groups = dup_groups (comparison, c);

  g_assert_cmpstr (groups, ==, expected);
}

/* softmax over x f32[10, 3840]: amax, sub, exp, sum, div. Inductor's lowering inlines sub into exp
 * (one reader) and gives the others buffers: four scheduler nodes; fused they are one kernel.
 * Bytes: x is 10 * 3840 * 4 = 153600, a row value 10 * 4 = 40.
 *   amax reads x, writes 40;            sub+exp reads x and 40, writes 153600;
 *   sum reads 153600, writes 40;        div reads 153600 and 40, writes 153600:   4 * 153600 + 80
 * read, 2 * 153600 + 80 written fused: reads x, writes the result:  2 * 153600. */
static void
test_softmax_is_one_kernel_or_four (void)
{
  Case it = { 0 };

  open_case (&it, read_sample ("softmax.py"), (const char *const[]) { "none", "inductor" }, 2);
  assert_groups (it.comparison, 0, "{amax} {sub exp} {sum_1} {div}");
  assert_groups (it.comparison, 1, "{amax sub exp sum_1 div}");
  g_assert_cmpint (it.comparison->columns[0].read_bytes, ==, 4 * 153600 + 80);
  g_assert_cmpint (it.comparison->columns[0].written_bytes, ==, 2 * 153600 + 80);
  g_assert_cmpint (it.comparison->columns[1].read_bytes + it.comparison->columns[1].written_bytes, ==, 2 * 153600);
  g_assert_cmpuint (it.comparison->n_differences, ==, 1);
  g_assert_cmpint (it.comparison->differences[0].spread_bytes, ==, 4 * 153600 + 160);
  g_assert_cmpuint (it.comparison->differences[0].n_groups[0], ==, 4);
  g_assert_cmpuint (it.comparison->differences[0].n_groups[1], ==, 1);
  for (guint g = 0; g < 4; g++)
    g_assert_cmpint (it.comparison->columns[0].groups[g].relation, ==, FL_RELATION_PART);
  g_assert_cmpint (it.comparison->columns[1].groups[0].relation, ==, FL_RELATION_JOINED);
  g_assert_cmpuint (it.comparison->columns[1].n_joins, ==, 3);
  g_assert_cmpuint (it.comparison->columns[1].n_lost, ==, 0);
  g_assert_cmpuint (it.comparison->columns[1].n_matched, ==, it.comparison->columns[1].n_nodes);
  close_case (&it);
}

/* The counter of the design: kernels from, to, fusions, lost, matched. */
static void
test_counters_name_both_columns (void)
{
  Case it = { 0 };
  g_autofree char *first = NULL, *second = NULL;

  open_case (&it, read_sample ("softmax.py"), (const char *const[]) { "before", "inductor" }, 2);
  first = fl_comparison_dup_counters (it.comparison, 0);
  second = fl_comparison_dup_counters (it.comparison, 1);
  g_assert_cmpstr (first, ==, "4 kernels");
  g_assert_cmpstr (second, ==, "4 → 1 kernel, 3 fusions, 0 lost; matched 100 % by origin");
  g_assert_cmpstr (it.comparison->columns[0].title, ==, "Before fusion");
  close_case (&it);
}

/* add is read by relu and by mm (a library call). Inductor fuses add and relu and writes both; the
 * pattern add+relu asks for an add that nobody else reads, and must say so. The broadcast of the
 * bias is a kernel of its own there: nothing of the list joins it. */
static void
test_a_refusal_gives_its_rule (void)
{
  Case it = { 0 };
  const FlCompareDifference *difference;
  const FlCompareReason *reason = NULL;

  open_case (&it, read_sample ("add-relu-shared.py"), (const char *const[]) { "inductor", "pattern" }, 2);
  assert_groups (it.comparison, 0, "{expand add relu} {mm}");
  assert_groups (it.comparison, 1, "{expand} {add} {relu} {mm}");
  g_assert_cmpuint (it.comparison->n_differences, ==, 1);
  difference = &it.comparison->differences[0];
  for (guint i = 0; i < difference->n_reasons && reason == NULL; i++)
    if (strcmp (fl_comparison_get_op_name (it.comparison, difference->reasons[i].a), "add") == 0)
      reason = &difference->reasons[i];
  g_assert_nonnull (reason);
  g_assert_cmpuint (reason->column, ==, 1);
  g_assert_cmpint (reason->verdict, ==, FL_VERDICT_ILLEGAL);
  g_assert_cmpstr (reason->reason, ==, "a matched value has a reader outside");
  g_assert_cmpstr (fl_comparison_get_op_name (it.comparison, reason->b), ==, "relu");
  g_assert_nonnull (strstr (it.comparison->summary, "TorchInductor makes 2 kernels"));
  close_case (&it);
}

/* Two chains with nothing in common: x+1, relu and y*2, exp. Only the strategy that fuses nothing
 * could tell them apart, and lowering inlines each chain into one node before: nothing differs. */
static const char two_chains[] = "def forward(self, x: \"f32[64, 8][8, 1]cpu\", y: \"f32[64, 8][8, 1]cpu\"):\n"
                                 "    add: \"f32[64, 8][8, 1]cpu\" = torch.ops.aten.add.Tensor(x, 1.0)\n"
                                 "    relu: \"f32[64, 8][8, 1]cpu\" = torch.ops.aten.relu.default(add)\n"
                                 "    mul: \"f32[64, 8][8, 1]cpu\" = torch.ops.aten.mul.Tensor(y, 2.0)\n"
                                 "    exp: \"f32[64, 8][8, 1]cpu\" = torch.ops.aten.exp.default(mul)\n"
                                 "    return (relu, exp)\n";

static FlGraph *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  FlGraph *graph = fl_graph_read_text ("test.py", text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

static void
test_equal_columns_have_no_difference (void)
{
  Case it = { 0 };

  open_case (&it, read_text (two_chains), (const char *const[]) { "none", "inductor", "before" }, 3);
  assert_groups (it.comparison, 0, "{add relu} {mul exp}");
  assert_groups (it.comparison, 1, "{add relu} {mul exp}");
  g_assert_cmpuint (it.comparison->n_differences, ==, 0);
  g_assert_cmpstr (it.comparison->summary, ==, "Nothing differs: all columns make the same 2 kernels.");
  close_case (&it);
}

/* mean over rows, then x - mean twice used: inductor inlines the difference into both readers where
 * it is cheap; whatever it does, an operator in two kernels stands in both columns' lists, and the
 * lists are sorted. */
static void
check_columns (const FlComparison *comparison)
{
  for (guint c = 0; c < comparison->n_columns; c++)
    {
      const FlCompareColumn *column = &comparison->columns[c];
      guint n_in_differences = 0, n_same = 0;

      g_assert_cmpuint (column->n_matched, ==, column->n_nodes); /* one user graph: everything has an origin in it */
      for (guint g = 0; g < column->n_groups; g++)
        {
          const FlCompareGroup *group = &column->groups[g];

          g_assert_cmpuint (group->n_ops, >, 0);
          for (guint i = 1; i < group->n_ops; i++)
            g_assert_cmpuint (group->ops[i - 1], <, group->ops[i]);
          g_assert_true (group->relation == FL_RELATION_SAME || group->difference < comparison->n_differences);
          n_in_differences += group->difference != G_MAXUINT;
          n_same += group->difference == G_MAXUINT;
        }
      for (guint d = 0; d < comparison->n_differences; d++)
        n_in_differences -= comparison->differences[d].n_groups[c];
      g_assert_cmpuint (n_in_differences, ==, 0);
      /* an entry that is no difference is equal in every column */
      if (c > 0)
        {
          guint n_first = 0;

          for (guint g = 0; g < comparison->columns[0].n_groups; g++)
            n_first += comparison->columns[0].groups[g].difference == G_MAXUINT;
          g_assert_cmpuint (n_same, ==, n_first);
        }
    }
}

static const char *const samples[]
    = { "add-relu.py",        "add-relu-shared.py", "attention.py",   "gpt2-block.py", "layer-norm.py",
        "llama-block.py",     "long-reduction.py",  "mlp-gelu.py",    "rms-norm.py",   "softmax.py",
        "softmax-dynamic.py", "softmax-outer.py",   "conv-bn-relu.py" };

static void
test_every_strategy_of_every_sample (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (samples); s++)
    for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
      {
        Case it = { 0 };
        g_autoptr (GString) text = g_string_new (NULL);
        cJSON *json;

        g_test_message ("%s: none, %s", samples[s], fl_strategies_get_row (i)->name);
        open_case (&it, read_sample (samples[s]), (const char *const[]) { "none", fl_strategies_get_row (i)->name }, 2);
        check_columns (it.comparison);
        /* The texts speak of the same differences as the lists. */
        fl_comparison_append_differences (text, it.comparison);
        json = fl_comparison_new_json (it.comparison, NULL, TRUE);
        g_assert_cmpint (cJSON_GetArraySize (cJSON_GetObjectItem (json, "differences")), ==,
                         (int) it.comparison->n_differences);
        for (guint d = 0; d < it.comparison->n_differences; d++)
          {
            g_assert_nonnull (strstr (text->str, it.comparison->differences[d].title));
            g_assert_cmpuint (it.comparison->differences[d].n_reasons, >, 0);
          }
        cJSON_Delete (json);
        close_case (&it);
      }
}

/* The pictures have the same boxes at the same places; only the kernels around them differ. */
static void
test_nothing_moves_between_columns (void)
{
  Case it = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlComparePicture) picture = NULL;

  open_case (&it, read_sample ("softmax.py"), (const char *const[]) { "none", "inductor" }, 2);
  picture = fl_compare_picture_new (it.comparison, NULL, g_getenv ("FUSELOOM_WORKER"), 10000, NULL, &error);
  g_assert_no_error (error);
  /* arg0_1, amax, sub, exp, sum_1, div, output */
  g_assert_cmpuint (picture->placement->n_nodes, ==, 7);
  for (guint c = 0; c < 2; c++)
    {
      g_assert_cmpuint (picture->scenes[c]->n_nodes, ==, 7);
      g_assert_cmpuint (picture->scenes[c]->hash, ==, picture->scenes[0]->hash);
      for (guint i = 0; i < 7; i++)
        g_assert_true (picture->scenes[c]->nodes[i].item.name == picture->scenes[0]->nodes[i].item.name);
    }
  g_assert_cmpuint (picture->scenes[0]->n_hulls, ==, 4);
  g_assert_cmpuint (picture->scenes[1]->n_hulls, ==, 1);
  g_assert_cmpuint (picture->scenes[1]->hulls[0].n_nodes, ==, 5);
  /* amax-sub, sub-exp, exp-sum_1, exp-div, sum_1-div are inside; the two from arg0_1 and the one to
   * output are not */
  g_assert_cmpuint (picture->scenes[1]->hulls[0].n_edges, ==, 5);
  g_assert_true (picture->scenes[0]->nodes[0].is_faded); /* the input is no operator that differs */
  close_case (&it);
}

/* n times: row sums are taken from the rows. */
static FlGraph *
make_long (guint n)
{
  g_autoptr (GString) text = g_string_new ("def forward(self, x0: \"f32[64, 8][8, 1]cpu\"):\n");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text,
                            "    sum%u: \"f32[64, 1][1, 1]cpu\" = torch.ops.aten.sum.dim_IntList(x%u, [1], True)\n"
                            "    x%u: \"f32[64, 8][8, 1]cpu\" = torch.ops.aten.sub.Tensor(x%u, sum%u)\n",
                            i, i, i + 1, i, i);
  g_string_append_printf (text, "    return (x%u,)\n", n);
  return read_text (text->str);
}

/* 802 nodes, 400 boxes at most: the rest is in blocks, and a difference inside says which ones to
 * open. */
static void
test_large_graphs_are_folded (void)
{
  Case it = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlComparePicture) closed = NULL, open = NULL;
  g_auto (GStrv) blocks = NULL, left = NULL;
  FlSceneOptions options = { .fold_modules = TRUE };
  guint n_marked = 0;

  open_case (&it, make_long (400), (const char *const[]) { "none", "inductor" }, 2);
  g_assert_cmpuint (it.comparison->n_differences, >, 0);
  closed = fl_compare_picture_new (it.comparison, &options, NULL, 10000, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (closed->placement->n_nodes, <=, 400);
  g_assert_nonnull (closed->note);
  for (guint i = 0; i < closed->scenes[1]->n_nodes; i++)
    n_marked += closed->scenes[1]->nodes[i].mark == FL_MARK_CHANGED;
  g_assert_cmpuint (n_marked, >, 0);
  blocks = fl_compare_picture_find_blocks (closed, it.comparison, 0);
  g_assert_nonnull (blocks[0]);
  options.unfolded = (const char *const *) blocks;
  open = fl_compare_picture_new (it.comparison, &options, NULL, 10000, NULL, &error);
  g_assert_no_error (error);
  left = fl_compare_picture_find_blocks (open, it.comparison, 0);
  for (guint i = 0; left[i] != NULL; i++) /* paths that are still closed lie deeper than the opened ones */
    g_assert_false (g_strv_contains ((const char *const *) blocks, left[i]));
  close_case (&it);
}

static void
test_pictures_are_written (void)
{
  static const char *const suffixes[] = { "svg", "pdf", "png" }, *const starts[] = { "<svg", "%PDF", "\x89PNG" };
  Case it = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlComparePicture) picture = NULL;
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-compare-XXXXXX", &error);

  open_case (&it, read_sample ("softmax.py"), (const char *const[]) { "none", "xla", "inductor" }, 3);
  picture = fl_compare_picture_new (it.comparison, NULL, g_getenv ("FUSELOOM_WORKER"), 10000, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat ("compare.", suffixes[i], NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;

      g_assert_true (fl_compare_picture_write (picture, it.comparison, i == 0, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_true (g_str_has_prefix (text, starts[i]));
      /* Searchable text: the columns' titles and a kernel's name. */
      g_assert_true (i > 0 || (strstr (text, "XLA classic") && strstr (text, "TorchInductor") && strstr (text, "C1")));
      remove (path);
    }
  g_assert_false (fl_compare_picture_write (picture, it.comparison, FALSE, "/nowhere/at/all.svg", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_IO);
  g_rmdir (folder);
  close_case (&it);
}

/* From A to B the fusions won are those lost from B to A. */
static void
test_the_other_way_round (void)
{
  Case there = { 0 }, back = { 0 };

  open_case (&there, read_sample ("gpt2-block.py"), (const char *const[]) { "xla-base", "inductor" }, 2);
  open_case (&back, read_sample ("gpt2-block.py"), (const char *const[]) { "inductor", "xla-base" }, 2);
  g_assert_cmpuint (there.comparison->columns[1].n_joins, ==, back.comparison->columns[1].n_lost);
  g_assert_cmpuint (there.comparison->columns[1].n_lost, ==, back.comparison->columns[1].n_joins);
  g_assert_cmpuint (there.comparison->n_differences, ==, back.comparison->n_differences);
  close_case (&there);
  close_case (&back);
}

static void
test_runs_of_two_graphs_are_refused (void)
{
  g_autoptr (FlRun) a = run_sample ("softmax.py"), b = run_sample ("softmax.py");
  g_autoptr (GError) error = NULL;
  FlCompareSource sources[2] = { { .run = a }, { .run = b } };

  g_assert_null (fl_comparison_new (sources, 2, NULL, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
}

static void
test_a_cancelled_comparison_says_so (void)
{
  g_autoptr (FlRun) run = run_sample ("softmax.py");
  g_autoptr (GError) error = NULL;
  FlCompareSource source = { .run = run };
  gint cancelled = 1;

  g_assert_null (fl_comparison_new (&source, 1, &cancelled, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/compare/softmax-is-one-kernel-or-four", test_softmax_is_one_kernel_or_four);
  g_test_add_func ("/report/compare/counters-name-both-columns", test_counters_name_both_columns);
  g_test_add_func ("/report/compare/a-refusal-gives-its-rule", test_a_refusal_gives_its_rule);
  g_test_add_func ("/report/compare/equal-columns-have-no-difference", test_equal_columns_have_no_difference);
  g_test_add_func ("/report/compare/every-strategy-of-every-sample", test_every_strategy_of_every_sample);
  g_test_add_func ("/report/compare/nothing-moves-between-columns", test_nothing_moves_between_columns);
  g_test_add_func ("/report/compare/large-graphs-are-folded", test_large_graphs_are_folded);
  g_test_add_func ("/report/compare/pictures-are-written", test_pictures_are_written);
  g_test_add_func ("/report/compare/the-other-way-round", test_the_other_way_round);
  g_test_add_func ("/report/compare/runs-of-two-graphs-are-refused", test_runs_of_two_graphs_are_refused);
  g_test_add_func ("/report/compare/a-cancelled-comparison-says-so", test_a_cancelled_comparison_says_so);
  return g_test_run ();
}
