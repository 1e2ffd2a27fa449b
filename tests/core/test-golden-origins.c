/* From which nodes of the graph each operation before fusion comes, beside what Inductor says of it: origins.txt of the
 * golden cases. Names of kernels and the way back to the program rest on these.
 *
 *     test-golden-origins --list       the operations that differ */
#include <string.h>

#include "fl-golden.h"

typedef struct
{
  const char *device, *name;
  GHashTable *expected; /* "op0" -> its line's names, sorted */
  guint n, n_equal;
  gboolean lists;
} Tally;

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
dup_sorted (char **names)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();

  for (guint i = 0; names[i]; i++)
    if (*names[i])
      g_ptr_array_add (sorted, names[i]);
  g_ptr_array_sort (sorted, compare_names);
  g_ptr_array_add (sorted, NULL);
  return g_strjoinv (" ", (char **) sorted->pdata);
}

/* "op0 Pointwise -> buf0: permute mul clone" */
static GHashTable *
read_origins (const char *folder)
{
  GHashTable *origins = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  gsize length = 0;
  g_autofree char *text = golden_read (folder, "origins.txt", &length);
  g_auto (GStrv) lines = g_strsplit (text ? text : "", "\n", -1);

  for (guint i = 0; lines[i]; i++)
    {
      char *colon = strstr (lines[i], ": "), *space = strchr (lines[i], ' ');

      if (colon && space)
        {
          g_auto (GStrv) names = g_strsplit (colon + 2, " ", -1);

          g_hash_table_insert (origins, g_strndup (lines[i], space - lines[i]), dup_sorted (names));
        }
    }
  return origins;
}

static void
compare (const FlSchedule *before, const FlTrace *trace, gpointer data)
{
  const FlGraph *graph = before->lowered->graph;
  Tally *tally = data;

  for (guint i = 0; i < before->n_nodes; i++)
    {
      const FlSchedNode *node = before->nodes[i];
      const char *expected = g_hash_table_lookup (tally->expected, node->name);
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      g_auto (GStrv) names = NULL;
      g_autofree char *ours = NULL;

      if (!expected || !node->op || !node->op->loops)
        continue;
      for (guint k = 0; k < node->op->n_origins; k++)
        g_strv_builder_add (builder, graph->nodes[node->op->origins[k].index].name);
      names = g_strv_builder_end (builder);
      ours = dup_sorted (names);
      tally->n++;
      tally->n_equal += g_str_equal (ours, expected);
      if (g_str_equal (ours, expected) || (g_str_has_prefix (tally->name, "foreach-") && !tally->lists))
        continue;
      if (!tally->lists)
        g_test_fail ();
      g_print ("# %s/%s %s: %s, Inductor: %s\n", tally->device, tally->name, node->name, ours, expected);
    }
}

static void
compare_device (Tally *tally)
{
  g_autofree char *top = golden_get_path (tally->device, NULL);
  cJSON *index = golden_read_index (top);
  const cJSON *golden;

  cJSON_ArrayForEach (golden, cJSON_GetObjectItem (index, "cases"))
    {
      g_autofree char *folder = golden_get_path (tally->device, golden->string, NULL);
      Outcome outcome;

      tally->name = golden->string;
      tally->expected = read_origins (folder);
      outcome_run_watched (&outcome, folder, g_str_equal (tally->device, "cuda") ? FL_TARGET_CUDA : FL_TARGET_CPU,
                           golden, compare, tally);
      outcome_clear (&outcome);
      g_hash_table_unref (tally->expected);
    }
  cJSON_Delete (index);
}

/* Operators on lists, which are opened into plain ones here, are one node there: the cases "foreach-". */
static void
test_origins_are_inductors (gconstpointer device)
{
  Tally tally = { .device = device };

  compare_device (&tally);
  g_test_message ("%u of %u operations come from the nodes that Inductor names", tally.n_equal, tally.n);
  g_assert_cmpuint (tally.n_equal, >, 700);
}

int
main (int argc, char **argv)
{
  if (argc >= 2 && g_str_equal (argv[1], "--list"))
    {
      compare_device (&(Tally) { .device = "cpu", .lists = TRUE });
      compare_device (&(Tally) { .device = "cuda", .lists = TRUE });
      return 0;
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/core/golden/origins/cpu", "cpu", test_origins_are_inductors);
  g_test_add_data_func ("/core/golden/origins/cuda", "cuda", test_origins_are_inductors);
  return g_test_run ();
}
