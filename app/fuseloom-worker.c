/* fuseloom-worker: runs generated kernels, and Graphviz layouts, in processes of their own, so that neither can harm the
 * window or the command line. */
#include "fl-execute.h"

int
main (int argc, char **argv)
{
  return fl_worker_main (argc, argv);
}
