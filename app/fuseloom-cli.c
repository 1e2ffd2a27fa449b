/* fuseloom-cli: the command line over the same core as the window. */
#include <locale.h>

#include "fl-cli.h"

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  return fl_cli_main (argc, argv);
}
