/* The worker's side of machine code: compiling by NVRTC, reading the cubin, calling NVIDIA's disassembler. */
#include "fl-machine-code.h"

#include "fl-cubin.h"
#include "fl-cuda.h"
#include "fl-file.h"
#include "fl-nvrtc.h"

#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
  MAX_SOURCE_BYTES = 64 << 20
};

/* A toolkit has its programs beside its libraries: PATH, then ../bin of each folder of FUSELOOM_CUDA, then the usual
 * one. g_free it. */
static char *
find_disassembler (void)
{
  const char *named = g_getenv ("FUSELOOM_CUDA");
  g_auto (GStrv) folders = g_strsplit (named != NULL ? named : "", ":", -1);
  char *found = g_strcmp0 (named, "none") == 0 ? NULL : g_find_program_in_path ("nvdisasm");

  for (guint i = 0; folders[i] != NULL && found == NULL; i++)
    {
      g_autofree char *path = g_build_filename (folders[i], "..", "bin", "nvdisasm", NULL);
      if (g_path_is_absolute (folders[i]) && g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
        found = g_steal_pointer (&path);
    }
  if (found == NULL && g_strcmp0 (named, "none") != 0
      && g_file_test ("/usr/local/cuda/bin/nvdisasm", G_FILE_TEST_IS_EXECUTABLE))
    found = g_strdup ("/usr/local/cuda/bin/nvdisasm");
  return found;
}

static gboolean
check_tools (FlMachineCode kind, GError **error)
{
  g_autofree char *disassembler = kind == FL_MACHINE_SASS ? find_disassembler () : NULL;

  if (fl_nvrtc_open (error) == NULL)
    return FALSE;
  if (kind != FL_MACHINE_SASS || disassembler != NULL)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_COMPILER,
               "NVIDIA's disassembler nvdisasm is neither in PATH, nor in ../bin of a folder of FUSELOOM_CUDA, nor in "
               "/usr/local/cuda/bin: it comes with a CUDA toolkit (cuda-nvdisasm)");
  return FALSE;
}

/* nvdisasm reads a file. */
static char *
disassemble (const char *cubin, gsize length, GError **error)
{
  g_autofree char *program = find_disassembler (), *path = NULL, *messages = NULL;
  char *text = NULL;
  int status = 0, fd = g_file_open_tmp ("fuseloom-XXXXXX.cubin", &path, error);

  if (fd < 0)
    return NULL;
  close (fd);
  const char *const argv[] = { program, "-c", path, NULL };
  if (fl_file_write (path, cubin, (gssize) length, error)
      && g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &text, &messages, &status, error)
      && !g_spawn_check_wait_status (status, NULL))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "%s refused the kernels: %s", program, g_strstrip (messages));
      g_clear_pointer (&text, g_free);
    }
  unlink (path);
  return text;
}

static char *
list_resources (const char *cubin, gsize length, GError **error)
{
  g_autoptr (GPtrArray) kernels = fl_cubin_read ((const guint8 *) cubin, length);
  GString *out = kernels != NULL ? g_string_new (NULL) : NULL;

  if (kernels == NULL)
    g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "NVRTC's machine code is no ELF file that is known here");
  for (guint i = 0; kernels != NULL && i < kernels->len; i++)
    {
      const FlCubinKernel *kernel = kernels->pdata[i];
      g_string_append_printf (out, "%s %u %u %u\n", kernel->name, kernel->n_registers, kernel->n_shared_bytes,
                              kernel->n_stack_bytes);
    }
  return out != NULL ? g_string_free (out, FALSE) : NULL;
}

static char *
make_text (FlMachineCode kind, guint capability, const char *source, GError **error)
{
  gsize length = 0;
  g_autofree char *refusal = NULL, *code = NULL;

  if (!check_tools (kind, error))
    return NULL;
  code = kind == FL_MACHINE_PTX
             ? fl_nvrtc_compile_ptx (fl_nvrtc_open (NULL), "fuseloom", source, capability, &length, &refusal)
             : fl_nvrtc_compile (fl_nvrtc_open (NULL), "fuseloom", source, capability, &length, &refusal);
  if (code == NULL)
    g_set_error (error, FL_ERROR, FL_ERROR_COMPILER, "%s", refusal);
  else if (kind == FL_MACHINE_PTX)
    return g_steal_pointer (&code);
  else if (memcmp (code, "\177ELF", 4) != 0)
    g_set_error (error, FL_ERROR, FL_ERROR_COMPILER,
                 "%s makes no machine code for sm_%u: choose another cuda.capability",
                 fl_nvrtc_get_name (fl_nvrtc_open (NULL)), capability);
  else
    return kind == FL_MACHINE_SASS ? disassemble (code, length, error) : list_resources (code, length, error);
  return NULL;
}

static char *
read_source (void)
{
  GString *text = g_string_new (NULL);
  char block[1 << 16];

  for (gsize n; text->len < MAX_SOURCE_BYTES && (n = fread (block, 1, sizeof block, stdin)) > 0;)
    g_string_append_len (text, block, (gssize) n);
  return g_string_free (text, FALSE);
}

int
fl_machine_code_main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *source = NULL, *text = NULL;
  FlMachineCode kind;

  if (argc != 4 || !fl_machine_code_find (argv[2], &kind))
    return 2;
  const guint capability = (guint) atoi (argv[3]);
  if (capability == 0)
    text = check_tools (kind, &error) ? g_strdup ("") : NULL;
  else
    {
      source = read_source ();
      text = make_text (kind, capability, source, &error);
    }
  if (text == NULL)
    fprintf (stderr, "%s\n", error->message);
  return text == NULL || fputs (text, stdout) < 0 || fflush (stdout) != 0;
}
