/* System calls, by seccomp. A worker has a list of what it may call; whatever else is asked for traps, and the trap
 * tells the owner which call it was. Compilers, which call more than anybody would list, have a list of what they may
 * not. */
#include "fl-confine.h"

#include <errno.h>
#include <unistd.h>

#ifdef FL_WITH_SECCOMP
#include <fcntl.h>
#include <linux/filter.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>

typedef struct
{
  int number;
  const char *what; /* NULL: without more words */
} Call;

#define CALL(name) SCMP_SYS (name)

/* Memory, threads, clocks, and the descriptors that it was handed. */
/* clang-format off */
static const int allowed[] = {
  CALL (read), CALL (write), CALL (readv), CALL (writev), CALL (pread64), CALL (close), CALL (lseek), CALL (fstat), CALL (munmap), CALL (mprotect), CALL (madvise), CALL (brk), CALL (mincore), CALL (futex), CALL (sched_yield), CALL (sched_getaffinity),
  CALL (nanosleep), CALL (clock_nanosleep), CALL (clock_gettime), CALL (clock_getres), CALL (gettimeofday), CALL (time), CALL (getpid), CALL (gettid),
  CALL (getppid), CALL (getuid), CALL (geteuid), CALL (getgid), CALL (getegid), CALL (getrandom), CALL (exit), CALL (exit_group), CALL (rt_sigprocmask),
  CALL (rt_sigreturn), CALL (sigaltstack), CALL (set_robust_list), CALL (rseq), CALL (set_tid_address), CALL (restart_syscall), CALL (getrusage),
  CALL (pause), CALL (poll), CALL (ppoll), CALL (recvmsg), CALL (sendmsg), CALL (membarrier), CALL (getcpu), CALL (sysinfo), CALL (uname),
};

/* Looking at files and at the processor's counters: for the thread that loads kernels. */
static const int looks[] = {
  CALL (open), CALL (openat), CALL (openat2), CALL (creat), CALL (stat), CALL (lstat), CALL (newfstatat), CALL (statx), CALL (access), CALL (faccessat),
  CALL (faccessat2), CALL (readlink), CALL (readlinkat), CALL (getdents64), CALL (perf_event_open), CALL (seccomp),
};

/* What neither a compiler needs nor a worker with a sanitizer's runtime. */
static const int denied[] = {
  CALL (socket), CALL (connect), CALL (bind), CALL (listen), CALL (accept), CALL (accept4), CALL (ptrace), CALL (process_vm_readv),
  CALL (process_vm_writev), CALL (io_uring_setup), CALL (io_uring_enter), CALL (io_uring_register), CALL (bpf), CALL (mount), CALL (umount2),
  CALL (unshare), CALL (setns), CALL (pivot_root), CALL (chroot), CALL (keyctl), CALL (add_key), CALL (request_key), CALL (userfaultfd),
  CALL (init_module), CALL (finit_module), CALL (delete_module), CALL (kexec_load), CALL (reboot), CALL (swapon),
  CALL (pidfd_getfd), CALL (open_by_handle_at),
};

/* In words, for those that somebody may have meant. */
static const Call words[] = {
  { CALL (socket), "to open a network connection" }, { CALL (connect), "to open a network connection" },
  { CALL (socketpair), "to open a socket" },
  { CALL (open), "to open a file" }, { CALL (openat), "to open a file" }, { CALL (openat2), "to open a file" }, { CALL (creat), "to create a file" },
  { CALL (mkdir), "to make a folder" }, { CALL (mkdirat), "to make a folder" }, { CALL (unlink), "to remove a file" },
  { CALL (unlinkat), "to remove a file" }, { CALL (rename), "to rename a file" }, { CALL (renameat), "to rename a file" },
  { CALL (renameat2), "to rename a file" }, { CALL (fork), "to start a process" }, { CALL (vfork), "to start a process" },
  { CALL (clone), "to start a process" }, { CALL (clone3), "to start a process" }, { CALL (execve), "to start a program" },
  { CALL (execveat), "to start a program" }, { CALL (kill), "to send a signal" }, { CALL (tkill), "to send a signal" },
  { CALL (tgkill), "to send a signal" }, { CALL (ptrace), "to look into another process" },
  { CALL (process_vm_readv), "to look into another process" }, { CALL (process_vm_writev), "to write into another process" },
  { CALL (io_uring_setup), "for calls past the filter" }, { CALL (memfd_create), "to make a file in memory" },
  { CALL (getdents64), "to list a folder" }, { CALL (mmap), "for more memory than any run has" }, { CALL (mremap), "for more memory than any run has" }, { CALL (rt_sigaction), "to hide a refused call" },
};
/* clang-format on */

/* --- the trap --------------------------------------------------------------------------------- */

static FlControlPage *page;

void
fl_calls_set_page (FlControlPage *control)
{
  page = control;
}

static gboolean
is_look (int number)
{
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    if (looks[i] == number)
      return TRUE;
  return FALSE;
}

