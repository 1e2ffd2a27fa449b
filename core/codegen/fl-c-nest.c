/* The loops of a kernel: headers, pragmas, accumulators around them, rows on the stack.
 *
 * The inside of a loop is written first and put into place afterwards, because only then it is known which accumulators
 * must be declared before it and whether it may be vectorised. */
#include "fl-c-lanes.h"
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-stage.h"
#include "fl-c-threads.h"

FlCLeaf *
fl_c_nest_get_state (FlCWriter *writer, const FlNestLeaf *leaf)
{
  return &writer->leaves[leaf->position];
}

/* In the second pass only what is reduced twice runs again. */
static gboolean
takes_part (const FlCWriter *writer, const FlNestLeaf *leaf)
{
  return writer->pass_number == 1 || leaf->is_two_pass;
}

static gboolean
has_part (const FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (takes_part (writer, loop->leaves[i]))
      return TRUE;
  return FALSE;
}

/* --- what surrounds --------------------------------------------------------------------------- */

/* Rows that live for one iteration of the loops around them. */
static void
declare_rows (FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < writer->nest->n_locals; i++)
    {
      const FlNestLocal *local = &writer->nest->locals[i];
      const FlCPlace *place = g_hash_table_lookup (writer->places, local->buffer->name);

      if (local->place != FL_LOCAL_ROW || !place->local || local->depth != loop->depth + 1)
        continue;
      for (guint k = 0; k < loop->n_leaves; k++)
        if (loop->leaves[k]->node->op == local->buffer)
          fl_c_line (writer, "_Alignas (64) %s %s[%" G_GINT64_FORMAT "];  /* %s: %s */",
                     fl_c_get_compute_type (local->buffer->layout.dtype), place->name, local->row_elements,
                     local->buffer->name, local->why);
    }
}

/* --- plain loops ------------------------------------------------------------------------------ */

/* One level deeper than it was written. */
static void
indent_text (GString *text)
{
  for (gsize i = 0; i < text->len; i++)
    if ((i == 0 || text->str[i - 1] == '\n') && text->str[i] != '#' && text->str[i] != '\n')
      g_string_insert (text, i, "  ");
}

/* A long sum: every 4096 elements are added up in float, in as many lanes as the machine has, and go to a double. */
static void
write_in_pieces (FlCWriter *writer, const FlNestLoop *loop, const FlCLoopText *text, GString *body)
{
  g_autoptr (GPtrArray) pieces = g_steal_pointer (&writer->pieces);
  gboolean is_long = fl_c_nest_is_longer_than_piece (loop);

  writer->pieces = g_ptr_array_new_with_free_func (g_free);
  if (is_long)
    fl_c_nest_write_piece_header (writer, loop);
  fl_c_declare_pieces (writer, pieces);
  fl_c_nest_write_pragma (writer, loop);
  if (is_long)
    fl_c_nest_write_range (writer, loop->depth);
  else
    fl_c_nest_write_header (writer, loop);
  fl_c_nest_put_body (writer, text, body);
  fl_c_combine_pieces (writer, pieces);
  if (is_long)
    fl_c_nest_write_piece_end (writer);
}

static gboolean
is_mixed (const FlNestLoop *loop)
{
  gboolean has_leaf = FALSE, has_loop = FALSE;

  for (guint i = 0; i < loop->n_items; i++)
    {
      has_leaf |= loop->items[i].leaf != NULL;
      has_loop |= loop->items[i].loop != NULL;
    }
  return has_leaf && has_loop;
}

/* The loop once, for the pass that is set. */
static void
write_plain_pass (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator)
{
  FlCBehind *behind = fl_c_nest_begin_behind (writer, loop);
  const gboolean is_staged = !behind && fl_c_stage_open (writer, loop);
  const gboolean was_mixed = writer->is_mixed;
  FlCLoopText text;
  GString *body;

  fl_c_nest_begin_body (writer, &text);
  declare_rows (writer, loop);
  if (fl_c_stage_is_row (writer, loop))
    fl_c_stage_write_first (writer);
  if (behind)
    fl_c_nest_write_behind (writer, behind);
  else
    {
      writer->is_mixed = is_mixed (loop);
      fl_c_nest_write_items (writer, loop->items, loop->n_items, loop->depth + 1);
      writer->is_mixed = was_mixed;
    }
  if (fl_c_stage_is_row (writer, loop))
    fl_c_stage_write_last (writer);
  if (!writer->has_inner_loop)
    fl_c_stage_check_singles (writer, loop);
  body = fl_c_nest_end_body (writer, &text);
  if (is_staged)
    fl_c_stage_write_before (writer, loop);
  /* The declarations stand before the loop: spans of its inside move down with it when it is pasted. */
  if (writer->pass_number == 1)
    fl_c_declare_accumulators (writer, first_accumulator);
  fl_c_declare_vectors (writer, first_accumulator);
  if (writer->pieces->len > 0 && !writer->has_inner_loop)
    {
      if (fl_c_nest_is_longer_than_piece (loop))
        indent_text (body);
      write_in_pieces (writer, loop, &text, body);
    }
  else
    {
      fl_c_nest_write_pragma (writer, loop);
      if (behind)
        fl_c_nest_end_behind (writer, behind);
      else
        fl_c_nest_write_header (writer, loop);
      fl_c_nest_put_body (writer, &text, body);
    }
  if (is_staged)
    fl_c_stage_write_after (writer, loop);
  fl_c_combine_vectors (writer, first_accumulator);
}

