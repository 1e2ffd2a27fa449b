/* fuseloom-worker: runs generated kernels, and Graphviz layouts, in processes of their own, so that neither can harm
 * the window or the command line. `fuseloom-worker layout` lays out one graph and ends; `fuseloom-worker libraries`
 * lists what it has loaded; `fuseloom-worker serve` is the far end of a link by ssh; `fuseloom-worker machine-code`
 * compiles CUDA kernels. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "fl-link-map.h"
#include "fl-machine-code.h"
#include "fl-scene.h"
#include "fl-worker-serve.h"
#include "fl-worker.h"

#if defined __SANITIZE_ADDRESS__
/* The leak checker stops threads by ptrace, which a confined process may not: a worker that ends by itself would wait
 * for ever. */
__attribute__ ((visibility ("default"))) int __lsan_is_turned_off (void);

int
__lsan_is_turned_off (void)
{
  return 1;
}
#endif

/* What a bundle needs: everything that is loaded, Graphviz's plugins as well. */
static int
print_libraries (void)
{
  fl_layout_worker_load ();
  g_autoptr (GPtrArray) map = fl_link_map_new ();
  g_autofree char *text = fl_link_map_print (map);
  return fputs (text, stdout) < 0 || fflush (stdout) != 0;
}

int
main (int argc, char **argv)
{
  /* The command line leaves them to its own error texts; here they end what went wrong. */
  signal (SIGPIPE, SIG_DFL);
  signal (SIGXFSZ, SIG_DFL);
  if (argc > 1 && strcmp (argv[1], "layout") == 0)
    return fl_layout_worker_main (argc, argv);
  if (argc > 1 && strcmp (argv[1], "libraries") == 0)
    return print_libraries ();
  if (argc > 1 && strcmp (argv[1], "serve") == 0)
    return fl_worker_serve_main ();
  if (argc > 1 && strcmp (argv[1], "machine-code") == 0)
    return fl_machine_code_main (argc, argv);
  return fl_worker_main (argc, argv);
}
