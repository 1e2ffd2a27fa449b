/* The worker's side: it starts the process that starts compilers, and asks it. */
#include "fl-service.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* Closes its copies of the ends of the worker's pipes, so that the owner sees the worker end. */
static void
become_service (FlService *service, int (*pairs)[2], pid_t worker)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != worker)
    _exit (0);
  int nothing = open ("/dev/null", O_RDWR | O_CLOEXEC);
  dup2 (nothing, STDIN_FILENO);
  dup2 (nothing, STDOUT_FILENO);
  for (guint i = 0; i < FL_N_LINES; i++)
    {
      close (pairs[i][0]);
      service->lines[i] = pairs[i][1];
    }
  fl_service_serve (service);
}

gboolean
fl_service_start (FlService *service)
{
  int pairs[FL_N_LINES][2];
  pid_t worker = getpid ();
  *service = (FlService) { { -1, -1 } };
  for (guint i = 0; i < FL_N_LINES; i++)
    if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pairs[i]) != 0)
      return FALSE;
  pid_t child = fork ();
  if (child == 0)
    become_service (service, pairs, worker);
  for (guint i = 0; i < FL_N_LINES; i++)
    {
      close (pairs[i][1]);
      service->lines[i] = pairs[i][0];
    }
  return child > 0;
}

gboolean
fl_service_send (const FlService *service, FlServiceLine line, guint32 id, cJSON *request)
{
  char *text = cJSON_PrintUnformatted (request);
  gboolean done = fl_service_write (service->lines[line], id, text, -1);
  cJSON_free (text);
  cJSON_Delete (request);
  return done;
}

cJSON *
fl_service_receive (const FlService *service, FlServiceLine line, guint32 *id, int *fd)
{
  g_autofree char *text = fl_service_read (service->lines[line], id, fd);
  return text == NULL ? NULL : cJSON_Parse (text);
}

cJSON *
fl_service_ask (const FlService *service, cJSON *request)
{
  guint32 id;
  int fd = -1;
  cJSON *answer = fl_service_send (service, FL_LINE_FACTS, 0, request)
                      ? fl_service_receive (service, FL_LINE_FACTS, &id, &fd)
                      : NULL;
  if (fd >= 0)
    close (fd);
  return answer;
}
