/* The lines between the worker and the process that starts compilers. */
#include "fl-service.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

enum
{
  MAX_TEXT_BYTES = 256 << 20
};

typedef struct
{
  guint32 id, length;
} Head;

gboolean
fl_service_write (int line, guint32 id, const char *text, int fd)
{
  Head head = { id, (guint32) strlen (text) };
  char control[CMSG_SPACE (sizeof fd)] = { 0 };
  struct iovec parts[] = { { &head, sizeof head }, { (gpointer) text, head.length } };
  struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
  gsize left = sizeof head + head.length;
  if (fd >= 0)
    {
      message.msg_control = control;
      message.msg_controllen = sizeof control;
      struct cmsghdr *item = CMSG_FIRSTHDR (&message);
      *item = (struct cmsghdr) { .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN (sizeof fd) };
      memcpy (CMSG_DATA (item), &fd, sizeof fd);
    }
  while (left > 0)
    {
      gssize n = sendmsg (line, &message, MSG_NOSIGNAL);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      left -= (gsize) n;
      message.msg_control = NULL;
      message.msg_controllen = 0;
      for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
        {
          gsize gone = MIN ((gsize) n, parts[i].iov_len);
          parts[i].iov_base = (char *) parts[i].iov_base + gone;
          parts[i].iov_len -= gone;
          n -= (gssize) gone;
        }
    }
  return TRUE;
}

/* The descriptor comes with the first bytes. */
static gboolean
read_all (int line, gpointer to, gsize length, int *fd)
{
  for (gsize done = 0; done < length;)
    {
      char control[CMSG_SPACE (sizeof *fd)];
      struct iovec part = { (char *) to + done, length - done };
      struct msghdr message
          = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control };
      gssize n = recvmsg (line, &message, MSG_CMSG_CLOEXEC);
      struct cmsghdr *item = n > 0 ? CMSG_FIRSTHDR (&message) : NULL;
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      if (item != NULL && item->cmsg_type == SCM_RIGHTS && item->cmsg_len == CMSG_LEN (sizeof *fd))
        memcpy (fd, CMSG_DATA (item), sizeof *fd);
      done += (gsize) n;
    }
  return TRUE;
}

char *
fl_service_read (int line, guint32 *id, int *fd)
{
  Head head;
  *fd = -1;
  if (!read_all (line, &head, sizeof head, fd) || head.length > MAX_TEXT_BYTES)
    return NULL;
  g_autofree char *text = g_malloc ((gsize) head.length + 1);
  *id = head.id;
  text[head.length] = '\0';
  return read_all (line, text, head.length, fd) ? g_steal_pointer (&text) : NULL;
}
