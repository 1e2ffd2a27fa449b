/* What nearly every file of the window includes, as core/precompiled/fl-precompiled.h has it for the rest: GTK's
 * headers take longer to read than most of these files to compile. */

#include <adwaita.h>
#include <glib.h>
#include <gtk/gtk.h>
#include <gtksourceview/gtksource.h>
#include <math.h>
#include <string.h>
