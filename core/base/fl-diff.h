/* Difference of two sequences: which elements stand in both, in order. Elements are compared by
 * identity (interned texts, lines by number). Myers' method in linear space; cost (n_a + n_b) times
 * the number of differences, and where that passes a bound, a difference that is right but maybe
 * not the shortest. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* a[from_a, from_a + n_a) was replaced by b[from_b, from_b + n_b); between hunks the two are equal.
 */
typedef struct
{
  guint from_a, n_a;
  guint from_b, n_b;
} FlHunk;

/* New array of FlHunk, in order. */
GArray *fl_diff_new (gconstpointer const *a, guint n_a, gconstpointer const *b, guint n_b);

/* The lines of a text, made comparable: equal lines are equal pointers within one FlLines pool. */
typedef struct _FlLinePool FlLinePool;
FlLinePool *fl_line_pool_new (void);
void fl_line_pool_free (FlLinePool *pool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlLinePool, fl_line_pool_free)
/* New array of const char *, owned by the pool: lines without their newline and, with trim, without
 * blanks at their ends. A last line that is empty is left out. */
GPtrArray *fl_line_pool_split (FlLinePool *pool, const char *text, gsize length, gboolean trim);

/* As `diff -u` writes it, with n_context lines around; nothing when there are no hunks. */
void fl_diff_append_unified (GString *out, const char *title_a, const GPtrArray *a, const char *title_b,
                             const GPtrArray *b, const GArray *hunks, guint n_context);

G_END_DECLS
