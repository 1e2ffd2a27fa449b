/* What the parts of the inspector share: flui-inspector.c chooses what is told, -blocks.c holds
 * the labels and links it is told with, -facts.c is what is known of one thing, -decisions.c what
 * was decided about it, -pair.c whether two things may be one kernel, -help.c what would bring them together. */
#pragma once

#include "flui-helping.h"
#include "flui-inspector.h"

G_BEGIN_DECLS

struct _FluiInspector
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *scroller;
  GtkWidget *box;      /* rebuilt for each selection */
  gboolean is_counted; /* the traffic of this run */
  gint64 bytes_before, bytes_after;
  FluiHelping *helping;
  GtkWidget *help, *progress; /* of a pair: the block, and its bar while changes are tried; NULL: not shown */
};

/* --- blocks, one below the other --- */

/* A label whose lines break, aligned to the left; not yet in the box. */
GtkWidget *flui_inspector_new_text (const char *text, const char *css_class);
/* Appends such a label to the box, selectable; css_class may be NULL. */
GtkWidget *flui_inspector_add_label (FluiInspector *self, const char *text, const char *css_class);
void flui_inspector_add_heading (FluiInspector *self, const char *text);
/* A word on a coloured ground: "note", "accept", "reject" or "illegal". */
void flui_inspector_add_badge (FluiInspector *self, const char *text, const char *css_class);
/* Name and value in a row; the value's label is returned. */
GtkWidget *flui_inspector_add_fact (FluiInspector *self, const char *name, const char *value);
/* Links are gathered in markup, and added together; none: nothing is added. */
void flui_inspector_append_link (GString *markup, FlItemKind kind, const char *name);
void flui_inspector_add_links (FluiInspector *self, const char *name, const GString *markup);

/* Buttons in a row, each with an action of the window. */
typedef struct
{
  const char *label, *action, *tooltip;
} FluiInspectorAction;
void flui_inspector_add_actions (FluiInspector *self, const FluiInspectorAction *actions, guint n_actions);

/* --- topics --- */

void flui_inspector_add_item_facts (FluiInspector *self, const FlRun *run, FlItem item);
/* The item's counterparts in the other stages, as links. */
void flui_inspector_add_kin (FluiInspector *self, FlItem selection, const FlItem *items, guint n_items);

void flui_inspector_add_decision (FluiInspector *self, const FlEvent *event, guint n_times);
void flui_inspector_add_decisions (FluiInspector *self, const FlRun *run, const FlItem *items, guint n_items);
void flui_inspector_add_decisions_on_pair (FluiInspector *self, const FlRun *run, const char *a, const char *b);

void flui_inspector_add_help (FluiInspector *self);
void flui_inspector_update_help (FluiInspector *self);
void flui_inspector_add_pair (FluiInspector *self, const FlRun *run, FlItem a, FlItem b);

G_END_DECLS
