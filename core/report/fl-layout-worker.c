/* The worker's side of layout: one graph on stdin, positions on stdout, then the end of the
 * process. Graphviz is not thread-safe, leaks, sets the locale, cannot be cancelled and may abort:
 * here it may do all of that. A fresh process also gives the same layout for the same graph every
 * time.
 *
 * Input, one line each, numbers in points:
 *   layout NSLIMIT          0: no limit of the network simplex
 *   c INDEX PARENT WIDTH    cluster; parents come first; WIDTH of its title
 *   n INDEX WIDTH HEIGHT CLUSTER
 *   e INDEX FROM TO WEIGHT
 *   end
 * Output: "n INDEX LEFT TOP", "c INDEX LEFT TOP WIDTH HEIGHT", "e INDEX HAS_ARROW X Y N X Y …",
 * "end". */
#include <errno.h>
#include <graphviz/gvc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fl-confine.h"
#include "fl-layout-private.h"

enum
{
  CPU_SECONDS = 30,
  MAX_ITEMS = 100000
};

typedef struct
{
  Agraph_t *graph;
  GPtrArray *clusters; /* Agraph_t */
  GPtrArray *nodes;    /* Agnode_t */
  GPtrArray *edges;    /* Agedge_t, NULL where an index is missing */
} Job;

static void
limit_process (void)
{
  struct rlimit cpu = { CPU_SECONDS, CPU_SECONDS + 1 };

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  setrlimit (RLIMIT_CPU, &cpu);
}

static void
set_text (void *object, const char *name, const char *value)
{
  agsafeset (object, (char *) name, (char *) value, (char *) "");
}

static void
set_points (void *object, const char *name, double points)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  set_text (object, name, g_ascii_formatd (text, sizeof text, "%.5f", points / 72));
}

/* Graphviz measures no text here: a label of fixed size holds the title's place. */
static void
set_cluster_label (Agraph_t *cluster, double width)
{
  char text[256];
  char *html;

  g_snprintf (text, sizeof text,
              "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"0\" CELLSPACING=\"0\" "
              "FIXEDSIZE=\"TRUE\" WIDTH=\"%d\" HEIGHT=\"%d\"><TR><TD></TD></TR></TABLE>",
              (int) width, FL_CLUSTER_TITLE - 6);
  agattr (agroot (cluster), AGRAPH, (char *) "label", (char *) "");
  html = agstrdup_html (agroot (cluster), text);
  agxset (cluster, agattr (agroot (cluster), AGRAPH, (char *) "label", NULL), html);
  agstrfree (agroot (cluster), html);
}

/* A number that no index or count is where the word is none: what reads it refuses the line. */
static int
read_int (const char *word)
{
  gint64 value;

  return g_ascii_string_to_signed (word, 10, -1, G_MAXINT, &value, NULL) ? (int) value : G_MAXINT;
}

static gboolean
add_cluster (Job *job, char **words)
{
  char name[32];
  int parent = read_int (words[2]);
  Agraph_t *cluster;

  if ((guint) read_int (words[1]) != job->clusters->len || parent >= (int) job->clusters->len)
    return FALSE;
  g_snprintf (name, sizeof name, "cluster%u", job->clusters->len);
  cluster = agsubg (parent >= 0 ? job->clusters->pdata[parent] : job->graph, name, 1);
  set_text (cluster, "margin", "10");
  set_cluster_label (cluster, g_ascii_strtod (words[3], NULL));
  g_ptr_array_add (job->clusters, cluster);
  return TRUE;
}

static gboolean
add_node (Job *job, char **words)
{
  char name[32];
  int cluster = read_int (words[4]);
  Agnode_t *node;

  if ((guint) read_int (words[1]) != job->nodes->len || cluster >= (int) job->clusters->len)
    return FALSE;
  g_snprintf (name, sizeof name, "%u", job->nodes->len);
  node = agnode (cluster >= 0 ? job->clusters->pdata[cluster] : job->graph, name, 1);
  set_points (node, "width", g_ascii_strtod (words[2], NULL));
  set_points (node, "height", g_ascii_strtod (words[3], NULL));
  g_ptr_array_add (job->nodes, node);
  return TRUE;
}

