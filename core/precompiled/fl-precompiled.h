/* What nearly every file of core, app and tests includes, read once for a library where there is no ccache (option
 * `precompiled`). Of other projects only: a header of ours here would build everything anew with each change. Files
 * include what they use all the same. Without a guard: compiled by itself, it would be warned of. */

#include <errno.h>
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
