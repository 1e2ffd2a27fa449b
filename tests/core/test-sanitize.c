/* Checked kernels: what each of some broken ones is accused of, and that nothing which touches memory goes unseen. */
#include "fl-c-preamble.h"
#include "fl-sanitize.h"
#include "fl-worker-client.h"

#include <glib/gstdio.h>
#include <string.h>

static char *cache_folder;

/* x of 16 floats, y of 20 (the last vector has 4) and z of 16, a gap between them. Lines count from the title. */
#define KERNEL(name, body)                                                                                             \
  "/* " name " */\n"                                                                                                   \
  "void\n" name " (void *const *b, const long *s, long begin, long end)\n"                                             \
  "{\n"                                                                                                                \
  "  const float *restrict x = b[0];\n"                                                                                \
  "  float *restrict y = b[1];\n" body "}\n\n"

static const char source[]
    = "typedef float fl_vec __attribute__ ((vector_size (64), may_alias));\n"
      "typedef float fl_vec_anywhere __attribute__ ((vector_size (64), may_alias, aligned (4)));\n"
      "static inline __attribute__ ((always_inline)) fl_vec fl_load_f32 (const float *p) { return *(const fl_vec_anywhere *) p; }\n"
      "static inline __attribute__ ((always_inline)) void fl_store_f32 (float *p, fl_vec x) { *(fl_vec_anywhere *) p = x; }\n"
      "\n" KERNEL ("right",
                   "  for (long i = 0; i < 16; i++)\n    y[i] = x[i];\n  fl_store_f32 (y + 4, fl_load_f32 (x));\n")
          KERNEL ("writes_one", "  for (long i = 0; i <= 20; i++)\n    y[i] = 1;\n") KERNEL (
              "reads_one", "  float sum = 0;\n  for (long i = 0; i <= s[0]; i++)\n    sum += x[i];\n  y[0] = sum;\n")
              KERNEL ("writes_tail", "  const fl_vec load = fl_load_f32 (x);\n  fl_store_f32 (y + 16, load);\n")
                  KERNEL ("reads_other", "  y[0] = y[s[0] * 2];\n") KERNEL (
                      "leaves_row",
                      "  float row[20];\n  for (long i = 0; i < s[0] + 5; i++)\n    ((volatile float *) row)[i] = x[0];\n  y[0] = row[s[0]];\n")
                      KERNEL ("shifts", "  y[0] = (float) (1 << (s[0] + 20));\n") KERNEL (
                          "casts",
                          "  y[0] = (float) (int) (x[0] + 3e9f);\n") KERNEL ("lies_askew",
                                                                             "  *(fl_vec *) (y + 1) = fl_load_f32 (x);\n")
#ifdef __AVX512F__
                          KERNEL (
                              "masks",
                              "  fl_vec load = fl_load_f32 (x);\n  __builtin_ia32_storeups512_mask ((void *) (y + 16), load, (1u << (s[0] - 11)) - 1);\n")
#endif
    ;

/* Of a helper's own: 16 rows of 4 doubles are transposed with streaming stores. */
static const char turning[]
    = KERNEL ("turns",
              "  static _Alignas (64) double from[64], to[64];\n  for (long i = 0; i < 64; i++)\n    from[i] = i;\n"
              "  fl_stream_transposed_64 (to, 16, from, 4, 16, 4);\n  y[0] = (float) (1 << (to[17] == 5 ? 1 : 99));\n");

/* The line is that of the kernel, wherever the function is that it calls. */
static const struct
{
  const char *kernel, *words, *line;
} cases[] = {
  { "right", NULL, NULL },
  { "turns", NULL, NULL },
  { "writes_one", "kernel writes_one writes past the end of y: 4 bytes from element 20 on, of 20 elements of 4 bytes",
    "in line 8: y[i] = 1;" },
  { "reads_one", "kernel reads_one reads past the end of x: 4 bytes from element 16 on, of 16 elements of 4 bytes",
    "in line 9: sum += x[i];" },
  { "writes_tail", "kernel writes_tail writes past the end of y: 64 bytes from element",
    "in line 8: fl_store_f32 (y + 16, load);" },
  { "reads_other", "kernel reads_other reads past the end of y: 4 bytes from element 32 on, of 20",
    "in line 7: y[0] = y[s[0] * 2];" },
  { "leaves_row", "kernel leaves_row", "in line 9: " } /* either sanitizer sees it */,
  { "shifts", "kernel shifts: shift exponent 36 is too large for 32-bit type 'int'", "in line 7: " },
  { "casts", "kernel casts: ", "in line 7: " },
  { "lies_askew", "kernel lies_askew: store to misaligned address",
    "in line 7: *(fl_vec *) (y + 1) = fl_load_f32 (x);" },
#ifdef __AVX512F__
  { "masks", "kernel masks writes past the end of y: ", "in line 8: __builtin_ia32_storeups512_mask" },
#endif
};

static const char program[]
    = "{\"do\":\"program\",\"id\":0,\"modules\":[0],\"arena_bytes\":8192,\"exchange_bytes\":8192,\"tensors\":["
      "{\"name\":\"x\",\"offset\":0,\"bytes\":64,\"element_bytes\":4,\"load\":0,\"save\":-1},"
      "{\"name\":\"y\",\"offset\":128,\"bytes\":80,\"element_bytes\":4,\"load\":-1,\"save\":4096},"
      "{\"name\":\"z\",\"offset\":256,\"bytes\":64,\"element_bytes\":4,\"load\":-1,\"save\":-1}],"
      "\"steps\":[{\"kernel\":\"%s\",\"buffers\":[0,1],\"sizes\":[16],\"extent\":16,\"bytes\":144}]}";

