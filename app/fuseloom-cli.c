/* fuseloom-cli: the command line over the same core as the window. */
#include <locale.h>

#include "fl-cli.h"

int
main (int argc, char **argv)
{
  setlocale (LC_CTYPE, ""); /* all else is the same everywhere: numbers, order, messages */
  return fl_cli_main (argc, argv);
}
