/* Studies: cells as lines, and the figures that many cells amount to. */
#include <math.h>
#include <string.h>

#include "fl-study.h"

/* --- cells ------------------------------------------------------------------------------------ */

static FlStudyCell *
make_cell (guint place, const char *graph, const char *strategy, double kernels, double bytes)
{
  const char *options[] = { "memory_planner=auto", "run.repeats=3", NULL }, *none[] = { NULL };
  FlCellQuestion asked = { .place = place,
                           .graph = (char *) graph,
                           .target = (char *) "cpu",
                           .strategy = (char *) strategy,
                           .options = (char **) options,
                           .words = (char **) none };
  FlStudyCell *cell;

  asked.key = fl_cell_question_dup_key (&asked);
  cell = fl_study_cell_new_asked (&asked);
  g_free (asked.key);
  cell->rules = g_strdup ("cpu");
  cell->torch = g_strdup ("PyTorch 2.11's rules, as stated");
  cell->has[FL_MEASURE_KERNELS] = cell->has[FL_MEASURE_BYTES] = TRUE;
  cell->amount[FL_MEASURE_KERNELS] = kernels;
  cell->amount[FL_MEASURE_BYTES] = bytes;
  return cell;
}

static void
test_cells_read_back (void)
{
  g_autoptr (FlStudyCell) cell = make_cell (7, "/a \"b\"\n\t\xf0\x9f\x98\x80", "xla", 3, 4096), back = NULL;
  g_autofree char *line = NULL, *again = NULL;
  g_autoptr (GError) error = NULL;

  cell->machine = g_strdup ("2 x <processor>");
  cell->device = g_strdup ("cpu");
  cell->check = g_strdup ("agrees");
  cell->has[FL_MEASURE_TIME] = TRUE;
  cell->amount[FL_MEASURE_TIME] = 1234.5;
  cell->time_low_ns = 1200;
  cell->max_rel_error = 3e-7;
  fl_study_cell_set_error (cell, "failed", " two\nlines ");
  line = fl_study_cell_dup_line (cell);
  g_assert_null (strchr (line, '\n'));
  back = fl_study_cell_parse (line, strlen (line), "cells.jsonl:1", &error);
  g_assert_no_error (error);
  again = fl_study_cell_dup_line (back);
  g_assert_cmpstr (line, ==, again);
  g_assert_cmpstr (back->asked.graph, ==, cell->asked.graph);
  g_assert_cmpstr (back->error, ==, "two\nlines");
  g_assert_cmpfloat (back->amount[FL_MEASURE_TIME], ==, 1234.5);
}

/* Every text that is not one is an error with its place, cut at any byte. */
static void
test_cells_refuse_others (void)
{
  static const char *const wrong[]
      = { "",
          "[]",
          "{}",
          "{\"version\":2}",
          "{\"version\":1,\"key\":3}",
          "{\"version\":1,\"key\":\"k\",\"graph\":\"g\",\"target\":\"cpu\",\"strategy\":\"x\",\"options\":[1]}",
          "{\"version\":1,\"key\":\"k\",\"graph\":\"g\",\"target\":\"cpu\",\"strategy\":\"x\",\"bytes\":-1}",
          "{\"version\":1,\"key\":\"k\",\"graph\":\"g\",\"target\":\"cpu\",\"strategy\":\"x\",\"place\":1e300}" };
  g_autoptr (FlStudyCell) cell = make_cell (0, "/g", "xla", 1, 1);
  g_autofree char *line = fl_study_cell_dup_line (cell);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (fl_study_cell_parse (wrong[i], strlen (wrong[i]), "cells.jsonl:5", &error));
      g_assert_true (g_str_has_prefix (error->message, "cells.jsonl:5"));
    }
  for (gsize length = 0; length < strlen (line); length++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (fl_study_cell_parse (line, length, "cells.jsonl:5", &error));
      g_assert_nonnull (error);
    }
}

/* --- what cells amount to --------------------------------------------------------------------- */

