/* CUDA kernels as they are printed: compiled for the host and run by the emulation, their threads
 * in several orders, beside the interpreter; compiled for two GPUs where NVRTC is.
 * FUSELOOM_CUDA_WRITE=FILE.cu writes a program that runs them all on a GPU (fl-cuda-write.h). */
#include <glib/gstdio.h>
#include <stdio.h>

#include "fl-cuda-fixture.h"
#include "fl-cuda-nvrtc.h"
#include "fl-cuda-write.h"

enum
{
  ALIGNED = 64 /* bytes; kernels want 16 */
};

typedef const char *(*Start) (void *const *buffers, const gint64 *sizes, const gint64 *n_blocks, guint seed);

static GArray *kernels; /* CudaKernel, of all cases */
static void *library;   /* all of them, emulated */
static void *broken;    /* one without its barriers */

/* --- the emulation ------------------------------------------------------- */

static void *
compile (const char *source)
{
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-test-XXXXXX", NULL),
                  *include = g_strdup_printf ("-I%s/tests/cuda", g_getenv ("FUSELOOM_SOURCE_DIR"));
  g_autofree char *cpp = g_build_filename (folder, "kernels.cpp", NULL),
                  *so = g_build_filename (folder, "kernels.so", NULL), *messages = NULL;
  const char *const argv[]
      = { "g++", "-std=c++17", "-O0", "-w", "-fwrapv", "-shared", "-fPIC", include, cpp, "-o", so, "-lm", NULL };
  int status = -1;
  void *result;

  g_assert_true (g_file_set_contents (cpp, source, -1, NULL));
  g_assert_true (
      g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &messages, &status, NULL));
  if (status != 0)
    g_test_message ("%.4000s", messages);
  g_assert_cmpint (status, ==, 0);
  result = dlopen (so, RTLD_NOW | RTLD_LOCAL);
  g_assert_nonnull (result);
  g_unlink (cpp);
  g_unlink (so);
  g_rmdir (folder);
  return result;
}

static void
append_start (GString *out, const CudaKernel *kernel)
{
  g_autofree char *call = cuda_dup_call (kernel);

  g_string_append_printf (out,
                          "\nextern \"C\" const char *\nstart_%s (void *const *buffers, const int64_t *sizes, "
                          "const int64_t *n_blocks, unsigned seed)\n{\n  const char *wrong = NULL;\n\n",
                          kernel->name);
  for (guint i = 0; i < kernel->kernel->n_phases; i++)
    {
      const FlKernelPhase *phase = &kernel->kernel->phases[i];
      g_autofree char *name = cuda_dup_phase (kernel, i);

      g_string_append_printf (out,
                              "  if (!wrong)\n    wrong = emulate ((unsigned) n_blocks[%u], %" G_GINT64_FORMAT
                              ", seed, [=] { %s (%s); }, %u);\n",
                              i, phase->step, name, call, phase->cluster);
    }
  g_string_append (out, "  return wrong;\n}\n");
}

/* The source with a function that starts each kernel. */
static char *
dup_emulated (const GArray *these, const char *source)
{
  GString *out = g_string_new ("#include \"fl-cuda-emulate.h\"\n");

  g_string_append (out, source);
  for (guint i = 0; i < these->len; i++)
    append_start (out, &g_array_index (these, CudaKernel, i));
  return g_string_free (out, FALSE);
}

/* On copies of the arguments. Returns how many elements are wrong; message: what the emulation
 * said, NULL if nothing. */
static guint
run_emulated (void *from, const CudaKernel *kernel, guint seed, const char **message)
{
  g_autofree char *symbol = g_strdup_printf ("start_%s", kernel->name);
  Start start = (Start) dlsym (from, symbol);
  LoopsArguments copy = kernel->arguments;
  void *whole[LOOPS_MAX_ARGS];
  guint n_wrong;

  g_assert_nonnull (start);
  for (guint i = 0; i < copy.n; i++)
    {
      const gsize bytes = (gsize) copy.counts[i] * fl_dtype_get_size_bytes (copy.dtypes[i]);

      whole[i] = g_malloc (bytes + 2 * ALIGNED);
      copy.bytes[i] = (void *) (((gsize) whole[i] + ALIGNED - 1) / ALIGNED * ALIGNED);
      memcpy (copy.bytes[i], kernel->arguments.bytes[i], bytes);
    }
  *message = start (copy.bytes, kernel->sizes, kernel->n_blocks, seed);
  n_wrong = loops_compare (&copy, &kernel->arguments, kernel->name);
  for (guint i = 0; i < copy.n; i++)
    g_free (whole[i]);
  return n_wrong;
}

static void
test_emulation_agrees (gconstpointer data)
{
  guint n = 0;

  for (guint i = 0; i < kernels->len; i++)
    {
      const CudaKernel *kernel = &g_array_index (kernels, CudaKernel, i);

      for (guint seed = 0; kernel->c == data && seed < 4; seed++, n++)
        {
          const char *message;
          const guint n_wrong = run_emulated (library, kernel, seed, &message);

          if (n_wrong || message)
            g_test_message ("%s\n%s", kernel->kernel->source, message ? message : "");
          g_assert_null (message);
          g_assert_cmpuint (n_wrong, ==, 0);
        }
    }
  g_assert_cmpuint (n, >=, 4);
}