/* --- one pass over the loop ------------------------------------------------------------------- */

static void
write_loop_pass (FlCWriter *writer, const FlNestLoop *loop, guint first_accumulator)
{
  const char *why_not;

  if (fl_c_nest_is_row_loop (writer, loop))
    {
      fl_c_nest_write_row_loop (writer, loop, first_accumulator);
      return;
    }
  if (fl_c_vector_can_write (writer, loop, &why_not))
    {
      if (fl_c_nest_finds_place (loop))
        {
          fl_c_nest_write_place_pass (writer, loop, first_accumulator);
          return;
        }
      fl_c_nest_note_vectors (writer, loop);
      fl_c_nest_write_vector_pass (writer, loop, first_accumulator);
      return;
    }
  if (!fl_c_nest_has_reduction (loop) && fl_c_lanes_can_write (writer, loop, &writer->lanes, &why_not))
    {
      fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "written in vectors",
                        fl_arena_printf (writer->pass->arena, "memory is contiguous along i%u; %s", loop->depth,
                                         writer->lanes == FL_C_LANES_WIDE
                                             ? "numbers of 64 bits: half as many elements a step"
                                             : "integers in lanes of 32 bits"));
      fl_c_nest_write_vector_pass (writer, loop, first_accumulator);
      writer->lanes = FL_C_LANES_FLOATS;
      return;
    }
  writer->lanes = FL_C_LANES_FLOATS;
  if (fl_c_nest_write_short_rows (writer, loop))
    return;
  for (guint i = 0; i < loop->n_items; i++)
    if (!loop->items[i].leaf)
      why_not = NULL; /* nobody would expect it of an outer loop */
  if (why_not)
    fl_c_note_choice (writer, FL_VERDICT_REJECT, NULL, "written in vectors",
                      fl_arena_printf (writer->pass->arena, "the loop over i%u has %s", loop->depth, why_not));
  write_plain_pass (writer, loop, first_accumulator);
}

void
fl_c_nest_write_pass (FlCWriter *writer, const FlNestLoop *loop, gboolean is_plain)
{
  if (is_plain)
    write_plain_pass (writer, loop, G_MAXUINT);
  else
    write_loop_pass (writer, loop, G_MAXUINT);
}

static gboolean
is_outermost_reduction (const FlNestLeaf *leaf, const FlNestLoop *loop)
{
  return leaf->is_reduction && leaf->n_iter == loop->depth;
}

static gboolean
has_second_pass (const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->leaves[i]->is_two_pass && loop->leaves[i]->n_iter == loop->depth)
      return TRUE;
  return FALSE;
}

/* The second pass is not needed: see fl-c-nest-moments.c. */
static gboolean
is_done_in_one (const FlCWriter *writer, guint first)
{
  return first < writer->accumulators->len
         && ((const FlCAccumulator *) g_ptr_array_index (writer->accumulators, first))->is_shifted;
}

/* Accumulators of an inner loop are no longer in progress; those that scan stay with the loop they are in. */
static guint
count_before (const FlCWriter *writer)
{
  return writer->accumulators->len;
}

void
fl_c_nest_hoist (FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves && !writer->strip; i++)
    if (takes_part (writer, loop->leaves[i]))
      fl_c_leaf_hoist (writer, fl_c_nest_get_state (writer, loop->leaves[i]), loop->depth, loop);
}

static gboolean
has_scan (const FlNestLeaf *leaf)
{
  for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
    if (leaf->body->blocks[0].ops[i].op == FL_SCALAR_SCAN)
      return TRUE;
  return FALSE;
}

/* Does this loop begin the reduction or scan of one of its leaves? */
static gboolean
begins_reduction (const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (is_outermost_reduction (loop->leaves[i], loop)
        || (has_scan (loop->leaves[i]) && loop->leaves[i]->n_iter == loop->depth))
      return TRUE;
  return FALSE;
}

