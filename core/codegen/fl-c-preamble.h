/* The helpers that generated C source may call. A source gets those it uses, and no header at all.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define FL_C_PREAMBLE_ALWAYS "types.h" /* the file that every source gets whole */

typedef struct
{
  const char *file;  /* the file of the helper, in core/codegen/preamble */
  const char *names; /* the identifiers whose occurrence asks for it, with blanks between them */
  const char *text;
} FlCHelper;

enum
{
  FL_C_MOST_HELPERS = 1024 /* the cutter refuses more */
};

/* Which helpers a source uses: a bit each. */
typedef struct
{
  guint64 words[FL_C_MOST_HELPERS / 64];
} FlCHelperSet;

/* A table of helpers, in order of definition: each may use those before it. */
typedef struct
{
  const FlCHelper *helpers;
  guint n;
  GHashTable *names;    /* name -> helper + 1 */
  guint64 lengths[256]; /* of names by their first letters, a bit each: most words of a source are no name */
} FlCPreamble;

const FlCPreamble *fl_c_preamble_get (void);
const FlCPreamble *fl_cuda_preamble_get (void);
/* fl_c_preamble_note and fl_c_preamble_append of any table. */
void fl_preamble_note (const FlCPreamble *preamble, FlCHelperSet *used, const char *text);
void fl_preamble_append (const FlCPreamble *preamble, GString *out, FlCHelperSet used, const char *head);

/* A helper that the text calls and the table does not have; NULL: there is none. New string. */
char *fl_preamble_find_missing (const FlCPreamble *preamble, const char *text);

/* Notes that every helper whose name occurs in text is used. */
void fl_c_preamble_note (FlCHelperSet *used, const char *text);
/* Types first, then the used helpers and what they rest on. head: lines before all, such as
 * "#define FL_LANES 8"; may be "". */
void fl_c_preamble_append (GString *out, FlCHelperSet used, const char *head);
/* All of them, in order of definition: each may use those before it. */
const FlCHelper *fl_c_preamble_get_helpers (guint *n);
/* The tables that they come from, which the build makes. */
extern const FlCHelper fl_c_preamble_helpers[];
extern const guint fl_c_preamble_n_helpers;
extern const FlCHelper fl_cuda_preamble_helpers[];
extern const guint fl_cuda_preamble_n_helpers;
/* Compiler flags that generated source counts on, NULL-terminated: without them it is right but
 * slow, but for -fwrapv. */
const char *const *fl_c_preamble_get_flags (void);

G_END_DECLS
