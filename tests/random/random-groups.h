/* Failures by cause: the operators of the smallest program that fails so, and the message. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _RndGroups RndGroups;

RndGroups *rnd_groups_new (const char *folder);
void rnd_groups_free (RndGroups *groups);

/* TRUE: it is worth being made smaller; enough others of its class are not there yet. */
gboolean rnd_groups_add (RndGroups *groups, gint64 seed, const char *klass);
/* text: of the file path, which has the seed's failure in a small form. */
void rnd_groups_explain (RndGroups *groups, gint64 seed, const char *path, const char *text);

/* failures.txt in the folder: a group a paragraph, the most frequent first. */
void rnd_groups_write (const RndGroups *groups);
void rnd_groups_print (const RndGroups *groups);

G_END_DECLS
