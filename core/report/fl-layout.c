/* Layout: the caller's side. Writes the scene for the worker, waits for it within the deadline,
 * reads the positions back, and falls back to our own layered layout when Graphviz is late, fails,
 * or cannot be started. */
#include <gio/gio.h>
#include <string.h>

#include "fl-layout-private.h"

enum
{
  CACHE_SIZE = 64,
  CACHE_BYTES = 16 * 1024 * 1024, /* of all placements together: those of a large graph are megabytes each */
  POLL_MS = 8
};

/* --- cache: the latest placements, by the scene's hash -------------------------------------- */
typedef struct
{
  guint64 hash;
  FlPlacement *placement;
} CacheEntry;

static GMutex cache_lock;
static CacheEntry cache[CACHE_SIZE];
static guint cache_next;

static FlPlacement *
find_cached (const FlScene *scene)
{
  FlPlacement *found = NULL;

  g_mutex_lock (&cache_lock);
  for (guint i = 0; i < CACHE_SIZE && found == NULL; i++)
    if (cache[i].placement != NULL && cache[i].hash == scene->hash && cache[i].placement->n_nodes == scene->n_nodes
        && cache[i].placement->n_edges == scene->n_edges && cache[i].placement->n_clusters == scene->n_clusters)
      found = fl_placement_ref (cache[i].placement);
  g_mutex_unlock (&cache_lock);
  return found;
}

static void
drop_cached (guint position)
{
  fl_placement_free (cache[position].placement);
  cache[position] = (CacheEntry) { 0 };
}

/* The oldest go first: those behind the new one. */
static void
keep_within_budget (guint newest)
{
  gsize total = 0;

  for (guint i = 0; i < CACHE_SIZE; i++)
    {
      guint position = (newest + CACHE_SIZE - i) % CACHE_SIZE;

      if (cache[position].placement == NULL)
        continue;
      total += fl_arena_get_size_bytes (cache[position].placement->arena);
      if (i > 0 && total > CACHE_BYTES)
        drop_cached (position);
    }
}

static void
store_cached (const FlScene *scene, FlPlacement *placement)
{
  g_mutex_lock (&cache_lock);
  drop_cached (cache_next);
  cache[cache_next] = (CacheEntry) { scene->hash, fl_placement_ref (placement) };
  keep_within_budget (cache_next);
  cache_next = (cache_next + 1) % CACHE_SIZE;
  g_mutex_unlock (&cache_lock);
}

/* --- protocol ------------------------------------------------------------------------------- */
static void
append_number (GString *out, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (out, ' ');
  g_string_append (out, g_ascii_formatd (text, sizeof text, "%.2f", number));
}

static void
append_edges (GString *out, const FlScene *scene)
{
  g_autofree guint *ranks = g_new (guint, MAX (scene->n_nodes, 1));
  g_autofree gboolean *is_spine = g_new0 (gboolean, MAX (scene->n_nodes, 1));

  fl_layout_mark_spine (scene, ranks, fl_layout_rank (scene, ranks), is_spine);
  for (guint i = 0; i < scene->n_edges; i++)
    {
      const FlSceneEdge *edge = &scene->edges[i];
      guint low = MIN (ranks[edge->from], ranks[edge->to]), high = MAX (ranks[edge->from], ranks[edge->to]);
      int weight = is_spine[edge->from] && is_spine[edge->to] && high == low + 1 ? FL_SPINE_WEIGHT : 1;

      if (fl_edge_look_is_refusal (edge->look) || edge->look == FL_EDGE_REUSE || high - low > FL_MAX_SPAN)
        continue;
      g_string_append_printf (out, "e %u %u %u %d\n", i, edge->from, edge->to, edge->look == FL_EDGE_WEAK ? 0 : weight);
    }
}

static GString *
print_scene (const FlScene *scene)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "layout %s\n", scene->n_nodes > 500 ? "1" : "0");
  for (guint i = 0; i < scene->n_clusters; i++)
    {
      g_string_append_printf (out, "c %u %d", i, scene->clusters[i].parent);
      append_number (out, scene->clusters[i].title_width);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < scene->n_nodes; i++)
    {
      g_string_append_printf (out, "n %u", i);
      append_number (out, scene->nodes[i].width);
      append_number (out, scene->nodes[i].height);
      g_string_append_printf (out, " %d\n", scene->nodes[i].cluster);
    }
  append_edges (out, scene);
  g_string_append (out, "end\n");
  return out;
}

static gboolean
read_edge (FlPlacement *placement, char *rest, guint index)
{
  FlSpline *spline = &placement->edges[index];
  char *end;
  guint64 n;

  spline->has_arrow = g_ascii_strtoull (rest, &end, 10) != 0;
  spline->arrow.x = g_ascii_strtod (end, &end);
  spline->arrow.y = g_ascii_strtod (end, &end);
  n = g_ascii_strtoull (end, &end, 10);
  if (n < 4 || n > 10000 || n % 3 != 1)
    return FALSE;
  spline->n_points = (guint) n;
  spline->points = fl_arena_new (placement->arena, FlPoint, n);
  for (guint i = 0; i < n; i++)
    {
      spline->points[i].x = g_ascii_strtod (end, &end);
      spline->points[i].y = g_ascii_strtod (end, &end);
    }
  return TRUE;
}

