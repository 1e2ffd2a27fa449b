/* FluiWhatif: what if? The open graph's base, and its variants: the same graph with fusions
 * forbidden or forced, values realized or inlined, options or the strategy changed. Each change is
 * checked for legality first, and becomes a variant beside the others. All of it is an FlSession,
 * which can be saved and opened; every change of it can be undone.
 *
 * Position 0 is the base; the current one is what the window shows.
 *
 * Signals (without arguments, on the main thread):
 *   "changed"   variants, their results, the current one, or what can be undone
 *   "refused"   flui_whatif_get_message () says why nothing was changed
 *   "added"     the newest variant has its results: flui_whatif_get_added ()
 *   "restored"  a session was opened and its graph is there: flui_whatif_get_view () is how it was
 * looked at
 */
#pragma once

#include "fl-whatif.h"

#include "flui-session.h"

G_BEGIN_DECLS

#define FLUI_TYPE_WHATIF (flui_whatif_get_type ())
G_DECLARE_FINAL_TYPE (FluiWhatif, flui_whatif, FLUI, WHATIF, GObject)

enum
{
  FLUI_WHATIF_MAX = 8 /* variants side by side, the base included */
};

FluiWhatif *flui_whatif_new (FluiSession *session);

/* --- what there is --- */
guint flui_whatif_get_n (FluiWhatif *self); /* 0: no graph; else the base counts */
const char *flui_whatif_get_name (FluiWhatif *self, guint position);
const char *flui_whatif_get_note (FluiWhatif *self, guint position); /* "": none */
char *flui_whatif_dup_changes (FluiWhatif *self, guint position);    /* one a line, with what became of it */
guint flui_whatif_get_current (FluiWhatif *self);
/* NULL: not there yet, or the run failed (then the message says why). */
const FlRun *flui_whatif_get_run (FluiWhatif *self, guint position);
const FlFacts *flui_whatif_get_facts (FluiWhatif *self, guint position);
const FlDelta *flui_whatif_get_delta (FluiWhatif *self, guint position);
const char *flui_whatif_get_error (FluiWhatif *self, guint position);
gboolean flui_whatif_is_busy (FluiWhatif *self);
const char *flui_whatif_get_message (FluiWhatif *self);
guint flui_whatif_get_added (FluiWhatif *self);
/* Are the two in one kernel of the shown run? */
gboolean flui_whatif_are_one (FluiWhatif *self, FlItem a, FlItem b);

/* --- changes: each makes a new variant of the current one, and shows it --- */
/* b: of FORBID and FORCE only. */
void flui_whatif_try (FluiWhatif *self, FlOverrideKind kind, FlItem a, FlItem b);
/* Takes the item's kernel apart where the item reads what the kernel's others write; of a group,
 * everywhere. */
void flui_whatif_split (FluiWhatif *self, FlItem item);
/* "max_fusion_size=8" */
void flui_whatif_try_option (FluiWhatif *self, const char *assignment);
void flui_whatif_try_strategy (FluiWhatif *self, const char *strategy);
/* "strategy xla", "set max_fusion_size=8", "force relu,add", "inline exp": subjects, not names of the screen. */
void flui_whatif_try_change (FluiWhatif *self, const char *change);

/* --- the list --- */
void flui_whatif_set_current (FluiWhatif *self, guint position);
void flui_whatif_remove (FluiWhatif *self, guint position);
void flui_whatif_set_note (FluiWhatif *self, guint position, const char *note);
void flui_whatif_rename (FluiWhatif *self, guint position, const char *name);
/* Builds and runs the base and all variants, interleaved on the same inputs. */
void flui_whatif_measure (FluiWhatif *self);
void flui_whatif_cancel (FluiWhatif *self);

const char *flui_whatif_get_undo_label (FluiWhatif *self); /* NULL: nothing to undo */
const char *flui_whatif_get_redo_label (FluiWhatif *self);
void flui_whatif_undo (FluiWhatif *self);
void flui_whatif_redo (FluiWhatif *self);

/* --- session files --- */
gboolean flui_whatif_is_modified (FluiWhatif *self); /* there is something that is not saved */
const char *flui_whatif_get_path (FluiWhatif *self); /* NULL: never saved */
/* view: the window's own; taken. */
gboolean flui_whatif_save (FluiWhatif *self, const char *path, struct cJSON *view, GError **error);
/* Reads the file, then opens its graph; "restored" follows, or the session's "failed". */
gboolean flui_whatif_open (FluiWhatif *self, const char *path, GError **error);
/* flui_whatif_open for a file that flui-autosave.h wrote: it is saved where it was, and modified, as
 * it was. */
gboolean flui_whatif_open_lost (FluiWhatif *self, const char *path, GError **error);
const struct cJSON *flui_whatif_get_view (FluiWhatif *self);
/* What the file's reader has to say: keys that it does not know, a graph that has changed. NULL:
 * nothing. */
char *flui_whatif_dup_notices (FluiWhatif *self);

G_END_DECLS