/* --- what is wrong is found ---------------------------------------------- */

static const CudaKernel *
find_kernel (const char *name)
{
  for (guint i = 0; i < kernels->len; i++)
    if (g_str_equal (g_array_index (kernels, CudaKernel, i).c->name, name))
      return &g_array_index (kernels, CudaKernel, i);
  g_assert_not_reached ();
}

/* The row of a block without its barriers, and with one that only half of the threads come to. */
static void
test_faults_are_found (void)
{
  static const struct
  {
    const char *from, *to;
    gboolean waits;
  } faults[] = {
    { "__syncthreads ();", ";", FALSE },
    { "__syncthreads ();", "if (warp < 2) __syncthreads ();", TRUE },
    { " = 16; ", " = 8; ", FALSE },
    { "  fl_cluster_barrier ();", "  __syncthreads ();", FALSE },
    { "  fl_cluster_arrive ();\n  float", "  if (warp < 2) fl_cluster_arrive ();\n  float", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      const CudaKernel *kernel
          = find_kernel (strstr (faults[i].from, "cluster") ? "row-of-a-cluster" : "row-of-a-block");
      g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (CudaKernel));
      g_autofree char *whole = NULL, *emulated = NULL;
      g_autoptr (GString) source = NULL;
      guint n_found = 0;

      g_array_append_val (one, *kernel);
      whole = cuda_dup_source (one);
      source = g_string_new (whole);
      g_assert_cmpuint (g_string_replace (source, faults[i].from, faults[i].to, 0), >, 0);
      emulated = dup_emulated (one, source->str);
      broken = compile (emulated);
      for (guint seed = 0; seed < 4; seed++)
        {
          const char *message;
          const guint n_wrong = run_emulated (broken, kernel, seed, &message);

          g_assert_true (!faults[i].waits || message);
          n_found += n_wrong > 0 || message;
        }
      g_test_message ("%s instead of %s: found by %u orders of 4", faults[i].to, faults[i].from, n_found);
      g_assert_cmpuint (n_found, >, 0);
      dlclose (broken);
    }
}

/* --- compilers of GPUs --------------------------------------------------- */

static guint
count_words (const char *text, const char *word)
{
  guint n = 0;

  for (const char *at = strstr (text, word); at; at = strstr (at + 1, word))
    n++;
  return n;
}

/* Every kernel compiles, and what is accessed 16 bytes at a time by the program is so by the
 * machine's instructions. */
static void
test_nvrtc_compiles (gconstpointer arch)
{
  g_autoptr (GArray) these = g_array_new (FALSE, FALSE, sizeof (CudaKernel));
  g_autofree char *source = NULL, *messages = NULL, *ptx = NULL;
  guint n_functions = 0;
  gsize cubin_bytes;
  Nvrtc nvrtc;

  if (!nvrtc_open (&nvrtc))
    {
      g_test_skip ("NVRTC is not here: libnvrtc.so of a CUDA toolkit compiles kernels without a GPU");
      return;
    }
  for (guint i = 0; i < kernels->len; i++) /* GPUs before sm_90 have no clusters */
    if (g_str_equal (arch, "sm_90") || g_array_index (kernels, CudaKernel, i).kernel->phases[0].cluster == 1)
      g_array_append_val (these, g_array_index (kernels, CudaKernel, i));
  for (guint i = 0; i < these->len; i++)
    n_functions += g_array_index (these, CudaKernel, i).kernel->n_phases;
  source = cuda_dup_source (these);
  ptx = nvrtc_compile (&nvrtc, source, arch, &cubin_bytes, &messages);
  if (!ptx)
    g_test_message ("%s", messages);
  g_assert_nonnull (ptx);
  g_assert_cmpuint (cubin_bytes, >, 1000);
  g_assert_cmpuint (count_words (ptx, ".visible .entry"), ==, n_functions);
  g_assert_cmpuint (count_words (ptx, "barrier.cluster.wait") > 0, ==, g_str_equal (arch, "sm_90"));
  g_assert_cmpuint (count_words (ptx, "ld.global.nc.v4.") + count_words (ptx, "ld.global.v4."), >=, 10);
  g_assert_cmpuint (count_words (ptx, "st.global.v4."), >=, 8);
  g_test_message ("%u kernels for %s: %u loads and %u stores of four words", these->len, (const char *) arch,
                  count_words (ptx, "ld.global.nc.v4.") + count_words (ptx, "ld.global.v4."),
                  count_words (ptx, "st.global.v4."));
}

/* NULL: no toolkit's disassembler is here. */
static char *
find_disassembler (void)
{
  static const char usual[] = "/usr/local/cuda/bin/nvdisasm";
  char *found = g_find_program_in_path ("nvdisasm");

  return found || !g_file_test (usual, G_FILE_TEST_IS_EXECUTABLE) ? found : g_strdup (usual);
}

