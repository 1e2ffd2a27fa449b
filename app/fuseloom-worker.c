/* fuseloom-worker: runs generated kernels, and Graphviz layouts, in processes of their own, so that neither can harm the
 * window or the command line. `fuseloom-worker layout` lays out one graph and ends. */
#include <signal.h>
#include <string.h>

#include "fl-execute.h"
#include "fl-scene.h"

int
main (int argc, char **argv)
{
  /* The command line leaves them to its own error texts; here they end what went wrong. */
  signal (SIGPIPE, SIG_DFL);
  signal (SIGXFSZ, SIG_DFL);
  if (argc > 1 && strcmp (argv[1], "layout") == 0)
    return fl_layout_worker_main (argc, argv);
  return fl_worker_main (argc, argv);
}
