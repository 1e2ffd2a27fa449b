/* GEMM micro-kernels: register tiles of products for each instruction set, and which of them this processor has. */
#include "fl-product.h"

#include <string.h>

typedef gint32 Bits_z __attribute__ ((vector_size (64), may_alias));
typedef gint32 Bits_y __attribute__ ((vector_size (32), may_alias));
typedef gint32 Bits_x __attribute__ ((vector_size (16), may_alias));

#define ELEMENT float
#define TILE FlTile
#include "fl-product-tile-isas.inc"

#define TILE_ROW(r, isa) [r] = { NULL, tile_##r##1_##isa, tile_##r##2_##isa, tile_##r##3_##isa }
#define TILE_TABLE_4(isa) { TILE_ROW (1, isa), TILE_ROW (2, isa), TILE_ROW (3, isa), TILE_ROW (4, isa) }
#define TILE_TABLE_8(isa)                                                                          \
  { TILE_ROW (1, isa), TILE_ROW (2, isa), TILE_ROW (3, isa), TILE_ROW (4, isa),                    \
    TILE_ROW (5, isa), TILE_ROW (6, isa), TILE_ROW (7, isa), TILE_ROW (8, isa) }
#define TILES_THAT_KEEP(isa) { NULL, keep_1_##isa, keep_2_##isa, keep_3_##isa }

#if defined __x86_64__
static const FlTileSet set_z = { "AVX-512", 8, 16, TILE_TABLE_8 (z), TILES_THAT_KEEP (z), copy_z, dots_z };
static const FlTileSet set_y = { "AVX2", 4, 8, TILE_TABLE_4 (y), TILES_THAT_KEEP (y), copy_y, dots_y };
#endif
static const FlTileSet set_x = { "128-bit vectors", 4, 4, TILE_TABLE_4 (x), TILES_THAT_KEEP (x), copy_x, dots_x };

static gboolean
has_set (const FlTileSet *set)
{
#if defined __x86_64__
  if (set == &set_z)
    return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512vl") && __builtin_cpu_supports ("avx512dq")
           && __builtin_cpu_supports ("avx512bw");
  if (set == &set_y)
    return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma");
#endif
  return TRUE;
}

const FlTileSet *
fl_tile_set_get_nth (guint n)
{
  static const FlTileSet *const sets[] = {
#if defined __x86_64__
    &set_z, &set_y,
#endif
    &set_x
  };
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (has_set (sets[i]) && n-- == 0)
      return sets[i];
  return NULL;
}

const FlTileSet *
fl_tile_set_get (void)
{
  static const FlTileSet *set;
  if (set == NULL)
    set = fl_tile_set_get_nth (0); /* the same whoever asks first */
  return set;
}
