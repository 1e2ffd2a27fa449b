/* The field's words that a kernel's steps use, each in a sentence for who does not know them. */
#pragma once

#include "fl-kernel-steps.h"

G_BEGIN_DECLS

typedef struct
{
  const char *word;    /* "strip mining" */
  const char *seen_as; /* the stem in notes, in lower case: "strip-mined" */
  const char *meaning;
} FlLoopWord;

/* Words that stand somewhere in the steps, in the table's order. New array of const FlLoopWord *. */
GPtrArray *fl_loop_words_find (const FlKernelSteps *steps);
/* Of what a pass may do to results: "exact". */
const char *fl_loop_words_explain_effect (const char *effect);

G_END_DECLS
