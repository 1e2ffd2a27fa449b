/* From a memory plan to a program: one kernel a call, one translation unit, one wrapper.
 * In: plan.  Out: kernels in call order with source and text.  Keeps: the plan.  Source: torch/_inductor/codegen/cpp.py
 * and wrapper.py. */
#include "fl-codegen.h"

#include "fl-c-preamble.h"
#include "fl-error.h"
#include "fl-event-kinds.h"
#include "fl-kernel.h"
#include "fl-options.h"

static void
record_kernel (const FlPass *pass, const FlKernel *kernel)
{
  FlEvent event = { .stage = FL_STAGE_CODEGEN, .kind = FL_EVENT_KERNEL, .verdict = FL_VERDICT_ACCEPT };

  event.subject = (FlRef) { FL_REF_KERNEL, 0, kernel->name };
  event.object = (FlRef) { FL_REF_OP, kernel->node->index, kernel->node->name };
  event.amount = kernel->node->n_originals;
  event.reason = fl_kernel_kind_get_name (kernel->kind);
  if (kernel->kind == FL_KERNEL_EXTERN)
    event.facts = "a library call";
  else if (!kernel->source)
    event.facts
        = fl_arena_printf (pass->arena, "named and planned; its source is not written yet: CUDA kernels do not have %s",
                           kernel->why_no_source);
  else
    event.facts = fl_arena_printf (pass->arena,
                                   "%u arguments, %" G_GINT64_FORMAT " B read, %" G_GINT64_FORMAT
                                   " B written; TorchInductor would write %u vector loops",
                                   kernel->n_args, kernel->read_bytes, kernel->written_bytes,
                                   fl_kernel_count_vector_loops (kernel->node));
  fl_trace_record (pass->trace, &event);
}

static gboolean
make_kernel (const FlPass *pass, const FlMemoryPlan *plan, const FlSchedNode *node, const FlNest *nest,
             guint *n_generated, FlKernel *kernel, GError **error)
{
  *kernel = (FlKernel) { .node = node, .target = plan->schedule->target, .kind = fl_kernel_get_kind (node, nest) };
  fl_sched_node_count_traffic (plan->schedule, node, &kernel->read_bytes, &kernel->written_bytes);
  if (kernel->kind == FL_KERNEL_EXTERN || kernel->kind == FL_KERNEL_NOP)
    {
      kernel->name = node->op && node->op->kernel ? node->op->kernel : "getitem";
      kernel->call = kernel->kind == FL_KERNEL_EXTERN ? node->op : NULL;
      fl_kernel_find_args (pass, plan, kernel);
    }
  else
    {
      kernel->name = fl_kernel_make_name (plan->schedule, node, (*n_generated)++);
      if (kernel->target == FL_TARGET_CUDA)
        fl_cuda_kernel_write (pass, plan, kernel);
      else if (!fl_c_kernel_write (pass, plan, nest, kernel, error))
        return FALSE;
    }
  record_kernel (pass, kernel);
  return TRUE;
}

/* What the options say to every unit. */
static const char *
make_head (const FlPass *pass)
{
  g_autoptr (GString) head = g_string_new (NULL);

  if (pass->options->cpu_math == 1)
    g_string_append (head, "#define FL_FAST /* cpu.math=fast */\n");
  if (pass->options->cpu_vector_bytes > 0
      && pass->options->cpu_vector_bytes != FL_VECTOR_BYTES_NONE) /* 1, 2 and 3: 4, 8 and 16 floats */
    g_string_append_printf (head, "#define FL_LANES %d /* cpu.vector_bytes */\n", 2 << pass->options->cpu_vector_bytes);
  return fl_arena_strdup (pass->arena, head->str);
}

static const char *
join_sources (const FlPass *pass, const FlProgram *program)
{
  const FlCPreamble *preamble = program->target == FL_TARGET_CUDA ? fl_cuda_preamble_get () : fl_c_preamble_get ();
  GString *out = g_string_new (NULL);
  const char *text;
  FlCHelperSet used = { 0 };

  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].source)
      fl_preamble_note (preamble, &used, program->kernels[i].source);
  fl_preamble_append (preamble, out, used, program->head);
  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].source)
      g_string_append_printf (out, "\n%s", program->kernels[i].source);
  text = fl_arena_strndup (pass->arena, out->str, out->len);
  g_string_free (out, TRUE);
  return text;
}

static gboolean
has_source (const FlProgram *program)
{
  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].source)
      return TRUE;
  return FALSE;
}

FlProgram *
fl_codegen_run (const FlPass *pass, const FlMemoryPlan *plan, GError **error)
{
  FlProgram *program = fl_arena_new (pass->arena, FlProgram, 1);
  FlKernel *kernels = fl_arena_new (pass->arena, FlKernel, plan->n_calls + 1);
  g_autofree char *wrapper = NULL;
  guint n_generated = 0;

  program->plan = plan;
  program->target = plan->schedule->target;
  program->kernels = kernels;
  program->head = program->target == FL_TARGET_CPU ? make_head (pass) : "";
  for (guint i = 0; i < plan->n_lines && !fl_pass_is_stopped (pass, FL_STAGE_CODEGEN); i++)
    {
      if (fl_pass_is_cancelled (pass, error))
        return NULL;
      if (plan->lines[i].kind != FL_LINE_CALL)
        continue;
      if (!make_kernel (pass, plan, plan->lines[i].node, plan->nests[program->n_kernels], &n_generated,
                        &kernels[program->n_kernels], error))
        return NULL;
      program->n_kernels++;
    }
  program->source = program->target == FL_TARGET_CPU || has_source (program) ? join_sources (pass, program) : NULL;
  wrapper = fl_wrapper_write (pass, program);
  program->wrapper = fl_arena_strdup (pass->arena, wrapper);
  return program;
}
