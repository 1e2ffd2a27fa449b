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

/* GCC's driver takes as long as the rest of compiling a small kernel, for starting programs whose names never change:
 * they are asked for once, and called without it. NULL members: by the driver. */
typedef struct
{
  char *path, *identity, *summary;
  char *why_not; /* a sentence: the compiler cannot be used; NULL: it can */
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
/* What it says and complains; NULL: it failed. is_dead: it was killed, or stopped as it said nothing for long; may be
 * NULL. */
char *fl_compiler_dup_output (const char *const *argv, gboolean *is_dead);
/* Objects carry a sum of their bytes and of the name that they are kept under behind their end, which no loader reads:
 * one that was cut off, changed or put in another's place is not loaded. */
char *fl_compiler_dup_sealed (const char *key, const char *bytes, gsize length, gsize *sealed_length);
gboolean fl_compiler_is_whole (const char *key, const char *bytes, gsize length);

/* fl-compiler-cache.c: the folders where objects are kept. What was passed over is told in note, once (may be NULL, as
 * *note may). */
/* A sealed file in memory; -1: it is not there, or not to be trusted. */
int fl_compiler_cache_find (const char *folder, const char *key, char **path, char **note);
/* Keeps the bytes, in the first folder that takes them: path. */
void fl_compiler_cache_keep (const char *folder, const char *key, const char *bytes, gsize length, char **path,
                             char **note);
void fl_compiler_cache_forget (const char *folder, const char *key);
/* Checked kernels keep their text beside their object, for reports and debuggers. g_free it. */
char *fl_compiler_cache_keep_text (const char *folder, const char *key, const char *text);
/* Keeps a source that was refused, to be reported; NULL: nowhere. g_free it. */
char *fl_compiler_cache_keep_refused (const char *folder, const char *key, const char *text);
/* fl-compiler-turn.c: one compiler for an object at a time. TRUE: the object is the caller's to make, and to end;
 * FALSE: somebody else was making it, and has ended. */
gboolean fl_compiler_turn_begin (const char *key);
void fl_compiler_turn_end (const char *key);
/* A sealed file in memory. -1 with errno. */
int fl_compiler_seal_memory (const char *bytes, gsize length);
/* A new folder for the compiler's own files, in memory where there is room; attempt counts from 0. NULL: there are no
 * more. */
char *fl_compiler_work_new (guint attempt);
gboolean fl_compiler_work_has_room (const char *work);
void fl_compiler_work_free (char *work); /* removes it */
/* Makes a shared object. Thread-safe. */
gboolean fl_compiler_parts_call (const FlCompilerParts *parts, const char *const *flags, const char *name,
                                 const char *source, const char *object, GError **error);

G_END_DECLS
