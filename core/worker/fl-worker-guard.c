/* What a run shows of memory: guard zones, which no kernel may write, and how much of the arena the
 * process really holds. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fl-error.h"
#include "fl-worker-private.h"

/* --- guard zones ------------------------------------------------------------------------------ */

/* A quiet NaN that nobody computes: who reads beyond a buffer gets it. */
static const guint32 guard_word = 0x7FC0DEAD;

static guint8
get_guard_byte (gint64 place)
{
  return (guint8) (guard_word >> (place % 4 * 8));
}

void
fl_work_zones_fill (FlWorkProgram *program, guint step)
{
  for (guint i = 0; i < program->n_zones; i++)
    if (program->zones[i].first == step)
      for (gint64 k = 0; k < program->zones[i].bytes; k++)
        program->arena[program->zones[i].offset + k] = get_guard_byte (program->zones[i].offset + k);
}

static gboolean
is_alive (const FlWorkZone *zone, guint step)
{
  return zone->first <= step && step <= zone->last;
}

static gboolean
is_written (const FlWorkProgram *program, const FlWorkStep *step, const FlWorkTensor *tensor)
{
  for (guint i = 0; i < step->n_writes; i++)
    if (program->tensors[step->writes[i]].offset == tensor->offset)
      return TRUE;
  return FALSE;
}

/* Of what lies before a zone: the tensor's bytes, eight at a time. */
static guint64
hash_tensor (const FlWorkProgram *program, const FlWorkTensor *tensor)
{
  const guint8 *bytes = program->arena + tensor->offset;
  guint64 hash = 1469598103934665603u, word;

  for (gint64 k = 0; k + 8 <= tensor->bytes; k += 8)
    {
      memcpy (&word, bytes + k, 8);
      hash = (hash ^ word) * 1099511628211u;
    }
  for (gint64 k = tensor->bytes / 8 * 8; k < tensor->bytes; k++)
    hash = (hash ^ bytes[k]) * 1099511628211u;
  return hash;
}

guint64 *
fl_work_zones_hash (const FlWorkProgram *program, guint step)
{
  const FlWorkStep *own = &program->steps[step];
  guint64 *hashes;

  if (program->n_zones == 0 || !own->tells_writes)
    return NULL;
  hashes = g_new0 (guint64, program->n_zones);
  for (guint i = 0; i < program->n_zones; i++)
    {
      const FlWorkZone *zone = &program->zones[i];

      if (zone->tensor >= 0 && is_alive (zone, step) && !is_written (program, own, &program->tensors[zone->tensor]))
        hashes[i] = hash_tensor (program, &program->tensors[zone->tensor]);
    }
  return hashes;
}

static gboolean
check_bystanders (const FlWorkProgram *program, guint step, const guint64 *hashes, GError **error)
{
  const FlWorkStep *own = &program->steps[step];

  for (guint i = 0; i < program->n_zones; i++)
    {
      const FlWorkZone *zone = &program->zones[i];

      if (zone->tensor < 0 || !is_alive (zone, step) || is_written (program, own, &program->tensors[zone->tensor])
          || hash_tensor (program, &program->tensors[zone->tensor]) == hashes[i])
        continue;
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "%s changed %s, which is alive and none of its results", own->name,
                   program->tensors[zone->tensor].name);
      return FALSE;
    }
  return TRUE;
}

gboolean
fl_work_zones_check (const FlWorkProgram *program, guint step, const guint64 *hashes, GError **error)
{
  for (guint i = 0; i < program->n_zones; i++)
    {
      const FlWorkZone *zone = &program->zones[i];

      for (gint64 k = 0; k < zone->bytes && is_alive (zone, step); k++)
        if (program->arena[zone->offset + k] != get_guard_byte (zone->offset + k))
          {
            g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
                         "%s wrote where nothing may be written: byte %" G_GINT64_FORMAT
                         " behind %s, at offset %" G_GINT64_FORMAT " of the arena",
                         program->steps[step].name, k,
                         zone->tensor < 0 ? "the arena's beginning" : program->tensors[zone->tensor].name,
                         zone->offset + k);
            return FALSE;
          }
    }
  return hashes == NULL || check_bystanders (program, step, hashes, error);
}

/* --- memory in use ---------------------------------------------------------------------------- */

/* From here on the process holds only pages of the arena that are touched. */
void
fl_work_resident_start (FlWorkProgram *program)
{
  madvise (program->arena, program->arena_bytes, MADV_NOHUGEPAGE);
  madvise (program->arena, program->arena_bytes, MADV_DONTNEED);
  program->is_filled = FALSE;
}

gint64
fl_work_resident_measure (const FlWorkProgram *program)
{
  gint64 page_bytes = sysconf (_SC_PAGESIZE), n_pages = (program->planned_bytes + page_bytes - 1) / page_bytes, n = 0;
  g_autofree guint8 *pages = g_malloc (n_pages + 1);

  if (n_pages == 0 || mincore (program->arena, n_pages * page_bytes, pages) != 0)
    return 0;
  for (gint64 i = 0; i < n_pages; i++)
    n += pages[i] & 1;
  return n * page_bytes;
}

/* Whole pages of what the plan calls free go back. */
void
fl_work_resident_release (FlWorkProgram *program, const FlWorkStep *step)
{
  gint64 page_bytes = sysconf (_SC_PAGESIZE);

  for (guint i = 0; i < step->n_frees; i++)
    {
      gint64 from = (step->frees[2 * i] + page_bytes - 1) / page_bytes * page_bytes;
      gint64 to = (step->frees[2 * i] + step->frees[2 * i + 1]) / page_bytes * page_bytes;

      if (to > from)
        madvise (program->arena + from, to - from, MADV_DONTNEED);
    }
}

/* Large pages again, for measuring times; inputs are as before the run. */
void
fl_work_resident_stop (FlWorker *worker, FlWorkProgram *program)
{
  madvise (program->arena, program->arena_bytes, MADV_DONTNEED);
  madvise (program->arena, program->arena_bytes, MADV_HUGEPAGE);
  program->is_filled = FALSE;
  fl_work_program_load (worker, program, FALSE);
}