static char *
dup_source (const char *kernel)
{
  g_autoptr (GString) out = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  if (strcmp (kernel, "turns") != 0)
    return g_strdup (source);
  fl_c_preamble_note (&used, turning);
  fl_c_preamble_append (out, used, "#define FL_LANES 4\n");
  return g_strconcat (out->str, turning, NULL);
}

static cJSON *
compile (FlWorkerClient *client, const char *kernel, GError **error)
{
  g_autofree char *text = dup_source (kernel);
  cJSON *message = cJSON_Parse ("{\"do\":\"compile\",\"modules\":[{\"module\":0,\"name\":\"program\"}]}");

  cJSON_AddStringToObject (cJSON_GetArrayItem (cJSON_GetObjectItem (message, "modules"), 0), "source", text);
  cJSON_AddStringToObject (message, "cache", cache_folder);
  return fl_worker_client_call (client, message, NULL, NULL, error);
}

static void
run_case (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (GError) error = NULL;
  FlWorkerOptions options = {
    .path = g_getenv ("FUSELOOM_WORKER"), .exchange_bytes = 8192, .timeout_s = 60, .n_threads = 1, .sanitize = TRUE
  };
  g_autoptr (FlWorkerClient) client = fl_worker_client_open (&options, &error);
  g_autofree char *text = g_strdup_printf (program, cases[i].kernel);

  if (g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED))
    {
      g_test_skip (error->message);
      return;
    }
  g_assert_no_error (error);
  cJSON_Delete (compile (client, cases[i].kernel, &error));
  g_assert_no_error (error);
  cJSON_Delete (fl_worker_client_call (client, cJSON_Parse (text), NULL, NULL, &error));
  g_assert_no_error (error);
  cJSON_Delete (fl_worker_client_call (client, cJSON_Parse ("{\"do\":\"run\",\"id\":0}"), NULL, NULL, &error));
  if (cases[i].words == NULL)
    {
      g_assert_no_error (error);
      return;
    }
  g_assert_error (error, FL_ERROR, FL_ERROR_WORKER);
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, cases[i].words));
  g_assert_nonnull (strstr (error->message, cases[i].line));
}

/* --- what compilers do not look at ------------------------------------------------------------ */

/* By name: loads and stores, streams, what is gathered or scattered. */
static gboolean
touches_memory (const char *name)
{
  return g_regex_match_simple (
      "^(load|store|movnt|gather|gather3|gather3siv|scatter|scattersiv|maskload|maskstore|compressstore|expandload|lddqu|pmov\\w*_mem)",
      name, 0, 0);
}

static void
test_builtins (void)
{
  const char *const *known = fl_sanitize_list_builtins ();
  g_autoptr (GRegex) regex = g_regex_new ("__builtin_ia32_(\\w+)", 0, 0, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GMatchInfo) match = NULL;
  FlCHelperSet all;
  guint n_found = 0;

  memset (&all, 0xff, sizeof all);
  fl_c_preamble_append (text, all, "");
  g_regex_match (regex, text->str, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);

      if (!touches_memory (name))
        continue;
      n_found++;
      if (!g_strv_contains (known, name))
        g_test_message ("a helper uses __builtin_ia32_%s: give it a row in fl-sanitize.c", name);
      g_assert_true (g_strv_contains (known, name));
    }
  g_assert_cmpuint (n_found, >, 4);
}

/* --- reports that no compiler here makes ------------------------------------------------------ */

static void
test_words (void)
{
  static FlControlPage control = { .kernel = "cpp_fused_add_0", .n_ranges = 1 };
  static const char *const said[][2] = {
    { "", NULL },
    { "fuseloom-worker: something else\n", NULL },
    { "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000010 (pc 0x7f bp 0x7f sp 0x7f T0)\n",
      "kernel cpp_fused_add_0: SEGV" },
    { "==7==ERROR: AddressSanitizer: use-after-poison on address 0x000000000ffe at pc 0x7f\nREAD of size 2 at 0x000000000ffe thread T0\n",
      "kernel cpp_fused_add_0 reads before the beginning of buf0: 2 bytes from element -1 on, of 8 elements of 2 bytes" },
    { "==7==ERROR: AddressSanitizer: use-after-poison on address 0x7f0000000000 at pc 0x7f\nWRITE of size 8 at 0x7f0000000000 thread T1\n",
      "kernel cpp_fused_add_0 writes 8 bytes that belong to none of its buffers" },
    { "/no/such/file.c:12:3: runtime error: shift exponent -1 is negative\n",
      "kernel cpp_fused_add_0: shift exponent -1 is negative (/no/such/file.c:12)" },
  };

  control.ranges[0].begin = 0x1000;
  control.ranges[0].bytes = 16;
  control.ranges[0].element_bytes = 2;
  g_strlcpy (control.ranges[0].name, "buf0", sizeof control.ranges[0].name);
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    {
      g_autofree char *words = fl_sanitize_explain (said[i][0], &control);

      g_assert_cmpstr (words, ==, said[i][1]);
    }
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  cache_folder = folder = g_dir_make_tmp ("fuseloom-sanitize-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sanitize/%s", cases[i].kernel);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), run_case);
    }
  g_test_add_func ("/sanitize/builtins", test_builtins);
  g_test_add_func ("/sanitize/words", test_words);
  status = g_test_run ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
  return status;
}
