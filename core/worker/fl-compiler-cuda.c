/* CUDA kernels by NVRTC, kept as the C compiler's objects are. */
#include "fl-compiler-private.h"
#include "fl-nvrtc.h"

#include <errno.h>
#include <string.h>

enum
{
  CLUSTERS_SINCE = 90 /* compute capability */
};

static char *
make_key (const FlNvrtc *nvrtc, const char *options, const char *source)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  const char *const parts[] = { "CUDA, sealed by name", fl_nvrtc_get_name (nvrtc), options, source };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_checksum_update (sum, (const guchar *) parts[i], strlen (parts[i]) + 1);
  return g_strdup (g_checksum_get_string (sum));
}

/* NVRTC refuses nothing but what we wrote wrong. */
static void
tell_refusal (const char *folder, const char *key, const char *source, const char *refusal, GError **error)
{
  g_autofree char *path = fl_compiler_cache_keep_refused (folder, key, source);
  g_set_error (error, FL_ERROR, FL_ERROR_KERNEL,
               "%s\nThis is a defect of Fuseloom, not of the graph. Please report it with %s%s", refusal,
               path != NULL ? "the source, which is kept as " : "the graph: the source could be kept nowhere",
               path != NULL ? path : "");
}

/* What the cache lacks. */
static int
make (const FlNvrtc *nvrtc, const char *name, const char *source, guint capability, const char *folder, const char *key,
      FlBuildFacts *facts, GError **error)
{
  gsize length, sealed_length;
  if (capability < CLUSTERS_SINCE && strstr (source, "__cluster_dims__") != NULL)
    {
      g_set_error (
          error, FL_ERROR, FL_ERROR_COMPILER,
          "the kernels of %s are for GPUs with clusters of blocks, since compute capability 9.0; this one has %u.%u: "
          "run with --set cuda.capability=%u",
          name, capability / 10, capability % 10, capability);
      return -1;
    }
  g_autofree char *refusal = NULL, *code = fl_nvrtc_compile (nvrtc, name, source, capability, &length, &refusal);
  if (code == NULL)
    {
      tell_refusal (folder, key, source, refusal, error);
      return -1;
    }
  g_autofree char *sealed = fl_compiler_dup_sealed (key, code, length, &sealed_length);
  int fd = fl_compiler_seal_memory (sealed, sealed_length);
  if (fd < 0)
    g_set_error (error, FL_ERROR, FL_ERROR_IO, "no memory for the kernels of %s can be had: %s", name,
                 g_strerror (errno));
  else
    fl_compiler_cache_keep (folder, key, sealed, sealed_length, &facts->path, &facts->note);
  return fd;
}

int
fl_compiler_build_cuda (const char *name, const char *source, guint capability, const char *folder, FlBuildFacts *facts,
                        GError **error)
{
  const FlNvrtc *nvrtc = fl_nvrtc_open (error);
  *facts = (FlBuildFacts) { 0 };
  if (nvrtc == NULL)
    return -1;
  g_autofree char *options = fl_nvrtc_dup_options (nvrtc, capability), *key = make_key (nvrtc, options, source);
  gboolean is_first = fl_compiler_turn_begin (key);
  int fd = fl_compiler_cache_find (folder, key, &facts->path, &facts->note);
  facts->was_cached = fd >= 0 && is_first; /* who waited saw it made */
  if (fd < 0)
    fd = make (nvrtc, name, source, capability, folder, key, facts, error);
  if (is_first)
    fl_compiler_turn_end (key);
  return fd;
}
