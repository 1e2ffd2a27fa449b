/* Statements of a loop program as CUDA C++. Scalar expressions, names and spans are the C
 * printer's. */
#include "fl-print-cuda.h"

#include "fl-print-cuda-private.h"

static void write_stmt (FlPrinter *printer, FlStmtId id);

/* --- values -------------------------------------------------------------- */

/* A home that is no memory of arguments holds what is computed. */
static char *
dup_load (FlPrinter *printer, FlValueId id, const FlLoopValue *value)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, value->home);
  const char *pack = g_hash_table_lookup (printer->packs, GUINT_TO_POINTER (id));
  gint64 component = 0;

  if (home.combiner != FL_N_REDUCTIONS)
    {
      fl_sym_is_int (value->index, &component);
      return g_strdup (fl_print_cuda_component (printer, value->home, (guint) component));
    }
  if (pack)
    {
      g_autoptr (GString) loaded = g_string_new (NULL);
      g_autofree char *byte = fl_dtype_get_size_bytes (home.dtype) == 1 ? g_strdup_printf ("fl_byte (%s)", pack) : NULL;

      fl_c_append_loaded (loaded, home.dtype, byte ? byte : pack);
      return g_string_free (g_steal_pointer (&loaded), FALSE);
    }
  return home.kind == FL_HOME_ARGUMENT ? NULL : fl_print_c_dup_element (printer, value->home, value->index);
}

static const FlPrintDialect cuda = { .dup_load = dup_load, .read_accumulator = fl_print_cuda_read_accumulator };

/* --- statements ---------------------------------------------------------- */

/* Adding where several threads may: sums of 64-bit integers are those of unsigned ones; elements of less than 32 bits
 * have functions of ours. */
static void
write_atomic (FlPrinter *printer, const FlLoopStmt *stmt, const FlLoopHome *home, const char *element, FlCValue value)
{
  const FlDtype dtype = home->dtype;
  const guint bytes = fl_dtype_get_size_bytes (dtype);
  const char *type = fl_dtype_get_c_type (dtype);

  if (fl_dtype_is_integer (dtype) && bytes == 8)
    fl_print_c_line (printer, stmt->origins, 0, "atomicAdd ((unsigned long long *) &%s, (unsigned long long) %s);",
                     element, value.text);
  else if (dtype == FL_DTYPE_BOOL)
    fl_print_c_line (printer, stmt->origins, 0, "fl_atomic_or (&%s, %s);", element, value.text);
  else if (dtype == FL_DTYPE_F16 || dtype == FL_DTYPE_BF16)
    fl_print_c_line (printer, stmt->origins, 0, "fl_atomic_add_%s (&%s, %s);", fl_dtype_get_short_name (dtype), element,
                     value.text);
  else if (fl_dtype_is_integer (dtype) && bytes < 4)
    fl_print_c_line (printer, stmt->origins, 0, "fl_atomic_add_small (&%s, (%s) %s);", element, type, value.text);
  else if (bytes >= 4 && type)
    fl_print_c_line (printer, stmt->origins, 0, "atomicAdd (&%s, (%s) %s);", element, type, value.text);
  else
    fl_c_fail (printer->text, "adding to elements of %s that threads share", fl_dtype_get_torch_name (dtype));
}

static FlCudaGrid
get_grid (const FlPrinter *printer)
{
  FlCudaGrid grid;

  fl_print_cuda_find_grid (printer->program, &grid);
  return grid;
}

static void
write_store (FlPrinter *printer, FlStmtId id, const FlLoopStmt *stmt)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->home);
  const char *same = home.pack ? g_hash_table_lookup (printer->packs, GUINT_TO_POINTER (stmt->value)) : NULL;
  const FlCValue value = same ? (FlCValue) { .text = same } : fl_print_c_value (printer, stmt->value);
  const char *pack = fl_print_cuda_find_packed_store (printer, id);
  g_autofree char *element = pack ? g_strdup (pack) : fl_print_c_dup_element (printer, stmt->home, stmt->index);
  g_autoptr (GString) stored = g_string_new (NULL);

  if (stmt->mode == FL_LOOP_STORE_ATOMIC_ADD)
    {
      write_atomic (printer, stmt, &home, element, value);
      return;
    }
  if (home.kind == FL_HOME_ARGUMENT || (home.pack && !same))
    fl_c_append_stored (stored, home.dtype, value);
  else
    g_string_append (stored, value.text);
  if (home.kind == FL_HOME_CLUSTER)
    fl_print_c_line (printer, stmt->origins, 0, "fl_cluster_store<%" G_GINT64_FORMAT "> (&%s, (%s) %s);",
                     get_grid (printer).n_cluster, element, fl_c_get_compute_type (home.dtype), stored->str);
  else
    fl_print_c_line (printer, stmt->origins, 0, "%s = %s;", element, stored->str);
}

