/* What the command line says: to standard output or a file, and to standard error. Nothing else writes there. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fl-cli.h"
#include "fl-compiler.h"
#include "fl-error.h"
#include "fl-file.h"
#include "fl-quote.h"

void
fl_cli_say_text (const char *text)
{
  g_autofree char *clean = fl_quote_dup_message (text);

  fputs (clean, stderr);
}

void
fl_cli_say (const char *format, ...)
{
  g_autofree char *message = NULL, *line = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  line = g_strdup_printf ("fuseloom-cli: %s\n", message);
  fl_cli_say_text (line);
}

/* Progress is one line that is written over and over. */
void
fl_cli_show_progress (double fraction, const char *text, gpointer data)
{
  g_autofree char *clean = fl_quote_dup_shown (text);

  fprintf (stderr, "\r\033[K%3.0f %%  %s", fraction * 100, clean);
  fflush (stderr);
}

void
fl_cli_clear_progress (void)
{
  fputs ("\r\033[K", stderr);
}

static FlCliStatus
fail_output (int number)
{
  fl_cli_say ("standard output could not be written: %s", g_strerror (number));
  return FL_CLI_INPUT;
}

FlCliStatus
fl_cli_write_out (const char *text)
{
  g_autoptr (GString) clean = g_string_new (NULL);

  fl_quote_append_text (clean, text, -1);
  errno = 0;
  /* Flushed before what else is said of it on the other stream: in a log both are one. */
  if (fwrite (clean->str, 1, clean->len, stdout) != clean->len || fflush (stdout) != 0)
    return fail_output (errno);
  return FL_CLI_OK;
}

FlCliStatus
fl_cli_print (FlCli *cli, const GString *text)
{
  GError *error = NULL;

  if (!cli->output || strcmp (cli->output, "-") == 0)
    return fl_cli_write_out (text->str);
  return fl_file_write_text (cli->output, text->str, (gssize) text->len, &error) ? FL_CLI_OK : fl_cli_fail (error);
}

/* A full disk may only tell at the end. */
FlCliStatus
fl_cli_close_out (FlCliStatus status)
{
  const gboolean had_error = ferror (stdout) != 0;

  errno = 0;
  if (fclose (stdout) == 0 || had_error || status != FL_CLI_OK)
    return status;
  return fail_output (errno);
}

FlCliStatus
fl_cli_fail (GError *error)
{
  FlCliStatus status = FL_CLI_INPUT;

  if (error->domain == FL_ERROR && error->code == FL_ERROR_USAGE)
    status = FL_CLI_USAGE;
  else if (error->domain == FL_ERROR && error->code == FL_ERROR_MISMATCH)
    status = FL_CLI_MISMATCH;
  else if (error->domain == FL_ERROR && error->code == FL_ERROR_KERNEL)
    status = FL_CLI_DEFECT;
  else if (error->domain == G_OPTION_ERROR)
    status = FL_CLI_USAGE;
  fl_cli_say ("%s", error->message);
  g_error_free (error);
  return status;
}
