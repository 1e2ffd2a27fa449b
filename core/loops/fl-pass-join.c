/* Loop fusion. Which operations share which loops was decided with the memory plan, which gives no memory to what stays
 * in a register or a row (fl-nest-share.c has the rule, fl-nest-place.c the places): here the program becomes that
 * nest, and says so. */
#include "fl-loop-passes.h"

#include "fl-intern.h"

static void
note_places (FlLoopContext *context, const FlLoopProgram *program, const FlNest *nest)
{
  for (guint i = 0; i < nest->n_locals; i++)
    {
      const FlNestLocal *local = &nest->locals[i];
      const gint64 bytes = local->row_elements * fl_dtype_get_size_bytes (local->buffer->layout.dtype);

      if (local->place == FL_LOCAL_MEMORY)
        fl_loop_note (context, program, FL_VERDICT_REJECT, local->buffer->name, "it goes through memory", "%s",
                      local->why);
      else if (local->place == FL_LOCAL_ROW)
        fl_loop_note (context, program, FL_VERDICT_ACCEPT, local->buffer->name, "one row of it is kept on the stack",
                      "%s: %" G_GINT64_FORMAT " bytes", local->why, bytes);
      else
        fl_loop_note (context, program, FL_VERDICT_ACCEPT, local->buffer->name, "it stays in a register", "%s",
                      local->why);
    }
}

static void
note_loops (FlLoopContext *context, const FlLoopProgram *program, const FlNestItem *items, guint n_items)
{
  for (guint i = 0; i < n_items; i++)
    {
      const FlNestLoop *loop = items[i].loop;
      g_autoptr (GString) names = g_string_new (NULL);

      if (!loop || loop->n_leaves < 2)
        continue;
      for (guint k = 0; k < loop->n_leaves; k++)
        g_string_append_printf (names, "%s%s", k == 0 ? "" : ", ", loop->leaves[k]->node->name);
      fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_sym_get_name (loop->var), "these share the loop", "%s",
                    names->str);
      note_loops (context, program, loop->items, loop->n_items);
    }
}

const FlLoopProgram *
fl_pass_join (FlLoopContext *context, const FlLoopProgram *program)
{
  const FlNest *nest;
  const FlStmtId joined = fl_loop_kernel_get_joined (program->kernel, &nest);

  if (!joined || joined == program->root || program->before)
    return program;
  note_loops (context, program, nest->items, nest->n_items);
  note_places (context, program, nest);
  return fl_loop_program_new (program->kernel, joined, "join", program);
}
