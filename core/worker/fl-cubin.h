/* What a cubin, the ELF file of a GPU's machine code, says of its kernels. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *name;
  guint n_registers;    /* of a thread */
  guint n_shared_bytes; /* of a block, without what the system takes of it */
  guint n_stack_bytes;  /* of a thread, in local memory: what registers do not hold, and what is indexed */
} FlCubinKernel;

/* FlCubinKernel, in the file's order. NULL: it is no cubin, or is cut off. */
GPtrArray *fl_cubin_read (const guint8 *bytes, gsize n);

G_END_DECLS
