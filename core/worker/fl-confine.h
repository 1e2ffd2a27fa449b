/* What a process gives up before it does something for a stranger: kernels and layouts of a graph
 * file, and the compiler that reads kernels.
 *
 * seccomp (through libseccomp) refuses system calls, Landlock refuses files, TCP ports and signals
 * to others, no_new_privs and dropped capabilities keep it so, and resource limits bound the rest.
 * What the system lacks is told, never passed over in silence. Nothing can be taken back.
 * FUSELOOM_CONFINE=none leaves all but the limits out, for debuggers and valgrind; that is told,
 * too. */
#pragma once

#include <cjson/cJSON.h>

#include "fl-worker-protocol.h"

G_BEGIN_DECLS

/* What is in force and what is not, as sentences' parts; all static or the process's own. */
typedef struct
{
  gboolean has_calls;  /* seccomp */
  int landlock;        /* version of the kernel's interface; 0: there is none */
  gboolean is_relaxed; /* a sanitizer's runtime works in this process: files can be read and
                          programs started */
  gboolean is_for_gpu; /* only writing files is refused, and TCP */
  char *missing;       /* NULL: nothing */
} FlConfined;

/* The whole process, before it has threads, that runs kernels. control: where a refusal is told.
 * Files may still be looked at by the thread that calls fl_confine_worker_threads later, or never,
 * and by those that it starts before: Landlock leaves them nothing to read. */
void fl_confine_worker (FlControlPage *control, FlConfined *confined);
/* One that runs kernels on a GPU: the driver, which has begun and has threads already, needs its devices, ioctl and
 * what it maps. What is refused all the same: writing files outside of /dev and /proc, TCP, new privileges. */
void fl_confine_gpu_worker (FlControlPage *control, FlConfined *confined);
/* This thread and those that it will start open nothing at all. */
void fl_confine_worker_threads (FlConfined *confined);
/* As "confined" of an answer. */
cJSON *fl_confined_to_json (const FlConfined *confined);

/* All memory that the process may have from here on: what it has and so many bytes. The limit, in
 * bytes; 0: there is none. Once. */
gint64 fl_confine_memory (gint64 more_bytes);

/* Limits the processor time of all threads together. Once. */
void fl_confine_cpu (gint64 seconds);

/* One that lays out pictures: no files but those that Graphviz has loaded, no processes. */
void fl_confine_layout (void);

/* What a compiler may do, made before it is started; it then confines itself between fork and exec,
 * where only system calls may be made. */
typedef struct _FlCompilerCage FlCompilerCage;

/* compiler: its path; work: the folder that it may write to. */
FlCompilerCage *fl_compiler_cage_new (const char *compiler, const char *work, guint timeout_s);
void fl_compiler_cage_enter (FlCompilerCage *cage);
void fl_compiler_cage_free (FlCompilerCage *cage);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlCompilerCage, fl_compiler_cage_free)

/* The owner's side: "to open a network connection (socket)", of a system call's number. g_free it.
 */
char *fl_confine_describe_call (int number);

/* --- between the files of this module
 * -------------------------------------------------------------------------------- */

gboolean fl_confine_is_wanted (void);
int fl_landlock_get_abi (void);
/* fl-confine-calls.c. Where a refusal is told, and who asked. */
void fl_calls_set_page (FlControlPage *control);
/* FALSE with a reason, static: there is no filter. */
gboolean fl_calls_refuse_all_but_worker (gboolean is_relaxed, const char **why);
gboolean fl_calls_refuse_files (void);
gboolean fl_calls_refuse_all_but_layout (void);
gpointer fl_calls_new_compiler_filter (gsize *n); /* of struct sock_filter; NULL: there is none */

G_END_DECLS
