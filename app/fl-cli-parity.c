/* parity: our run beside the dumps of a real PyTorch, for one folder or many. Exit status of its own: 0 everything
 * equal, 1 something differs, 2 something could not be read. */
#include <cjson/cJSON.h>

#include <string.h>

#include "fl-cli.h"
#include "fl-debug-folder.h"
#include "fl-parity-run.h"

enum
{
  PARITY_EQUAL = 0,
  PARITY_DIFFERENT = 1,
  PARITY_UNREADABLE = 2
};

typedef struct
{
  FlCli *cli;
  GString *text, *rows;
  cJSON *json;
  guint n, n_equal, n_partitions, n_pre, n_post, n_unreadable;
} Report;

static void
add_unreadable (Report *report, const char *path, GError *error)
{
  report->n_unreadable++;
  if (report->cli->json)
    {
      cJSON *item = cJSON_CreateObject ();

      cJSON_AddStringToObject (item, "folder", path);
      cJSON_AddStringToObject (item, "unreadable", error->message);
      cJSON_AddItemToArray (report->json, item);
    }
  fl_cli_say ("%s", error->message);
  g_error_free (error);
}

static void
add_parity (Report *report, const char *path, const FlParity *parity)
{
  report->n++;
  report->n_equal += fl_parity_is_equal (parity);
  report->n_partitions += parity->has_groups && parity->n_only_ours + parity->n_only_theirs == 0;
  report->n_pre += parity->pre.verdict == FL_TEXT_IDENTICAL || parity->pre.verdict == FL_TEXT_BLANKS;
  report->n_post += parity->post.verdict == FL_TEXT_IDENTICAL || parity->post.verdict == FL_TEXT_BLANKS;
  if (report->cli->json)
    cJSON_AddItemToArray (report->json, fl_parity_new_json (parity));
  else if (!report->cli->table)
    fl_parity_append_text (report->text, parity, report->cli->diff);
  fl_parity_append_table_row (report->rows, path, parity);
}

static void
add_folder (Report *report, const char *path)
{
  FlParityRequest request = { .options = report->cli->options,
                              .keeps_target = report->cli->target != NULL,
                              .settings = (const char *const *) report->cli->settings };
  GError *error = NULL;
  g_autoptr (FlParity) parity = fl_parity_run_folder (path, &request, &error);

  if (parity == NULL)
    add_unreadable (report, path, error);
  else
    add_parity (report, path, parity);
}

static void
add_all (Report *report, const char *path)
{
  g_autoptr (GPtrArray) folders = fl_debug_folder_find_all (path);
  g_autoptr (FlDebugFolder) around
      = g_file_test (path, G_FILE_TEST_IS_REGULAR) ? fl_debug_folder_new_around (path) : NULL;

  if (folders->len == 0)
    add_folder (report, around != NULL ? around->path : path); /* says what is lacking */
  for (guint i = 0; i < folders->len; i++)
    add_folder (report, folders->pdata[i]);
}

static FlCliStatus
print_json (Report *report)
{
  char *text = cJSON_Print (report->json);
  g_autoptr (GString) out = g_string_new (text);

  g_string_append_c (out, '\n');
  cJSON_free (text);
  return fl_cli_print (report->cli, out);
}

/* One folder: its own text is enough. Several: what differs of each, and the table. */
static FlCliStatus
print_text (Report *report)
{
  if (report->n > 1 || report->cli->table)
    {
      g_string_append_c (report->text, '\n');
      fl_parity_append_table_head (report->text);
      g_string_append (report->text, report->rows->str);
      g_string_append_printf (
          report->text,
          "\n%u graphs: %u equal; partition equal in %u, text before fusion in %u, after fusion in %u; %u not readable\n",
          report->n, report->n_equal, report->n_partitions, report->n_pre, report->n_post, report->n_unreadable);
    }
  return fl_cli_print (report->cli, report->text);
}

FlCliStatus
fl_cli_parity (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL), rows = g_string_new (NULL);
  Report report = { .cli = cli, .text = text, .rows = rows, .json = cJSON_CreateArray () };
  FlCliStatus status;

  if (cli->torch != NULL && strchr (cli->torch, ',') != NULL)
    {
      cJSON_Delete (report.json);
      return fl_cli_changed (cli);
    }
  for (guint i = 0; i < cli->n_words; i++)
    add_all (&report, cli->words[i]);
  status = cli->json ? print_json (&report) : print_text (&report);
  cJSON_Delete (report.json);
  if (status != FL_CLI_OK)
    return status;
  if (report.n_unreadable > 0)
    return (FlCliStatus) PARITY_UNREADABLE;
  return (FlCliStatus) (report.n_equal == report.n ? PARITY_EQUAL : PARITY_DIFFERENT);
}
