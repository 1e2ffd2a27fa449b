/* What the files of the memory desk share: flui-memory-desk.c holds plan and map, flui-memory-lists.c the lists,
 * and flui-memory-choice.c, below both, what is chosen. */
#pragma once

#include "flui-memory-desk.h"
#include "flui-share-bar.h"
#include "flui-table.h"

G_BEGIN_DECLS

struct _FluiMemoryDesk
{
  GtkWidget parent;
  FluiPlan *plan, *other; /* NULL: none */
  char *other_name;
  int placed;        /* where the edge between map and lists was put; 0: nowhere yet */
  FlArena *compared; /* holds changes */
  const FlMapChange *changes;
  guint n_changes;
  FlArena *alive; /* holds shares */
  const FlMapShare *shares;
  guint n_shares;
  guint step;
  GArray *rows; /* guint: of the list of changes, positions in changes */
  GtkWidget *paned;
  GtkWidget *map;
  GtkWidget *stack;
  GtkWidget *switcher;
  GtkWidget *alive_title;
  GtkWidget *bar;
  GtkWidget *alive_table;
  GtkWidget *buffer_table;
  GtkWidget *why;
  char *why_text; /* the text of `why`; may be NULL */
  GtkWidget *reuse_table;
  GtkWidget *change_table;
  GtkWidget *pool_table;
};

enum
{
  FLUI_MEMORY_DESK_BUFFER_CHOSEN,
  FLUI_MEMORY_DESK_OPERATOR_WANTED,
  FLUI_MEMORY_DESK_N_SIGNALS
};
extern guint flui_memory_desk_signals[FLUI_MEMORY_DESK_N_SIGNALS];

/* Adds the pages to the stack. */
void flui_memory_lists_add (FluiMemoryDesk *self);
/* After another plan, another one to compare with, another step, another selection. */
void flui_memory_lists_set_plan (FluiMemoryDesk *self);
void flui_memory_lists_set_other (FluiMemoryDesk *self);
void flui_memory_lists_set_step (FluiMemoryDesk *self);
void flui_memory_lists_set_selection (FluiMemoryDesk *self);
/* The map's handler. */
void flui_memory_desk_on_box_selected (FluiMemoryMap *map, int box, gboolean as_second, FluiMemoryDesk *self);
/* As if it had been clicked on the map. */
void flui_memory_desk_choose (FluiMemoryDesk *self, guint box);

G_END_DECLS
