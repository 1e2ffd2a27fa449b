/* FluiShareBar: one bar split into shares, as wide as they are large. Emits "share-chosen" (guint
 * position). What it shows is also in a table beside it. */
#pragma once

#include <gtk/gtk.h>

#include "fl-palette.h"

G_BEGIN_DECLS

typedef struct
{
  double amount;
  FlLook look;
  gboolean is_empty; /* nothing is there: drawn as a gap with stripes */
  gboolean is_marked;
  char *label;   /* owned; drawn where there is room; may be NULL */
  char *tooltip; /* owned */
} FluiShare;

#define FLUI_TYPE_SHARE_BAR (flui_share_bar_get_type ())
G_DECLARE_FINAL_TYPE (FluiShareBar, flui_share_bar, FLUI, SHARE_BAR, GtkWidget)

GtkWidget *flui_share_bar_new (const char *name);
/* Takes the GArray of FluiShare, whose clear function is flui_share_clear. */
void flui_share_bar_take (FluiShareBar *self, GArray *shares);
void flui_share_clear (gpointer share);
void flui_share_bar_mark (FluiShareBar *self, guint position); /* G_MAXUINT: none */

G_END_DECLS
