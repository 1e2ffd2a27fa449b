/* Occupancy by the limits that NVIDIA publishes for each compute capability.
 * Source: CUDA C++ Programming Guide, compute capabilities: technical specifications; registers are handed to warps in
 * units of 256, warps go to four schedulers, shared memory comes in units of 128 bytes. */
#include "fl-occupancy.h"

enum
{
  LANES = 32,
  SCHEDULERS = 4,
  REGISTERS = 65536, /* of a multiprocessor */
  REGISTER_UNIT = 256,
  SHARED_UNIT = 128,
  SYSTEM_SHARED_BYTES = 1024, /* of each block, for the system */
  MOST_REGISTERS = 255        /* of a thread */
};

typedef struct
{
  guint capability;
  gint64 warps, blocks, shared_bytes; /* of a multiprocessor */
} Limits;

static const Limits known[] = {
  { 80, 64, 32, 164 << 10 }, { 86, 48, 16, 100 << 10 },  { 87, 48, 16, 164 << 10 },  { 89, 48, 24, 100 << 10 },
  { 90, 64, 32, 228 << 10 }, { 100, 64, 32, 228 << 10 }, { 120, 48, 24, 100 << 10 },
};

static const Limits *
find_limits (guint capability)
{
  const Limits *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].capability <= capability)
      found = &known[i];
  return found;
}

static gint64
round_up (gint64 n, gint64 unit)
{
  return (n + unit - 1) / unit * unit;
}

/* Each scheduler has a quarter of the registers for its warps. */
static gint64
count_warps (gint64 n_registers)
{
  return REGISTERS / SCHEDULERS / round_up (n_registers * LANES, REGISTER_UNIT) * SCHEDULERS;
}

static gint64
find_most_registers (gint64 n_warps)
{
  gint64 n = MOST_REGISTERS;

  while (n > 1 && count_warps (n) < n_warps)
    n--;
  return n;
}

static void
limit (FlOccupancy *occupancy, gint64 n_blocks, const char *what)
{
  if (n_blocks >= occupancy->n_blocks)
    return;
  occupancy->n_blocks = n_blocks;
  occupancy->limit = what;
}

gboolean
fl_occupancy_find (guint capability, const FlOccupancyBlock *block, FlOccupancy *occupancy)
{
  const Limits *limits = find_limits (capability);
  const gint64 warps = (block->n_threads + LANES - 1) / LANES;

  if (limits == NULL || warps < 1)
    return FALSE;
  *occupancy = (FlOccupancy) { .n_blocks = limits->warps / warps, .most_warps = limits->warps, .limit = "threads" };
  limit (occupancy, limits->blocks, "blocks");
  limit (occupancy, limits->shared_bytes / round_up (block->n_shared_bytes + SYSTEM_SHARED_BYTES, SHARED_UNIT),
         "shared memory");
  if (block->n_registers > 0)
    limit (occupancy, count_warps (block->n_registers) / warps, "registers");
  occupancy->n_warps = occupancy->n_blocks * warps;
  if (occupancy->n_blocks > 0)
    occupancy->most_registers = find_most_registers (occupancy->n_warps);
  return occupancy->n_blocks > 0;
}

/* --- of a loop program ------------------------------------------------------------------------ */

typedef struct
{
  gint64 n_warps, n_lanes, n_shared_bytes;
} Finder;

static void
note_stmt (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  Finder *finder = data;
  gint64 n = 0;

  if (stmt->kind == FL_STMT_LOOP && stmt->map == FL_MAP_WARP)
    fl_sym_is_int (fl_loop_get_axis (kernel, stmt->axis)->extent, &finder->n_warps);
  else if (stmt->kind == FL_STMT_LOOP && stmt->map == FL_MAP_LANE)
    fl_sym_is_int (fl_loop_get_axis (kernel, stmt->axis)->extent, &finder->n_lanes);
  for (guint i = 0; i < stmt->n_homes; i++)
    {
      const FlLoopHome *home = fl_loop_get_home (kernel, stmt->homes[i]);

      if ((home->kind == FL_HOME_SHARED || home->kind == FL_HOME_CLUSTER) && fl_sym_is_int (home->size, &n))
        finder->n_shared_bytes += n * (gint64) fl_dtype_get_size_bytes (fl_dtype_get_compute (home->dtype));
    }
}

gboolean
fl_occupancy_find_block (const FlLoopProgram *program, FlOccupancyBlock *block)
{
  Finder finder = { .n_warps = 1 };

  fl_loop_visit (program->kernel, program->root, note_stmt, &finder);
  *block = (FlOccupancyBlock) { .n_threads = finder.n_warps * finder.n_lanes, .n_shared_bytes = finder.n_shared_bytes };
  return block->n_threads > 0;
}

/* --- in words --------------------------------------------------------------------------------- */

char *
fl_occupancy_dup_text (const FlOccupancyBlock *block, const FlOccupancy *occupancy)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text,
                          "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " warps (%" G_GINT64_FORMAT
                          " blocks of %" G_GINT64_FORMAT ")",
                          occupancy->n_warps, occupancy->most_warps, occupancy->n_blocks,
                          (block->n_threads + LANES - 1) / LANES);
  if (occupancy->n_warps < occupancy->most_warps)
    g_string_append_printf (text, ", limited by %s", occupancy->limit);
  if (block->n_shared_bytes > 0)
    g_string_append_printf (text, "; %" G_GINT64_FORMAT " bytes of shared memory a block", block->n_shared_bytes);
  if (block->n_registers > 0)
    g_string_append_printf (text, "; %" G_GINT64_FORMAT " registers a thread", block->n_registers);
  else
    g_string_append_printf (text, "; as long as a thread takes at most %" G_GINT64_FORMAT " registers",
                            occupancy->most_registers);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