static gboolean
add_edge (Job *job, char **words)
{
  guint index = (guint) read_int (words[1]), from = (guint) read_int (words[2]), to = (guint) read_int (words[3]);
  Agedge_t *edge;

  if (index >= MAX_ITEMS || from >= job->nodes->len || to >= job->nodes->len)
    return FALSE;
  edge = agedge (job->graph, job->nodes->pdata[from], job->nodes->pdata[to], NULL, 1);
  set_text (edge, "weight", words[4]);
  while (job->edges->len <= index)
    g_ptr_array_add (job->edges, NULL);
  job->edges->pdata[index] = edge;
  return TRUE;
}

static void
set_defaults (Job *job, const char *ns_limit)
{
  agattr (job->graph, AGRAPH, (char *) "newrank", (char *) "true");
  agattr (job->graph, AGRAPH, (char *) "ordering", (char *) "out");
  agattr (job->graph, AGRAPH, (char *) "splines", (char *) "true");
  agattr (job->graph, AGRAPH, (char *) "label", (char *) "");
  set_points (job->graph, "ranksep", FL_RANK_GAP);
  set_points (job->graph, "nodesep", FL_NODE_GAP);
  if (strcmp (ns_limit, "0") != 0)
    set_text (job->graph, "nslimit", ns_limit);
  agattr (job->graph, AGNODE, (char *) "shape", (char *) "box");
  agattr (job->graph, AGNODE, (char *) "fixedsize", (char *) "true");
  agattr (job->graph, AGNODE, (char *) "label", (char *) "");
  agattr (job->graph, AGEDGE, (char *) "arrowsize", (char *) "0.8");
}

static gboolean
read_job (Job *job)
{
  char line[512];

  while (fgets (line, sizeof line, stdin) != NULL)
    {
      g_auto (GStrv) words = g_strsplit (g_strchomp (line), " ", 8);
      guint n = g_strv_length (words);

      if (n == 1 && strcmp (words[0], "end") == 0)
        return TRUE;
      if (n == 2 && strcmp (words[0], "layout") == 0)
        set_defaults (job, words[1]);
      else if (n == 4 && strcmp (words[0], "c") == 0 && job->clusters->len < MAX_ITEMS)
        {
          if (!add_cluster (job, words))
            return FALSE;
        }
      else if (n == 5 && strcmp (words[0], "n") == 0 && job->nodes->len < MAX_ITEMS)
        {
          if (!add_node (job, words))
            return FALSE;
        }
      else if (n == 5 && strcmp (words[0], "e") == 0)
        {
          if (!add_edge (job, words))
            return FALSE;
        }
      else
        return FALSE;
    }
  return FALSE;
}

static void
print_number (double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  putchar (' ');
  fputs (g_ascii_formatd (text, sizeof text, "%.2f", number), stdout);
}

static void
print_edge (guint index, Agedge_t *edge, double top)
{
  const splines *spline = ED_spl (edge);
  const bezier *curve;

  if (spline == NULL || spline->size < 1)
    return;
  curve = &spline->list[0];
  printf ("e %u %d", index, curve->eflag ? 1 : 0);
  print_number (curve->ep.x);
  print_number (top - curve->ep.y);
  printf (" %d", (int) curve->size);
  for (int i = 0; i < (int) curve->size; i++)
    {
      print_number (curve->list[i].x);
      print_number (top - curve->list[i].y);
    }
  putchar ('\n');
}

static void
print_job (Job *job)
{
  double top = GD_bb (job->graph).UR.y; /* Graphviz counts upwards */

  for (guint i = 0; i < job->nodes->len; i++)
    {
      Agnode_t *node = job->nodes->pdata[i];
      printf ("n %u", i);
      print_number (ND_coord (node).x - ND_width (node) * 36);
      print_number (top - ND_coord (node).y - ND_height (node) * 36);
      putchar ('\n');
    }
  for (guint i = 0; i < job->clusters->len; i++)
    {
      boxf box = GD_bb ((Agraph_t *) job->clusters->pdata[i]);
      printf ("c %u", i);
      print_number (box.LL.x);
      print_number (top - box.UR.y);
      print_number (box.UR.x - box.LL.x);
      print_number (box.UR.y - box.LL.y);
      putchar ('\n');
    }
  for (guint i = 0; i < job->edges->len; i++)
    if (job->edges->pdata[i] != NULL)
      print_edge (i, job->edges->pdata[i], top);
  puts ("end");
}