static FlStudy *
make_study (void)
{
  FlStudy *study = fl_study_new ();

  /* Kernels of xla over inductor: 2/1, 8/1 and 4/4: the geometric mean is (2 * 8 * 1)^(1/3) = 2.5198. Bytes: 100/100,
   * and twice something over 0, which is left out, and 0 over 0, which is 1. */
  fl_study_take (study, make_cell (3, "/a", "xla", 2, 100));
  fl_study_take (study, make_cell (4, "/b", "xla", 8, 10));
  fl_study_take (study, make_cell (5, "/c", "xla", 4, 0));
  fl_study_take (study, make_cell (0, "/a", "inductor", 1, 100));
  fl_study_take (study, make_cell (1, "/b", "inductor", 1, 0));
  fl_study_take (study, make_cell (2, "/c", "inductor", 4, 0));
  fl_study_sort (study);
  return study;
}

static void
test_means_are_geometric (void)
{
  g_autoptr (FlStudy) study = make_study ();
  g_autoptr (FlStudySummary) summary = fl_study_summary_new (study);
  const FlStudyGroup *group = summary->groups->pdata[0];
  const FlStudyRow *first = group->rows->pdata[0], *row = group->rows->pdata[1];
  const FlStudySpread *kernels = &row->spreads[FL_MEASURE_KERNELS];

  g_assert_cmpuint (summary->groups->len, ==, 1);
  g_assert_cmpuint (summary->n_graphs, ==, 3);
  g_assert_cmpstr (first->label, ==, "inductor"); /* options that all have are said apart */
  g_assert_cmpstr (group->common, ==, "memory_planner=auto, run.repeats=3");
  g_assert_cmpuint (kernels->n, ==, 3);
  g_assert_cmpfloat (fabs (kernels->mean - cbrt (16)), <, 1e-12);
  g_assert_cmpfloat (kernels->median, ==, 2);
  g_assert_cmpfloat (kernels->low, ==, 1.5); /* halfway between 1 and 2 */
  g_assert_cmpfloat (kernels->high, ==, 5);  /* halfway between 2 and 8 */
  g_assert_cmpuint (row->spreads[FL_MEASURE_BYTES].n, ==, 2);
  g_assert_cmpuint (row->spreads[FL_MEASURE_BYTES].n_left_out, ==, 1);
  g_assert_cmpfloat (first->spreads[FL_MEASURE_KERNELS].mean, ==, 1);
  g_assert_cmpuint (row->spreads[FL_MEASURE_TIME].n, ==, 0);
}

/* Times of two machines are in two groups; an error is counted where its target's cells are. */
static void
test_machines_stand_apart (void)
{
  g_autoptr (FlStudy) study = fl_study_new ();
  g_autoptr (FlStudySummary) summary = NULL;
  const FlStudyGroup *first, *second;
  FlStudyCell *here = make_cell (0, "/a", "inductor", 1, 100), *there = make_cell (0, "/a", "inductor", 1, 100),
              *failed = make_cell (1, "/b", "inductor", 1, 100);

  here->machine = g_strdup ("one");
  here->device = g_strdup ("cpu");
  there->machine = g_strdup ("two");
  there->device = g_strdup ("cpu");
  here->has[FL_MEASURE_TIME] = there->has[FL_MEASURE_TIME] = TRUE;
  here->amount[FL_MEASURE_TIME] = 8;
  there->amount[FL_MEASURE_TIME] = 2;
  fl_study_cell_set_error (failed, "timeout", "not done");
  g_assert_cmpstr (here->asked.key, ==, there->asked.key);
  fl_study_take (study, here);
  g_assert_false (fl_study_has (study, there));
  fl_study_take (study, there);
  g_assert_true (fl_study_has (study, there));
  fl_study_take (study, failed);
  g_assert_cmpuint (study->cells->len, ==, 3);
  summary = fl_study_summary_new (study);
  g_assert_cmpuint (summary->groups->len, ==, 2);
  g_assert_cmpuint (summary->n_errors, ==, 1);
  first = summary->groups->pdata[0];
  second = summary->groups->pdata[1];
  g_assert_null (first->beside);
  g_assert_true (second->beside == first);
  g_assert_cmpfloat (((const FlStudyRow *) second->rows->pdata[0])->beside_first.mean, ==, 0.25); /* 2 over 8 */
  g_assert_cmpuint (((const FlStudyRow *) ((const FlStudyGroup *) summary->groups->pdata[0])->rows->pdata[0])->n_errors,
                    ==, 1);
}

