/* The helpers that generated C source may call. A source gets those it uses, and no header at all. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name; /* the identifier whose occurrence asks for it */
  const char *text;
} FlCHelper;

/* Which helpers a source uses: a bit each, scalar ones first. */
typedef struct
{
  guint64 words[2][2]; /* of each kind: at most 128 */
} FlCHelperSet;

/* Notes that every helper whose name occurs in text is used. */
void fl_c_preamble_note (FlCHelperSet *used, const char *text);
/* Types first, then the used helpers and what they rest on. head: lines before all, such as "#define FL_LANES 8"; may be "". */
void fl_c_preamble_append (GString *out, FlCHelperSet used, const char *head);
/* Those on vectors, in order of definition; they may use the scalar ones. */
const FlCHelper *fl_c_preamble_get_vector_helpers (guint *n);
/* Compiler flags that generated source counts on, NULL-terminated: without them it is right but slow, but for -fwrapv. */
const char *const *fl_c_preamble_get_flags (void);

G_END_DECLS
