/* The system's C compiler, and the cache of what it made: shared objects named by a hash of source, compiler, flags and
 * processor. A file in the cache is never written in place, and trusted only when it is ours (fl-trust.h). */
#pragma once

#include "fl-error.h"

G_BEGIN_DECLS

/* One more code of FL_ERROR: the compiler refused a kernel that we wrote, which is a defect of ours, and nobody else's
 * fault. */
enum
{
  FL_ERROR_KERNEL = FL_ERROR_MISMATCH + 1
};

typedef struct
{
  const char *path;     /* NULL: there is none */
  const char *identity; /* "gcc (Debian 12.2.0-14) 12.2.0" */
  const char *summary;  /* "gcc 12.2.0 -O3 -march=native": for people */
  const char *flags;    /* all that it is given */
  gboolean is_plain; /* the compiler has no vectors (tcc): only units without vectors are for it, and they are slow */
} FlCompiler;

/* The compiler named by FUSELOOM_CC ("none": do without), else the first of cc, gcc, clang and tcc in PATH; looked for
 * once; it is given the flags of FUSELOOM_CFLAGS behind ours. NULL and FL_ERROR_COMPILER with what to install when
 * there is none. */
const FlCompiler *fl_compiler_get (GError **error);

/* What the processor is, from /proc/cpuinfo: "AMD EPYC 9B14". */
const char *fl_compiler_get_processor (void);

/* The widest vectors of the processor, in bytes, as the kernels' preamble chooses where the compiler is told
 * -march=native. */
guint fl_compiler_get_vector_bytes (void);

/* What became of a unit beside its object. */
typedef struct
{
  gboolean was_cached;
  char *path; /* where the next run finds it; NULL: it could not be kept */
  char *note; /* a sentence: which objects of the cache were passed over, and why; NULL: none */
} FlBuildFacts;

void fl_build_facts_clear (FlBuildFacts *facts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FlBuildFacts, fl_build_facts_clear)

/* Makes, or finds, the shared object for a source: a sealed file in memory, whose descriptor is the caller's; -1 with
 * FL_ERROR_COMPILER where the compiler is at fault, or cannot be expected to know better (a plain one), FL_ERROR_KERNEL
 * where we are: then the message names the source, which is kept. Both carry the compiler's own words. What is checked
 * is what is given: nothing on the disk is loaded. folder: the cache; NULL: the user's. facts may be NULL. */
int fl_compiler_build (const char *name, const char *source, const char *folder, FlBuildFacts *facts, GError **error);
/* fl_compiler_build of CUDA C++, by NVRTC, for GPUs of a compute capability (90: 9.0): machine code, or PTX where NVRTC
 * does not know the GPU yet. */
int fl_compiler_build_cuda (const char *name, const char *source, guint capability, const char *folder,
                            FlBuildFacts *facts, GError **error);
/* How long a compiler may take, from the next one on; at first, two minutes. */
void fl_compiler_set_timeout (guint seconds);
/* Forgets an object that could not be loaded: the next build makes it again. */
void fl_compiler_forget (const char *source, const char *folder);

G_END_DECLS
