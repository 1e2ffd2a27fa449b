/* Whole models of tests/golden/models/{cpu,cuda}: as test-golden, one line a graph and a text.
 * expected-differences.txt there names the texts that differ ("cpu/swin pre: cause");
 * they are skipped, with the cause. One that has become equal must be taken off the list.
 *
 *     test-golden-models --print DEVICE/GRAPH pre|post     our report of one graph
 *     test-golden-models --list [DEVICE/PREFIX]            one line a graph: what is equal */
#include <stdlib.h>
#include <string.h>

#include "fl-golden.h"

enum
{
  KERNELS,
  PRE,
  POST,
  DECISIONS,
  N_TEXTS
};

static const char *const text_names[N_TEXTS] = { "kernels", "pre", "post", "decisions" };

/* One graph: compiled when the first of its texts is asked for. */
typedef struct
{
  const char *device;
  const cJSON *golden;
  GHashTable *causes;
  gboolean is_done, are_equal[N_TEXTS];
  char *error;
} Case;

typedef struct
{
  Case *of;
  guint text;
} Check;

static FlTarget
get_target (const char *device)
{
  return g_str_equal (device, "cuda") ? FL_TARGET_CUDA : FL_TARGET_CPU;
}

static void
run_case (Case *one)
{
  g_autofree char *folder = golden_get_path ("models", one->device, one->golden->string, NULL);
  Outcome outcome;
  Verdict verdict;

  outcome_run (&outcome, folder, get_target (one->device), one->golden);
  verdict = outcome_judge (&outcome, folder, one->golden);
  one->is_done = TRUE;
  one->are_equal[KERNELS] = verdict.partition;
  one->are_equal[PRE] = verdict.pre;
  one->are_equal[POST] = verdict.post;
  one->are_equal[DECISIONS] = verdict.decisions;
  one->error = g_steal_pointer (&outcome.error);
  outcome_clear (&outcome);
}

static void
test_text (gconstpointer data)
{
  const Check *check = data;
  Case *one = check->of;
  g_autofree char *key = g_strdup_printf ("%s/%s %s", one->device, one->golden->string, text_names[check->text]);
  const char *cause = g_hash_table_lookup (one->causes, key);

  if (!one->is_done)
    run_case (one);
  if (one->are_equal[check->text] && cause != NULL)
    {
      g_test_message ("%s is equal now: take it off tests/golden/models/expected-differences.txt (%s)", key, cause);
      g_test_fail ();
    }
  else if (!one->are_equal[check->text] && cause == NULL)
    {
      g_test_message ("%s differs%s%s", key, one->error != NULL ? ": " : "", one->error != NULL ? one->error : "");
      g_test_fail ();
    }
  else if (cause != NULL)
    g_test_skip (cause);
}

static gboolean
has_decisions (const char *device, const char *name)
{
  g_autofree char *path = golden_get_path ("models", device, name, "fusion.txt.gz", NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
case_free (gpointer data)
{
  Case *one = data;

  g_free (one->error);
  g_free (one);
}

/* Returns the index, which the cases refer to. */
static cJSON *
add_device (const char *device, GHashTable *causes, GPtrArray *cases)
{
  g_autofree char *top = golden_get_path ("models", device, NULL);
  cJSON *index = golden_read_index (top);
  const cJSON *golden;

  cJSON_ArrayForEach (golden, cJSON_GetObjectItem (index, "cases"))
    {
      Case *one = g_new0 (Case, 1);

      *one = (Case) { .device = device, .golden = golden, .causes = causes };
      g_ptr_array_add (cases, one);
      for (guint i = 0; i < N_TEXTS; i++)
        if (i != DECISIONS || has_decisions (device, golden->string))
          {
            g_autofree char *path
                = g_strdup_printf ("/core/golden/models/%s/%s/%s", device, golden->string, text_names[i]);
            Check *check = g_new (Check, 1);

            *check = (Check) { one, i };
            g_test_add_data_func_full (path, check, test_text, g_free);
          }
    }
  return index;
}

/* --- for people ------------------------------------------------------------------------------- */

static void
list_device (const char *device, const char *prefix)
{
  g_autofree char *top = golden_get_path ("models", device, NULL);
  cJSON *index = golden_read_index (top);
  const cJSON *golden;

  cJSON_ArrayForEach (golden, cJSON_GetObjectItem (index, "cases"))
    {
      g_autofree char *key = g_strdup_printf ("%s/%s", device, golden->string);
      Case one = { .device = device, .golden = golden };

      if (prefix != NULL && !g_str_has_prefix (key, prefix))
        continue;
      run_case (&one);
      g_print ("%s", key);
      for (guint i = 0; i < N_TEXTS; i++)
        if (!one.are_equal[i] && (i != DECISIONS || has_decisions (device, golden->string)))
          g_print (" %s", text_names[i]);
      g_print ("%s%s\n", one.error != NULL ? " FAILS: " : "", one.error != NULL ? one.error : "");
      g_free (one.error);
    }
  cJSON_Delete (index);
}

static int
print_case (const char *key, gboolean post)
{
  g_auto (GStrv) parts = g_strsplit (key, "/", 2);
  g_autofree char *top = golden_get_path ("models", parts[0], NULL);
  cJSON *index = golden_read_index (top);
  const cJSON *golden = cJSON_GetObjectItem (cJSON_GetObjectItem (index, "cases"), parts[1]);
  Outcome outcome;

  if (golden != NULL)
    {
      g_autofree char *folder = g_build_filename (top, parts[1], NULL);

      outcome_run (&outcome, folder, get_target (parts[0]), golden);
      if (outcome.error != NULL)
        g_printerr ("%s\n", outcome.error);
      g_print ("%s", post ? outcome.post->str : outcome.pre->str);
      outcome_clear (&outcome);
    }
  cJSON_Delete (index);
  return golden != NULL ? EXIT_SUCCESS : EXIT_FAILURE;
}

int
main (int argc, char **argv)
{
  g_autofree char *top = golden_get_path ("models", NULL);
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func (case_free);
  g_autoptr (GHashTable) causes = NULL;
  cJSON *cpu, *cuda;
  int status;

  if (argc >= 2 && g_str_equal (argv[1], "--list"))
    {
      list_device ("cpu", argc >= 3 ? argv[2] : NULL);
      list_device ("cuda", argc >= 3 ? argv[2] : NULL);
      return EXIT_SUCCESS;
    }
  if (argc >= 4 && g_str_equal (argv[1], "--print"))
    return print_case (argv[2], g_str_equal (argv[3], "post"));
  g_test_init (&argc, &argv, NULL);
  causes = golden_read_expected (top);
  cpu = add_device ("cpu", causes, cases);
  cuda = add_device ("cuda", causes, cases);
  status = g_test_run ();
  cJSON_Delete (cpu);
  cJSON_Delete (cuda);
  return status;
}
