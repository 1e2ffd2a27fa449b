/* Dumps: the texts ir_pre_fusion.txt and ir_post_fusion.txt read back, those of a real PyTorch and
 * our own alike, so that the two can be compared. Tolerant of versions: PyTorch 2.0 (members by
 * name only, "size=(10,)"), 2.1 to 2.4 (nodes named after buffers, members indented), 2.5 and later
 * (opN, outputs, layouts), and of node classes that Fuseloom does not make. */
#pragma once

#include <glib.h>

#include "fl-arena.h"

G_BEGIN_DECLS

typedef struct _FlDumpNode FlDumpNode;

struct _FlDumpNode
{
  const char *name;       /* interned: "op0", "buf0", groups: "op0_op1" */
  const char *class_name; /* interned: "FusedSchedulerNode" */
  const char *op;         /* interned: what stands in brackets: "ComputedBuffer"; "" */
  const char *kernel;     /* interned: "extern_kernels.mm"; NULL */
  gboolean is_group;
  guint line, n_lines; /* 1-based first line, its members included */
  guint n_members;     /* of a group: originals inside in order, those of inner groups too; of an
                          original: itself.     PyTorch 2.0 gives a group's members by name: they have
                          n_lines 0 */
  const FlDumpNode *const *members;
  /* Interned digests, names of nodes and buffers left out, "" where the text has nothing: */
  const char *outputs; /* the layouts of what it writes */
  const char *shape;   /* class, operation, loops and outputs: alike nodes are equal */
  const char *text;    /* all but its readers: the same node is equal */
};

typedef enum
{
  FL_DUMP_2_0,
  FL_DUMP_CLASSIC, /* 2.1 to 2.4 */
  FL_DUMP_MODERN   /* 2.5 and later */
} FlDumpDialect;

typedef struct
{
  FlArena *arena;
  const char *path;
  FlDumpDialect dialect;
  gboolean has_distances; /* min_input_distance lines (PyTorch 2.13 and later) */
  gboolean has_layouts;   /* X_layout lines (2.7 and later) */
  const char *device;     /* interned type of the first device that is not the CPU: "cuda"; else "cpu"; NULL: none */
  guint n_nodes;          /* as scheduled: groups count once */
  const FlDumpNode *const *nodes;
  guint n_originals; /* all originals, in order */
  const FlDumpNode *const *originals;
  guint n_kernels; /* nodes that do something: all but NopKernelSchedulerNode */
} FlDump;

/* path is for messages. A text without any node is an error unless it is blank; errors name file
 * and line. */
FlDump *fl_dump_read (const char *path, const char *text, gsize length, GError **error);
void fl_dump_free (FlDump *dump);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlDump, fl_dump_free)

/* The original of that name, or NULL. */
const FlDumpNode *fl_dump_find (const FlDump *dump, const char *name);

G_END_DECLS
