/* What TorchInductor's wrapper knows of each buffer, by name. */
#include "fl-wrapper-plan-private.h"

FlWrapperSlot *
fl_wrapper_writer_find (const FlWrapperWriter *writer, const char *name)
{
  return g_hash_table_lookup (writer->slots, name);
}

FlWrapperSlot *
fl_wrapper_writer_add (FlWrapperWriter *writer, const FlBuffer *buffer, const FlSchedBuffer *sched)
{
  FlWrapperSlot *slot = fl_arena_new (writer->pass->arena, FlWrapperSlot, 1);
  FlSymTable *symbols = writer->schedule->lowered->symbols;

  slot->buffer = buffer;
  slot->sched = sched;
  if (buffer->layout.kind != FL_LAYOUT_NONE && buffer->layout.kind != FL_LAYOUT_MULTI_OUTPUT)
    {
      slot->elements = fl_layout_get_storage_size (&buffer->layout, symbols);
      slot->bytes = MAX (fl_sym_get_sample (slot->elements), 0) * fl_dtype_get_size_bytes (buffer->layout.dtype);
    }
  g_hash_table_insert (writer->slots, (gpointer) buffer->name, slot);
  return slot;
}
