/* The link map of this process. Source: dl_iterate_phdr(3), elf(5); Ulrich Drepper, "How To Write Shared Libraries",
 * section 3.3, for versions of symbols. */
#include "fl-link-map.h"

#include <elf.h>
#include <link.h>
#include <string.h>

static void
linked_free (gpointer data)
{
  FlLinked *linked = data;
  g_free (linked->path);
  g_free (linked->glibc);
  g_free (linked);
}

/* What glibc installs: it fits the dynamic loader of a machine, and nothing else does. */
static gboolean
is_of_libc (const char *path)
{
  static const char *const names[]
      = { "ld-linux",      "libc.so.",    "libm.so.",   "libmvec.so.", "libpthread.so.", "libdl.so.", "librt.so.",
          "libresolv.so.", "libutil.so.", "libanl.so.", "libnss_",     "libthread_db",   "ld64.so.",  "ld.so." };
  g_autofree char *name = g_path_get_basename (path);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (name, names[i]))
      return TRUE;
  return FALSE;
}

int
fl_link_map_compare_versions (const char *a, const char *b)
{
  if (a == NULL || b == NULL)
    return (a != NULL) - (b != NULL);
  while (*a != '\0' || *b != '\0')
    {
      char *end_a, *end_b;
      guint64 left = g_ascii_strtoull (a, &end_a, 10), right = g_ascii_strtoull (b, &end_b, 10);
      if (left != right)
        return left < right ? -1 : 1;
      if (end_a == a && end_b == b)
        return strcmp (a, b);
      a = *end_a == '.' ? end_a + 1 : end_a;
      b = *end_b == '.' ? end_b + 1 : end_b;
    }
  return 0;
}

/* Some systems relocate the addresses of a dynamic section when they load it, some leave offsets there. */
static gconstpointer
get_address (const struct dl_phdr_info *info, ElfW (Addr) value)
{
  return GSIZE_TO_POINTER (value < info->dlpi_addr ? value + info->dlpi_addr : value);
}

static char *
find_glibc (const struct dl_phdr_info *info)
{
  const ElfW (Dyn) *entry = NULL;
  const guint8 *need = NULL;
  const char *names = NULL, *most = NULL;
  gsize n_needs = 0;
  for (int i = 0; i < info->dlpi_phnum && entry == NULL; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      entry = GSIZE_TO_POINTER (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  for (; entry != NULL && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_VERNEED)
      need = get_address (info, entry->d_un.d_ptr);
    else if (entry->d_tag == DT_VERNEEDNUM)
      n_needs = entry->d_un.d_val;
    else if (entry->d_tag == DT_STRTAB)
      names = get_address (info, entry->d_un.d_ptr);
  for (gsize i = 0; i < n_needs && need != NULL && names != NULL; i++)
    {
      const ElfW (Verneed) *file = (gconstpointer) need;
      const guint8 *at = need + file->vn_aux;
      for (guint k = 0; k < file->vn_cnt; k++)
        {
          const ElfW (Vernaux) *version = (gconstpointer) at;
          const char *name = names + version->vna_name;
          if (g_str_has_prefix (name, "GLIBC_") && g_ascii_isdigit (name[6])
              && fl_link_map_compare_versions (most, name + 6) < 0)
            most = name + 6;
          at += version->vna_next;
        }
      need += file->vn_next;
    }
  return g_strdup (most);
}

static int
add_object (struct dl_phdr_info *info, size_t size, void *data)
{
  GPtrArray *map = data;
  gboolean is_program = map->len == 0 && *info->dlpi_name == '\0';
  g_autofree char *path = is_program ? g_file_read_link ("/proc/self/exe", NULL) : g_strdup (info->dlpi_name);
  if (path == NULL || !g_path_is_absolute (path)) /* the kernel's own page of functions is no file */
    return 0;
  FlLinked *linked = g_new0 (FlLinked, 1);
  linked->is_libcs = is_of_libc (path);
  linked->glibc = linked->is_libcs ? NULL : find_glibc (info);
  linked->path = g_steal_pointer (&path);
  g_ptr_array_add (map, linked);
  return 0;
}

GPtrArray *
fl_link_map_new (void)
{
  GPtrArray *map = g_ptr_array_new_with_free_func (linked_free);
  dl_iterate_phdr (add_object, map);
  return map;
}

char *
fl_link_map_print (const GPtrArray *map)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < map->len; i++)
    {
      const FlLinked *linked = map->pdata[i];
      g_string_append_printf (text, "%s %s\n", linked->glibc != NULL ? linked->glibc : "-", linked->path);
    }
  return g_string_free (text, FALSE);
}

GPtrArray *
fl_link_map_parse (const char *text)
{
  g_autoptr (GPtrArray) map = g_ptr_array_new_with_free_func (linked_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *space = strchr (lines[i], ' ');
      if (*lines[i] == '\0')
        continue;
      if (space == NULL || space == lines[i] || !g_path_is_absolute (space + 1))
        return NULL;
      FlLinked *linked = g_new0 (FlLinked, 1);
      linked->path = g_strdup (space + 1);
      linked->is_libcs = is_of_libc (linked->path);
      linked->glibc = *lines[i] == '-' ? NULL : g_strndup (lines[i], space - lines[i]);
      g_ptr_array_add (map, linked);
    }
  return g_steal_pointer (&map);
}
