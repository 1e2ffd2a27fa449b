/* How many blocks a multiprocessor holds, by arithmetic, and what a cubin says of its kernels. */
#include <elf.h>
#include <string.h>

#include "fl-cubin.h"
#include "fl-machine-code.h"
#include "fl-occupancy.h"

static const struct
{
  const char *name;
  guint capability;
  gint64 threads, shared_bytes, registers, blocks, warps;
  const char *limit;
} cases[] = {
  /* 64 warps, 8 a block: 8 blocks. */
  { "threads", 90, 256, 0, 32, 8, 64, "threads" },
  /* 33 registers are 33 * 32 = 1056, rounded up to 1280 a warp; 16384 / 1280 = 12 warps a scheduler, 48 in all: 6
     blocks of 8. */
  { "registers", 90, 256, 0, 33, 6, 48, "registers" },
  /* 255 registers: 8160, rounded up to 8192; 2 warps a scheduler, 8 in all: one block of 8. */
  { "most-registers", 80, 256, 0, 255, 1, 8, "registers" },
  /* A block of one warp: 32 blocks at most. */
  { "blocks", 80, 32, 0, 16, 32, 32, "blocks" },
  /* 100 KiB and 1 KiB of the system's: 164 / 101 = 1 block; 228 / 101 = 2. */
  { "shared-80", 80, 256, 100 << 10, 32, 1, 8, "shared memory" },
  { "shared-90", 90, 256, 100 << 10, 32, 2, 16, "shared memory" },
  /* 48 warps of sm_89: 6 blocks of 8. sm_103 is counted as sm_100. */
  { "warps-89", 89, 256, 0, 0, 6, 48, "threads" },
  { "unknown-newer", 103, 1024, 0, 0, 2, 64, "threads" },
};

static void
test_occupancy_is_as_counted (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  const FlOccupancyBlock block
      = { .n_threads = cases[i].threads, .n_shared_bytes = cases[i].shared_bytes, .n_registers = cases[i].registers };
  FlOccupancy held;

  g_assert_true (fl_occupancy_find (cases[i].capability, &block, &held));
  g_assert_cmpint (held.n_blocks, ==, cases[i].blocks);
  g_assert_cmpint (held.n_warps, ==, cases[i].warps);
  g_assert_cmpstr (held.limit, ==, cases[i].limit);
}

/* 64 warps: 65536 / 64 / 32 = 32 registers; 48 warps: 16384 / 12 = 1365, of which 1280 are whole units: 40. */
static void
test_occupancy_says_how_many_registers_are_free (void)
{
  FlOccupancy held;

  g_assert_true (fl_occupancy_find (90, &(FlOccupancyBlock) { .n_threads = 256 }, &held));
  g_assert_cmpint (held.most_registers, ==, 32);
  g_assert_true (fl_occupancy_find (86, &(FlOccupancyBlock) { .n_threads = 256 }, &held));
  g_assert_cmpint (held.most_registers, ==, 40);
}

static void
test_occupancy_of_what_does_not_fit_is_none (void)
{
  FlOccupancy held;

  g_assert_false (fl_occupancy_find (50, &(FlOccupancyBlock) { .n_threads = 256 }, &held));
  g_assert_false (fl_occupancy_find (90, &(FlOccupancyBlock) { .n_threads = 256, .n_shared_bytes = 1 << 20 }, &held));
  g_assert_false (fl_occupancy_find (90, &(FlOccupancyBlock) { .n_threads = 4096 }, &held));
}

/* --- cubins ------------------------------------------------------------------------------------ */

enum
{
  STRINGS,
  SYMBOLS,
  INFO,
  TEXT,
  SHARED,
  RESERVED,
  N_SECTIONS
};

static const char names[] = "\0.strtab\0.symtab\0.nv.info\0.text.add\0.nv.shared.add\0.nv.shared.reserved.0";
static const guint name_at[N_SECTIONS] = { 1, 9, 17, 26, 36, 51 };