static FlPlacement *
parse_placement (const FlScene *scene, char *text)
{
  g_autoptr (FlPlacement) placement = fl_placement_new (scene);
  guint n_nodes = 0;

  for (char *line = text, *next; line != NULL && *line != '\0'; line = next)
    {
      char kind = line[0], *rest;
      guint64 index;

      next = strchr (line, '\n');
      if (next != NULL)
        *next++ = '\0';
      if (strcmp (line, "end") == 0)
        return n_nodes == scene->n_nodes ? g_steal_pointer (&placement) : NULL;
      if (line[1] != ' ')
        return NULL;
      index = g_ascii_strtoull (line + 2, &rest, 10);
      if (kind == 'n' && index < scene->n_nodes)
        {
          FlBox *box = &placement->nodes[index];
          box->x = g_ascii_strtod (rest, &rest);
          box->y = g_ascii_strtod (rest, &rest);
          box->width = scene->nodes[index].width;
          box->height = scene->nodes[index].height;
          n_nodes++;
        }
      else if (kind == 'c' && index < scene->n_clusters)
        {
          FlBox *box = &placement->clusters[index];
          box->x = g_ascii_strtod (rest, &rest);
          box->y = g_ascii_strtod (rest, &rest);
          box->width = g_ascii_strtod (rest, &rest);
          box->height = g_ascii_strtod (rest, &rest);
        }
      else if (kind != 'e' || index >= scene->n_edges || !read_edge (placement, rest, (guint) index))
        return NULL;
    }
  return NULL;
}

/* --- running the worker --------------------------------------------------------------------- */
typedef struct
{
  GSubprocess *process;
  const gint *cancelled;
  gint64 deadline_us;
  gboolean is_done, was_cancelled, was_late;
  char *reply;
} Wait;

static void
on_reply (GObject *source, GAsyncResult *result, gpointer data)
{
  Wait *wait = data;
  g_autoptr (GBytes) bytes = NULL;

  wait->is_done = TRUE;
  if (g_subprocess_communicate_finish (G_SUBPROCESS (source), result, &bytes, NULL, NULL) && bytes != NULL)
    wait->reply = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static gboolean
on_poll (gpointer data)
{
  Wait *wait = data;

  if (wait->cancelled != NULL && g_atomic_int_get (wait->cancelled))
    wait->was_cancelled = TRUE;
  else if (g_get_monotonic_time () > wait->deadline_us)
    wait->was_late = TRUE;
  else
    return G_SOURCE_CONTINUE;
  g_subprocess_force_exit (wait->process);
  return G_SOURCE_REMOVE;
}

static void
wait_for_reply (Wait *wait, const GString *request)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GSource) poll = g_timeout_source_new (POLL_MS);
  g_autoptr (GBytes) input = g_bytes_new (request->str, request->len);

  g_main_context_push_thread_default (context);
  g_source_set_callback (poll, on_poll, wait, NULL);
  g_source_attach (poll, context);
  g_subprocess_communicate_async (wait->process, input, NULL, on_reply, wait);
  while (!wait->is_done)
    g_main_context_iteration (context, TRUE);
  g_source_destroy (poll);
  /* A killed worker must be reaped before its context goes. */
  g_subprocess_wait (wait->process, NULL, NULL);
  g_main_context_pop_thread_default (context);
}

/* NULL with *why set when Graphviz did not do it; NULL with error set when cancelled. */
static FlPlacement *
run_worker (const FlScene *scene, const char *worker_path, guint deadline_ms, const gint *cancelled, char **why,
            GError **error)
{
  g_autoptr (GString) request = print_scene (scene);
  g_autoptr (GError) own = NULL;
  g_autoptr (GSubprocess) process = NULL;
  FlPlacement *placement = NULL;
  Wait wait = { .cancelled = cancelled };

  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                  | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                              &own, worker_path, "layout", NULL);
  if (process == NULL)
    {
      *why = g_strdup_printf ("the layout worker could not be started (%s)", own->message);
      return NULL;
    }
  wait.process = process;
  wait.deadline_us = g_get_monotonic_time () + (gint64) deadline_ms * 1000;
  wait_for_reply (&wait, request);
  if (wait.was_cancelled)
    g_set_error_literal (error, FL_ERROR, FL_ERROR_CANCELLED, "layout was cancelled");
  else if (wait.was_late)
    *why = g_strdup_printf ("Graphviz needed more than %u ms", deadline_ms);
  else if (wait.reply == NULL || (placement = parse_placement (scene, wait.reply)) == NULL)
    *why = g_strdup ("Graphviz failed");
  g_free (wait.reply);
  return placement;
}

FlPlacement *
fl_layout_run (const FlScene *scene, const char *worker_path, guint deadline_ms, const gint *cancelled, GError **error)
{
  g_autofree char *why = NULL;
  GError *own = NULL;
  FlPlacement *placement = find_cached (scene);

  if (placement != NULL)
    return placement;
  if (cancelled != NULL && g_atomic_int_get (cancelled))
    {
      g_set_error_literal (error, FL_ERROR, FL_ERROR_CANCELLED, "layout was cancelled");
      return NULL;
    }
  if (scene->n_nodes > FL_MAX_GRAPHVIZ_NODES)
    why = g_strdup_printf ("%u nodes are too many for Graphviz", scene->n_nodes);
  else if (worker_path == NULL)
    why = g_strdup ("there is no layout worker");
  else if (scene->n_nodes > 0)
    placement = run_worker (scene, worker_path, deadline_ms > 0 ? deadline_ms : 2000, cancelled, &why, &own);
  if (own != NULL)
    {
      g_propagate_error (error, own);
      return NULL;
    }
  if (placement == NULL)
    {
      placement = fl_layout_layered (scene);
      placement->is_coarse = why != NULL;
      if (why != NULL)
        placement->note = fl_arena_printf (placement->arena, "%s%sA plain layered layout is shown: %s.",
                                           scene->note != NULL ? scene->note : "", scene->note != NULL ? " " : "", why);
    }
  fl_placement_finish (placement, scene);
  /* A late layout may be in time when it is tried again. */
  if (!placement->is_coarse)
    store_cached (scene, placement);
  return placement;
}
