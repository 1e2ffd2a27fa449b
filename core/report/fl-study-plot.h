/* Plots of a study as SVG inside its page, whose style sheet has the colours: light and dark. */
#pragma once

#include "fl-study.h"

G_BEGIN_DECLS

/* A row a configuration along a logarithmic scale: every graph's ratio as a dot, quartiles as a box, the geometric mean
 * as a diamond. FALSE: there is nothing to draw. */
gboolean fl_study_append_strips (GString *out, const FlStudyGroup *group, FlMeasure measure);
/* For each factor the share of graphs on which a configuration comes within that factor of the best one there:
 * performance profiles (E. D. Dolan and J. J. More, 2002). FALSE: there are less than two configurations with results,
 * or more than can be told apart. */
gboolean fl_study_append_profile (GString *out, const FlStudyGroup *group, FlMeasure measure);
/* One line of at most so many characters, "…" behind what is cut. */
char *fl_study_dup_short (const char *label, glong most);
/* What the style sheet of the page says of both. */
void fl_study_append_plot_style (GString *out);
void fl_study_append_profile_style (GString *out);

G_END_DECLS
