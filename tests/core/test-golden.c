/* Every case of tests/golden/{cpu,cuda}: the graph through our decomposition, lowering, scheduling
 * and fusion must give the reports that PyTorch gave, to the byte.
 * tests/golden/expected-differences.txt names the cases that do not, with the cause; one that has
 * become equal must be taken off the list.
 *
 *     test-golden --print DEVICE/CASE pre|post     our report of one case
 *     test-golden --list                           one line a case: what is equal */
#include <string.h>

#include "fl-golden.h"

/* --- tests ------------------------------------------------------------------------------------ */

typedef void (*CaseFunc) (const char *device, const cJSON *golden, const Outcome *outcome, gpointer data);

static void
for_each_case (const char *device, CaseFunc func, gpointer data)
{
  g_autofree char *top = golden_get_path (device, NULL);
  cJSON *index = golden_read_index (top);
  const cJSON *golden;

  cJSON_ArrayForEach (golden, cJSON_GetObjectItem (index, "cases"))
    {
      g_autofree char *folder = golden_get_path (device, golden->string, NULL);
      Outcome outcome;

      outcome_run (&outcome, folder, g_str_equal (device, "cuda") ? FL_TARGET_CUDA : FL_TARGET_CPU, golden);
      func (device, golden, &outcome, data);
      outcome_clear (&outcome);
    }
  cJSON_Delete (index);
}

typedef struct
{
  GHashTable *causes;
  guint n, n_partitions, n_texts, n_decisions;
} Tally;

static void
check_case (const char *device, const cJSON *golden, const Outcome *outcome, gpointer data)
{
  Tally *tally = data;
  g_autofree char *folder = golden_get_path (device, golden->string, NULL);
  Verdict verdict = outcome_judge (outcome, folder, golden);
  g_autofree char *key = g_strdup_printf ("%s/%s", device, golden->string);
  const char *cause = g_hash_table_lookup (tally->causes, key);
  gboolean is_equal = verdict.partition && verdict.pre && verdict.post && verdict.decisions;

  tally->n++;
  tally->n_partitions += verdict.partition;
  tally->n_texts += verdict.pre && verdict.post;
  tally->n_decisions += verdict.decisions;
  if (is_equal && cause != NULL)
    {
      g_test_message ("%s is equal now: take it off tests/golden/expected-differences.txt (%s)", key, cause);
      g_test_fail ();
    }
  else if (!is_equal && cause == NULL)
    {
      g_test_message ("%s differs: %s%s%s%s%s", key, outcome->error != NULL ? outcome->error : "",
                      verdict.partition ? "" : " other kernels;", verdict.pre ? "" : " other text before fusion;",
                      verdict.post ? "" : " other text after fusion;", verdict.decisions ? "" : " other decisions");
      g_test_fail ();
    }
}

static void
test_device (gconstpointer device)
{
  g_autofree char *top = golden_get_path (".", NULL);
  Tally tally = { .causes = golden_read_expected (top) };

  for_each_case (device, check_case, &tally);
  g_test_message ("%s: %u cases, %u with equal kernels, %u with equal texts, %u with equal decisions",
                  (const char *) device, tally.n, tally.n_partitions, tally.n_texts, tally.n_decisions);
  g_hash_table_unref (tally.causes);
}

/* --- for people ------------------------------------------------------------------------------- */

static void
list_case (const char *device, const cJSON *golden, const Outcome *outcome, gpointer data)
{
  g_autofree char *folder = golden_get_path (device, golden->string, NULL);
  Verdict verdict = outcome_judge (outcome, folder, golden);

  g_print ("%s/%s%s%s%s%s%s%s%s\n", device, golden->string, verdict.partition ? "" : " KERNELS",
           verdict.pre ? "" : " PRE", verdict.post ? "" : " POST", verdict.decisions ? "" : " DECISIONS",
           verdict.runs ? "" : " FAILS (", verdict.runs ? "" : outcome->error, verdict.runs ? "" : ")");
}

typedef struct
{
  const char *name;
  gboolean post;
} PrintRequest;

static void
print_case (const char *device, const cJSON *golden, const Outcome *outcome, gpointer data)
{
  const PrintRequest *request = data;

  if (!g_str_equal (golden->string, request->name))
    return;
  if (outcome->error != NULL)
    g_printerr ("%s\n", outcome->error);
  g_print ("%s", request->post ? outcome->post->str : outcome->pre->str);
}

int
main (int argc, char **argv)
{
  if (argc >= 2 && g_str_equal (argv[1], "--list"))
    {
      for_each_case ("cpu", list_case, NULL);
      for_each_case ("cuda", list_case, NULL);
      return 0;
    }
  if (argc >= 4 && g_str_equal (argv[1], "--print"))
    {
      g_auto (GStrv) parts = g_strsplit (argv[2], "/", 2);
      PrintRequest request = { parts[1], g_str_equal (argv[3], "post") };

      for_each_case (parts[0], print_case, &request);
      return 0;
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/core/golden/cpu", "cpu", test_device);
  g_test_add_data_func ("/core/golden/cuda", "cuda", test_device);
  return g_test_run ();
}
