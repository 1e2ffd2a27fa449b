/* The graphs of a study, listed by processes of their own: a file that ends its reader is one that could not be listed.
 */
#include <cjson/cJSON.h>
#include <string.h>

#include "fl-cli-child.h"
#include "fl-cli-study.h"
#include "fl-error.h"
#include "fl-file.h"
#include "fl-quote.h"

enum
{
  LIST_TIMEOUT_S = 600
};

static void
free_graph (gpointer data)
{
  FlCliStudyGraph *graph = data;

  g_free (graph->path);
  g_free (graph->name);
  g_free (graph->sha256);
  g_free (graph);
}

typedef struct
{
  GMainLoop *loop;
  GPtrArray *graphs; /* FlCliStudyGraph */
  const char *path;
  guint n_before, n_left_out;
  gboolean is_folder;
  char *message; /* of a listing that failed */
} Listing;

static void
add_graph (GPtrArray *graphs, const char *path, guint number, const char *name)
{
  FlCliStudyGraph *graph = g_new0 (FlCliStudyGraph, 1);

  graph->path = g_strdup (path);
  graph->number = number;
  graph->name = g_strdup (name);
  g_ptr_array_add (graphs, graph);
}

static const char *
get_text (const cJSON *object, const char *key)
{
  return cJSON_GetStringValue (cJSON_GetObjectItemCaseSensitive (object, key));
}

static gboolean
is_of (const cJSON *item, const char *path)
{
  return item && g_strcmp0 (get_text (item, "path"), path) == 0;
}

/* Of several graphs those that can be lowered. The numbers that `graphs` prints go through the whole list; here each
 * file has its own, as --graph has, and one with a single graph needs none. */
static void
take_listed (Listing *listing, const cJSON *list)
{
  const gboolean is_several = cJSON_GetArraySize (list) > 1;
  guint number = 0;
  const cJSON *item;

  cJSON_ArrayForEach (item, list)
    {
      const char *path = get_text (item, "path");
      const gboolean is_first = item == list->child || !is_of (item->prev, path), is_last = !is_of (item->next, path);

      number = is_first ? 1 : number + 1;
      if (!path)
        continue;
      if (is_several && get_text (item, "obstacle"))
        listing->n_left_out++;
      else
        add_graph (listing->graphs, listing->is_folder ? path : listing->path, is_first && is_last ? 0 : number,
                   get_text (item, "name"));
    }
}

/* A file that cannot be listed is a graph all the same: its cells say why. */
static void
on_listed (const FlCliChildAnswer *answer, gpointer data)
{
  Listing *listing = data;
  cJSON *list = answer->end == FL_CHILD_EXITED && answer->status == 0 ? cJSON_Parse (answer->out) : NULL;

  if (cJSON_IsArray (list))
    take_listed (listing, list);
  else
    listing->message = g_strdup (answer->messages);
  if (listing->graphs->len == listing->n_before && !listing->is_folder)
    add_graph (listing->graphs, listing->path, 0, NULL);
  cJSON_Delete (list);
  g_main_loop_quit (listing->loop);
}

static gboolean
check_listing (const Listing *listing, GError **error)
{
  g_autofree char *shown = fl_quote_dup_shown (listing->path);

  if (listing->graphs->len > listing->n_before)
    return TRUE;
  if (listing->message && *listing->message)
    g_set_error_literal (error, FL_ERROR, FL_ERROR_IO, fl_cli_skip_name (g_strstrip (listing->message)));
  else
    g_set_error (error, FL_ERROR, FL_ERROR_GRAPH,
                 "%s: no graph in this folder can be lowered (`fuseloom-cli graphs` says why)", shown);
  return FALSE;
}

static gboolean
list_graphs (const FlCli *cli, GPtrArray *graphs, const char *path, GError **error)
{
  const char *words[] = { "graphs", path, "--json", "--quiet", NULL };
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Listing listing = { loop, graphs, path, graphs->len, 0, g_file_test (path, G_FILE_TEST_IS_DIR), NULL };
  gboolean is_listed;

  if (!fl_cli_child_start (words, LIST_TIMEOUT_S, on_listed, &listing, error))
    return FALSE;
  g_main_loop_run (loop);
  is_listed = check_listing (&listing, error);
  g_free (listing.message);
  if (is_listed && listing.n_left_out > 0 && !cli->quiet)
    fl_cli_say ("%s: %u of %u graphs are left out, since no stage lowers them (`fuseloom-cli graphs` says why)", path,
                listing.n_left_out, listing.n_left_out + graphs->len - listing.n_before);
  return is_listed;
}

GStrv
fl_cli_study_dup_paths (const FlCli *cli)
{
  GStrv paths = g_new0 (char *, cli->n_words + 1);

  for (guint i = 0; i < cli->n_words; i++)
    paths[i] = g_canonicalize_filename (cli->words[i], NULL);
  return paths;
}

/* FALSE: there is nothing to read. */
static gboolean
check_path (const char *word, const char *path, GError **error)
{
  g_autofree char *shown = fl_quote_dup_shown (word);

  if (strcmp (word, "-") == 0)
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                 "a study reads its graphs again for each cell, and standard input can be read once: name a file");
  else if (!fl_file_exists (path) && !g_file_test (path, G_FILE_TEST_IS_DIR))
    g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: there is no such file or folder", shown);
  else
    return TRUE;
  return FALSE;
}

GPtrArray *
fl_cli_study_list_graphs (const FlCli *cli, GError **error)
{
  g_autoptr (GPtrArray) graphs = g_ptr_array_new_with_free_func (free_graph);
  g_auto (GStrv) paths = fl_cli_study_dup_paths (cli);

  for (guint i = 0; paths[i]; i++)
    if (!check_path (cli->words[i], paths[i], error))
      return NULL;
  for (guint i = 0; paths[i]; i++)
    if (!list_graphs (cli, graphs, paths[i], error))
      return NULL;
  for (guint i = 0; i < graphs->len; i++)
    {
      FlCliStudyGraph *graph = graphs->pdata[i];
      g_autofree char *text = NULL;
      gsize length;

      if (fl_file_read (graph->path, &text, &length, NULL))
        graph->sha256 = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, (gssize) length);
    }
  return g_steal_pointer (&graphs);
}
