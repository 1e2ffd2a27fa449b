/* Scenes of the program: one box a kernel in launch order, arrows where one reads what another
 * wrote; and the same with measured times as heat. */
#include "fl-limit.h"
#include "fl-scene-private.h"

FlLook
fl_scene_look_of_kernel (const FlKernel *kernel)
{
  switch (kernel->kind)
    {
    case FL_KERNEL_POINTWISE: return FL_LOOK_POINTWISE;
    case FL_KERNEL_REDUCTION:
    case FL_KERNEL_OUTER_LOOP:
    case FL_KERNEL_SCAN: return FL_LOOK_REDUCTION;
    case FL_KERNEL_SCATTER: return FL_LOOK_RANDOM;
    case FL_KERNEL_EXTERN: return FL_LOOK_EXTERN;
    case FL_KERNEL_NOP: return FL_LOOK_VIEW;
    case FL_N_KERNEL_KINDS: break;
    }
  return FL_LOOK_OPAQUE;
}

/* Library calls share a name: there the scheduled node names the box. */
static FlItem
get_item (const FlKernel *kernel)
{
  if ((kernel->kind == FL_KERNEL_EXTERN || kernel->kind == FL_KERNEL_NOP) && kernel->node != NULL)
    return (FlItem) { kernel->node->n_originals > 1 ? FL_ITEM_GROUP : FL_ITEM_OP, kernel->node->name };
  return (FlItem) { FL_ITEM_KERNEL, kernel->name };
}

static const FlKernelTime *
find_time (const FlVariantTime *times, const FlProgram *program, guint index)
{
  if (times == NULL)
    return NULL;
  if (times->n_kernels == program->n_kernels)
    return &times->kernels[index];
  for (guint i = 0; i < times->n_kernels; i++)
    if (g_strcmp0 (times->kernels[i].kernel, program->kernels[index].name) == 0)
      return &times->kernels[i];
  return NULL;
}

static void
add_kernel (FlSceneBuilder *builder, const FlProgram *program, guint index, const FlKernelTime *time)
{
  const FlKernel *kernel = &program->kernels[index];
  const FlGraph *graph = program->plan->schedule->lowered->graph;
  g_autofree char *read = fl_text_dup_bytes ((guint64) MAX (kernel->read_bytes, 0));
  g_autofree char *written = fl_text_dup_bytes ((guint64) MAX (kernel->written_bytes, 0));
  FlSceneText text;
  guint32 position;

  fl_scene_text_init (&text);
  fl_scene_text_add (&text, builder, kernel->name);
  fl_scene_text_add (&text, builder,
                     fl_arena_printf (builder->arena, "call %u   %s%s", index, fl_kernel_kind_get_name (kernel->kind),
                                      kernel->node != NULL && kernel->node->n_originals > 1
                                          ? fl_arena_printf (builder->arena, ", %u ops", kernel->node->n_originals)
                                          : ""));
  if (time != NULL)
    {
      g_autofree char *median = fl_text_dup_duration (time->median_ns);
      g_autofree char *low = fl_text_dup_duration (time->low_ns), *high = fl_text_dup_duration (time->high_ns),
                      *limit = fl_kernel_time_dup_limit (time), *share = fl_kernel_time_dup_share (time);

      fl_scene_text_add (&text, builder, share ? fl_arena_printf (builder->arena, "%s   %s", median, share) : median);
      fl_scene_text_tip (&text, "quartiles %s to %s, %u samples", low, high, time->n_samples);
      if (limit != NULL)
        fl_scene_text_tip (&text, "%s", limit);
    }
  else
    fl_scene_text_add (&text, builder, fl_arena_printf (builder->arena, "reads %s, writes %s", read, written));
  fl_scene_text_tip (&text, "reads %s, writes %s, %" G_GINT64_FORMAT " operations", read, written, kernel->flops);
  if (kernel->node != NULL)
    fl_scene_text_tip (&text, "scheduled node %s", kernel->node->name);
  for (guint i = 0; kernel->node != NULL && i < kernel->node->n_originals && i < 8; i++)
    if (kernel->node->originals[i]->op != NULL)
      fl_scene_tip_origins (&text, graph, kernel->node->originals[i]->op->origins,
                            kernel->node->originals[i]->op->n_origins);
  position = fl_scene_builder_add_node (builder, get_item (kernel), fl_scene_look_of_kernel (kernel), &text);
  if (kernel->node != NULL && kernel->node->originals[0]->op != NULL)
    fl_scene_builder_place_origins (builder, position, graph, kernel->node->originals[0]->op->origins,
                                    kernel->node->originals[0]->op->n_origins);
}

