/* Words of C that CUDA C++ spells otherwise. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The text of a kernel in CUDA's words. New string. */
char *fl_cuda_dup_spelled (const char *text);
/* Words of C++, and what CUDA's headers and compilers define, which no variable can be called; ends with NULL. */
const char *const *fl_cuda_get_words (void);

G_END_DECLS
