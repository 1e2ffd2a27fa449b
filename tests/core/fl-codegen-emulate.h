/* Generated kernels for another processor: compiled by a cross compiler into a program of their own, run by an
 * emulator, with the buffers' bytes going in and out by files. FUSELOOM_TEST_CROSS=aarch64 turns it on for a test of
 * generated kernels. */
#pragma once

#include <glib/gstdio.h>
#include <string.h>

#include "fl-codegen.h"

static inline const char *
get_cross (void)
{
  return g_getenv ("FUSELOOM_TEST_CROSS");
}

static inline char *
find_cross (const char *before, const char *after)
{
  g_autofree char *name = g_strconcat (before, get_cross (), after, NULL);

  return g_find_program_in_path (name);
}

/* Whether a test can run; 77 tells Meson that it was skipped. */
static inline gboolean
has_cross_or_none (void)
{
  g_autofree char *compiler = get_cross () ? find_cross ("", "-linux-gnu-gcc") : NULL,
                  *emulator = get_cross () ? find_cross ("qemu-", "") : NULL;

  if (get_cross () && (!compiler || !emulator))
    g_print ("1..0 # SKIP %s-linux-gnu-gcc or qemu-%s is not here\n", get_cross (), get_cross ());
  return !get_cross () || (compiler && emulator);
}

static inline gboolean
look_up_hint (const FlSym *symbol, gpointer data, gint64 *value)
{
  *value = fl_sym_get_hint (symbol, 8);
  return TRUE;
}

static inline void
spawn (const char *const *argv, const char *source)
{
  g_autofree char *messages = NULL;
  g_autoptr (GError) error = NULL;
  int status = -1;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &messages, &status, &error);
  g_assert_no_error (error);
  if (status != 0)
    g_test_message ("%s\n%s", source, messages);
  g_assert_cmpint (status, ==, 0);
}

/* The host's memory of a program's buffers, each place once: buffers that the plan puts over each other are one. */
typedef struct
{
  gpointer (*get_memory) (gpointer data, const FlBuffer *buffer);
  gpointer data;
  gpointer places[64];
  gint64 bytes[64];
  guint n;
} Emulated;

static inline guint
note_buffer (Emulated *all, const FlProgram *program, const FlBuffer *buffer)
{
  g_autoptr (GError) error = NULL;
  gpointer place = all->get_memory (all->data, buffer);
  gint64 bytes = 0;
  guint i = 0;

  fl_buffer_get_size_bytes (buffer, program->plan->schedule->lowered->symbols, look_up_hint, NULL, &bytes, &error);
  g_assert_no_error (error);
  while (i < all->n && all->places[i] != place)
    i++;
  if (i == all->n)
    g_assert_cmpuint (++all->n, <=, G_N_ELEMENTS (all->places));
  all->places[i] = place;
  all->bytes[i] = MAX (all->bytes[i], bytes);
  return i;
}

/* Every function of a kernel, in two halves. */
static inline void
append_calls (GString *out, Emulated *all, const FlProgram *program, const FlKernel *kernel)
{
  g_string_append (out, "  {\n    void *const buffers[] = { 0");
  for (guint k = 0; k < kernel->n_args; k++)
    g_string_append_printf (out, ", m%u", note_buffer (all, program, kernel->args[k].buffer));
  g_string_append (out, " };\n    const int64_t sizes[] = { 0");
  for (guint k = 0; k < kernel->n_sizes; k++)
    g_string_append_printf (out, ", %" G_GINT64_FORMAT, fl_sym_get_hint (kernel->size_symbols[k], 8));
  g_string_append (out, " };\n");
  for (guint k = 0; k < kernel->n_phases; k++)
    {
      const FlKernelPhase *phase = &kernel->phases[k];
      gint64 extent = phase->extent ? fl_sym_get_hint (phase->extent, 8) : 1,
             half = extent / 2 / phase->step * phase->step;

      g_string_append_printf (out, "    extern void %s (void *const *, const int64_t *, int64_t, int64_t);\n",
                              phase->name);
      if (half > 0)
        g_string_append_printf (out, "    %s (buffers + 1, sizes + 1, 0, %" G_GINT64_FORMAT ");\n", phase->name, half);
      g_string_append_printf (out, "    %s (buffers + 1, sizes + 1, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ");\n",
                              phase->name, half, extent);
    }
  g_string_append (out, "  }\n");
}

