/* Where a worker is started by ssh: ssh://[USER@]HOST[:PORT][/PATH]. */
#pragma once

#include "fl-error.h"

G_BEGIN_DECLS

typedef struct
{
  char *text; /* as it was given */
  char *user; /* NULL: ssh's configuration says */
  char *host;
  guint port;   /* 0: ssh's configuration says */
  char *worker; /* of fuseloom-worker there: absolute, relative to the home folder, or a name that is sought in PATH */
} FlRemoteAddress;

gboolean fl_remote_address_is (const char *text); /* begins as one */
/* PATH is that of fuseloom-worker or of the folder that it is in: /PATH from the root, /~/PATH from the home folder.
 * Only letters, digits and the marks that no shell reads as anything else are taken: the far side's shell reads the
 * path. */
FlRemoteAddress *fl_remote_address_parse (const char *text, GError **error);
void fl_remote_address_free (FlRemoteAddress *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlRemoteAddress, fl_remote_address_free)
/* How a bundle comes there: two commands, for a message. */
char *fl_remote_address_dup_advice (const FlRemoteAddress *self);

G_END_DECLS