/* TRUE: its results are known. */
static gboolean
write_reduction_passes (FlCWriter *writer, const FlNestLoop *loop)
{
  guint first = count_before (writer);

  if (fl_c_threads_joins (writer, loop))
    {
      fl_c_threads_write_join (writer, 0);
      fl_c_finish_totals (writer, 0);
      g_ptr_array_set_size (writer->accumulators, 0);
      return TRUE;
    }
  if (fl_c_nest_finds_moments (writer, loop))
    fl_c_nest_write_moments (writer, loop);
  else if (writer->deviations == loop)
    fl_c_nest_write_deviations (writer, loop);
  else
    {
      if (!writer->deviations)
        writer->deviations = fl_c_nest_find_deviations (writer, loop);
      write_loop_pass (writer, loop, first);
    }
  if (writer->pass_number == 1 && has_second_pass (loop) && !is_done_in_one (writer, first))
    {
      fl_c_finish_pass (writer, first);
      writer->pass_number = 2;
      write_loop_pass (writer, loop, first);
      writer->pass_number = 1;
    }
  if (fl_c_threads_makes_parts (writer, loop))
    {
      fl_c_threads_store_parts (writer, first);
      return FALSE;
    }
  fl_c_finish_totals (writer, first);
  g_ptr_array_set_size (writer->accumulators, first);
  return TRUE;
}

void
fl_c_nest_write_results (FlCWriter *writer, const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_leaves; i++)
    if (is_outermost_reduction (loop->leaves[i], loop))
      fl_c_leaf_write_after (writer, fl_c_nest_get_state (writer, loop->leaves[i]));
}

void
fl_c_nest_write_loop (FlCWriter *writer, const FlNestLoop *loop)
{
  fl_c_nest_forget_written (writer, loop);
  if (!fl_c_threads_joins (writer, loop)) /* its operations were done by parts */
    fl_c_nest_hoist (writer, loop);
  if (!begins_reduction (loop))
    {
      if (!fl_c_nest_write_ranges (writer, loop))
        write_loop_pass (writer, loop, G_MAXUINT);
      return;
    }
  if (write_reduction_passes (writer, loop) && !writer->strip && writer->pass_number == 1)
    fl_c_nest_write_results (writer, loop);
}

/* --- items ------------------------------------------------------------------------------------ */

static void
write_leaves_in_lanes (FlCWriter *writer, const FlNestItem *items, guint n_items)
{
  FlCLoopText lanes;

  fl_c_nest_begin_lanes (writer, &lanes);
  for (guint i = 0; i < n_items; i++)
    if (takes_part (writer, items[i].leaf))
      fl_c_leaf_write_inside (writer, fl_c_nest_get_state (writer, items[i].leaf));
  fl_c_nest_end_lanes (writer, &lanes);
}

/* A reduction over one element has no loop of its own. Its second pass adds nothing but exp (0). */
static void
write_single_reduction (FlCWriter *writer, FlCLeaf *state)
{
  guint first = writer->accumulators->len, first_span = writer->spans->len, n_clauses = writer->clauses->len;
  FlCCapture capture;
  GString *inside;

  fl_c_begin_capture (writer, &capture);
  fl_c_leaf_write_inside (writer, state);
  inside = fl_c_end_capture (writer, &capture);
  g_ptr_array_set_size (writer->clauses, n_clauses); /* its accumulators are declared inside the loop around it */
  fl_c_declare_accumulators (writer, first);
  fl_c_paste (writer, inside, first_span);
  fl_c_finish_pass (writer, first);
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);

      if (accumulator->type == FL_REDUCTION_ONLINE_SOFTMAX)
        fl_c_line (writer, "%s = 1;", accumulator->names[1]);
    }
  fl_c_leaf_write_after (writer, state);
  g_ptr_array_set_size (writer->accumulators, first);
}

void
fl_c_nest_write_items (FlCWriter *writer, const FlNestItem *items, guint n_items, guint depth)
{
  for (guint i = 0; i < n_items; i++)
    {
      guint n_leaves = 0;

      while (i + n_leaves < n_items && items[i + n_leaves].leaf)
        n_leaves++;
      if (n_leaves > 0 && writer->strip)
        {
          write_leaves_in_lanes (writer, items + i, n_leaves);
          i += n_leaves - 1;
        }
      else if (items[i].leaf && takes_part (writer, items[i].leaf))
        {
          if (items[i].leaf->is_reduction && items[i].leaf->n_loops == items[i].leaf->n_iter)
            write_single_reduction (writer, fl_c_nest_get_state (writer, items[i].leaf));
          else
            fl_c_leaf_write_inside (writer, fl_c_nest_get_state (writer, items[i].leaf));
        }
      else if (items[i].loop && has_part (writer, items[i].loop))
        {
          if (items[i].loop->is_strip && !writer->strip)
            fl_c_nest_write_strip (writer, items[i].loop);
          else if (fl_c_nest_write_turned (writer, items[i].loop))
            continue;
          else if (items[i].loop->is_tiled && !writer->strip)
            fl_c_nest_write_tiles (writer, items[i].loop);
          else
            fl_c_nest_write_loop (writer, items[i].loop);
        }
    }
}
