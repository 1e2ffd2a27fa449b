/* `why` for pairs of names that the file, the stages and the kernels know, under every strategy and
 * both targets: an answer and exit 0. Calls of one graph, strategy and target run in a process of
 * their own, which says in shared memory what it was asked. Six pairs of each, and 60 in the long
 * form (fl-test-long.h). */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fl-cli.h"
#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-pipeline.h"
#include "fl-test-long.h"

/* A reduction in two layers, whose operand every layer's reader computes; views, a library call,
 * several results, a dead node, a softmax; a write into an input. */
static const char *const graphs[] = {
  "def forward(self, x: \"f32[4096, 4096][4096, 1]DEV\"):\n"
  "    abs_1 = torch.ops.aten.abs.default(x)\n"
  "    max_1 = torch.ops.aten.max.default(abs_1)\n"
  "    return (max_1,)\n",
  "def forward(self, x: \"f32[64, 32][32, 1]DEV\", w: \"f32[32, 32][32, 1]DEV\"):\n"
  "    permute = torch.ops.aten.permute.default(w, [1, 0])\n"
  "    mm = torch.ops.aten.mm.default(x, permute)\n"
  "    view = torch.ops.aten.view.default(mm, [32, 64])\n"
  "    softmax = torch.ops.aten._softmax.default(view, 1, False)\n"
  "    var_mean = torch.ops.aten.var_mean.correction(softmax, [0], correction = 1)\n"
  "    getitem = var_mean[0]\n"
  "    getitem_1 = var_mean[1]\n"
  "    unused = torch.ops.aten.exp.default(mm)\n"
  "    clone = torch.ops.aten.clone.default(getitem)\n"
  "    copy_ = torch.ops.aten.copy_.default(x, mm)\n"
  "    return (getitem_1, clone, softmax)\n",
};

typedef struct
{
  char asked[512];
} Shared;

static void
add_name (GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (names->pdata[i], name))
      return;
  g_ptr_array_add (names, g_strdup (name));
}

/* Of nodes as read and as decomposed, scheduler nodes and buffers before and after fusion, kernels.
 */
static GPtrArray *
collect_names (const char *path, const FlStrategyRow *strategy, FlTarget target)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_file (path, &error);
  g_autoptr (FlRun) run = NULL;
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  FlPipelineRequest request;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.strategy = strategy->name;
  request.options.target = target;
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  for (guint i = 0; i < run->graph->n_nodes; i++)
    add_name (names, run->graph->nodes[i].name);
  for (guint i = 0; i < run->decomposed->n_nodes; i++)
    add_name (names, run->decomposed->nodes[i].name);
  for (guint i = 0; i < run->decomposed->n_nodes; i++)
    if (run->lowered->nodes[i].buffer != NULL)
      add_name (names, run->lowered->nodes[i].buffer->name);
  for (guint i = 0; i < run->schedule->n_nodes; i++)
    add_name (names, run->schedule->nodes[i]->name);
  for (guint i = 0; i < run->fused->n_nodes; i++)
    add_name (names, run->fused->nodes[i]->name);
  for (guint i = 0; i < run->program->n_kernels; i++)
    add_name (names, run->program->kernels[i].name);
  return names;
}

/* In the child: silently. */
static gboolean
ask (const char *path, const char *a, const char *b, const FlStrategyRow *strategy, const char *target)
{
  char *words[] = { (char *) "fuseloom-cli", (char *) "why",          (char *) path,       (char *) a,      (char *) b,
                    (char *) "--strategy",   (char *) strategy->name, (char *) "--target", (char *) target, NULL };

  int status;
  pid_t child = fork (); /* a call closes its output at the end */

  if (child == 0)
    _exit (fl_cli_main (G_N_ELEMENTS (words) - 1, words));
  return waitpid (child, &status, 0) == child && WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

static void
ask_pairs (const char *path, const FlStrategyRow *strategy, FlTarget target, guint n_pairs, Shared *shared)
{
  g_autoptr (GPtrArray) names = collect_names (path, strategy, target);
  const char *target_name = target == FL_TARGET_CUDA ? "cuda" : "cpu";
  const guint n_all = names->len * names->len;
  GRand *rand = g_rand_new_with_seed (g_str_hash (strategy->name) + target);
  const int null = open ("/dev/null", O_WRONLY);

  dup2 (null, STDOUT_FILENO);
  for (guint i = 0; i < n_pairs; i++)
    {
      const guint pair = g_rand_int_range (rand, 0, (gint32) n_all);
      const char *a = names->pdata[pair / names->len], *b = names->pdata[pair % names->len];

      g_snprintf (shared->asked, sizeof shared->asked, "why %s %s", a, b);
      if (!ask (path, a, b, strategy, target_name))
        _exit (1);
    }
  g_rand_free (rand);
}

static void
test_pairs (gconstpointer data)
{
  const char *text = data;
  const guint n_pairs = get_test_count (6, 60);
  Shared *shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-why-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "g.py", NULL);

  g_assert_true (shared != MAP_FAILED);
  for (guint target = 0; target < 2; target++)
    for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
      {
        g_autoptr (GString) own = g_string_new (text);
        int status;
        pid_t child;

        g_string_replace (own, "DEV", target == FL_TARGET_CUDA ? "cuda:0" : "cpu", 0);
        g_assert_true (g_file_set_contents (path, own->str, -1, NULL));
        child = fork ();
        if (child == 0)
          {
            alarm (n_pairs > 0 ? 60 : 600);
            ask_pairs (path, fl_strategies_get_row (i), (FlTarget) target, n_pairs, shared);
            _exit (0);
          }
        g_assert_cmpint (waitpid (child, &status, 0), ==, child);
        if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
          g_error ("%s under %s for %s: status %d", shared->asked, fl_strategies_get_row (i)->name,
                   target == FL_TARGET_CUDA ? "cuda" : "cpu", status);
      }
  munmap (shared, sizeof *shared);
  unlink (path);
  rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cli/why/layers-of-a-reduction", graphs[0], test_pairs);
  g_test_add_data_func ("/cli/why/views-calls-and-writes", graphs[1], test_pairs);
  return g_test_run ();
}
