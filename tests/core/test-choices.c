/* What measuring decided is kept from one run to the next, and nonsense in the file is no choice. */
#include "fl-choices.h"
#include "fl-event-kinds.h"
#include "fl-formats.h"
#include "fl-intern.h"
#include "fl-pipeline.h"
#include "fl-trials.h"

#include <glib/gstdio.h>
#include <string.h>

static char *folder;

/* The only file of choices in the folder; NULL: there is none. */
static char *
find_file (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    if (g_str_has_prefix (name, "choices-"))
      return g_build_filename (folder, name, NULL);
  return NULL;
}

static void
empty_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_remove (path);
    }
}

static void
test_choices_are_kept (void)
{
  const FlChoice one = { 1, { 10, 20 } }, two = { 3, { 0, 0, 7, 5 } };
  FlChoices *first = fl_choices_open (folder, "this machine"), *other = fl_choices_open (folder, "this machine"),
            *third;
  g_autofree char *path = NULL;

  g_assert_null (fl_choices_find (first, "a product"));
  fl_choices_save (first); /* of nothing */
  g_assert_null (path = find_file ());
  fl_choices_add (first, "a product", &one);
  fl_choices_add (first, "no\tsubject", &one);
  fl_choices_add (other, "a convolution", &two);
  fl_choices_save (first);
  fl_choices_save (other); /* with what the first wrote meanwhile */
  third = fl_choices_open (folder, "this machine");
  g_assert_cmpuint (fl_choices_find (third, "a product")->how, ==, 1);
  g_assert_cmpint (fl_choices_find (third, "a product")->times[1], ==, 20);
  g_assert_cmpuint (fl_choices_find (third, "a convolution")->how, ==, 3);
  g_assert_cmpint (fl_choices_find (third, "a convolution")->times[3], ==, 5);
  g_assert_null (fl_choices_find (third, "no\tsubject"));
  fl_choices_free (third);
  third = fl_choices_open (folder, "that machine");
  g_assert_null (fl_choices_find (third, "a product"));
  fl_choices_free (first);
  fl_choices_free (other);
  fl_choices_free (third);
  empty_folder ();
}

static void
test_nonsense_is_no_choice (void)
{
  static const char text[] = "right\t1\t1\t2\t3\t4\t5\t6\n"
                             "\t1\t1\t2\t3\t4\t5\t6\n"
                             "too many ways\t6\t1\t2\t3\t4\t5\t6\n"
                             "negative\t-1\t1\t2\t3\t4\t5\t6\n"
                             "words\tone\t1\t2\t3\t4\t5\t6\n"
                             "short\t1\t1\t2\n"
                             "long\t1\t1\t2\t3\t4\t5\t6\t7\n"
                             "huge\t1\t1\t2\t3\t4\t5\t66666666666666666666\n"
                             "\xff\xfe\n\n";
  const FlChoice one = { 1, { 10, 20 } };
  FlChoices *choices = fl_choices_open (folder, "m");
  g_autofree char *path = NULL;

  fl_choices_add (choices, "x", &one);
  fl_choices_save (choices);
  fl_choices_free (choices);
  path = find_file ();
  g_assert_true (g_file_set_contents (path, text, sizeof text - 1, NULL));
  choices = fl_choices_open (folder, "m");
  g_assert_cmpint (fl_choices_find (choices, "right")->times[5], ==, 6);
  for (guint i = 0; i < 8; i++)
    g_assert_null (fl_choices_find (choices, (const char *const[]) { "", "too many ways", "negative", "words", "short",
                                                                     "long", "huge", "\xff\xfe" }[i]));
  fl_choices_free (choices);
  empty_folder ();
}

