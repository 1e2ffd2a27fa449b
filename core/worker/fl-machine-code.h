/* What CUDA kernels become: PTX, machine code as assembly (SASS), and what each kernel takes of a multiprocessor. NVRTC
 * and NVIDIA's disassembler say so; neither needs a GPU, and both run in a process of their own. */
#pragma once

#include "fl-error.h"

G_BEGIN_DECLS

typedef enum
{
  FL_MACHINE_PTX,
  FL_MACHINE_SASS,
  FL_MACHINE_RESOURCES, /* a line a kernel: name, registers of a thread, bytes of shared memory, bytes of stack */
  FL_N_MACHINE_CODES
} FlMachineCode;

gboolean fl_machine_code_find (const char *name, FlMachineCode *kind); /* FALSE: there is none */

/* Of CUDA C++, for a compute capability (90: 9.0). worker_path: NULL: found beside the program, or in PATH. NULL:
 * FL_ERROR_COMPILER with what is missing or what was refused, FL_ERROR_WORKER where there is no worker. g_free it. */
char *fl_machine_code_make (const char *worker_path, FlMachineCode kind, guint capability, const char *source,
                            GError **error);
/* Why fl_machine_code_make cannot do it on this machine; NULL: it can. g_free it. */
char *fl_machine_code_dup_lack (const char *worker_path, FlMachineCode kind);
/* The part of a text that belongs to one function, "": it has none. g_free it. */
char *fl_machine_code_dup_part (FlMachineCode kind, const char *text, const char *function);

/* `fuseloom-worker machine-code KIND CAPABILITY`: source on stdin, text on stdout; CAPABILITY 0: only whether it could.
 * Returns the exit status. */
int fl_machine_code_main (int argc, char **argv);

G_END_DECLS
