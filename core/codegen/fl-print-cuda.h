/* The CUDA C++ printer: a loop program as the body of a kernel. Like the C printer it chooses
 * spelling only. */
#pragma once

#include "fl-c-writer.h"
#include "fl-loop-program.h"

G_BEGIN_DECLS

/* What a kernel is started with. */
typedef struct
{
  const FlSym *n_blocks;
  gint64 n_threads; /* of a block */
  gint64 n_cluster; /* blocks of a cluster; 1: there are no clusters */
  guint n_resident; /* blocks that a multiprocessor is to hold; 0: any number */
} FlCudaGrid;

/* FALSE: the program is not mapped to a grid. */
gboolean fl_print_cuda_find_grid (const FlLoopProgram *program, FlCudaGrid *grid);
/* Writes the body; what cannot be spelled is in writer->unsupported. */
void fl_print_cuda_body (FlCWriter *writer, const FlLoopProgram *program);

G_END_DECLS