static inline char *
write_main (Emulated *all, const FlProgram *program)
{
  g_autoptr (GString) calls = g_string_new (NULL);
  GString *out = g_string_new ("#include <stdint.h>\n#include <stdio.h>\n");

  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].source)
      append_calls (calls, all, program, &program->kernels[i]);
  for (guint i = 0; i < all->n; i++)
    g_string_append_printf (out, "static char m%u[%" G_GINT64_FORMAT "] __attribute__ ((aligned (64)));\n", i,
                            all->bytes[i] + 64);
  g_string_append (
      out,
      "int\nmain (int argc, char **argv)\n{\n  FILE *in = fopen (argv[1], \"rb\"), *out = fopen (argv[2], \"wb\");\n");
  for (guint i = 0; i < all->n; i++)
    g_string_append_printf (out, "  if (fread (m%u, 1, %" G_GINT64_FORMAT ", in) != %" G_GINT64_FORMAT ") return 1;\n",
                            i, all->bytes[i], all->bytes[i]);
  g_string_append (out, calls->str);
  for (guint i = 0; i < all->n; i++)
    g_string_append_printf (out,
                            "  if (fwrite (m%u, 1, %" G_GINT64_FORMAT ", out) != %" G_GINT64_FORMAT ") return 1;\n", i,
                            all->bytes[i], all->bytes[i]);
  g_string_append (out, "  return fclose (out);\n}\n");
  return g_string_free (out, FALSE);
}

/* get_memory: where the host has a buffer's bytes; they are read before and written after. */
static inline void
run_emulated (const FlProgram *program, gpointer (*get_memory) (gpointer data, const FlBuffer *buffer), gpointer data)
{
  static const char *const names[] = { "kernels.c", "main.c", "program", "in", "out" };
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-test-XXXXXX", NULL),
                  *compiler = find_cross ("", "-linux-gnu-gcc"), *emulator = find_cross ("qemu-", ""),
                  *main_text = NULL, *result = NULL;
  char *paths[G_N_ELEMENTS (names)];
  Emulated all = { .get_memory = get_memory, .data = data };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize length = 0, at = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    paths[i] = g_build_filename (folder, names[i], NULL);
  main_text = write_main (&all, program);
  for (guint i = 0; i < all.n; i++)
    g_byte_array_append (bytes, all.places[i], all.bytes[i]);
  g_assert_true (g_file_set_contents (paths[0], program->source, -1, NULL));
  g_assert_true (g_file_set_contents (paths[1], main_text, -1, NULL));
  g_assert_true (g_file_set_contents (paths[3], (const char *) bytes->data, bytes->len, NULL));
  {
    const char *const compile[] = { compiler,
                                    "-O3",
                                    "-std=gnu17",
                                    "-static",
                                    "-fno-math-errno",
                                    "-fno-trapping-math",
                                    "-fwrapv",
                                    "-fopenmp-simd",
                                    "-Wall",
                                    "-Werror=implicit-function-declaration",
                                    paths[0],
                                    paths[1],
                                    "-o",
                                    paths[2],
                                    "-lm",
                                    NULL };
    const char *const run[] = { emulator, paths[2], paths[3], paths[4], NULL };

    spawn (compile, program->source);
    spawn (run, program->source);
  }
  g_assert_true (g_file_get_contents (paths[4], &result, &length, NULL));
  g_assert_cmpuint (length, ==, bytes->len);
  for (guint i = 0; i < all.n; at += all.bytes[i], i++)
    memcpy (all.places[i], result + at, all.bytes[i]);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_unlink (paths[i]);
      g_free (paths[i]);
    }
  g_rmdir (folder);
}
