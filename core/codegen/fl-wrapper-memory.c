/* The calling code: memory that is allocated, reused and freed, and pools of it. */
#include "fl-wrapper-private.h"

#include "fl-quote.h"
#include "fl-text.h"
#include "fl-torch-rules.h"

static gboolean
has_equal_layout (const FlBuffer *a, const FlBuffer *b)
{
  if (a->layout.n_dims != b->layout.n_dims)
    return FALSE;
  for (guint i = 0; i < a->layout.n_dims; i++)
    if (a->layout.sizes[i] != b->layout.sizes[i] || a->layout.strides[i] != b->layout.strides[i])
      return FALSE;
  return TRUE;
}

/* --- memory lines ----------------------------------------------------------------------------- */

/* A library that returns its result allocates it itself. */
static gboolean
is_returned (const FlBuffer *buffer)
{
  return buffer->kind == FL_BUFFER_EXTERN_ALLOC || buffer->kind == FL_BUFFER_FALLBACK
         || buffer->kind == FL_BUFFER_MULTI_OUTPUT;
}

void
fl_wrapper_write_allocation (FlWrapper *wrapper, const FlBuffer *buffer)
{
  g_autoptr (GString) layout = g_string_new (NULL);
  g_autofree char *device
      = fl_quote_dup_python_identifier (buffer->layout.device.type ? buffer->layout.device.type : "cpu");

  if (is_returned (buffer))
    return;
  fl_wrapper_append_layout (wrapper, layout, &buffer->layout);
  if (fl_options_has (wrapper->pass->options, FL_RULE_EMPTY_STRIDED_BY_DEVICE))
    fl_wrapper_line (wrapper, "%s = empty_strided_%s(%s, %s)", fl_wrapper_get_name (wrapper, buffer->name), device,
                     layout->str, fl_dtype_get_torch_name (buffer->layout.dtype));
  else
    fl_wrapper_line (wrapper, "%s = empty_strided(%s, device='%s', dtype=%s)",
                     fl_wrapper_get_name (wrapper, buffer->name), layout->str, device,
                     fl_dtype_get_torch_name (buffer->layout.dtype));
}

void
fl_wrapper_write_reuse (FlWrapper *wrapper, const FlBuffer *buffer, const FlBuffer *other)
{
  const FlMemoryBuffer *entry = wrapper->plan ? fl_memory_plan_find (wrapper->plan, other->name) : NULL;
  g_autofree char *del = entry && entry->pool > 0
                             ? g_strdup ("")
                             : g_strdup_printf (" del %s", fl_wrapper_get_name (wrapper, other->name));
  g_autoptr (GString) layout = g_string_new (NULL);

  if (has_equal_layout (buffer, other))
    {
      fl_wrapper_line (wrapper, "%s = %s;%s  # reuse", fl_wrapper_get_name (wrapper, buffer->name),
                       fl_wrapper_get_name (wrapper, other->name), del);
      return;
    }
  fl_wrapper_append_layout (wrapper, layout, &buffer->layout);
  fl_wrapper_line (wrapper, "%s = reinterpret_tensor(%s, %s, 0);%s  # reuse",
                   fl_wrapper_get_name (wrapper, buffer->name), fl_wrapper_get_name (wrapper, other->name), layout->str,
                   del);
}

/* --- pools ------------------------------------------------------------------------------------ */

typedef struct
{
  gboolean is_made;
  const char *last_name; /* of the last buffer freed from it */
  GPtrArray *names;      /* to be deleted with it */
  GPtrArray *makers;     /* pairs: text of an allocation, the name that has it */
} PoolState;

static void
pool_state_free (gpointer data)
{
  PoolState *state = data;

  g_ptr_array_unref (state->names);
  g_ptr_array_unref (state->makers);
  g_free (state);
}

GPtrArray *
fl_wrapper_make_pools (const FlMemoryPlan *plan)
{
  GPtrArray *states = g_ptr_array_new_with_free_func (pool_state_free);

  for (guint i = 0; i < plan->n_pools; i++)
    {
      PoolState *state = g_new0 (PoolState, 1);

      state->names = g_ptr_array_new ();
      state->makers = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (states, state);
    }
  for (guint i = 0; i < plan->n_lines; i++)
    if (plan->lines[i].kind == FL_LINE_FREE)
      {
        const FlMemoryBuffer *entry = fl_memory_plan_find (plan, plan->lines[i].buffer->name);

        if (entry && entry->pool > 0)
          ((PoolState *) states->pdata[entry->pool - 1])->last_name = plan->lines[i].buffer->name;
      }
  return states;
}