/* One kernel, "add": 40 registers, 16 bytes of stack, 1536 of shared memory, of which 1024 are the system's. */
static GByteArray *
make_cubin (void)
{
  const Elf64_Sym symbols[] = { { 0 }, { .st_name = 32, .st_shndx = TEXT } };
  const guint32 info[] = { 0x00082f04, 1, 40, 0x00081104, 1, 16 };
  const struct
  {
    guint32 type, link;
    gconstpointer data;
    guint64 size;
  } made[N_SECTIONS] = { [STRINGS] = { SHT_STRTAB, 0, names, sizeof names },
                         [SYMBOLS] = { SHT_SYMTAB, STRINGS, symbols, sizeof symbols },
                         [INFO] = { SHT_LOPROC, SYMBOLS, info, sizeof info },
                         [TEXT] = { SHT_PROGBITS, SYMBOLS, "code", 4 },
                         [SHARED] = { SHT_NOBITS, 0, NULL, 1536 },
                         [RESERVED] = { SHT_NOBITS, 0, NULL, 0 } };
  Elf64_Ehdr head
      = { .e_ident = ELFMAG, .e_shentsize = sizeof (Elf64_Shdr), .e_shnum = N_SECTIONS, .e_shstrndx = STRINGS };
  GByteArray *file = g_byte_array_new ();
  Elf64_Shdr sections[N_SECTIONS] = { 0 };

  head.e_ident[EI_CLASS] = ELFCLASS64;
  head.e_ident[EI_DATA] = ELFDATA2LSB;
  g_byte_array_append (file, (const guint8 *) &head, sizeof head);
  for (guint i = 0; i < N_SECTIONS; i++)
    {
      sections[i] = (Elf64_Shdr) { .sh_name = name_at[i],
                                   .sh_type = made[i].type,
                                   .sh_link = made[i].link,
                                   .sh_offset = file->len,
                                   .sh_size = made[i].size };
      if (made[i].data != NULL)
        g_byte_array_append (file, made[i].data, (guint) made[i].size);
    }
  ((Elf64_Ehdr *) file->data)->e_shoff = file->len;
  g_byte_array_append (file, (const guint8 *) sections, sizeof sections);
  return file;
}

static void
test_cubin_says_what_a_kernel_takes (void)
{
  g_autoptr (GByteArray) file = make_cubin ();
  g_autoptr (GPtrArray) kernels = fl_cubin_read (file->data, file->len);
  const FlCubinKernel *kernel;

  g_assert_nonnull (kernels);
  g_assert_cmpuint (kernels->len, ==, 1);
  kernel = kernels->pdata[0];
  g_assert_cmpstr (kernel->name, ==, "add");
  g_assert_cmpuint (kernel->n_registers, ==, 40);
  g_assert_cmpuint (kernel->n_stack_bytes, ==, 16);
  g_assert_cmpuint (kernel->n_shared_bytes, ==, 512);
}

/* Cut off anywhere, or with any byte changed, it is read to no harm. */
static void
test_cubin_that_is_broken_does_no_harm (void)
{
  g_autoptr (GByteArray) file = make_cubin ();

  for (guint n = 0; n < file->len; n++)
    {
      g_autofree guint8 *part = g_memdup2 (file->data, n);
      g_autoptr (GPtrArray) kernels = fl_cubin_read (part, n);

      g_assert_true (kernels == NULL || kernels->len <= 1);
    }
  for (guint n = 0; n < file->len; n++)
    {
      g_autofree guint8 *changed = g_memdup2 (file->data, file->len);
      g_autoptr (GPtrArray) kernels = NULL;

      changed[n] ^= 0xff;
      kernels = fl_cubin_read (changed, file->len);
      g_assert_true (kernels == NULL || kernels->len <= N_SECTIONS);
    }
}

static void
test_part_of_a_text_is_the_functions_own (void)
{
  static const char ptx[] = ".version 9.0\n.visible .entry add(\n)\n{ ret; }\n.visible .entry add_phase1(\n)\n{ }\n",
                    sass[] = "\t.target sm_90\n//--------------------- .text.add --------\ncode\n"
                             "//--------------------- .nv.shared.add --------\n";
  g_autofree char *first = fl_machine_code_dup_part (FL_MACHINE_PTX, ptx, "add"),
                  *second = fl_machine_code_dup_part (FL_MACHINE_PTX, ptx, "add_phase1"),
                  *none = fl_machine_code_dup_part (FL_MACHINE_PTX, ptx, "phase1"),
                  *code = fl_machine_code_dup_part (FL_MACHINE_SASS, sass, "add");

  g_assert_cmpstr (first, ==, ".visible .entry add(\n)\n{ ret; }\n");
  g_assert_cmpstr (second, ==, ".visible .entry add_phase1(\n)\n{ }\n");
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (code, ==, "//--------------------- .text.add --------\ncode\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/occupancy/%s", cases[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_occupancy_is_as_counted);
    }
  g_test_add_func ("/occupancy/registers-that-are-free", test_occupancy_says_how_many_registers_are_free);
  g_test_add_func ("/occupancy/what-does-not-fit", test_occupancy_of_what_does_not_fit_is_none);
  g_test_add_func ("/cubin/what-a-kernel-takes", test_cubin_says_what_a_kernel_takes);
  g_test_add_func ("/cubin/broken", test_cubin_that_is_broken_does_no_harm);
  g_test_add_func ("/machine-code/part", test_part_of_a_text_is_the_functions_own);
  return g_test_run ();
}
