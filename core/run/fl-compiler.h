/* The system's C compiler, and the cache of what it made: shared objects named by a hash of source, compiler, flags and
 * processor. A file in the cache is never written in place: it is made under another name and renamed. */
#pragma once

#include "fl-error.h"

G_BEGIN_DECLS

typedef struct
{
  const char *path;     /* NULL: there is none */
  const char *identity; /* "gcc (Debian 12.2.0-14) 12.2.0" */
  const char *summary;  /* "gcc 12.2.0 -O3 -march=native": for people */
  const char *flags;    /* all that it is given */
  gboolean is_plain;    /* it has no vectors (tcc): only units that have none are for it, and they are slow */
} FlCompiler;

/* The compiler named by FUSELOOM_CC ("none": do without), else the first of cc, gcc, clang and tcc in PATH; looked for once. NULL and FL_ERROR_COMPILER
 * with what to install when there is none. */
const FlCompiler *fl_compiler_get (GError **error);

/* What the processor is, from /proc/cpuinfo: "AMD EPYC 9B14". */
const char *fl_compiler_get_processor (void);

/* Makes, or finds, the shared object for a source. folder: the cache; NULL: the user's. The result is a path. was_cached
 * and fault may be NULL. FL_ERROR_COMPILER carries the compiler's own words. */
char *fl_compiler_build (const char *name, const char *source, const char *folder, gboolean *was_cached, GError **error);

G_END_DECLS
