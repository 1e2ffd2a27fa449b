/* NVRTC without a toolkit: g++ makes a shared object of the source and of the emulation (fl-cuda-emulate.h), with a
 * function that starts each kernel. FUSELOOM_SOURCE_DIR says where the emulation is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXPORT __attribute__ ((visibility ("default")))

typedef struct
{
  char *source, *code, *log;
  size_t code_bytes;
} Program;

EXPORT int
nvrtcVersion (int *major, int *minor)
{
  *major = 13;
  *minor = 99; /* no NVRTC has it: the cache keeps both apart */
  return 0;
}

EXPORT int
nvrtcGetNumSupportedArchs (int *n)
{
  *n = 2;
  return 0;
}

EXPORT int
nvrtcGetSupportedArchs (int *archs)
{
  archs[0] = 80;
  archs[1] = 90;
  return 0;
}

EXPORT int
nvrtcCreateProgram (Program **program, const char *source, const char *name, int n_headers, const char *const *headers,
                    const char *const *names)
{
  *program = calloc (1, sizeof **program);
  (*program)->source = strdup (source);
  return 0;
}

EXPORT int
nvrtcDestroyProgram (Program **program)
{
  free ((*program)->source);
  free ((*program)->code);
  free ((*program)->log);
  free (*program);
  *program = NULL;
  return 0;
}

/* Calls a kernel with the arguments that the driver was given, whatever their types. */
static const char starter[]
    = "\n#include <utility>\n"
      "template <typename... A, size_t... I> static void fake_call (void (*kernel) (A...), void **arguments, "
      "std::index_sequence<I...>)\n{ kernel (*(A *) arguments[I]...); }\n"
      "template <typename... A> static void fake_start (void (*kernel) (A...), void **arguments)\n"
      "{ fake_call (kernel, arguments, std::index_sequence_for<A...> ()); }\n"
      "template <typename... A> struct FakeSizes { size_t at[sizeof...(A) + 1] = { sizeof (A)..., 0 }; };\n"
      "template <typename... A> static FakeSizes<A...> fake_sizes (void (*) (A...)) { return {}; }\n";

/* A kernel's name stands on the line behind its launch bounds. */
static void
write_starters (FILE *out, const char *source)
{
  fputs (starter, out);
  for (const char *at = source; (at = strstr (at, "extern \"C\" __global__")) != NULL;)
    {
      static const char dims[] = "__cluster_dims__ (";
      const char *begin = strchr (at, '\n'), *cluster = strstr (at, dims);
      int n;

      if (begin == NULL)
        return;
      begin++;
      n = (int) strcspn (begin, " (");
      fprintf (
          out,
          "extern \"C\" const char *start_%.*s (void **arguments, long n_blocks, unsigned n_threads, unsigned seed)\n"
          "{ return emulate ((unsigned) n_blocks, n_threads, seed, [=] { fake_start (%.*s, arguments); }, %u); }\n"
          "extern \"C\" { extern decltype (fake_sizes (%.*s)) sizes_%.*s; decltype (fake_sizes (%.*s)) sizes_%.*s; }\n",
          n, begin, n, begin,
          cluster != NULL && cluster < begin ? (unsigned) strtoul (cluster + sizeof dims - 1, NULL, 10) : 1, n, begin,
          n, begin, n, begin, n, begin);
      at = begin;
    }
}

static char *
read_file (const char *path, size_t *bytes)
{
  FILE *file = fopen (path, "rb");
  char *text = NULL;

  *bytes = 0;
  if (file == NULL)
    return NULL;
  fseek (file, 0, SEEK_END);
  *bytes = (size_t) ftell (file);
  rewind (file);
  text = calloc (1, *bytes + 1);
  if (fread (text, 1, *bytes, file) != *bytes)
    *bytes = 0;
  fclose (file);
  return text;
}

static int
run_compiler (const char *folder)
{
  const char *root = getenv ("FUSELOOM_SOURCE_DIR");
  char include[4096], cpp[4096], so[4096], log[4096];
  pid_t child;
  int status = -1;

  snprintf (include, sizeof include, "-I%s/tests/cuda", root != NULL ? root : ".");
  snprintf (cpp, sizeof cpp, "%s/kernels.cpp", folder);
  snprintf (so, sizeof so, "%s/kernels.so", folder);
  snprintf (log, sizeof log, "%s/log", folder);
  child = fork ();
  if (child == 0)
    {
      if (freopen (log, "w", stderr) == NULL)
        _exit (126);
      execlp ("g++", "g++", "-std=c++17", "-O1", "-w", "-fwrapv", "-ffp-contract=off", "-shared", "-fPIC", include, cpp,
              "-o", so, "-lm", (char *) NULL);
      _exit (127);
    }
  return child > 0 && waitpid (child, &status, 0) == child && status == 0 ? 0 : 6; /* NVRTC_ERROR_COMPILATION */
}

EXPORT int
nvrtcCompileProgram (Program *program, int n_options, const char *const *options)
{
  char folder[] = "/tmp/fuseloom-fake-XXXXXX", path[4096];
  static const char *const files[] = { "kernels.cpp", "kernels.so", "log" };
  size_t log_bytes;
  FILE *out;
  int status;

  if (mkdtemp (folder) == NULL)
    return 1;
  snprintf (path, sizeof path, "%s/kernels.cpp", folder);
  out = fopen (path, "w");
  fprintf (out, "#include \"fl-cuda-emulate.h\"\n%s\n", program->source);
  write_starters (out, program->source);
  fclose (out);
  status = run_compiler (folder);
  snprintf (path, sizeof path, "%s/kernels.so", folder);
  program->code = read_file (path, &program->code_bytes);
  snprintf (path, sizeof path, "%s/log", folder);
  program->log = read_file (path, &log_bytes);
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
    {
      snprintf (path, sizeof path, "%s/%s", folder, files[i]);
      unlink (path);
    }
  rmdir (folder);
  return status;
}

EXPORT int
nvrtcGetProgramLogSize (Program *program, size_t *size)
{
  *size = program->log != NULL ? strlen (program->log) + 1 : 0;
  return 0;
}

EXPORT int
nvrtcGetProgramLog (Program *program, char *log)
{
  strcpy (log, program->log);
  return 0;
}

EXPORT int
nvrtcGetCUBINSize (Program *program, size_t *size)
{
  *size = program->code_bytes;
  return 0;
}

EXPORT int
nvrtcGetCUBIN (Program *program, char *cubin)
{
  memcpy (cubin, program->code, program->code_bytes);
  return 0;
}

EXPORT int
nvrtcGetPTXSize (Program *program, size_t *size)
{
  return 1;
}

EXPORT int
nvrtcGetPTX (Program *program, char *ptx)
{
  return 1;
}
