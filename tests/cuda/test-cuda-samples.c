/* Every kernel of every sample graph has CUDA source, and NVRTC compiles it for two GPUs; where the source accesses 16
 * bytes at once, so does the machine code. With FUSELOOM_TEST_ALL of every strategy, else of TorchInductor's. */
#include <stdio.h>
#include <string.h>

#include "fl-cuda-nvrtc.h"
#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-pipeline.h"

static Nvrtc nvrtc;
static gboolean has_nvrtc;
static guint n_wide; /* packs stored, all samples */

static guint
count_words (const char *text, const char *word)
{
  guint n = 0;

  for (const char *at = strstr (text, word); at; at = strstr (at + 1, word))
    n++;
  return n;
}

/* Instructions that load or store 16 bytes, or 8. */
static guint
count_wide (const char *ptx, const char *instruction)
{
  static const char *const widths[] = { "v4.", "v2." };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      g_autofree char *word = g_strconcat (instruction, widths[i], NULL);

      n += count_words (ptx, word);
    }
  return n;
}

/* Each pack that kernels store is one instruction; of those that they load, equal ones may be loaded once. */
static void
compile (const char *path, const char *strategy, const FlProgram *program, const char *arch)
{
  g_autofree char *messages = NULL, *ptx = NULL;
  guint n_stores = 0, n_loads = 0;
  gsize bytes;

  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].source)
      {
        n_stores += count_words (program->kernels[i].source, "fl_store_pack (");
        n_loads += count_words (program->kernels[i].source, "*(const fl_pack<");
      }
  ptx = nvrtc_compile (&nvrtc, program->source, arch, &bytes, &messages);
  if (!ptx)
    g_test_message ("%s, %s, %s: %.2000s", path, strategy, arch, messages);
  g_assert_nonnull (ptx);
  g_assert_cmpuint (bytes, >, 500);
  g_assert_cmpuint (count_wide (ptx, "st.global."), >=, n_stores);
  g_assert_cmpuint (count_wide (ptx, "ld.global.") + count_wide (ptx, "ld.global.nc."), >=, n_loads > 0);
  n_wide += n_stores;
}

static void
check_strategy (const char *path, FlGraph *graph, const char *strategy)
{
  FlPipelineRequest request;
  g_autoptr (FlRun) run = NULL;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CUDA;
  request.options.strategy = fl_intern (strategy);
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  for (guint i = 0; i < run->program->n_kernels; i++)
    {
      const FlKernel *kernel = &run->program->kernels[i];

      if (kernel->why_no_source)
        g_test_message ("%s, %s: %s: %s", path, strategy, kernel->name, kernel->why_no_source);
      g_assert_null (kernel->why_no_source);
    }
  if (!has_nvrtc || !run->program->source)
    return;
  compile (path, strategy, run->program, "sm_80");
  compile (path, strategy, run->program, "sm_90");
}

static void
test_sample_has_cuda (gconstpointer path)
{
  const gboolean has_all = g_getenv ("FUSELOOM_TEST_ALL") != NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_file (path, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    if (has_all || g_str_equal (fl_strategies_get_row (i)->name, "inductor"))
      check_strategy (path, graph, fl_strategies_get_row (i)->name);
  if (!has_nvrtc)
    g_test_skip ("NVRTC is not here: that kernels have source was checked, not that they compile");
}

/* The samples have some: what was compared above was something. */
static void
test_samples_store_packs (void)
{
  if (!has_nvrtc)
    g_test_skip ("NVRTC is not here");
  else
    g_assert_cmpuint (n_wide, >, 10);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  g_assert_nonnull (dir);
  has_nvrtc = nvrtc_open (&nvrtc);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    if (g_str_has_suffix (name, ".py") && !g_str_has_prefix (name, "make-"))
      {
        g_autofree char *test = g_strdup_printf ("/cuda/samples/%s", name);

        g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
        g_test_add_data_func (test, paths->pdata[paths->len - 1], test_sample_has_cuda);
      }
  g_assert_cmpuint (paths->len, >, 10);
  g_test_add_func ("/cuda/samples/store-packs", test_samples_store_packs); /* behind the samples */
  return g_test_run ();
}
