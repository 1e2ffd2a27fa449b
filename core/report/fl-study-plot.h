/* Plots of a study as SVG inside its page, whose style sheet has the colours: light and dark. */
#pragma once

#include "fl-study.h"

G_BEGIN_DECLS

/* A row a configuration along a logarithmic scale: every graph's ratio as a dot, quartiles as a box, the geometric mean
 * as a diamond. FALSE: there is nothing to draw. */
gboolean fl_study_append_strips (GString *out, const FlStudyGroup *group, FlMeasure measure);
/* What the style sheet of the page says of both. */
void fl_study_append_plot_style (GString *out);

G_END_DECLS
