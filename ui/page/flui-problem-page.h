/* FluiProblemPage: an allocation problem without a graph: who solves it, within which capacity, how
 * the search is doing, the map, and the solution as a file. Solves at once when a problem is set.
 * Emits "solved" when a search has ended, and "failed" (string message). */
#pragma once

#include <gtk/gtk.h>

#include "flui-memory-desk.h"

G_BEGIN_DECLS

#define FLUI_TYPE_PROBLEM_PAGE (flui_problem_page_get_type ())
G_DECLARE_FINAL_TYPE (FluiProblemPage, flui_problem_page, FLUI, PROBLEM_PAGE, GtkWidget)

GtkWidget *flui_problem_page_new (void);
void flui_problem_page_set_problem (FluiProblemPage *self,
                                    FluiProblem *problem); /* NULL: none, and nothing is searched any more */
FluiProblem *flui_problem_page_get_problem (FluiProblemPage *self);
FluiMemoryDesk *flui_problem_page_get_desk (FluiProblemPage *self);

/* By name, as in the table of planners. FALSE: there is none. */
gboolean flui_problem_page_set_planner (FluiProblemPage *self, const char *name);
/* "1048576", "1 MiB", or "" for as low as possible. */
void flui_problem_page_set_capacity (FluiProblemPage *self, const char *text);
void flui_problem_page_solve (FluiProblemPage *self);
void flui_problem_page_stop (FluiProblemPage *self); /* with the best so far */
gboolean flui_problem_page_is_busy (FluiProblemPage *self);
/* "Best found 1.05 MiB, bound 1 MiB, gap 5 %, 1,024 nodes, 0.8 s". */
const char *flui_problem_page_get_status (FluiProblemPage *self);
/* "id,lower,upper,size,offset" of what was found. FALSE + error: nothing was, or it cannot be
 * written. */
gboolean flui_problem_page_write_solution (FluiProblemPage *self, const char *path, GError **error);

G_END_DECLS
