/* What the two halves of the window share: flui-window.c builds it, flui-window-actions.c makes it act. */
#pragma once

#include "flui-step-bar.h"
#include "flui-window.h"

G_BEGIN_DECLS

struct _FluiWindow
{
  AdwApplicationWindow parent;
  FluiSession *session;
  GtkWidget *toasts;
  GtkWidget *title;
  GtkWidget *rail;          /* revealers, so that the regions can be folded away */
  GtkWidget *inspector;
  GtkWidget *drawer;
  GtkWidget *drawer_stack;
  GtkWidget *inner_paned;   /* picture | inspector */
  GtkWidget *outer_paned;   /* picture and inspector / drawer */
  GtkWidget *page;
  GtkWidget *step_bar;
  GtkWidget *search;
  GtkWidget *status;
  GtkWidget *target;
  GtkWidget *strategy;
  GtkWidget *run_button;
  GtkWidget *run_stack;     /* "run" or "cancel" */
  GtkWidget *progress;
  GtkWidget *error_banner;
  GtkWidget *error_label;
  GtkWidget *menu_button;
  gboolean is_setting;
};

/* Adds every win.* action. */
void flui_window_add_actions (FluiWindow *self);
void flui_window_say (FluiWindow *self, const char *text);

G_END_DECLS
