/* The session file, *.fuseloom: which graph was looked at, how, which variants were tried, and what
 * was noted. JSON, described in data/schema/session.schema.json. Not a GObject: the window's
 * session watches its own copy.
 *
 * Reading is strict: an unknown value, a wrong type, a number out of range, a missing file are
 * errors that name the file, the place in the JSON and the rule. Unknown keys are kept and written
 * back, and listed, so that a newer program's file loses nothing in an older one. Writing is
 * atomic. */
#pragma once

#include "fl-options.h"
#include "fl-override.h"

typedef struct cJSON cJSON;

G_BEGIN_DECLS

enum
{
  FL_SESSION_VERSION = 1
};

typedef struct
{
  char *name;        /* unique in the session */
  char *note;        /* NULL: none */
  char *strategy;    /* NULL: the session's */
  GArray *overrides; /* FlOverride: fusions, values and options (a planner is an option) */
  cJSON *unknown;    /* keys of a newer version; NULL: none */
} FlSessionVariant;

typedef struct
{
  char *stage;   /* "fuse" */
  gint64 step;   /* -1: the whole stage */
  char *subject; /* the thing that a note points at; NULL: the stage itself */
  char *note;    /* NULL: none */
  cJSON *unknown;
} FlSessionBookmark;

typedef struct
{
  char *path;         /* of the file; NULL: not saved yet */
  char *graph_path;   /* absolute, or relative to the working folder: where the graph is now */
  guint graph_number; /* which graph of several in there, from 1; 0: the first that can be lowered */
  char *graph_sha256; /* of the file when it was saved; NULL: not known */
  FlTarget target;
  gboolean has_target; /* FALSE: the graph's device decides */
  char *strategy;
  GPtrArray *settings;                              /* "NAME=VALUE": options that are not at their defaults */
  GPtrArray *variants;                              /* FlSessionVariant */
  GPtrArray *bookmarks;                             /* FlSessionBookmark */
  cJSON *view;                                      /* the window's own: selection, stage, step, layout; NULL: none */
  cJSON *unknown, *graph_unknown, *options_unknown; /* keys of a newer version; NULL: none */
  GPtrArray *notices;                               /* texts: unknown keys, a graph that changed since. For a banner */
} FlSession;

FlSession *fl_session_new (const char *graph_path);
void fl_session_free (FlSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlSession, fl_session_free)
FlSession *fl_session_copy (const FlSession *session);

/* The options that the session asks for, over *options. Cannot fail: reading checked them. */
void fl_session_apply_options (const FlSession *session, FlOptions *options);
/* Notes every option that differs from its default, target and strategy included. */
void fl_session_set_options (FlSession *session, const FlOptions *options);

/* Borrowed. NULL: none has that name. */
FlSessionVariant *fl_session_find_variant (const FlSession *session, const char *name);
/* Added at the end; a name that is taken gets " 2", " 3", … Borrowed. */
FlSessionVariant *fl_session_add_variant (FlSession *session, const char *name);
void fl_session_remove_variant (FlSession *session, FlSessionVariant *variant);
FlSessionBookmark *fl_session_add_bookmark (FlSession *session, const char *stage, gint64 step, const char *subject,
                                            const char *note);

/* Does the name end in .fuseloom? */
gboolean fl_session_is_path (const char *path);
/* The graph's file need not be there, but its hash is compared when it is; a difference is a
 * notice. */
FlSession *fl_session_read (const char *path, GError **error);
FlSession *fl_session_parse (const char *text, gsize length, const char *path, GError **error);
/* The graph's path is written relative to the session's folder, its hash is taken anew. Sets
 * session->path. */
gboolean fl_session_write (FlSession *session, const char *path, GError **error);
char *fl_session_dup_text (const FlSession *session, const char *path);

G_END_DECLS
