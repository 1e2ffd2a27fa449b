/* The parity page: every case of tests/golden through our pipeline, beside what PyTorch itself
 * wrote.
 *
 *     parity-table                 prints tests/parity/README.md
 *     parity-table --write FILE    writes it there
 *     parity-table --check FILE    exit 1 and what differs, when FILE is not what would be printed
 *     parity-table --all [FOLDER…] the whole table, one row a graph, of tests/golden or of any
 * folders
 *
 * FUSELOOM_SOURCE_DIR names the source folder. */
#include <cjson/cJSON.h>
#include <string.h>

#include "fl-file.h"
#include "fl-parity-run.h"

enum
{
  MAX_SHOWN = 8 /* differing places of an outdated page */
};

typedef struct
{
  char *title; /* "cpu/sample-softmax": the folder below tests/golden */
  FlParity *parity;
  char *error;
} Row;

typedef struct
{
  guint n, n_partitions, n_pre, n_post, n_kernels;
  guint n_wrappers;                 /* equal, of those with an equal partition */
  guint n_reusing, n_reusing_equal; /* of these: where PyTorch's wrapper reuses memory */
} Sum;

/* --- running ---------------------------------------------------------------------------------- */

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->title);
  g_free (row->error);
  fl_parity_unref (row->parity);
  g_free (row);
}

/* What the texts of a case do not say and the index beside its folder does: the sizes that PyTorch saw, the processors.
 */
static void
add_circumstances (const char *path, GPtrArray *hints, GPtrArray *settings)
{
  g_autofree char *top = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *index_path = g_build_filename (top, "index.json", NULL);
  g_autofree char *text = NULL;
  cJSON *index;
  const cJSON *one, *hint, *processors;

  if (!g_file_get_contents (index_path, &text, NULL, NULL))
    return;
  index = cJSON_Parse (text);
  one = cJSON_GetObjectItem (cJSON_GetObjectItem (index, "cases"), name);
  processors = cJSON_GetObjectItem (one, "processors");
  cJSON_ArrayForEach (hint, cJSON_GetObjectItem (one, "hints"))
    g_ptr_array_add (hints, g_strdup_printf ("%s=%d", hint->string, hint->valueint));
  if (processors != NULL && g_str_has_suffix (top, "cpu"))
    g_ptr_array_add (settings, g_strdup_printf ("cpp.threads=%d", processors->valueint));
  cJSON_Delete (index);
}

static void
add_rows (GPtrArray *rows, const char *top, gboolean is_golden)
{
  g_autoptr (GPtrArray) folders = fl_debug_folder_find_all (top);

  for (guint i = 0; i < folders->len; i++)
    {
      const char *path = folders->pdata[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) hints = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) settings = g_ptr_array_new_with_free_func (g_free);
      FlParityRequest request = { 0 };
      Row *row = g_new0 (Row, 1);

      fl_options_init (&request.options);
      if (is_golden)
        {
          request.options.graph_level = FL_LEVEL_TRANSFORMED; /* fx.py is what Inductor's passes left */
          add_circumstances (path, hints, settings);
        }
      g_ptr_array_add (hints, NULL);
      g_ptr_array_add (settings, NULL);
      request.hints = (const char *const *) hints->pdata;
      request.settings = (const char *const *) settings->pdata;
      row->title = g_strdup (is_golden ? path + strlen (top) + 1 : path);
      row->parity = fl_parity_run_folder (path, &request, &error);
      row->error = error != NULL ? g_strdup (error->message) : NULL;
      g_ptr_array_add (rows, row);
    }
}

static GPtrArray *
new_golden_rows (void)
{
  g_autofree char *top = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests/golden", NULL);
  GPtrArray *rows = g_ptr_array_new_with_free_func (row_free);

  add_rows (rows, top, TRUE);
  return rows;
}

/* --- causes ----------------------------------------------------------------------------------- */

/* expected-differences.txt of tests/golden and of tests/golden/models: "cpu/case: cause" or
 * "cpu/case pre: cause", one a line; # begins a comment. Every case has the causes of its texts,
 * each once. */
static void
read_causes (GHashTable *causes, const char *folder, const char *prefix)
{
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), folder, "expected-differences.txt", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gsize length;

  if (!fl_file_read (path, &text, &length, NULL))
    return;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *colon = strstr (lines[i], ": ");
      gsize name = strcspn (lines[i], " :");
      g_autofree char *key = NULL;
      const char *known;

      if (lines[i][0] == '#' || colon == NULL)
        continue;
      key = g_strdup_printf ("%s%.*s", prefix, (int) name, lines[i]);
      known = g_hash_table_lookup (causes, key);
      if (known == NULL)
        g_hash_table_insert (causes, g_steal_pointer (&key), g_strdup (colon + 2));
      else if (strstr (known, colon + 2) == NULL)
        {
          char *both = g_strdup_printf ("%s; %s", known, colon + 2);

          g_hash_table_insert (causes, g_steal_pointer (&key), both);
        }
    }
}

