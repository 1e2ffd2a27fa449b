/* What the parts of the window share: flui-window-follow.c follows the session, flui-window-build.c puts
 * the widgets together, flui-window-actions.c holds the commands. */
#pragma once

#include "flui-state.h"
#include "flui-step-bar.h"
#include "flui-whatif.h"
#include "flui-window.h"

G_BEGIN_DECLS

enum
{
  FLUI_RAIL_WIDTH = 176,
  FLUI_WIDE = 1900 /* from this width on the source has a column of its own */
};

struct _FluiWindow
{
  AdwApplicationWindow parent;
  FluiSession *session;
  FluiWhatif *whatif;
  GtkWidget *menu;                /* of the picture, while it is open */
  double zoom_to_restore;         /* of a session file; 0: none */
  char *path_to_open;             /* once the session is saved or given up; NULL: none */
  guint number_to_open;           /* number of the graph to open among those of what is open; 0: none */
  gboolean closes_after_saving;   /* the window closes once the session is saved or given up */
  gboolean may_lose;              /* the user was asked */
  struct _FluiAutosave *autosave; /* NULL: nothing is kept */
  guint autosave_source;
  gboolean autosave_fails;
  char *lost_path;      /* of a session that is offered; NULL: none */
  char *restoring_path; /* of one that is being opened */
  FluiState state;
  GtkWidget *toasts;
  GtkWidget *title;
  GtkWidget *body; /* a stack: "welcome", "work" or "compare" */
  GtkWidget *compare;
  gboolean is_comparing;
  GtkWidget *rail;
  GtkWidget *inspector;
  GtkWidget *drawer;
  GtkWidget *drawer_stack;
  GtkWidget *side;        /* the source's own column in wide windows */
  GtkWidget *inner_paned; /* picture | inspector */
  GtkWidget *outer_paned; /* picture and inspector / drawer */
  GtkWidget *wide_paned;  /* all that | side */
  GtkWidget *picture;     /* a stack: "stage" or "replay" */
  GtkWidget *replay;
  GtkWidget *replay_button;
  GtkWidget *timed; /* a stack: "graph" or "roofline" */
  GtkWidget *roofline_button;
  GtkWidget *passes;
  GtkWidget *passes_button;
  gboolean replay_hid_drawer;
  gboolean passes_hid_drawer, passes_hid_inspector;
  GtkWidget *page;
  GtkWidget *step_bar;
  GtkWidget *header;
  GtkWidget *search;
  GtkWidget *memory;  /* the drawer's page of the memory plan */
  GtkWidget *problem; /* the page of an allocation problem */
  GtkWidget *rail_toggle, *inspector_toggle;
  int drawer_before; /* where its edge was before it was enlarged */
  GtkWidget *times;  /* the drawer's page of several devices */
  GtkWidget *parity; /* the drawer's page of PyTorch's own */
  GtkWidget *status;
  GtkWidget *target;
  GtkWidget *strategy;
  GtkWidget *sizes;
  GtkWidget *run_button;
  GtkWidget *run_stack; /* "run" or "cancel" */
  GtkWidget *progress;
  GtkWidget *error_banner;
  GtkWidget *error_title;
  GtkWidget *error_place; /* the line at fault with its caret */
  GtkWidget *note_button;
  GtkWidget *note_title;
  GtkWidget *note_text;
  GMenu *open_menu;
  GtkWidget *graphs; /* which of several: flui-window-graphs.c */
  GMenu *graphs_menu;
  guint pulse_source;
  gboolean is_setting;
  gboolean is_placed;        /* the panes have their sizes */
  gboolean drawer_is_chosen; /* the user picked a tab: stages do not change it any more */
};

void flui_window_build (FluiWindow *self);
GtkWidget *flui_window_make_graphs_button (FluiWindow *self);
/* Adds every win.* action; and says which can be used now, with the reason where one cannot. */
void flui_window_add_actions (FluiWindow *self);
void flui_window_add_file_actions (FluiWindow *self);
void flui_window_update_actions (FluiWindow *self);
/* From now on the window shows what the session does. */
void flui_window_follow (FluiWindow *self);
/* The page of the drawer that goes with the stage. */
void flui_window_follow_stage (FluiWindow *self);
void flui_window_set_drawer_page (FluiWindow *self, const char *name);
/* The commands about fusion: flui-window-fusion.c. */
void flui_window_add_fusion_actions (FluiWindow *self);
void flui_window_set_up_fusion_keys (GtkApplication *application);
/* The commands about kernels: flui-window-kernels.c. */
void flui_window_add_kernel_actions (FluiWindow *self);
void flui_window_set_up_kernel_keys (GtkApplication *application);
/* Strategies side by side: flui-window-compare.c. */
/* FALSE: no file of times. */
gboolean flui_window_open_times (FluiWindow *self, const char *path);
void flui_window_add_times_actions (FluiWindow *self);
void flui_window_add_compare_actions (FluiWindow *self);
void flui_window_set_up_compare_keys (GtkApplication *application);
gboolean flui_window_is_comparing (FluiWindow *self);
void flui_window_update_body (FluiWindow *self);
void flui_window_update_subtitle (FluiWindow *self);
/* The next or previous difference of what is compared; FALSE: nothing is. */
gboolean flui_window_move_compared (FluiWindow *self, int by);
/* What if, and session files: flui-window-whatif.c, flui-window-session.c. */
void flui_window_add_whatif_actions (FluiWindow *self);
void flui_window_set_up_whatif_keys (GtkApplication *application);
void flui_window_add_session_actions (FluiWindow *self);
struct cJSON *flui_window_new_view (FluiWindow *self); /* how it is looked at */
gboolean flui_window_ask_to_save (FluiWindow *self, const char *path_to_open, guint number_to_open);
/* flui-window-autosave.c. keeps: the file stays, as after a crash. */
void flui_window_stop_autosave (FluiWindow *self, gboolean keeps);
/* FALSE: the path is not one of a session. */
gboolean flui_window_open_session (FluiWindow *self, const char *path);
void flui_window_say (FluiWindow *self, const char *text);
void flui_window_show_error (FluiWindow *self, const char *message);
void flui_window_hide_error (FluiWindow *self);
/* flui-window-memory.c: allocation problems, and what else there is about memory. */
void flui_window_add_memory (FluiWindow *self);
/* FALSE: the file is none. */
gboolean flui_window_open_problem (FluiWindow *self, const char *path);

G_END_DECLS
