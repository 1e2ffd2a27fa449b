/* Words of C that CUDA C++ spells otherwise. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The text of a kernel in CUDA's words. New string. */
char *fl_cuda_dup_spelled (const char *text);
/* A helper that the text calls and CUDA's preamble does not have; NULL: there is none. New string.
 */
char *fl_cuda_find_missing (const char *text);

G_END_DECLS
