/* A compiler as it is called; private to this folder. */
#pragma once

#include "fl-compiler.h"

G_BEGIN_DECLS

typedef enum
{
  FL_COMPILER_GCC,
  FL_COMPILER_CLANG,
  FL_COMPILER_TCC, /* plain: it has neither vectors nor GNU's builtins */
  FL_COMPILER_OTHER
} FlCompilerKind;

/* GCC's driver takes as long as the rest of compiling a small kernel, for starting programs whose names never change: they
 * are asked for once, and called without it. NULL members: by the driver. */
typedef struct
{
  char *path, *identity, *summary;
  char *why_not; /* it cannot be used: a sentence; NULL: it can */
  FlCompilerKind kind;
  const char *const *flags;
  GStrv compile;  /* source on stdin, assembler text on stdout */
  GStrv assemble; /* text on stdin, an object named at the end */
  GStrv link;     /* the linker and its options, then libraries: between them come a shared object and an object */
} FlCompilerParts;

enum
{
  FL_N_LINK_OPTIONS = 5 /* the linker among them */
};

/* path stays NULL where there is none. */
void fl_compiler_find (FlCompilerParts *parts);
/* What GCC and clang have built in, in plain C: stands before a unit for a plain compiler. */
const char *fl_compiler_get_plain_head (void);
void fl_compiler_parts_find (FlCompilerParts *parts, const char *const *flags);
gboolean fl_compiler_parts_are_there (const FlCompilerParts *parts);
/* What it says and complains; NULL: it failed. is_dead: it was killed, or stopped as it said nothing for long; may be NULL. */
char *fl_compiler_dup_output (const char *const *argv, gboolean *is_dead);
/* Objects carry a sum of their bytes behind their end, which no loader reads: one that was cut off or changed is not loaded. */
gboolean fl_compiler_seal (const char *object, GError **error);
gboolean fl_compiler_is_whole (const char *object);
/* Makes a shared object. Thread-safe. */
gboolean fl_compiler_parts_call (const FlCompilerParts *parts, const char *const *flags, const char *name, const char *source,
                                 const char *object, GError **error);

G_END_DECLS
