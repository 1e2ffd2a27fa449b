/* Which of all ways to compile and run a program are tried on it: drawn from its seed, so that a
 * failure comes again. Blocks of programs share compilers and workers, so some choices are made for
 * the block. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

enum
{
  RND_BLOCK = 32, /* seeds; a block begins at a multiple */
  RND_MAX_SETTINGS = 8
};

typedef struct
{
  gboolean is_full;                       /* every planner, pool and width, more options, two numbers of threads */
  const char *settings[RND_MAX_SETTINGS]; /* of all variants, ending with NULL */
  const char *option;                     /* of one variant */
  const char *pool; /* of one variant more, where kernels are not checked: pools have no gaps; NULL: none */
  guint n_threads, other_threads; /* other_threads: of full programs */
  gboolean is_optimized;          /* run as users run them, beside the kernels that are checked */
  gboolean is_strict;             /* checked for undefined behaviour, too */
  gboolean has_guard, stomps;
} RndChoices;

void rnd_choices_draw (RndChoices *choices, guint32 seed, gboolean is_full);
/* The i-th option that changes kernels or plans: "cpu.join=false". Goes round. */
const char *rnd_choices_get_option (guint32 i);
/* NULL beyond the last. */
const char *rnd_choices_get_width (guint i);

G_END_DECLS
