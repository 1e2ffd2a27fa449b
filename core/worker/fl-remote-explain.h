/* Words of ssh made sentences with a remedy, and facts of a machine made one line. */
#pragma once

#include "fl-remote-address.h"

#include <cjson/cJSON.h>

G_BEGIN_DECLS

enum
{
  FL_REMOTE_EXIT_OF_SSH = 255 /* when ssh itself failed; other statuses are those of what ssh started */
};

/* The last line that was said on stderr; ssh puts its reason there. g_free it. */
char *fl_remote_dup_last_words (const char *said);
/* Why no worker greets. g_free it. */
char *fl_remote_explain_start (const FlRemoteAddress *address, const char *said, int status);

/* "Ubuntu 24.04 LTS, 16 x AMD EPYC 9B14, NVIDIA H200" of a greeting. g_free it. */
char *fl_remote_describe (const cJSON *greeting);

/* Does the answer to "open" tell what a worker tells of its machine? FL_ERROR_WORKER: not. */
gboolean fl_remote_check_facts (const cJSON *facts, const char *host, GError **error);

G_END_DECLS
