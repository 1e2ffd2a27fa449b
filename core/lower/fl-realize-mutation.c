/* Values that are written over others: readers of the old value come first. */
#include "fl-lowering.h"

/* Is the reader's buffer made behind the writer's? It may have got memory for another write of the same list. */
static gboolean
is_behind (const FlLowering *low, FlRecord *reader, FlRecord *writer)
{
  guint place, place_of_writer;

  return writer != NULL && g_ptr_array_find (low->buffers, reader, &place)
         && g_ptr_array_find (low->buffers, writer, &place_of_writer) && place > place_of_writer;
}

/* Whoever still has to read the old value does so before it is overwritten; `writer`, which may be
 * NULL, after all others. Returns how many of the others have memory only since the writer has. */
static guint
mark_mutated (FlLowering *low, FlRecord *record, const FlBox *writer)
{
  guint n = 0;

  record = fl_lower_find_record (low, record->buffer.name);
  record->is_mutated = TRUE;
  for (guint i = 0; record->readers != NULL && i < record->readers->len; i++)
    {
      FlBox *reader = record->readers->pdata[i];

      if (writer != NULL && reader->storage == writer->storage)
        continue;
      n += reader->storage->record == NULL
           || (writer != NULL && is_behind (low, reader->storage->record, writer->storage->record));
      fl_realize_box (low, reader, "what it reads is about to be overwritten");
    }
  if (record->readers != NULL)
    g_ptr_array_set_size (record->readers, 0);
  return n;
}

void
fl_record_mark_mutated (FlLowering *low, FlRecord *record)
{
  mark_mutated (low, record, NULL);
}

void
fl_record_set_mutation (FlRecord *record, FlRecord *written, const FlBox *target)
{
  FlLayout layout = fl_box_get_layout (target);

  record->buffer.layout.kind = FL_LAYOUT_MUTATION;
  record->buffer.layout.strides = layout.strides;
  record->buffer.layout.offset = layout.offset;
  record->buffer.layout.target = &written->buffer;
  record->follows_target = target->view == FL_VIEW_NONE;
}

/* The memory that is to be written, if the box reads it; NULL: it does not, or there is none yet.
 */
static FlRecord *
find_read_record (FlLowering *low, const FlBox *box, const FlBox *written)
{
  g_autoptr (GPtrArray) reads = g_ptr_array_new ();
  FlRecord *record = written->storage->record;

  if (record == NULL)
    return NULL;
  fl_box_collect_reads (low, box, reads);
  return g_ptr_array_find (reads, record->buffer.name, NULL) ? record : NULL;
}

FlBox *
fl_realize_aside (FlLowering *low, FlBox *box, const FlBox *written)
{
  if (box->storage != written->storage && find_read_record (low, box, written) == NULL)
    return box;
  if (box->storage == written->storage || box->view != FL_VIEW_NONE)
    box = fl_box_clone (low, box);
  fl_realize_box (low, box, "it reads what is about to be overwritten");
  return box;
}

/* A view of the same bytes as another dtype. */
static gboolean
is_other_dtype (const FlBox *view, const FlRecord *record)
{
  const FlDtype dtype = record->buffer.layout.dtype;

  return view->view != FL_VIEW_NONE && view->dtype != dtype
         && fl_dtype_get_size_bytes (view->dtype) == fl_dtype_get_size_bytes (dtype);
}

FlRecord *
fl_realize_into (FlLowering *low, FlBox *source, FlBox *target)
{
  FlRecord *written = fl_lower_find_record (low, fl_realize_box (low, target, "it is overwritten")->buffer.name);
  const gboolean is_bits = is_other_dtype (target, written); /* memory takes numbers of its own dtype */
  const FlDtype dtype = is_bits ? written->buffer.layout.dtype : source->dtype;
  const FlSym **vars;
  FlRecord *copy;
  FlBox *value;

  fl_record_mark_mutated (low, written);
  if (source->view != FL_VIEW_NONE)
    source = fl_realize_aside (low, source, target);
  if (source->view == FL_VIEW_NONE)
    fl_realize_hint (low, source, "its value is written into another buffer");
  vars = fl_box_get_vars (low, "i", target->sizes, target->n_dims);
  value = fl_box_pointwise (low, source->device, dtype, target->sizes, target->n_dims,
                            is_bits ? fl_expr_bitcast (low->pool, fl_box_load (low, source, vars), dtype)
                                    : fl_box_load (low, source, vars));
  copy = fl_realize_box (low, value, "it is written into another buffer");
  if (target->view == FL_VIEW_LAZY)
    {
      FlBox *found = fl_box_to_written (low, target);

      if (found == NULL)
        {
          fl_lower_fail (low, FL_ERROR_UNSUPPORTED, "writing through a view that no strides describe");
          return copy;
        }
      target = found;
    }
  fl_record_set_mutation (copy, written, target);
  return copy;
}

FlBox *
fl_realize_as_mutation (FlLowering *low, FlBox *changed, FlBox *value)
{
  FlRecord *written = fl_lower_find_record (low, fl_realize_box (low, changed, "it is overwritten")->buffer.name);
  FlBox *target = changed->view == FL_VIEW_LAZY ? fl_box_to_written (low, changed) : changed;

  const gboolean is_early = value->storage->record != NULL;
  const guint n_readers = mark_mutated (low, written, value);

  /* The buffer of the value is to be the write: what reads the old value has its own before. A
   * value that has its buffer already stays apart until those are through. */
  if (value->view == FL_VIEW_NONE)
    fl_realize_box (low, value, "it is written into another buffer");
  if ((is_early && n_readers > 0) || target == NULL || is_other_dtype (target, written) || value->view != FL_VIEW_NONE
      || value->storage->record->buffer.layout.kind != FL_LAYOUT_FLEXIBLE)
    return fl_realize_mutate_to (low, changed, value, FALSE);
  fl_record_mark_mutated (low, written);
  fl_record_set_mutation (value->storage->record, written, target);
  return changed;
}

/* Inductor's mutate_to: what is not realized yet is simply replaced; memory that has a name is
 * written. */
FlBox *
fl_realize_mutate_to (FlLowering *low, FlBox *changed, FlBox *value, gboolean share_value)
{
  gboolean is_swing = fl_box_is_unrealized (changed);

  if (value->view != FL_VIEW_NONE || (is_swing && !share_value))
    {
      const FlSym **vars = fl_box_get_vars (low, "i", changed->sizes, changed->n_dims);
      FlRecord *written = value->view != FL_VIEW_NONE && !is_swing ? find_read_record (low, value, changed) : NULL;

      value = fl_box_pointwise (low, changed->device, changed->dtype, changed->sizes, changed->n_dims,
                                fl_box_load (low, value, vars));
      if (written != NULL) /* elsewhere than it writes: all of it is read first */
        {
          fl_record_mark_mutated (low, written);
          fl_realize_box (low, value, "it is a view of what is about to be overwritten");
        }
    }
  if (!is_swing)
    {
      fl_realize_into (low, value, changed);
      return changed;
    }
  fl_realize_box (low, value, "it replaces a value that is overwritten");
  *changed->storage = *value->storage;
  return changed;
}
