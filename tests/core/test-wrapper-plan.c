/* The wrapper of every golden case of tests/golden whose kernels are PyTorch's: what it allocates, reuses and deletes,
 * in order, with the calls between, must be what PyTorch wrote. tests/golden/wrapper-differences.txt names the cases
 * that differ, with the cause; one that has become equal must be taken off the list.
 *
 *     test-wrapper-plan --list [DEVICE/PREFIX]     one line a case
 *     test-wrapper-plan --print DEVICE/CASE        PyTorch's lines and ours: "  both", "- theirs", "+ ours" */
#include <string.h>

#include "fl-golden.h"

/* The share that has to be equal of the cases with equal kernels, in percent. */
enum
{
  LEAST_SHARE = 95
};

static const char *const devices[] = { "cpu", "cuda", "models/cpu", "models/cuda" };

typedef struct
{
  const char *device, *prefix;
  GHashTable *causes;
  guint n, n_kernels, n_equal;
  guint n_reusing, n_reusing_equal; /* of those with equal kernels: wrappers that reuse memory */
} Tally;

typedef void (*CaseFunc) (Tally *tally, const char *key, gboolean has_kernels, const char *theirs, const char *ours);

static void
run_case (Tally *tally, const char *device, const cJSON *golden, CaseFunc func)
{
  g_autofree char *key = g_strdup_printf ("%s/%s", device, golden->string);
  g_autofree char *folder = golden_get_path (device, golden->string, NULL);
  g_autofree char *text = NULL, *theirs = NULL, *ours = NULL;
  gsize length = 0;
  Outcome outcome;

  if (tally->prefix != NULL && !g_str_has_prefix (key, tally->prefix))
    return;
  text = golden_read (folder, "wrapper.py", &length);
  g_assert_nonnull (text);
  outcome_run (&outcome, folder, strstr (device, "cuda") != NULL ? FL_TARGET_CUDA : FL_TARGET_CPU, golden);
  theirs = golden_dup_memory_lines (text, length);
  ours = golden_dup_memory_lines (outcome.wrapper->str, outcome.wrapper->len);
  func (tally, key, outcome_judge (&outcome, folder, golden).partition, theirs, ours);
  outcome_clear (&outcome);
}

static void
for_each_case (Tally *tally, CaseFunc func)
{
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    {
      g_autofree char *top = golden_get_path (devices[i], NULL);
      cJSON *index;
      const cJSON *golden;

      if (tally->device != NULL && !g_str_equal (devices[i], tally->device))
        continue;
      index = golden_read_index (top);
      cJSON_ArrayForEach (golden, cJSON_GetObjectItem (index, "cases"))
        run_case (tally, devices[i], golden, func);
      cJSON_Delete (index);
    }
}

/* --- tests ------------------------------------------------------------------------------------ */

static void
count_case (Tally *tally, gboolean has_kernels, const char *theirs, const char *ours)
{
  const gboolean is_equal = g_str_equal (theirs, ours), is_reusing = strstr (theirs, "# reuse") != NULL;

  tally->n++;
  tally->n_kernels += has_kernels;
  tally->n_equal += has_kernels && is_equal;
  tally->n_reusing += has_kernels && is_reusing;
  tally->n_reusing_equal += has_kernels && is_reusing && is_equal;
}

static void
check_case (Tally *tally, const char *key, gboolean has_kernels, const char *theirs, const char *ours)
{
  const char *cause = g_hash_table_lookup (tally->causes, key);
  const gboolean is_equal = g_str_equal (theirs, ours);

  count_case (tally, has_kernels, theirs, ours);
  if (is_equal && cause != NULL)
    {
      g_test_message ("%s is equal now: take it off tests/golden/wrapper-differences.txt (%s)", key, cause);
      g_test_fail ();
    }
  else if (has_kernels && !is_equal && cause == NULL)
    {
      g_test_message ("%s: the wrapper does something else with memory", key);
      g_test_fail ();
    }
}

static void
test_device (gconstpointer device)
{
  g_autofree char *path = golden_get_path ("wrapper-differences.txt", NULL);
  Tally tally = { .device = device, .causes = golden_read_causes (path) };

  for_each_case (&tally, check_case);
  g_test_message (
      "%s: %u cases, %u with equal kernels, %u of them with an equal wrapper; of those that reuse memory %u "
      "of %u",
      (const char *) device, tally.n, tally.n_kernels, tally.n_equal, tally.n_reusing_equal, tally.n_reusing);
  g_assert_cmpuint (tally.n_equal * 100, >=, tally.n_kernels * LEAST_SHARE);
  g_hash_table_unref (tally.causes);
}

/* --- for people ------------------------------------------------------------------------------- */

static void
list_case (Tally *tally, const char *key, gboolean has_kernels, const char *theirs, const char *ours)
{
  count_case (tally, has_kernels, theirs, ours);
  g_print ("%s%s%s\n", key, has_kernels ? "" : " KERNELS", g_str_equal (theirs, ours) ? "" : " WRAPPER");
}

/* A longest common subsequence needs a table of both lengths: wrappers have some hundred lines. */
static void
print_case (Tally *tally, const char *key, gboolean has_kernels, const char *theirs, const char *ours)
{
  g_auto (GStrv) a = g_strsplit (theirs, "\n", -1), b = g_strsplit (ours, "\n", -1);
  const guint n = g_strv_length (a), m = g_strv_length (b);
  g_autofree guint *common = g_new0 (guint, (n + 1) * (m + 1));
  guint i, k;

  if (!g_str_equal (key, tally->prefix))
    return;
  for (i = n; i-- > 0;)
    for (k = m; k-- > 0;)
      common[i * (m + 1) + k] = g_str_equal (a[i], b[k])
                                    ? common[(i + 1) * (m + 1) + k + 1] + 1
                                    : MAX (common[(i + 1) * (m + 1) + k], common[i * (m + 1) + k + 1]);
  for (i = k = 0; i < n || k < m;)
    if (i < n && k < m && g_str_equal (a[i], b[k]))
      {
        g_print ("  %s\n", a[i++]);
        k++;
      }
    else if (k == m || (i < n && common[(i + 1) * (m + 1) + k] >= common[i * (m + 1) + k + 1]))
      g_print ("- %s\n", a[i++]);
    else
      g_print ("+ %s\n", b[k++]);
}

int
main (int argc, char **argv)
{
  if (argc >= 2 && (g_str_equal (argv[1], "--list") || g_str_equal (argv[1], "--print")))
    {
      Tally tally = { .prefix = argc >= 3 ? argv[2] : NULL };

      for_each_case (&tally, g_str_equal (argv[1], "--list") ? list_case : print_case);
      g_print ("%u cases, %u with equal kernels, %u with an equal wrapper; of those that reuse memory %u of %u\n",
               tally.n, tally.n_kernels, tally.n_equal, tally.n_reusing_equal, tally.n_reusing);
      return 0;
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/core/wrapper-plan/cpu", "cpu", test_device);
  g_test_add_data_func ("/core/wrapper-plan/cuda", "cuda", test_device);
  g_test_add_data_func ("/core/wrapper-plan/models-cpu", "models/cpu", test_device);
  g_test_add_data_func ("/core/wrapper-plan/models-cuda", "models/cuda", test_device);
  return g_test_run ();
}
