/* Random numbers of generated source in vectors: the same words as the scalar generator's, which core/base/fl-random.h has, too. */
#include "fl-c-preamble.h"

static const FlCHelper helpers[] = {
  { "fl_u64", "typedef uint64_t fl_u64 __attribute__ ((vector_size (4 * FL_LANES), may_alias));\n" },
  { "fl_product_u32",
    "/* Of the lower halves of lanes of 64 bits: x * factor, 64 bits of it. */\n"
    "FL_INLINE fl_mask fl_product_u32 (fl_mask x, uint32_t factor)\n"
    "{\n"
    "  const fl_mask y = (int32_t) factor - (fl_mask) { 0 };\n"
    "#if FL_X86 == 512 && defined __clang__\n"
    "  return (fl_mask) __builtin_ia32_pmuludq512 (x, y);\n"
    "#elif FL_X86 == 512\n"
    "  return (fl_mask) __builtin_ia32_pmuludq512_mask (x, y, (fl_long_long) { 0 }, -1);\n"
    "#elif FL_X86 == 256\n"
    "  return (fl_mask) __builtin_ia32_pmuludq256 (x, y);\n"
    "#elif FL_X86 == 128\n"
    "  return (fl_mask) __builtin_ia32_pmuludq128 (x, y);\n"
    "#else\n"
    "  return (fl_mask) (((fl_u64) x & 0xFFFFFFFFu) * factor);\n"
    "#endif\n"
    "}\n" },
  { "fl_philox_lower",
    "/* Philox 4x32-10 with key = seed and counter = offset, in the lower halves of lanes of 64 bits; their upper halves are anything. */\n"
    "FL_INLINE void fl_philox_lower (uint64_t seed, fl_mask offset, fl_mask words[2])\n"
    "{\n"
    "  fl_mask c0 = offset, c1 = offset >> 31, c2 = { 0 }, c3 = { 0 };\n"
    "  uint32_t k0 = (uint32_t) seed, k1 = (uint32_t) (seed >> 32);\n"
    "  for (int round = 0; round < 10; round++)\n"
    "    {\n"
    "      const fl_mask a = fl_product_u32 (c0, 0xD2511F53u), b = fl_product_u32 (c2, 0xCD9E8D57u);\n"
    "      c0 = (fl_mask) ((fl_u64) b >> 32) ^ c1 ^ (int32_t) k0;\n"
    "      c1 = b;\n"
    "      c2 = (fl_mask) ((fl_u64) a >> 32) ^ c3 ^ (int32_t) k1;\n"
    "      c3 = a;\n"
    "      k0 += 0x9E3779B9u;\n"
    "      k1 += 0xBB67AE85u;\n"
    "    }\n"
    "  words[0] = c0;\n"
    "  words[1] = c1;\n"
    "}\n" },
  { "fl_philox_vec",
    "/* The first two words of each lane's offset, without their sign bits. */\n"
    "FL_INLINE void fl_philox_vec (int64_t seed, fl_mask offset, fl_mask words[2])\n"
    "{\n"
    "  fl_mask even[2], odd[2];\n"
    "  fl_philox_lower (seed, offset, even);\n"
    "  fl_philox_lower (seed, (fl_mask) ((fl_u64) offset >> 32), odd);\n"
    "  for (int i = 0; i < 2; i++)\n"
    "    words[i] = (fl_mask) (((fl_u64) even[i] & 0x7FFFFFFF) | ((fl_u64) odd[i] & 0x7FFFFFFF) << 32);\n"
    "}\n" },
  { "fl_rand_vec",
    "FL_INLINE fl_vec fl_rand_vec (int64_t seed, fl_mask offset)\n"
    "{\n"
    "  fl_mask words[2];\n"
    "  fl_philox_vec (seed, offset, words);\n"
    "  return __builtin_convertvector (words[0], fl_vec) * 4.6566127342e-10f;\n"
    "}\n" },
  { "fl_alone_vec",
    "/* The number, rounded: the compiler does not make one operation of the product that it is and of the sum that it becomes part of. */\n"
    "FL_INLINE fl_vec fl_alone_vec (fl_vec x)\n"
    "{\n"
    "#if FL_X86\n"
    "  __asm__ (\"\" : \"+v\" (x));\n"
    "#elif defined __aarch64__\n"
    "  __asm__ (\"\" : \"+w\" (x));\n"
    "#endif\n"
    "  return x;\n"
    "}\n" },
  { "fl_normal_vec",
    "FL_INLINE fl_vec fl_normal_vec (int64_t seed, fl_mask offset)\n"
    "{\n"
    "  fl_mask words[2];\n"
    "  fl_philox_vec (seed, offset, words);\n"
    "  const fl_vec u1 = 1.0f - fl_alone_vec (__builtin_convertvector (words[0], fl_vec) * 4.6566127342e-10f);\n"
    "  const fl_vec u2 = 1.0f - fl_alone_vec (__builtin_convertvector (words[1], fl_vec) * 4.6566127342e-10f);\n"
    "  return fl_sqrt_vec (-2.0f * fl_log_vec (u1)) * fl_cos_vec (6.2831853f * u2);\n"
    "}\n" },
};

const FlCHelper *
fl_c_preamble_get_random_helpers (guint *n)
{
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}