/* Who wrote each buffer last, call by call. */
static void
link_kernels (FlSceneBuilder *builder, const FlProgram *program)
{
  g_autoptr (GHashTable) writers = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < program->n_kernels; i++)
    {
      const FlSchedNode *node = program->kernels[i].node;

      for (guint o = 0; node != NULL && o < node->n_originals; o++)
        for (guint r = 0; r < node->originals[o]->n_reads; r++)
          {
            const char *name = node->originals[o]->reads[r].name;
            guint writer = GPOINTER_TO_UINT (g_hash_table_lookup (writers, name));

            if (writer > 0)
              fl_scene_builder_add_edge (builder, writer - 1, i, FL_EDGE_DATA, NULL,
                                         fl_arena_printf (builder->arena, "%s", name));
          }
      for (guint o = 0; node != NULL && o < node->n_originals; o++)
        for (guint w = 0; w < node->originals[o]->n_outputs; w++)
          {
            const FlSchedBuffer *buffer = node->originals[o]->outputs[w];

            g_hash_table_insert (writers, (gpointer) buffer->buffer->name, GUINT_TO_POINTER (i + 1));
            for (guint m = 0; m < buffer->n_mutations; m++)
              g_hash_table_insert (writers, (gpointer) buffer->mutations[m], GUINT_TO_POINTER (i + 1));
          }
    }
}

void
fl_scene_build_codegen (FlSceneBuilder *builder, const FlVariantTime *times)
{
  const FlProgram *program = times != NULL ? times->program : builder->run->program;
  double slowest = 0;

  for (guint i = 0; i < program->n_kernels; i++)
    {
      const FlKernelTime *time = find_time (times, program, i);

      add_kernel (builder, program, i, time);
      if (time != NULL)
        slowest = MAX (slowest, time->median_ns);
    }
  for (guint i = 0; i < program->n_kernels && slowest > 0; i++)
    {
      const FlKernelTime *time = find_time (times, program, i);
      FlSceneNode *box = fl_scene_builder_get_node (builder, i);

      if (time == NULL)
        continue;
      box->heat = time->median_ns / slowest;
      if (box->heat > 0.95 && program->n_kernels > 3)
        box->badges = "S";
    }
  link_kernels (builder, program);
}

void
fl_scene_build_run (FlSceneBuilder *builder)
{
  const FlExecution *execution = builder->run->execution;
  const FlVariantTime *times = NULL;
  char error[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; execution != NULL && i < execution->n_variants; i++)
    if (times == NULL || execution->variants[i].program == builder->run->program)
      times = &execution->variants[i];
  fl_scene_build_codegen (builder, times);
  if (execution == NULL)
    fl_scene_builder_note (builder, "Not executed yet: there are no times.");
  else if (execution->check == FL_CHECK_UNVERIFIED)
    fl_scene_builder_note (builder, "Results are unverified: %s.",
                           execution->not_verified_why != NULL ? execution->not_verified_why : "unknown");
  else if (execution->check == FL_CHECK_DISAGREES)
    fl_scene_builder_note (builder, "Results disagree with the reference: largest relative error %s.",
                           g_ascii_formatd (error, sizeof error, "%.3g", execution->max_rel));
}