/* A library that looks whether some file is there is told that it may not. A kernel never looks. */
static void
on_trap (int number, siginfo_t *info, void *context)
{
  gboolean is_kernel = page == NULL || (page->kernel[0] != '\0' && !page->is_library);
  if (!is_kernel && is_look (info->si_syscall))
    {
#ifdef __x86_64__
      ((ucontext_t *) context)->uc_mcontext.gregs[REG_RAX] = -EACCES;
      return;
#elif defined __aarch64__
      ((ucontext_t *) context)->uc_mcontext.regs[0] = (unsigned long long) -EACCES;
      return;
#endif
    }
  if (page != NULL)
    page->refused = info->si_syscall + 1;
  _exit (FL_WORKER_EXIT_REFUSED);
}

static gboolean
catch_traps (void)
{
  struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_NODEFER };
  return sigaction (SIGSYS, &action, NULL) == 0;
}

/* --- filters ---------------------------------------------------------------------------------- */

static gboolean
add_all (scmp_filter_ctx filter, uint32_t action, const int *calls, guint n)
{
  for (guint i = 0; i < n; i++)
    if (calls[i] >= 0 && seccomp_rule_add (filter, action, calls[i], 0) != 0) /* negative: not of this processor */
      return FALSE;
  return TRUE;
}

/* Reading alone: whatever of the flags would write, make or cut a file off is not set. */
static gboolean
allow_reading (scmp_filter_ctx filter)
{
  const scmp_datum_t writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
  const struct scmp_arg_cmp at[] = { SCMP_A2 (SCMP_CMP_MASKED_EQ, writes, 0) };
  return seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (openat), 1, at) == 0;
}

/* Above the largest tensors that a run may have; the process's own limit, which no filter can tell, is lower and set
 * before kernels run. */
static scmp_datum_t
get_largest_map (void)
{
  const char *text = g_getenv (FL_WORKER_LARGEST_MAP);
  scmp_datum_t bytes = text != NULL ? g_ascii_strtoull (text, NULL, 10) : 0;
  return MAX (bytes, (scmp_datum_t) 16 << 30);
}

/* The tile registers of newer processors are had by asking for them: oneDNN does when its first product runs. */
static gboolean
allow_tiles (scmp_filter_ctx filter)
{
#ifdef __x86_64__
  enum
  {
    GET_SUPPORTED = 0x1021,
    REQUEST = 0x1023
  }; /* ARCH_GET_XCOMP_SUPP to ARCH_REQ_XCOMP_PERM of <asm/prctl.h> */
  for (scmp_datum_t code = GET_SUPPORTED; code <= REQUEST; code++)
    {
      const struct scmp_arg_cmp asks[] = { SCMP_A0 (SCMP_CMP_EQ, code) };
      if (seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (arch_prctl), 1, asks) != 0)
        return FALSE;
    }
#endif
  return TRUE;
}

static gboolean
allow_own (scmp_filter_ctx filter)
{
  const struct scmp_arg_cmp of_us[]
      = { SCMP_A0 (SCMP_CMP_EQ, 0) },
      to_us[] = { SCMP_A0 (SCMP_CMP_EQ, (scmp_datum_t) getpid ()) },
      threads[] = { SCMP_A0 (SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_VM | CLONE_SIGHAND,
                             CLONE_THREAD | CLONE_VM | CLONE_SIGHAND) },
      others[] = { SCMP_A0 (SCMP_CMP_NE, SIGSYS) }, names[] = { SCMP_A0 (SCMP_CMP_EQ, PR_SET_NAME) },
      starts[] = { SCMP_A0 (SCMP_CMP_EQ, PR_TASK_PERF_EVENTS_ENABLE) },
      stops[] = { SCMP_A0 (SCMP_CMP_EQ, PR_TASK_PERF_EVENTS_DISABLE) },
      no_new[] = { SCMP_A0 (SCMP_CMP_EQ, PR_SET_NO_NEW_PRIVS) }, terminal[] = { SCMP_A1 (SCMP_CMP_EQ, TCGETS) },
      maps[] = { SCMP_A1 (SCMP_CMP_LT, get_largest_map ()) }, moves[] = { SCMP_A2 (SCMP_CMP_LT, get_largest_map ()) };
  return allow_tiles (filter) && seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (mmap), 1, maps) == 0
         && seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (mremap), 1, moves) == 0
         && seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (sched_setaffinity), 1, of_us) == 0
         && seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (prlimit64), 1, of_us) == 0
         && seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (tgkill), 1, to_us) == 0
         && seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (clone), 1, threads) == 0
         && seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (rt_sigaction), 1, others) == 0
         && seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (prctl), 1, names) == 0
         && seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (prctl), 1, starts) == 0
         && seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (prctl), 1, stops) == 0
         && seccomp_rule_add_array (filter, SCMP_ACT_ALLOW, CALL (prctl), 1, no_new) == 0
         && seccomp_rule_add_array (filter, SCMP_ACT_ERRNO (ENOTTY), CALL (ioctl), 1, terminal) == 0
         /* The flags of clone3 lie in memory, where a filter cannot look: the C library takes clone instead. */
         && seccomp_rule_add (filter, SCMP_ACT_ERRNO (ENOSYS), CALL (clone3), 0) == 0;
}