static void
begin_homes (FlPrinter *printer, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < stmt->n_homes; i++)
    {
      const FlLoopHome home = *fl_loop_get_home (printer->loops, stmt->homes[i]);
      g_autofree char *size = fl_print_c_dup_index (printer, home.size);

      if (home.combiner != FL_N_REDUCTIONS)
        fl_print_cuda_begin_accumulator (printer, stmt->homes[i]);
      else if (!fl_sym_is_int (home.size, NULL))
        fl_c_fail (printer->text, "a row of unknown length between its loops");
      else if (home.pack)
        fl_print_cuda_begin_packs (printer, stmt->homes[i]);
      else
        fl_c_line (printer->text, "%s%s %s[%s];",
                   home.kind == FL_HOME_SHARED || home.kind == FL_HOME_CLUSTER ? "__shared__ " : "",
                   fl_c_get_compute_type (home.dtype), fl_print_c_home (printer, stmt->homes[i], 0), size);
    }
}

static void
write_children (FlPrinter *printer, const FlLoopStmt *stmt)
{
  begin_homes (printer, stmt);
  for (guint i = 0; i < stmt->n_children; i++)
    write_stmt (printer, stmt->children[i]);
}

static void
write_block (FlPrinter *printer, const FlLoopStmt *stmt)
{
  printer->text->indent++;
  fl_print_c_push (printer);
  write_children (printer, stmt);
  fl_print_c_pop (printer);
  printer->text->indent--;
  fl_c_line (printer->text, "}");
}

static void
write_loop (FlPrinter *printer, FlStmtId id, const FlLoopStmt *stmt)
{
  const FlLoopAxis axis = *fl_loop_get_axis (printer->loops, stmt->axis);
  g_autofree char *extent = fl_print_c_dup_index (printer, axis.extent);

  switch (stmt->map)
    {
    case FL_MAP_PARALLEL:
      if (get_grid (printer).n_cluster > 1)
        fl_c_line (printer->text, "const int64_t %s = blockIdx.x / %" G_GINT64_FORMAT ";", axis.name,
                   get_grid (printer).n_cluster);
      else
        fl_c_line (printer->text, "const int64_t %s = blockIdx.x;", axis.name);
      write_children (printer, stmt);
      return;
    case FL_MAP_CLUSTER:
      fl_c_line (printer->text, "const int64_t %s = blockIdx.x %% %s;", axis.name, extent);
      write_children (printer, stmt);
      return;
    case FL_MAP_WARP:
      fl_c_line (printer->text, "const int64_t %s = threadIdx.x / 32;", axis.name);
      write_children (printer, stmt);
      return;
    case FL_MAP_LANE:
      fl_c_line (printer->text, "const int64_t %s = threadIdx.x %% 32;", axis.name);
      write_children (printer, stmt);
      return;
    case FL_MAP_VECTOR: fl_print_cuda_pack_loop (printer, id, write_stmt); return;
    default: break;
    }
  if (axis.begin || axis.step || axis.stop)
    fl_c_fail (printer->text, "a loop that does not go 0, 1, 2 …");
  if (stmt->map == FL_MAP_UNROLLED)
    fl_c_line (printer->text, "#pragma unroll");
  fl_c_line (printer->text, "for (int64_t %s = 0; %s < %s; %s++) {", axis.name, axis.name, extent, axis.name);
  write_block (printer, stmt);
}

static void
write_guard (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const FlLoopValue condition = *fl_loop_get_value (printer->loops, stmt->condition);
  g_autofree char *index
      = condition.op == FL_SCALAR_INDEX_EXPR ? fl_print_c_dup_index (printer, condition.index) : NULL;

  fl_c_line (printer->text, "if (%s) {", index ? index : fl_print_c_value (printer, stmt->condition).text);
  write_block (printer, stmt);
}

static gboolean
crosses (const FlPrinter *printer, const FlLoopStmt *stmt, FlAxisMap map)
{
  for (guint i = 0; i < printer->open->len; i++)
    {
      const FlLoopStmt *loop = fl_loop_get_stmt (printer->loops, g_array_index (printer->open, FlStmtId, i));

      if (loop->map == map && (stmt->over >> loop->axis & 1))
        return TRUE;
    }
  return FALSE;
}