static void
write_pool (FlWrapper *wrapper, guint pool, const FlBuffer *first)
{
  const FlMemoryPool *made = &wrapper->plan->pools[pool];
  g_autofree char *device
      = fl_quote_dup_python_identifier (first->layout.device.type ? first->layout.device.type : "cpu");
  g_autoptr (GString) layout = g_string_new (NULL);

  if (made->shape)
    fl_wrapper_append_layout (wrapper, layout, &made->shape->layout);
  else
    g_string_append_printf (layout, "(%s, ), (1, )", made->bytes_text);
  fl_wrapper_line (wrapper, "pool%u = empty_strided_%s(%s, %s)", pool, device, layout->str,
                   made->shape ? fl_dtype_get_torch_name (made->shape->layout.dtype) : "torch.uint8");
}

void
fl_wrapper_write_from_pool (FlWrapper *wrapper, const FlMemoryBuffer *entry)
{
  PoolState *state = wrapper->pools->pdata[entry->pool - 1];
  g_autoptr (GString) text = g_string_new (NULL);

  if (!state->is_made)
    write_pool (wrapper, entry->pool - 1, entry->buffer);
  state->is_made = TRUE;
  for (guint i = 0; i < wrapper->plan->n_buffers; i++)
    if (wrapper->plan->buffers[i].owner == entry->buffer && wrapper->plan->buffers[i].pool == entry->pool)
      g_ptr_array_add (state->names, (gpointer) wrapper->plan->buffers[i].buffer->name);
  g_string_append_printf (text, "alloc_from_pool(pool%u, %s, %s, ", entry->pool - 1, entry->pool_offset_text,
                          fl_dtype_get_torch_name (entry->buffer->layout.dtype));
  fl_wrapper_append_layout (wrapper, text, &entry->buffer->layout);
  g_string_append_c (text, ')');
  for (guint i = 0; i + 1 < state->makers->len; i += 2)
    if (g_str_equal (state->makers->pdata[i], text->str))
      {
        fl_wrapper_line (wrapper, "%s = %s  # alloc", fl_wrapper_get_name (wrapper, entry->buffer->name),
                         (const char *) state->makers->pdata[i + 1]);
        return;
      }
  g_ptr_array_add (state->makers, g_strdup (text->str));
  g_ptr_array_add (state->makers, g_strdup (fl_wrapper_get_name (wrapper, entry->buffer->name)));
  fl_wrapper_line (wrapper, "%s = %s", fl_wrapper_get_name (wrapper, entry->buffer->name), text->str);
}

/* Memory of a pool goes back with the pool, after its last user, unless an output lies in it. */
void
fl_wrapper_write_free (FlWrapper *wrapper, const FlBuffer *buffer, guint time)
{
  const FlMemoryBuffer *entry = fl_memory_plan_find (wrapper->plan, buffer->name);
  g_autoptr (GString) names = g_string_new (NULL);
  const PoolState *state;

  if (!entry || entry->pool == 0)
    {
      fl_wrapper_line (wrapper, "del %s", fl_wrapper_get_name (wrapper, buffer->name));
      return;
    }
  state = wrapper->pools->pdata[entry->pool - 1];
  if (state->last_name != buffer->name || wrapper->plan->pools[entry->pool - 1].end > time)
    return;
  for (guint i = 0; i < state->names->len; i++)
    g_string_append_printf (names, ", %s", fl_wrapper_get_name (wrapper, state->names->pdata[i]));
  fl_wrapper_line (wrapper, "del pool%u%s", entry->pool - 1, names->str);
}

void
fl_wrapper_write_alias (FlWrapper *wrapper, const FlBuffer *buffer, const FlBuffer *other)
{
  g_autoptr (GString) layout = g_string_new (NULL);

  fl_wrapper_append_layout (wrapper, layout, &buffer->layout);
  g_string_append (layout, ", ");
  fl_wrapper_append_sym (wrapper, layout,
                         buffer->layout.target_offset ? buffer->layout.target_offset : buffer->layout.offset);
  fl_wrapper_line (wrapper, "%s = reinterpret_tensor(%s, %s)  # alias", fl_wrapper_get_name (wrapper, buffer->name),
                   fl_wrapper_get_name (wrapper, other->name), layout->str);
}
