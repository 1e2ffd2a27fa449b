/* The field's terms, each in a sentence for who does not know it: one table for the window, the command line and
 * reports. */
#pragma once

#include "fl-kernel-steps.h"

G_BEGIN_DECLS

typedef enum
{
  FL_TERM_FUSION, /* graphs, fusion, memory, times */
  FL_TERM_LOOPS   /* passes over kernels */
} FlTermArea;

typedef struct
{
  FlTermArea area;
  const char *word;    /* "strip mining" */
  const char *seen_as; /* the stem in notes, in lower case: "strip-mined" */
  const char *meaning;
} FlLoopWord;

/* Words that stand somewhere in the steps, in the table's order. New array of const FlLoopWord *. */
GPtrArray *fl_loop_words_find (const FlKernelSteps *steps);
/* Of what a pass may do to results: "exact". */
const char *fl_loop_words_explain_effect (const char *effect);

guint fl_terms_get_n (void);
const FlLoopWord *fl_terms_get (guint position);
/* Text in lower case; a whole word: "peak" is not in "speaks". */
gboolean fl_terms_has_word (const char *text, const char *word);
/* What the terms in a text mean, a paragraph each; NULL: it has none. */
char *fl_terms_dup_tooltip (const char *text);

G_END_DECLS
