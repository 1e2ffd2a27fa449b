/* The worker's other process: it starts compilers, and reads and writes what is kept from one run
 * to the next, so that the process that runs kernels needs no file and starts nothing. It is forked
 * before anything of a stranger is there, and ends with the worker.
 *
 * Requests and answers are JSON objects behind a head; an answer may bring a descriptor. There are
 * two lines, so that nobody who waits for a compiler is in the way of others. A request has "do":
 *   "compiler" -> {"summary":TEXT,"path":TEXT}; absent: there is none
 *   "compile" with "name", "source", "folder" or absent, "again": true or absent, "timeout_s",
 *   "cuda": compute capability, 90 for 9.0, or absent: C
 *       -> {"ok":true,"cached":BOOL,"ns":N,"cpu_ns":N,"note":TEXT or absent} and the object; or
 * {"ok":false,"code":N,"message":TEXT} "choices" with "machine" and "folder" or absent ->
 * {"text":TEXT} "keep" with "text" as well -> {} The first folder that is named, or that none is,
 * holds for good: a kernel that took the worker over cannot name another. */
#pragma once

#include <cjson/cJSON.h>

#include "fl-error.h"

G_BEGIN_DECLS

typedef enum
{
  FL_LINE_FACTS,
  FL_LINE_COMPILERS,
  FL_N_LINES
} FlServiceLine;

typedef struct
{
  int lines[FL_N_LINES];
} FlService;

/* Forks; the process must have one thread. FALSE: there is no such process, and nothing will be
 * compiled. */
gboolean fl_service_start (FlService *service);

/* Takes the request. id comes back with its answer. FALSE: the other process is gone. */
gboolean fl_service_send (const FlService *service, FlServiceLine line, guint32 id, cJSON *request);
/* The next answer; fd (-1: none) is the caller's. NULL: the other process is gone. */
cJSON *fl_service_receive (const FlService *service, FlServiceLine line, guint32 *id, int *fd);
/* One question on the line of facts. */
cJSON *fl_service_ask (const FlService *service, cJSON *request);

/* --- both processes ---------------------------------------------------------------------------- */

gboolean fl_service_write (int socket, guint32 id, const char *text, int fd);
char *fl_service_read (int socket, guint32 *id, int *fd);
/* fl-service-broker.c: the other process. Does not return. */
void fl_service_serve (const FlService *service) G_GNUC_NORETURN;

G_END_DECLS
