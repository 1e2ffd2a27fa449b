/* What the files that write a program as a message share. */
#pragma once

#include "fl-execute-private.h"

G_BEGIN_DECLS

enum
{
  FL_SENT_ALIGNMENT = 4096
};

typedef struct
{
  const FlBuffer *buffer;
  gint64 offset, bytes, load, save;
} FlSentPlace;

typedef struct
{
  FlExecutor *self;
  const FlProgram *program;
  const FlMemoryPlan *plan;
  FlSentProgram *sent;
  GHashTable *entries;   /* buffer name -> position in plan->buffers + 1 */
  gint64 *offsets;       /* of plan->buffers, for these sizes */
  GHashTable *positions; /* base buffer -> tensor number + 1 */
  GArray *places;        /* FlSentPlace, one a tensor */
  guint *storages;       /* of plan->buffers: which they lie in; G_MAXUINT: none */
  gint64 arena_bytes;
  cJSON *steps;
  GPtrArray *kernels;
  cJSON **stomps;       /* by call: pieces of the arena that are free afterwards; NULL: not asked for */
  gint64 planned_bytes; /* of the arena: what the plan lays out */
  GArray *zones;        /* Zone */
  guint *first_steps;   /* by call: steps before it */
  GHashTable *copied;   /* buffers that only convolutions read, and what they are copies of */
  GHashTable *skipped;  /* FlKernel: those that would make them */
} FlSentBuilder;

/* The number of the tensor that holds the buffer's storage; -1 and an error when a size has no
 * value. */
int fl_sent_builder_add_tensor (FlSentBuilder *builder, const FlBuffer *buffer, GError **error);
gboolean fl_sent_builder_save_tensor (FlSentBuilder *builder, const FlBuffer *buffer, GError **error);
cJSON *fl_sent_builder_make_view (FlSentBuilder *builder, const FlBuffer *buffer, const FlLayout *layout,
                                  GError **error);
cJSON *fl_sent_builder_make_arg (FlSentBuilder *builder, const FlBuffer *call, const FlExternArg *arg, GError **error);
gboolean fl_sent_builder_add_results (FlSentBuilder *builder, const FlBuffer *call, cJSON *out, GError **error);
/* fl-execute-steps.c: one for each kernel and call. */
gboolean fl_sent_builder_add_steps (FlSentBuilder *builder, GError **error);
/* fl-execute-copies.c: fills copied and skipped. */
void fl_sent_builder_find_copies (FlSentBuilder *builder);
/* What the call reads for that argument: it, or what it would be a copy of. */
const FlBufferView *fl_sent_builder_find_source (const FlSentBuilder *builder, const FlBuffer *call,
                                                 const FlBufferView *view);
cJSON *fl_sent_text_new (const char *name, const char *text);

G_END_DECLS
