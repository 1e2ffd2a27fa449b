/* How templates spell the names of what they define: NAME is the part that differs. The cutter knows these macros, too
 * (cut-preamble-macros.c): kernels show the names themselves. */
#pragma once

#define FL_GLUE_WORDS(a, b) a##b
#define FL_GLUE(a, b) FL_GLUE_WORDS (a, b)
#define FL_NAMED(stem) FL_GLUE (stem, NAME)
