/* What the files of the Compare page share: flui-compare.c holds the panes together,
 * flui-compare-pane.c makes one, flui-compare-side.c the list and the bars beside them. */
#pragma once

#include "flui-compare.h"

G_BEGIN_DECLS

enum
{
  FLUI_COMPARE_SIDE_WIDTH = 376,
  FLUI_COMPARE_SIDE_WIDTH_WIDE = 500
};

typedef struct
{
  GtkWidget *box;
  GtkWidget *letter, *choice, *counters;
  GtkWidget *canvas;
} FluiComparePane;

struct _FluiCompare
{
  GtkWidget parent;
  FluiSession *session;
  FluiComparing *comparing;
  GSimpleActionGroup *actions;
  GtkWidget *box;
  GtkWidget *stack; /* "empty", "working", "stopped", "panes" */
  GtkWidget *stopped;
  GtkWidget *n_columns;
  GtkWidget *position; /* "2 of 7" */
  GtkWidget *measure_button;
  GtkWidget *summary, *note;
  GtkWidget *progress_row, *progress, *progress_label;
  GtkWidget *panes_row, *ribbons;
  FluiComparePane panes[FLUI_COMPARING_MAX_COLUMNS];
  GtkWidget *list, *table, *list_stack, *nothing, *detail, *detail_scroller, *bars, *bars_note;
  GtkWidget *legend[FL_N_RELATIONS];
  guint pulse_source;
  const FlComparison *shown; /* of the pictures; only its address is used */
  FlItem selection;          /* an operator, or a kernel by its label; FL_ITEM_NONE */
  gboolean is_setting, is_syncing, is_linked, shows_ribbons, has_chosen_columns;
};

void flui_compare_build (FluiCompare *self);

/* FluiComparePane */
void flui_compare_pane_make (FluiCompare *self, guint column);
void flui_compare_pane_fill_choices (FluiCompare *self);
void flui_compare_pane_update (FluiCompare *self);
/* The new pictures. */
void flui_compare_pane_take_pictures (FluiCompare *self);
/* Moves the other panes to the place that this column shows. */
void flui_compare_pane_sync (FluiCompare *self, guint column);

/* The list, the sentence about the chosen difference, and the bars. */
GtkWidget *flui_compare_side_new (FluiCompare *self);
void flui_compare_side_update (FluiCompare *self);
void flui_compare_side_show_difference (FluiCompare *self);
void flui_compare_side_show_times (FluiCompare *self);

/* Lights what is selected in every pane, and draws its ribbons. */
void flui_compare_select (FluiCompare *self, FlItem item);
void flui_compare_light (FluiCompare *self);
/* Appends the operators to FlItem. */
void flui_compare_add_ops (const FlComparison *comparison, const guint32 *ops, guint n_ops, GArray *items);

G_END_DECLS
