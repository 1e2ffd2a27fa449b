/* The worker's side of checked kernels: what their units are compiled with, and what of the memory is open to them. */
#include "fl-sanitize.h"

#include <dlfcn.h>
#include <string.h>

gboolean
fl_sanitize_is_on (void)
{
  return g_getenv ("FUSELOOM_SANITIZE") != NULL;
}

/* Integers wrap by definition (-fwrapv), as PyTorch's do; a division of floats by zero is infinity. Reductions of
 * angles count on multiplications and additions that round once, which gcc joins from -fexpensive-optimizations on. */
#define FLAGS                                                                                                          \
  "-fexpensive-optimizations", "-ffp-contract=fast", "-fno-omit-frame-pointer", "-march=native", "-std=gnu17",         \
      "-fPIC", "-fno-math-errno", "-fno-trapping-math", "-fwrapv", WIDTH "-fno-sanitize-recover=all",                  \
      "-fvisibility=default", "-w"
#ifdef __x86_64__
#define WIDTH "-mprefer-vector-width=512",
#else
#define WIDTH
#endif

static const char *const all_flags[]
    = { "-O1", FLAGS, "-g", "-fsanitize=address,undefined", "-fsanitize=float-cast-overflow", NULL };
/* Calls instead of the checks themselves, and no lines to name: GCC takes a quarter of the time. */
static const char *const gcc_bounds_flags[]
    = { "-Og", FLAGS, "-fsanitize=address", "--param", "asan-instrumentation-with-call-threshold=0", NULL };
static const char *const bounds_flags[] = { "-O1", FLAGS, "-fsanitize=address", NULL };

const char *const *
fl_sanitize_get_flags (gboolean is_gcc)
{
  if (g_strcmp0 (g_getenv ("FUSELOOM_SANITIZE"), "bounds") != 0)
    return all_flags;
  return is_gcc ? gcc_bounds_flags : bounds_flags;
}

/* --- accesses by single instructions ---------------------------------------------------------- */

/* Compilers check what they see as an access; these builtins are calls to them. Each is wrapped in a macro of its own
 * name that looks at the memory first: FL_READS and FL_WRITES (address, bytes) give the address back. */
static const struct
{
  const char *name, *parameters, *arguments;
} builtins[] = {
  { "loadups512_mask", "p, x, m",
    "(FL_READS ((const char *) (p) + FL_FIRST (m) * 4, (FL_REACH (m) - FL_FIRST (m)) * 4), p), x, m" },
  { "maskloadps256", "p, m",
    "(FL_READS ((const char *) (p) + FL_FIRST (FL_SIGNS (m)) * 4, (FL_REACH (FL_SIGNS (m)) - FL_FIRST (FL_SIGNS (m))) * 4), p), m" },
  { "loadups256_mask", "p, x, m", "FL_READS (p, FL_REACH (m) * 4), x, m" },
  { "loadups128_mask", "p, x, m", "FL_READS (p, FL_REACH (m) * 4), x, m" },
  { "loadupd512_mask", "p, x, m", "FL_READS (p, FL_REACH (m) * 8), x, m" },
  { "loaddqusi512_mask", "p, x, m", "FL_READS (p, FL_REACH (m) * 4), x, m" },
  { "loaddqusi256_mask", "p, x, m", "FL_READS (p, FL_REACH (m) * 4), x, m" },
  { "loaddqudi512_mask", "p, x, m", "FL_READS (p, FL_REACH (m) * 8), x, m" },
  { "loaddquhi512_mask", "p, x, m", "FL_READS (p, FL_REACH (m) * 2), x, m" },
  { "loaddquhi256_mask", "p, x, m", "FL_READS (p, FL_REACH (m) * 2), x, m" },
  { "loaddquqi512_mask", "p, x, m", "FL_READS (p, FL_REACH (m)), x, m" },
  { "loaddquqi128_mask", "p, x, m", "FL_READS (p, FL_REACH (m)), x, m" },
  { "storeups512_mask", "p, x, m", "FL_WRITES (p, FL_REACH (m) * 4), x, m" },
  { "storeups256_mask", "p, x, m", "FL_WRITES (p, FL_REACH (m) * 4), x, m" },
  { "storeups128_mask", "p, x, m", "FL_WRITES (p, FL_REACH (m) * 4), x, m" },
  { "storeupd512_mask", "p, x, m", "FL_WRITES (p, FL_REACH (m) * 8), x, m" },
  { "storedqusi512_mask", "p, x, m", "FL_WRITES (p, FL_REACH (m) * 4), x, m" },
  { "storedqusi256_mask", "p, x, m", "FL_WRITES (p, FL_REACH (m) * 4), x, m" },
  { "storedqudi512_mask", "p, x, m", "FL_WRITES (p, FL_REACH (m) * 8), x, m" },
  { "storedquhi512_mask", "p, x, m", "FL_WRITES (p, FL_REACH (m) * 2), x, m" },
  { "storedquhi256_mask", "p, x, m", "FL_WRITES (p, FL_REACH (m) * 2), x, m" },
  { "storedquqi512_mask", "p, x, m", "FL_WRITES (p, FL_REACH (m)), x, m" },
  { "storedquqi128_mask", "p, x, m", "FL_WRITES (p, FL_REACH (m)), x, m" },
  { "gathersiv16sf", "x, p, at, m, s", "x, FL_GATHERS (p, at, 16, (m) >> i & 1, s, 4), at, m, s" },
  { "gathersiv16si", "x, p, at, m, s", "x, FL_GATHERS (p, at, 16, (m) >> i & 1, s, 4), at, m, s" },
  { "gathersiv8df", "x, p, at, m, s", "x, FL_GATHERS (p, at, 8, (m) >> i & 1, s, 8), at, m, s" },
  { "gathersiv8di", "x, p, at, m, s", "x, FL_GATHERS (p, at, 8, (m) >> i & 1, s, 8), at, m, s" },
  { "gathersiv8sf", "x, p, at, m, s", "x, FL_GATHERS (p, at, 8, (m)[i] != 0, s, 4), at, m, s" },
  { "gathersiv8si", "x, p, at, m, s", "x, FL_GATHERS (p, at, 8, (m)[i] != 0, s, 4), at, m, s" },
  { "gathersiv4df", "x, p, at, m, s", "x, FL_GATHERS (p, at, 4, (m)[i] != 0, s, 8), at, m, s" },
  { "gathersiv4di", "x, p, at, m, s", "x, FL_GATHERS (p, at, 4, (m)[i] != 0, s, 8), at, m, s" },
  { "movntps", "p, x", "FL_WRITES (p, 16), x" },
  { "movntps256", "p, x", "FL_WRITES (p, 32), x" },
  { "movntps512", "p, x", "FL_WRITES (p, 64), x" },
  { "movntpd", "p, x", "FL_WRITES (p, 16), x" },
  { "movntpd256", "p, x", "FL_WRITES (p, 32), x" },
  { "movntpd512", "p, x", "FL_WRITES (p, 64), x" },
  { "movntdq", "p, x", "FL_WRITES (p, 16), x" },
  { "movntdq256", "p, x", "FL_WRITES (p, 32), x" },
  { "movntdq512", "p, x", "FL_WRITES (p, 64), x" },
};