static scmp_filter_ctx
new_filter (uint32_t action)
{
  scmp_filter_ctx filter = seccomp_init (action);
  if (filter == NULL)
    return NULL;
  seccomp_attr_set (filter, SCMP_FLTATR_CTL_OPTIMIZE, 2); /* a tree: calls are looked up in few steps */
  seccomp_attr_set (filter, SCMP_FLTATR_ACT_BADARCH,
                    SCMP_ACT_KILL_PROCESS); /* another processor's numbers: not of a thread alone */
  return filter;
}

gboolean
fl_calls_refuse_all_but_worker (gboolean is_relaxed, const char **why)
{
  scmp_filter_ctx filter = new_filter (is_relaxed ? SCMP_ACT_ALLOW : SCMP_ACT_TRAP);
  gboolean done = filter != NULL;
  if (done
      && is_relaxed) /* a sanitizer's runtime reads files, maps what it likes and starts a program that names lines */
    done = add_all (filter, SCMP_ACT_TRAP, denied, G_N_ELEMENTS (denied));
  else if (done)
    done = add_all (filter, SCMP_ACT_ALLOW, allowed, G_N_ELEMENTS (allowed)) && allow_own (filter)
           && allow_reading (filter)
           && add_all (filter, SCMP_ACT_ALLOW,
                       (const int[]) { CALL (newfstatat), CALL (readlink), CALL (getdents64), CALL (perf_event_open),
                                       CALL (seccomp) },
                       5);
  done = done && catch_traps () && seccomp_load (filter) == 0;
  if (filter != NULL)
    seccomp_release (filter);
  *why = done ? NULL : "this kernel has no seccomp filters";
  return done;
}

gboolean
fl_calls_refuse_files (void)
{
  scmp_filter_ctx filter = new_filter (SCMP_ACT_ALLOW);
  gboolean done
      = filter != NULL && add_all (filter, SCMP_ACT_TRAP, looks, G_N_ELEMENTS (looks)) && seccomp_load (filter) == 0;
  if (filter != NULL)
    seccomp_release (filter);
  return done;
}

gboolean
fl_calls_refuse_all_but_layout (void)
{
  scmp_filter_ctx filter = new_filter (SCMP_ACT_ERRNO (EACCES));
  gboolean done = filter != NULL && add_all (filter, SCMP_ACT_ALLOW, allowed, G_N_ELEMENTS (allowed))
                  && allow_own (filter) && seccomp_load (filter) == 0;
  if (filter != NULL)
    seccomp_release (filter);
  return done;
}

/* As the kernel takes it: between fork and exec nothing can be asked of the library. */
gpointer
fl_calls_new_compiler_filter (gsize *n)
{
  scmp_filter_ctx filter = new_filter (SCMP_ACT_ALLOW);
  int fd = memfd_create ("fuseloom-filter", MFD_CLOEXEC);
  struct stat facts;
  gpointer program = NULL;
  gboolean done = filter != NULL && fd >= 0 && add_all (filter, SCMP_ACT_ERRNO (EACCES), denied, G_N_ELEMENTS (denied))
                  && add_all (filter, SCMP_ACT_ERRNO (EACCES), (const int[]) { CALL (perf_event_open) }, 1)
                  && seccomp_export_bpf (filter, fd) == 0 && fstat (fd, &facts) == 0 && facts.st_size > 0;
  if (done)
    {
      program = g_malloc (facts.st_size);
      *n = facts.st_size / sizeof (struct sock_filter);
      if (pread (fd, program, facts.st_size, 0) != facts.st_size)
        g_clear_pointer (&program, g_free);
    }
  if (filter != NULL)
    seccomp_release (filter);
  if (fd >= 0)
    close (fd);
  return program;
}

char *
fl_confine_describe_call (int number)
{
  char *name = seccomp_syscall_resolve_num_arch (SCMP_ARCH_NATIVE, number), *text;
  const char *what = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (words) && what == NULL; i++)
    if (words[i].number == number)
      what = words[i].what;
  text = name == NULL ? g_strdup_printf ("for system call %d", number)
                      : g_strdup_printf ("%s (%s)", what != NULL ? what : "for a system call", name);
  free (name);
  return text;
}

#else

void
fl_calls_set_page (FlControlPage *control)
{
}

static const char lack[] = "this program was built without libseccomp (Debian, Ubuntu: apt install libseccomp-dev)";

gboolean
fl_calls_refuse_all_but_worker (gboolean is_relaxed, const char **why)
{
  *why = lack;
  return FALSE;
}

gboolean
fl_calls_refuse_files (void)
{
  return FALSE;
}

gboolean
fl_calls_refuse_all_but_layout (void)
{
  return FALSE;
}

gpointer
fl_calls_new_compiler_filter (gsize *n)
{
  return NULL;
}

char *
fl_confine_describe_call (int number)
{
  return g_strdup_printf ("for system call %d", number);
}

#endif
