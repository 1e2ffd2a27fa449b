/* Kernels under the address and the undefined-behaviour sanitizer (option cpu.sanitize).
 *
 * Their compiler adds checks to every access, the sanitizers' runtime is loaded into the worker, and while a kernel
 * runs nothing but its own arguments is open to it: not what lies between two buffers, nor a buffer that it was not
 * given. Who runs the worker reads what the runtime said, and names kernel, buffer, element and line. */
#pragma once

#include "fl-error.h"
#include "fl-worker-protocol.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* --- the worker's owner ----------------------------------------------------------------------- */

/* Gives the worker to be started its runtime. only_bounds: accesses are checked, undefined behaviour is not. report:
 * what the runtime will say, a file in memory that the caller closes. FL_ERROR_UNSUPPORTED with what to install where
 * the compiler has no such runtime, and where this program has the thread sanitizer's. */
gboolean fl_sanitize_prepare (GSubprocessLauncher *launcher, gboolean only_bounds, int *report, GError **error);

/* What the runtime said, in words: "kernel cpp_fused_add_0 reads 4 bytes past the end of arg0_1: …"; NULL: nothing.
 * g_free it. */
char *fl_sanitize_explain (const char *said, const FlControlPage *control);
char *fl_sanitize_read (int report);

/* --- the worker ------------------------------------------------------------------------------- */

gboolean fl_sanitize_is_on (void);
const char *const *fl_sanitize_get_flags (gboolean is_gcc);
/* C that stands before a unit: accesses that compilers do not check, since they are single instructions. */
const char *fl_sanitize_get_head (void);
/* The names of those instructions' builtins, ending with NULL. */
const char *const *fl_sanitize_list_builtins (void);

/* Opens the page's ranges alone to instrumented code, of what lies between begin and begin + bytes; or all again. */
void fl_sanitize_close_all_but (const FlControlPage *control, gconstpointer begin, gsize bytes);
void fl_sanitize_open_all (gconstpointer begin, gsize bytes);

G_END_DECLS
