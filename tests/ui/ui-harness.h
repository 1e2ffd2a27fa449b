/* What UI tests and screenshots share: a window without a user. It needs a display (Xvfb will do)
 * and nothing else: no session bus, no settings daemon; its own folders for configuration, data and
 * cache, so that nobody's are touched and every run is like the last. */
#pragma once

#include "flui-canvas.h"
#include "flui-window.h"

G_BEGIN_DECLS

typedef struct
{
  const char *path;
  void (*test) (void);
} UiTest;

void ui_harness_add_tests (const UiTest *tests, guint n_tests);

/* Before anything else; FUSELOOM_SOURCE_DIR and FUSELOOM_WORKER must be set. Exits with 77
 * (skipped) where there is no display. */
void ui_harness_init (int *argc, char ***argv);
void ui_harness_finish (void);

FluiWindow *ui_harness_new_window (int width, int height);
/* Without saving: nobody is there to be asked. */
void ui_harness_close (FluiWindow *window);
/* What windows remembered: the next one is like the first. */
void ui_harness_forget (void);
/* data/graphs/NAME, or NAME itself when it is a path. Waits until the run and its picture are
 * there. */
void ui_harness_open (FluiWindow *window, const char *name);
char *ui_harness_dup_sample (const char *name);
/* A window of 1280 x 720 that remembers nothing, with that graph open; NULL: none. */
FluiWindow *ui_harness_open_window (const char *graph);
FluiCanvas *ui_harness_get_canvas (FluiWindow *window);

/* A folder as TORCH_COMPILE_DEBUG=1 leaves one, made of a case of tests/golden; edits: pairs of old
 * and new text in ir_pre_fusion.txt and ir_post_fusion.txt, so that PyTorch seems to have done
 * something else; end with NULL; may be NULL. */
char *ui_harness_make_folder (const char *golden_case, const char *const *pre_edits, const char *const *post_edits);

/* A folder like ui_harness_make_folder's for cuda/sample-gpt2-block, with made-up differences:
 * PyTorch keeps op10 out of the kernel of op8 and op9, and makes one kernel of op5 and op6; before
 * fusion it has 0.25 where op18 has 0.5. */
char *ui_harness_make_other_folder (void);

/* In ssh's place: the host "near" is this machine, whatever the path, and no other can be reached. */
void ui_harness_make_ssh (void);

/* Runs the main loop until nothing is under way and the frame is drawn. FALSE after 60 seconds. */
gboolean ui_harness_settle (FluiWindow *window);
void ui_harness_wait_ms (guint ms);
/* Runs the main loop until test (data) is TRUE; FALSE when it took longer than that. */
gboolean ui_harness_wait_for (gboolean (*test) (gpointer data), gpointer data, guint timeout_ms);

/* win.* by name; parameter may be NULL. Fails the test when there is no such action or it is
 * disabled. */
void ui_harness_act (FluiWindow *window, const char *action, GVariant *parameter);
gboolean ui_harness_can (FluiWindow *window, const char *action);

/* A toplevel as a PNG. */
void ui_harness_shoot (GtkWidget *toplevel, const char *path);
/* The newest toplevel other than this window; NULL when there is none. */
GtkWindow *ui_harness_find_dialog (FluiWindow *window);
/* Depth first: the n-th descendant of that type. */
GtkWidget *ui_harness_find (GtkWidget *root, GType type, guint n);
/* The first button with that label; NULL: there is none. */
GtkWidget *ui_harness_find_button (GtkWidget *root, const char *label);

G_END_DECLS
