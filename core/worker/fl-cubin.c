/* Cubins: little-endian ELF files of 64 bits. A section .text.NAME is a kernel; .nv.shared.NAME is as long as its
 * static shared memory; .nv.info has attributes: a byte of form, one of kind, 16 bits of length, then a symbol and a
 * number. */
#include "fl-cubin.h"

#include <elf.h>
#include <string.h>

enum
{
  WITH_LENGTH = 4,       /* form: a value of the length that follows */
  REGISTER_COUNT = 0x2f, /* kinds */
  FRAME_SIZE = 0x11,
  RESERVED_SHARED = 1024 /* of a block since compute capability 9.0, counted in .nv.shared.NAME */
};

typedef struct
{
  const guint8 *bytes;
  gsize n;
  Elf64_Ehdr head;
  GPtrArray *kernels;
  gboolean reserves; /* the system has shared memory of each block */
} Reader;

static void
free_kernel (gpointer kernel)
{
  g_free (((FlCubinKernel *) kernel)->name);
  g_free (kernel);
}

static gboolean
get_section (const Reader *self, guint index, Elf64_Shdr *section)
{
  const guint64 at = self->head.e_shoff + (guint64) index * sizeof *section;

  if (index >= self->head.e_shnum || at < self->head.e_shoff || at > self->n || self->n - at < sizeof *section)
    return FALSE;
  memcpy (section, self->bytes + at, sizeof *section);
  return section->sh_type == SHT_NOBITS
         || (section->sh_offset <= self->n && section->sh_size <= self->n - section->sh_offset);
}

/* A name in a table of names; "": there is none. */
static const char *
get_name (const Reader *self, guint table, guint64 at)
{
  Elf64_Shdr names;

  if (!get_section (self, table, &names) || names.sh_type != SHT_STRTAB || at >= names.sh_size)
    return "";
  const char *name = (const char *) self->bytes + names.sh_offset + at;
  return memchr (name, '\0', names.sh_size - at) != NULL ? name : "";
}

static FlCubinKernel *
find_kernel (const Reader *self, const char *name)
{
  for (guint i = 0; i < self->kernels->len; i++)
    if (g_str_equal (((FlCubinKernel *) self->kernels->pdata[i])->name, name))
      return self->kernels->pdata[i];
  return NULL;
}

static const char *
get_symbol_name (const Reader *self, const Elf64_Shdr *symbols, guint32 index)
{
  Elf64_Sym symbol;

  if (symbols->sh_type != SHT_SYMTAB || index >= symbols->sh_size / sizeof symbol)
    return "";
  memcpy (&symbol, self->bytes + symbols->sh_offset + index * sizeof symbol, sizeof symbol);
  return get_name (self, symbols->sh_link, symbol.st_name);
}

static void
read_attributes (const Reader *self, const Elf64_Shdr *info)
{
  const guint8 *bytes = self->bytes + info->sh_offset;
  Elf64_Shdr symbols;

  if (info->sh_type == SHT_NOBITS || !get_section (self, info->sh_link, &symbols))
    return;
  for (guint64 at = 0; at + 4 <= info->sh_size;)
    {
      const guint length = bytes[at] == WITH_LENGTH ? bytes[at + 2] | bytes[at + 3] << 8 : 0;
      guint32 pair[2];

      if (length == sizeof pair && at + 4 + length <= info->sh_size)
        {
          memcpy (pair, bytes + at + 4, sizeof pair);
          FlCubinKernel *kernel = find_kernel (self, get_symbol_name (self, &symbols, GUINT32_FROM_LE (pair[0])));
          if (kernel != NULL && bytes[at + 1] == REGISTER_COUNT)
            kernel->n_registers = GUINT32_FROM_LE (pair[1]);
          else if (kernel != NULL && bytes[at + 1] == FRAME_SIZE)
            kernel->n_stack_bytes = GUINT32_FROM_LE (pair[1]);
        }
      at += 4 + length;
    }
}

static void
visit_sections (Reader *self, const char *prefix, void (*visit) (Reader *, const Elf64_Shdr *, const char *))
{
  Elf64_Shdr section;

  for (guint i = 0; i < self->head.e_shnum; i++)
    {
      const char *name = get_section (self, i, &section) ? get_name (self, self->head.e_shstrndx, section.sh_name) : "";

      if (g_str_has_prefix (name, prefix))
        visit (self, &section, name + strlen (prefix));
    }
}

static void
add_kernel (Reader *self, const Elf64_Shdr *section, const char *name)
{
  FlCubinKernel *kernel = g_new0 (FlCubinKernel, 1);

  kernel->name = g_strdup (name);
  g_ptr_array_add (self->kernels, kernel);
}

static void
note_reserved (Reader *self, const Elf64_Shdr *section, const char *name)
{
  self->reserves = TRUE;
}

static void
note_shared (Reader *self, const Elf64_Shdr *section, const char *name)
{
  FlCubinKernel *kernel = find_kernel (self, name);
  const guint64 own = self->reserves ? RESERVED_SHARED : 0;

  if (kernel != NULL)
    kernel->n_shared_bytes = (guint) (section->sh_size - MIN (section->sh_size, own));
}

static void
note_attributes (Reader *self, const Elf64_Shdr *section, const char *name)
{
  if (*name == '\0')
    read_attributes (self, section);
}

GPtrArray *
fl_cubin_read (const guint8 *bytes, gsize n)
{
  Reader self = { .bytes = bytes, .n = n };

  if (n < sizeof self.head || memcmp (bytes, ELFMAG, SELFMAG) != 0 || bytes[EI_CLASS] != ELFCLASS64
      || bytes[EI_DATA] != ELFDATA2LSB)
    return NULL;
  memcpy (&self.head, bytes, sizeof self.head);
  if (self.head.e_shentsize != sizeof (Elf64_Shdr) || self.head.e_shoff > n
      || self.head.e_shnum > (n - self.head.e_shoff) / sizeof (Elf64_Shdr))
    return NULL;
  self.kernels = g_ptr_array_new_with_free_func (free_kernel);
  visit_sections (&self, ".text.", add_kernel);
  visit_sections (&self, ".nv.shared.reserved.", note_reserved);
  visit_sections (&self, ".nv.shared.", note_shared);
  visit_sections (&self, ".nv.info", note_attributes);
  return self.kernels;
}
