/* What the parts of the page of passes share: flui-passes.c follows the session, -build.c has its
 * widgets and keys, -list.c the rows of passes, -outline.c the outlines side by side, -worth.c the chart. */
#pragma once

#include "flui-passes.h"

#include <gtksourceview/gtksource.h>

#include "fl-ablation.h"

G_BEGIN_DECLS

typedef struct _FluiPassesJob FluiPassesJob;

struct _FluiPasses
{
  GtkWidget parent;
  FluiSession *session;
  FluiWhatif *whatif;
  GtkWidget *box;
  GtkWidget *stack;     /* "steps", "worth", "none" */
  GtkWidget *kernels;   /* a drop-down */
  GtkWidget *about;     /* of the kernel */
  GtkWidget *words;     /* meanings of words: a menu button */
  GtkWidget *word_list; /* in its popover */
  GtkWidget *worth_button;
  GtkWidget *why_none;
  GtkWidget *list; /* of passes: a GtkListBox */
  GtkWidget *title, *sentence, *effect;
  GtkWidget *runs; /* a switch: the pass runs */
  GtkWidget *runs_row;
  GtkWidget *notes;    /* a label, a note a line */
  GtkWidget *outlines; /* a paned: before | after */
  GtkWidget *sides[2]; /* text views */
  GtkWidget *titles[2];
  GtkTextTag *tags[2][FL_N_STEP_LINES]; /* of the sides */
  GtkTextTag *lit[2];
  GtkWidget *body; /* a paned: outlines and code, above each other or beside */
  GtkSourceBuffer *code;
  GtkWidget *code_title;
  GtkWidget *bar;   /* a FluiStepBar */
  GtkWidget *chart; /* the worth of passes */
  GtkWidget *headline, *worth_stack, *worth_table;
  FlAblation *ablation; /* of the session's run; NULL: it was none */
  FlRun *ablated;       /* whose it is */
  GArray *positions;    /* guint: of the kernels in the drop-down */
  FlKernelSteps *steps;
  char *pass; /* the chosen one's name, which outlives a new run */
  guint step;
  int placed_width;    /* of the body when it was divided */
  int placed_outlines; /* of the outlines when they were divided */
  FluiPassesJob *job;  /* the newest; borrowed */
  gboolean is_active, is_stale, is_setting;
};

/* Once its widgets are there. */
void flui_passes_follow (FluiPasses *self, FluiSession *session, FluiWhatif *whatif);
/* The chosen kernel is another one. */
void flui_passes_load (FluiPasses *self);

/* --- rows of passes, and words: flui-passes-list.c --- */
void flui_passes_fill_list (FluiPasses *self);
/* The chosen pass scrolls into sight. */
void flui_passes_show_row (FluiPasses *self);

/* --- outlines: flui-passes-outline.c --- */
GtkWidget *flui_passes_make_outlines (FluiPasses *self);
void flui_passes_fill_outlines (FluiPasses *self);
void flui_passes_color_outlines (FluiPasses *self);
void flui_passes_light_outlines (FluiPasses *self);
/* by: 1 the next changed line, -1 the one before. */
void flui_passes_move_change (FluiPasses *self, int by);

/* --- what passes are worth: flui-passes-worth.c --- */
GtkWidget *flui_passes_make_worth (FluiPasses *self);
void flui_passes_fill_worth (FluiPasses *self);
/* "1.94 x"; NULL: not measured. */
char *flui_passes_dup_worth (FluiPasses *self, const char *pass);

G_END_DECLS