static char *
make_head (void)
{
  GString *out = g_string_new (
      "/* Written before a unit whose kernels are checked. */\n"
      "void *__asan_region_is_poisoned (void *begin, unsigned long bytes);\n"
      "static inline __attribute__ ((always_inline, unused)) void *\n"
      "fl_checked (const void *p, long bytes, int is_written)\n"
      "{\n"
      "  volatile char *bad = bytes > 0 ? __asan_region_is_poisoned ((void *) p, bytes) : 0;\n"
      "  if (bad && is_written)\n"
      "    *bad = 0; /* does not return */\n"
      "  else if (bad)\n"
      "    (void) *bad;\n"
      "  return (void *) p;\n"
      "}\n"
      "#define FL_READS(p, bytes) fl_checked (p, bytes, 0)\n"
      "#define FL_WRITES(p, bytes) fl_checked (p, bytes, 1)\n"
      "#define FL_GATHERS(p, at, lanes, is_asked, scale, bytes) \\\n"
      "  ({ const char *first_ = (const char *) (p); \\\n"
      "     for (int i = 0; i < lanes; i++) \\\n"
      "       if (is_asked) \\\n"
      "         fl_checked (first_ + (long) (at)[i] * (scale), bytes, 0); \\\n"
      "     (void *) first_; })\n"
      "#define FL_FIRST(mask) ((mask) ? __builtin_ctzll ((unsigned long long) (mask)) : 0)\n"
      "#define FL_SIGNS(lanes) __builtin_ia32_movmskps256 ((float __attribute__ ((vector_size (32)))) (lanes))\n"
      "#define FL_REACH(mask) ((mask) ? 64 - __builtin_clzll ((unsigned long long) (mask)) : 0)\n");

  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    g_string_append_printf (out, "#define __builtin_ia32_%s(%s) __builtin_ia32_%s (%s)\n", builtins[i].name,
                            builtins[i].parameters, builtins[i].name, builtins[i].arguments);
  return g_string_free (out, FALSE);
}

const char *
fl_sanitize_get_head (void)
{
  static gsize once = 0;
  static char *head;

  if (g_once_init_enter (&once))
    {
      head = make_head ();
      g_once_init_leave (&once, 1);
    }
  return head;
}

const char *const *
fl_sanitize_list_builtins (void)
{
  static const char *names[G_N_ELEMENTS (builtins) + 1];

  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    names[i] = builtins[i].name;
  return names;
}

/* --- memory ----------------------------------------------------------------------------------- */

typedef void (*Mark) (const volatile void *begin, size_t bytes);

/* The runtime is there when it was loaded before this program: nothing links it. */
static void
mark (const char *function, gconstpointer begin, gsize bytes)
{
  Mark call = (Mark) dlsym (RTLD_DEFAULT, function);

  if (call != NULL && bytes > 0)
    call (begin, bytes);
}

void
fl_sanitize_close_all_but (const FlControlPage *control, gconstpointer begin, gsize bytes)
{
  mark ("__asan_poison_memory_region", begin, bytes);
  for (guint i = 0; i < control->n_ranges; i++)
    mark ("__asan_unpoison_memory_region", GSIZE_TO_POINTER (control->ranges[i].begin), control->ranges[i].bytes);
}

void
fl_sanitize_open_all (gconstpointer begin, gsize bytes)
{
  mark ("__asan_unpoison_memory_region", begin, bytes);
}
