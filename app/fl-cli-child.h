/* Command lines of this program in processes of their own: what goes wrong in there is one answer that is wrong. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  FL_CHILD_EXITED,
  FL_CHILD_CRASHED, /* by a signal */
  FL_CHILD_TIMED_OUT,
  FL_CHILD_CANCELLED
} FlCliChildEnd;

typedef struct
{
  FlCliChildEnd end;
  int status;                 /* exit status, or the signal */
  const char *out, *messages; /* standard output and standard error; zero behind */
  gsize out_length;
} FlCliChildAnswer;

typedef struct _FlCliChild FlCliChild;
/* Called from the main loop; the child is freed after it. */
typedef void (*FlCliChildDone) (const FlCliChildAnswer *answer, gpointer data);

/* What a command line said, without the name in front of it; borrowed. */
const char *fl_cli_skip_name (const char *message);
/* This program's own path. NULL: the system does not tell. */
const char *fl_cli_get_self (void);
/* words: without the program's name; NULL-terminated. NULL + error: no process could be started. */
FlCliChild *fl_cli_child_start (const char *const *words, double timeout_s, FlCliChildDone done, gpointer data,
                                GError **error);
/* Ends it and all that it started, if they still run; `done` is called all the same. */
void fl_cli_child_cancel (FlCliChild *child);

G_END_DECLS
