/* Where a CUDA toolkit's libraries are looked for. */
#include "fl-cuda.h"

#include <dlfcn.h>

static const char *const folders[] = { "/usr/local/cuda/lib64",
                                       "/usr/local/cuda/targets/x86_64-linux/lib",
                                       "/usr/local/cuda/targets/sbsa-linux/lib",
                                       "/opt/cuda/lib64",
                                       "/usr/lib/x86_64-linux-gnu",
                                       "/usr/lib/aarch64-linux-gnu" };

static gpointer
open_in (const char *folder, const char *const *names)
{
  gpointer handle = NULL;
  for (guint i = 0; names[i] != NULL && handle == NULL; i++)
    {
      g_autofree char *path = folder == NULL ? g_strdup (names[i]) : g_build_filename (folder, names[i], NULL);
      handle = dlopen (path, RTLD_NOW | RTLD_LOCAL);
    }
  return handle;
}

gpointer
fl_cuda_find_library (const char *const *names)
{
  const char *named = g_getenv ("FUSELOOM_CUDA");
  g_auto (GStrv) first = g_strsplit (named != NULL ? named : "", ":", -1);
  gpointer handle = NULL;
  if (g_strcmp0 (named, "none") == 0)
    return NULL;
  for (guint i = 0; first[i] != NULL && handle == NULL; i++)
    if (g_path_is_absolute (first[i]))
      handle = open_in (first[i], names);
  if (handle == NULL)
    handle = open_in (NULL, names);
  for (guint i = 0; i < G_N_ELEMENTS (folders) && handle == NULL; i++)
    handle = open_in (folders[i], names);
  return handle;
}

char *
fl_cuda_dup_places (void)
{
  const char *named = g_getenv ("FUSELOOM_CUDA");
  GString *out = g_string_new (NULL);
  if (named != NULL && *named != '\0')
    g_string_append_printf (out, "%s (FUSELOOM_CUDA), ", named);
  g_string_append (out, "the loader's folders");
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    g_string_append_printf (out, ", %s", folders[i]);
  return g_string_free (out, FALSE);
}
