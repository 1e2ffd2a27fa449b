/* Children that try blocks of programs and may crash, children that make failing ones smaller, and
 * what came of it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *program_path, *out_folder;
  const char *const *child_argv; /* program and options that all children have; ends with NULL */
  gint64 first_seed, count, seconds;
  guint jobs;
  gboolean no_shrink;
  gboolean prints_passes; /* how many programs each changed */
} RndParentRequest;

/* The exit status: 1 when a program failed. */
int rnd_parent_run (const RndParentRequest *request);

/* What a child says; see random-parent.c. */
#define RND_SAYS_BEGIN "begin"
#define RND_SAYS_GOOD "good"
#define RND_SAYS_BAD "bad"
#define RND_SAYS_IDLE "idle"
#define RND_SAYS_NONE "none"
#define RND_SAYS_BLOCK "block"
#define RND_SAYS_PASSES "passes"

G_END_DECLS