static GHashTable *
new_causes (void)
{
  GHashTable *causes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  read_causes (causes, "tests/golden", "");
  read_causes (causes, "tests/golden/models", "models/");
  return causes;
}

/* --- the page --------------------------------------------------------------------------------- */

static gboolean
is_same_text (const FlParityText *text)
{
  return text->verdict == FL_TEXT_IDENTICAL || text->verdict == FL_TEXT_BLANKS;
}

static gboolean
reuses_memory (const FlParity *parity)
{
  for (guint i = 0; parity->wrapper.theirs != NULL && i < parity->wrapper.theirs->len; i++)
    if (g_str_has_suffix (parity->wrapper.theirs->pdata[i], "# reuse"))
      return TRUE;
  return FALSE;
}

static void
count (Sum *sum, const Row *row)
{
  const FlParity *parity = row->parity;

  sum->n++;
  if (parity == NULL)
    return;
  sum->n_partitions += parity->has_groups && parity->n_only_ours + parity->n_only_theirs == 0;
  sum->n_pre += is_same_text (&parity->pre);
  sum->n_post += is_same_text (&parity->post);
  sum->n_kernels += parity->has_groups && parity->n_our_kernels == parity->n_their_kernels;
  if (!parity->has_groups || parity->n_only_ours + parity->n_only_theirs > 0)
    return;
  sum->n_wrappers += parity->wrapper.verdict == FL_TEXT_IDENTICAL;
  if (!reuses_memory (parity))
    return;
  sum->n_reusing++;
  sum->n_reusing_equal += parity->wrapper.verdict == FL_TEXT_IDENTICAL;
}

/* "models/cpu" of "models/cpu/bert" */
static char *
dup_section (const Row *row)
{
  return g_path_get_dirname (row->title);
}

static void
append_share (GString *out, guint n, guint n_all)
{
  g_string_append_printf (out, " %u (%.1f %%) |", n, n_all > 0 ? 100.0 * n / n_all : 0.0);
}

static void
append_sum (GString *out, const char *title, const Sum *sum)
{
  g_string_append_printf (out, "| %s | %u |", title, sum->n);
  append_share (out, sum->n_partitions, sum->n);
  append_share (out, sum->n_pre, sum->n);
  append_share (out, sum->n_post, sum->n);
  append_share (out, sum->n_kernels, sum->n);
  append_share (out, sum->n_wrappers, sum->n_partitions);
  append_share (out, sum->n_reusing_equal, sum->n_reusing);
  g_string_append_c (out, '\n');
}

static void
append_summary (GString *out, const GPtrArray *rows)
{
  Sum all = { 0 };

  g_string_append (out, "| cases | graphs | partition equal | text before fusion | text after "
                        "fusion | as many kernels | wrapper equal | where it reuses memory |\n"
                        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  for (guint i = 0; i < rows->len;)
    {
      g_autofree char *section = dup_section (rows->pdata[i]);
      Sum sum = { 0 };

      for (; i < rows->len; i++)
        {
          g_autofree char *own = dup_section (rows->pdata[i]);

          if (!g_str_equal (own, section))
            break;
          count (&sum, rows->pdata[i]);
          count (&all, rows->pdata[i]);
        }
      append_sum (out, section, &sum);
    }
  append_sum (out, "all", &all);
}

static void
append_row (GString *out, const Row *row)
{
  if (row->parity != NULL)
    fl_parity_append_table_row (out, row->title, row->parity);
  else
    g_string_append_printf (out, "| %s | | **not readable: %s** | | | |\n", row->title, row->error);
}

/* Not only "PRE POST", what differs, or that nobody looked. */
static gboolean
is_cause (const char *text)
{
  gboolean has_words = FALSE;

  for (const char *c = text; text != NULL && *c != '\0'; c++)
    has_words |= g_ascii_islower (*c);
  return has_words && strstr (text, "not yet looked into") == NULL;
}

static gboolean
is_model (const Row *row)
{
  return g_str_has_prefix (row->title, "models/");
}

/* Of the models, all rows; of the small cases, those that differ. Then the causes. */
static void
append_rows (GString *out, const GPtrArray *rows, gboolean of_models)
{
  g_autoptr (GHashTable) causes = new_causes ();
  g_autoptr (GString) list = g_string_new (NULL);
  g_autoptr (GString) unexplained = g_string_new (NULL);

  fl_parity_append_table_head (out);
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = rows->pdata[i];
      const char *cause = g_hash_table_lookup (causes, row->title);
      gboolean is_equal = row->parity != NULL && fl_parity_is_equal (row->parity);

      if (is_model (row) != of_models)
        continue;
      if (of_models || !is_equal)
        append_row (out, row);
      if (!is_equal && is_cause (cause))
        g_string_append_printf (list, "- `%s`: %s\n", row->title, cause);
      else if (!is_equal)
        g_string_append_printf (unexplained, "%s`%s`", unexplained->len > 0 ? ", " : "", row->title);
    }
  if (list->len > 0)
    g_string_append_printf (out, "\nCauses:\n\n%s", list->str);
  if (unexplained->len > 0)
    g_string_append_printf (out, "\nNo cause is written down yet for: %s.\n", unexplained->str);
}