static const char source[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, a: \"f32[1, 16, 9, 9]\", b: \"f32[16, 16, 3, 3]\"):\n"
                             "        return (torch.ops.aten.convolution.default(a, b, None, [1, 1], [1, 1], [1, 1], "
                             "False, [0, 0], 1),)\n";

static FlExecution *
execute (gboolean measure, const char *option, FlRun **executed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("test", source, strlen (source), &error);
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;
  const FlExecuteRequest execute = { .verify = TRUE, .measure = measure, .cache_folder = folder };

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  g_assert_true (fl_options_set (&request.options, "run.repeats=3", NULL));
  g_assert_true (fl_options_set (&request.options, option, NULL));
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  *executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true ((*executed)->execution->agrees);
  return (FlExecution *) (*executed)->execution;
}

/* What the convolution's event says of the times that decided. */
static const char *
find_facts (const FlRun *run)
{
  guint n = fl_trace_get_n_events (run->trace);

  for (guint i = 0; i < n; i++)
    {
      const FlEvent *event = fl_trace_get_event (run->trace, i);
      if (event->kind == FL_EVENT_LIBRARY && event->verdict == FL_VERDICT_NOTE)
        return event->facts;
    }
  return NULL;
}

/* Times that nobody measures show where a choice came from. */
static void
test_runs_recall_choices (void)
{
  g_autoptr (FlRun) measured = NULL, recalled = NULL, anew = NULL;
  g_autofree char *path = NULL, *text = NULL;
  g_auto (GStrv) parts = NULL;

  for (guint i = 0; i < 50 && path == NULL;
       i++) /* a time measured while others had the processor is not kept: measure again */
    {
      g_clear_pointer (&measured, fl_run_unref);
      execute (TRUE, "cpu.choices=kept", &measured);
      path = find_file ();
    }
  g_assert_nonnull (path);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "convolution by "));
  parts = g_strsplit (text, "\t", 2);
  g_clear_pointer (&text, g_free);
  text = g_strdup_printf ("%s\t0\t123456789000\t123456789000\t0\t0\t0\t0\n", parts[0]);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  execute (FALSE, "cpu.choices=kept", &recalled);
  g_assert_nonnull (strstr (find_facts (recalled), "123456789.0 us"));
  execute (TRUE, "cpu.choices=measured", &anew);
  g_assert_null (strstr (find_facts (anew), "123456789.0 us"));
  empty_folder ();
}

/* Both programs of a comparison convolve in one way: what the first measured holds for the second, though nothing is
 * kept in a file, and even when it was measured while others had the processor. The times that decided are the same to
 * the last digit. */
static void
test_programs_share_choices (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("test", source, strlen (source), &error);
  g_autoptr (FlRun) run = NULL, executed = NULL;
  g_autoptr (GPtrArray) facts = g_ptr_array_new ();
  const FlExecuteRequest request = { .verify = TRUE, .measure = TRUE, .cache_folder = folder };
  FlPipelineRequest pipeline;

  g_assert_no_error (error);
  fl_pipeline_request_init (&pipeline);
  pipeline.options.target = FL_TARGET_CPU;
  pipeline.with_unfused = TRUE;
  g_assert_true (fl_options_set (&pipeline.options, "run.repeats=3", NULL));
  g_assert_true (fl_options_set (&pipeline.options, "cpu.choices=measured", NULL));
  run = fl_pipeline_run (graph, &pipeline);
  g_assert_no_error (run->error);
  executed = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < fl_trace_get_n_events (executed->trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (executed->trace, i);

      if (event->kind == FL_EVENT_LIBRARY && event->verdict == FL_VERDICT_NOTE)
        {
          g_auto (GStrv) parts = g_strsplit (event->facts, ";", 2); /* behind it: whether it was unsure */

          g_ptr_array_add (facts, (gpointer) fl_intern_printf ("%s: %s", event->reason, parts[0]));
        }
    }
  g_assert_cmpuint (facts->len, ==, 2);
  g_assert_nonnull (strstr (facts->pdata[0], " us"));
  g_assert_cmpstr (facts->pdata[0], ==, facts->pdata[1]);
  empty_folder ();
}

/* A way takes so many microseconds. */
static void
wait_a_while (gpointer data, guint way, FlThreadPool *pool)
{
  const gint64 *microseconds = data, begin = g_get_monotonic_time ();

  while (g_get_monotonic_time () - begin <= microseconds[way]) /* both ends are rounded */
    ;
}

static void
test_the_fastest_way_is_found (void)
{
  static const gboolean can[] = { TRUE, TRUE, FALSE, TRUE };
  gint64 microseconds[] = { 400, 100, 1, 3000 }, ns[G_N_ELEMENTS (can)];
  guint best = 0;

  fl_trials_run (wait_a_while, microseconds, NULL, can, G_N_ELEMENTS (can), ns, &best);
  g_assert_cmpuint (best, ==, 1);
  g_assert_cmpint (ns[2], ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (can); i++)
    g_assert_cmpint (ns[i], >=, can[i] ? microseconds[i] * 1000 : 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("fuseloom-choices-XXXXXX", NULL);
  g_test_add_func ("/core/library/choices/choices-are-kept", test_choices_are_kept);
  g_test_add_func ("/core/library/choices/nonsense-is-no-choice", test_nonsense_is_no_choice);
  g_test_add_func ("/core/library/choices/runs-recall-choices", test_runs_recall_choices);
  g_test_add_func ("/core/library/choices/programs-share-choices", test_programs_share_choices);
  g_test_add_func ("/core/library/choices/the-fastest-way-is-found", test_the_fastest_way_is_found);
  int status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