/* What PTX says in vectors, the machine does so: its instructions move 128 bits at a time. */
static void
test_machine_code_has_wide_accesses (gconstpointer arch)
{
  g_autofree char *tool = find_disassembler (), *source = NULL, *folder = NULL, *path = NULL, *sass = NULL;
  char *argv[] = { tool, NULL, NULL };
  int status = -1;
  Nvrtc nvrtc;

  if (!tool || !nvrtc_open (&nvrtc))
    {
      g_test_skip (tool ? "NVRTC is not here" : "nvdisasm is not here, which shows the machine code of a GPU");
      return;
    }
  source = cuda_dup_source (kernels);
  folder = g_dir_make_tmp ("fuseloom-sass-XXXXXX", NULL);
  path = g_build_filename (folder, "kernels.cubin", NULL);
  g_assert_true (nvrtc_write_cubin (&nvrtc, source, arch, path));
  argv[1] = path;
  g_assert_true (g_spawn_sync (NULL, argv, NULL, 0, NULL, NULL, &sass, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  g_test_message ("%s: %u loads and %u stores of 128 bits", (const char *) arch, count_words (sass, "LDG.E.128"),
                  count_words (sass, "STG.E.128"));
  g_assert_cmpuint (count_words (sass, "LDG.E.128"), >=, 10);
  g_assert_cmpuint (count_words (sass, "STG.E.128"), >=, 8);
  g_unlink (path);
  g_rmdir (folder);
}

/* Each file of the preamble is C++ by itself. */
static void
test_preamble_files_compile (void)
{
  g_autofree char *folder
      = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "core", "codegen", "preamble-cuda", NULL);
  g_autofree char *include = g_strdup_printf ("-I%s/tests/cuda", g_getenv ("FUSELOOM_SOURCE_DIR"));
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  g_assert_nonnull (dir);
  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir), n++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *messages = NULL;
      const char *const argv[] = { "g++",
                                   "-std=c++17",
                                   "-Wall",
                                   "-Wno-unused-function",
                                   "-Wno-pragma-once-outside-header",
                                   "-fsyntax-only",
                                   include,
                                   "-include",
                                   "fl-cuda-emulate.h",
                                   path,
                                   NULL };
      int status = -1;

      g_assert_true (
          g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &messages, &status, NULL));
      if (status != 0)
        g_test_message ("%s: %s", name, messages);
      g_assert_cmpint (status, ==, 0);
    }
  g_assert_cmpuint (n, >=, 6);
}

/* All helpers together, whether a case calls them or not. */
static void
test_preamble_compiles_by_nvrtc (void)
{
  g_autoptr (GString) source = g_string_new (NULL);
  g_autofree char *messages = NULL, *ptx = NULL;
  FlCHelperSet all;
  gsize cubin_bytes;
  Nvrtc nvrtc;

  if (!nvrtc_open (&nvrtc))
    {
      g_test_skip ("NVRTC is not here");
      return;
    }
  memset (&all, 0xFF, sizeof all);
  fl_preamble_append (fl_cuda_preamble_get (), source, all, "");
  ptx = nvrtc_compile (&nvrtc, source->str, "sm_80", &cubin_bytes, &messages);
  if (!ptx)
    g_test_message ("%s", messages);
  g_assert_nonnull (ptx);
}

int
main (int argc, char **argv)
{
  g_autofree char *source = NULL, *emulated = NULL;
  int status;

  g_autofree char *compiler = g_find_program_in_path ("g++");

  g_test_init (&argc, &argv, NULL);
  if (!compiler && !g_getenv ("FUSELOOM_CUDA_WRITE"))
    {
      fputs ("1..0 # SKIP g++ is not here, which the emulation is compiled by\n", stdout); /* g_print would comment */
      return 0;
    }
  kernels = cuda_collect ();
  source = cuda_dup_source (kernels);
  if (g_getenv ("FUSELOOM_CUDA_WRITE"))
    return cuda_write (kernels, source, g_getenv ("FUSELOOM_CUDA_WRITE"));
  emulated = dup_emulated (kernels, source);
  library = compile (emulated);
  for (guint i = 0; i < G_N_ELEMENTS (cuda_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cuda/kernels/emulation/%s", cuda_cases[i].name);

      g_test_add_data_func (path, &cuda_cases[i], test_emulation_agrees);
    }
  g_test_add_data_func ("/cuda/kernels/nvrtc/sm_80", "sm_80", test_nvrtc_compiles);
  g_test_add_data_func ("/cuda/kernels/nvrtc/sm_90", "sm_90", test_nvrtc_compiles);
  g_test_add_data_func ("/cuda/kernels/sass/sm_80", "sm_80", test_machine_code_has_wide_accesses);
  g_test_add_data_func ("/cuda/kernels/sass/sm_90", "sm_90", test_machine_code_has_wide_accesses);
  g_test_add_func ("/cuda/kernels/preamble/files", test_preamble_files_compile);
  g_test_add_func ("/cuda/kernels/preamble/nvrtc", test_preamble_compiles_by_nvrtc);
  g_test_add_func ("/cuda/kernels/faults", test_faults_are_found);
  status = g_test_run ();
  g_array_unref (kernels);
  return status;
}