/* All threads of the cluster, those of the block, or the lanes of a warp. */
static void
write_barrier (FlPrinter *printer, const FlLoopStmt *stmt)
{
  fl_c_line (printer->text, "%s",
             crosses (printer, stmt, FL_MAP_CLUSTER) ? "fl_cluster_barrier ();"
             : crosses (printer, stmt, FL_MAP_WARP)  ? "__syncthreads ();"
                                                     : "__syncwarp ();");
}

static void
write_half_barrier (FlPrinter *printer, const FlLoopStmt *stmt)
{
  if (!crosses (printer, stmt, FL_MAP_CLUSTER))
    fl_c_fail (printer->text, "half a barrier of fewer threads than a cluster's");
  fl_c_line (printer->text, stmt->kind == FL_STMT_ARRIVE ? "fl_cluster_arrive ();" : "fl_cluster_wait ();");
}

static void
write_stmt (FlPrinter *printer, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (printer->loops, id);

  switch (stmt.kind)
    {
    case FL_STMT_SEQUENCE: write_children (printer, &stmt); break;
    case FL_STMT_LOOP:
      g_array_append_val (printer->open, id);
      write_loop (printer, id, &stmt);
      g_array_set_size (printer->open, printer->open->len - 1);
      break;
    case FL_STMT_GUARD: write_guard (printer, &stmt); break;
    case FL_STMT_LET: fl_print_c_let (printer, &stmt); break;
    case FL_STMT_STORE: write_store (printer, id, &stmt); break;
    case FL_STMT_ACCUMULATE: fl_print_cuda_step (printer, &stmt); break;
    case FL_STMT_COMBINE: fl_print_cuda_combine (printer, &stmt); break;
    case FL_STMT_BARRIER: write_barrier (printer, &stmt); break;
    case FL_STMT_ARRIVE:
    case FL_STMT_WAIT: write_half_barrier (printer, &stmt); break;
    default: fl_c_fail (printer->text, "the statement %s", fl_stmt_kind_get_name (stmt.kind));
    }
}

/* --- the kernel ---------------------------------------------------------- */

typedef struct
{
  FlCudaGrid grid;
  gint64 n_warps, n_lanes;
} Finder;

static void
note_axis (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  Finder *finder = data;

  if (stmt->kind != FL_STMT_LOOP)
    return;
  if (stmt->map == FL_MAP_PARALLEL)
    {
      finder->grid.n_blocks = fl_loop_get_axis (kernel, stmt->axis)->extent;
      finder->grid.n_resident = stmt->resident;
    }
  else if (stmt->map == FL_MAP_CLUSTER)
    fl_sym_is_int (fl_loop_get_axis (kernel, stmt->axis)->extent, &finder->grid.n_cluster);
  else if (stmt->map == FL_MAP_WARP)
    fl_sym_is_int (fl_loop_get_axis (kernel, stmt->axis)->extent, &finder->n_warps);
  else if (stmt->map == FL_MAP_LANE)
    fl_sym_is_int (fl_loop_get_axis (kernel, stmt->axis)->extent, &finder->n_lanes);
}

gboolean
fl_print_cuda_find_grid (const FlLoopProgram *program, FlCudaGrid *grid)
{
  Finder finder = { .grid = { .n_cluster = 1 }, .n_warps = 1 };

  fl_loop_visit (program->kernel, program->root, note_axis, &finder);
  *grid = finder.grid;
  if (grid->n_blocks)
    grid->n_blocks = fl_sym_mul_int (grid->n_blocks, grid->n_cluster);
  grid->n_threads = finder.n_warps * finder.n_lanes;
  return grid->n_blocks && grid->n_threads > 0;
}

void
fl_print_cuda_body (FlCWriter *writer, const FlLoopProgram *program)
{
  g_autoptr (GHashTable) homes = g_hash_table_new (NULL, NULL), packs = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) scopes = g_array_new (FALSE, FALSE, sizeof (gpointer)),
                     open = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlPrinter printer = { .text = writer,
                        .program = program,
                        .loops = program->kernel,
                        .homes = homes,
                        .scopes = scopes,
                        .open = open,
                        .dialect = &cuda,
                        .packs = packs };

  fl_print_c_push (&printer);
  write_stmt (&printer, program->root);
  fl_print_c_pop (&printer);
}