/* A result takes the place of an error, and a later one that of an earlier one of the same machine. */
static void
test_last_cell_counts (void)
{
  g_autoptr (FlStudy) study = fl_study_new ();
  FlStudyCell *failed = make_cell (0, "/a", "inductor", 1, 100), *done = make_cell (0, "/a", "inductor", 2, 100);
  g_autofree char *key = g_strdup (failed->asked.key);

  fl_study_cell_set_error (failed, "crash", "ended by signal 11");
  fl_study_take (study, failed);
  g_assert_false (fl_study_has (study, done));
  fl_study_take (study, done);
  g_assert_cmpuint (study->cells->len, ==, 1);
  g_assert_true (fl_study_find (study, key) == done);
  fl_study_take (study, make_cell (0, "/a", "inductor", 3, 100));
  g_assert_cmpuint (study->cells->len, ==, 1);
  g_assert_cmpfloat (fl_study_find (study, key)->amount[FL_MEASURE_KERNELS], ==, 3);
}

static void
test_csv_is_inert (void)
{
  g_autoptr (FlStudy) study = fl_study_new ();
  g_autofree char *csv = NULL;

  fl_study_take (study, make_cell (0, "=cmd(\"x\")\n,y", "inductor", 1, 2));
  csv = fl_study_dup_csv (study);
  g_assert_nonnull (
      strstr (csv,
              "\n\"'=cmd(\"\"x\"\")\\u000a,y\",,,\"cpu\",\"inductor\",\"memory_planner=auto run.repeats=3\",\"cpu\","
              "\"PyTorch 2.11's rules, as stated\",1,2,,"));
}

static void
test_versions_are_said (void)
{
  g_autoptr (FlStudy) none = fl_study_new (), study = fl_study_new ();
  g_autofree char *nothing = fl_study_dup_torch (none), *torch = NULL, *html = NULL;
  FlStudyCell *other = make_cell (2, "c.py", "inductor", 1, 2);

  g_assert_null (nothing);
  fl_study_take (study, make_cell (0, "a.py", "inductor", 1, 2));
  fl_study_take (study, make_cell (1, "b.py", "inductor", 1, 2));
  g_free (other->torch);
  other->torch = g_strdup ("PyTorch 2.15's rules, assumed");
  fl_study_take (study, other);
  torch = fl_study_dup_torch (study);
  g_assert_cmpstr (torch, ==, "PyTorch 2.11's rules, as stated (2 cells); PyTorch 2.15's rules, assumed (1 cell)");
  html = fl_study_dup_html (study, "versions");
  g_assert_nonnull (strstr (html, "s rules, assumed (1 cell)"));
}

/* A page of nothing, and of wild names: no tag but our own. */
static void
test_page_is_inert (void)
{
  g_autoptr (FlStudy) none = fl_study_new (), study = fl_study_new ();
  g_autofree char *empty = fl_study_dup_html (none, "<i>"), *html = NULL;

  g_assert_nonnull (strstr (empty, "&lt;i&gt;"));
  g_assert_null (strstr (empty, "<i>"));
  fl_study_take (study, make_cell (0, "/<script>&\"'", "inductor", 1, 2));
  fl_study_take (study, make_cell (1, "/<script>&\"'", "<xla>", 2, 2));
  html = fl_study_dup_html (study, "two");
  g_assert_null (strstr (html, "<script"));
  g_assert_null (strstr (html, "<xla>"));
  g_assert_nonnull (strstr (html, "<svg"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/study/cells-read-back", test_cells_read_back);
  g_test_add_func ("/core/study/cells-refuse-others", test_cells_refuse_others);
  g_test_add_func ("/core/study/means-are-geometric", test_means_are_geometric);
  g_test_add_func ("/core/study/machines-stand-apart", test_machines_stand_apart);
  g_test_add_func ("/core/study/last-cell-counts", test_last_cell_counts);
  g_test_add_func ("/core/study/csv-is-inert", test_csv_is_inert);
  g_test_add_func ("/core/study/versions-are-said", test_versions_are_said);
  g_test_add_func ("/core/study/page-is-inert", test_page_is_inert);
  return g_test_run ();
}