static void
append_page (GString *out, const GPtrArray *rows)
{
  const Row *first = rows->len > 0 ? rows->pdata[0] : NULL;
  const char *version = first != NULL && first->parity != NULL ? first->parity->theirs->folder->torch_version : NULL;

  g_string_append_printf (
      out,
      "# Fuseloom beside PyTorch\n\n"
      "Each graph of `tests/golden` through Fuseloom, compared with what TorchInductor of PyTorch "
      "%s wrote for the same\n"
      "graph: the scheduler nodes, the groups after fusion, both texts byte by byte, the number of "
      "kernels. Made by\n"
      "`meson compile -C build parity`; a test fails when this page is not what that prints. The "
      "cases, and how PyTorch made\n"
      "its side, are described in [tests/golden](../golden/README.md). For dumps of your own: "
      "`fuseloom-cli parity FOLDER`.\n\n"
      "- *partition*: the same nodes are in the same kernels, by name.\n"
      "- *text before, text after*: `ir_pre_fusion.txt` and `ir_post_fusion.txt`, to the byte.\n"
      "- *kernels*: scheduled nodes that do something: fused loops and library calls.\n"
      "- *wrapper*: what `call ()` allocates, reuses (`# reuse`, `# alias`) and deletes, in order, with "
      "the calls between, of the\n"
      "  graphs with an equal partition; and of those among them where PyTorch reuses memory. What "
      "runs here is laid out in an\n"
      "  arena of its own.\n\n"
      "## Summary\n\n",
      version != NULL ? version : "(version not stated)");
  append_summary (out, rows);
  g_string_append (out, "\n## Small cases that differ\n\n");
  append_rows (out, rows, FALSE);
  g_string_append (out, "\n## Models\n\n");
  append_rows (out, rows, TRUE);
}

/* --- commands --------------------------------------------------------------------------------- */

static int
check_page (const char *path, const GString *page)
{
  g_autofree char *text = NULL;
  gsize length;
  g_autoptr (FlLinePool) pool = fl_line_pool_new ();
  g_autoptr (GPtrArray) there = NULL, wanted = NULL;
  g_autoptr (GArray) hunks = NULL;
  g_autoptr (GString) diff = g_string_new (NULL);

  if (!fl_file_read (path, &text, &length, NULL))
    text = g_strdup ("");
  if (g_str_equal (text, page->str))
    return 0;
  there = fl_line_pool_split (pool, text, strlen (text), FALSE);
  wanted = fl_line_pool_split (pool, page->str, page->len, FALSE);
  hunks = fl_diff_new ((gconstpointer const *) there->pdata, there->len, (gconstpointer const *) wanted->pdata,
                       wanted->len);
  if (hunks->len > MAX_SHOWN)
    g_array_set_size (hunks, MAX_SHOWN);
  fl_diff_append_unified (diff, path, there, "what the tool prints", wanted, hunks, 1);
  g_printerr ("%s\n%s is out of date: run `meson compile -C build parity` and look at what changed.\n", diff->str,
              path);
  return 1;
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GString) out = g_string_new (NULL);

  if (g_getenv ("FUSELOOM_SOURCE_DIR") == NULL)
    {
      g_printerr ("FUSELOOM_SOURCE_DIR must name the source folder\n");
      return 2;
    }
  if (argc > 2 && g_str_equal (argv[1], "--all"))
    {
      rows = g_ptr_array_new_with_free_func (row_free);
      for (int i = 2; i < argc; i++)
        add_rows (rows, argv[i], FALSE);
    }
  else
    rows = new_golden_rows ();
  if (argc > 1 && g_str_equal (argv[1], "--all"))
    {
      fl_parity_append_table_head (out);
      for (guint i = 0; i < rows->len; i++)
        append_row (out, rows->pdata[i]);
    }
  else
    append_page (out, rows);
  if (argc > 2 && g_str_equal (argv[1], "--check"))
    return check_page (argv[2], out);
  if (argc > 2 && g_str_equal (argv[1], "--write"))
    return g_file_set_contents (argv[2], out->str, (gssize) out->len, NULL) ? 0 : 1;
  g_print ("%s", out->str);
  return 0;
}