/* Graphviz loads what it needs when it first lays out: a graph that has all there is. */
static void
load_plugins (GVC_t *context)
{
  Job job = { .clusters = g_ptr_array_new (), .nodes = g_ptr_array_new (), .edges = g_ptr_array_new () };
  char *cluster[] = { (char *) "c", (char *) "0", (char *) "-1", (char *) "40" };
  char *inner[] = { (char *) "n", (char *) "0", (char *) "20", (char *) "20", (char *) "0" };
  char *outer[] = { (char *) "n", (char *) "1", (char *) "20", (char *) "20", (char *) "-1" };
  char *edge[] = { (char *) "e", (char *) "0", (char *) "0", (char *) "1", (char *) "1" };

  job.graph = agopen ((char *) "plugins", Agdirected, NULL);
  set_defaults (&job, "0");
  if (add_cluster (&job, cluster) && add_node (&job, inner) && add_node (&job, outer) && add_edge (&job, edge)
      && gvLayout (context, job.graph, "dot") == 0)
    gvFreeLayout (context, job.graph);
  agclose (job.graph);
}

static int
ignore_message (char *message)
{
  return 0;
}

/* A bundle (`fuseloom-cli bundle`) brings Graphviz's plugins along. */
static void
find_plugins (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *own = self == NULL ? NULL : g_path_get_dirname (self);
  g_autofree char *folder = own == NULL ? NULL : g_build_filename (own, "lib", "graphviz", NULL);

  if (folder != NULL && g_file_test (folder, G_FILE_TEST_IS_DIR))
    g_setenv ("GVBINDIR", folder, TRUE);
}

void
fl_layout_worker_load (void)
{
  find_plugins ();
  agseterrf (ignore_message);
  load_plugins (gvContext ());
}

/* Graphviz reads the titles' places by libexpat, which salts its tables at random and gives their parts back in the
 * tables' order: then what Graphviz allocates next lies in another order each time, and where it compares by address
 * the layout is another one. So there is no chance in a layout: these take the C library's place in the worker. They
 * are called by libraries alone. */
static gboolean is_layout = FALSE;

__attribute__ ((visibility ("default"))) ssize_t
getrandom (void *bytes, size_t n, unsigned flags)
{
  if (!is_layout)
    return syscall (SYS_getrandom, bytes, n, flags);
  memset (bytes, 0, n);
  return (ssize_t) n;
}

__attribute__ ((visibility ("default"))) void
arc4random_buf (void *bytes, size_t n)
{
  for (size_t done = 0; done < n;)
    {
      ssize_t more = getrandom ((char *) bytes + done, n - done, 0);
      if (more < 0 && errno != EINTR)
        abort ();
      done += more > 0 ? (size_t) more : 0;
    }
}

int
fl_layout_worker_main (int argc, char **argv)
{
  Job job = { .clusters = g_ptr_array_new (), .nodes = g_ptr_array_new (), .edges = g_ptr_array_new () };
  GVC_t *context;

  is_layout = TRUE;
  limit_process ();
  find_plugins ();
  agseterrf (ignore_message);
  context = gvContext ();
  load_plugins (context);
  fl_confine_layout ();
  job.graph = agopen ((char *) "scene", Agdirected, NULL);
  set_defaults (&job, "0");
  if (!read_job (&job))
    return 2;
  if (gvLayout (context, job.graph, "dot") != 0)
    return 3;
  print_job (&job);
  /* Not freed: the process ends here, and Graphviz's own freeing is the slow part. */
  return fflush (stdout) == 0 ? 0 : 1;
}
