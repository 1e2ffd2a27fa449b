/* Cases of tests/data/ops as the text of graphs: many calls in one. */
#pragma once

#include "fl-formats.h"
#include "fl-op-cases.h"
#include "fl-pipeline.h"
#include "fl-text.h"

/* One case as text: parts of a forward function. */
typedef struct
{
  const cJSON *json;
  const char *op;
  guint number;
  GString *signature, *body, *results; /* ", a: type", lines, ", name" */
  GPtrArray *inputs;                   /* FlArray a placeholder */
  GPtrArray *tensors;                  /* cJSON of each placeholder's tensor, to know which was written */
  GPtrArray *expected;                 /* cJSON a result that is returned */
  guint first_input, first_result;     /* in the graph it stands in */
} Case;

static inline void
case_free (gpointer data)
{
  Case *self = data;
  g_string_free (self->signature, TRUE);
  g_string_free (self->body, TRUE);
  g_string_free (self->results, TRUE);
  g_ptr_array_unref (self->inputs);
  g_ptr_array_unref (self->tensors);
  g_ptr_array_unref (self->expected);
  g_free (self);
}

/* --- text -------------------------------------------------------------------------------------- */

static inline void
append_ints (GString *out, const gint64 *values, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%" G_GINT64_FORMAT, i == 0 ? "[" : ", ", values[i]);
  g_string_append (out, n == 0 ? "[]" : "]");
}

static inline void
append_tensor (Case *self, GString *out, const cJSON *tensor)
{
  g_autofree char *name = g_strdup_printf ("c%u_%u", self->number, self->inputs->len);
  FlArray *array = op_case_read_array (tensor);
  gint64 strides[FL_MAX_DIMS];
  op_case_read_strides (tensor, strides);
  g_string_append (out, name);
  g_string_append_printf (self->signature, ", %s: \"%s", name, fl_dtype_get_short_name (array->dtype));
  append_ints (self->signature, array->sizes, array->n_dims);
  append_ints (self->signature, strides, array->n_dims);
  g_string_append (self->signature, "cpu\"");
  g_ptr_array_add (self->inputs, array);
  g_ptr_array_add (self->tensors, (gpointer) tensor);
}

static inline void
append_float (GString *out, double number)
{
  if (number != number)
    g_string_append (out, "nan");
  else if (number - number != 0)
    g_string_append (out, number < 0 ? "-inf" : "inf");
  else
    fl_text_append_float (out, number);
}

static inline void
append_value (Case *self, GString *out, const cJSON *value)
{
  const cJSON *member = NULL;
  if (cJSON_IsNull (value))
    g_string_append (out, "None");
  else if (cJSON_IsBool (value))
    g_string_append (out, cJSON_IsTrue (value) ? "True" : "False");
  else if (cJSON_IsString (value))
    fl_text_append_repr (out, value->valuestring);
  else if (cJSON_IsNumber (value) || (member = cJSON_GetObjectItem (value, "int")) != NULL)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, op_case_read_integer (cJSON_IsNumber (value) ? value : member));
  else if (cJSON_IsArray (value))
    {
      g_string_append_c (out, '[');
      cJSON_ArrayForEach (member, value)
        {
          append_value (self, out, member);
          g_string_append (out, member->next != NULL ? ", " : "");
        }
      g_string_append_c (out, ']');
    }
  else if ((member = cJSON_GetObjectItem (value, "tensor")) != NULL)
    append_tensor (self, out, member);
  else if ((member = cJSON_GetObjectItem (value, "float")) != NULL)
    append_float (out, op_case_read_number (member));
  else if ((member = cJSON_GetObjectItem (value, "device")) != NULL)
    g_string_append_printf (out, "device(type='%s')", member->valuestring);
  else
    g_string_append (out, value->child->valuestring); /* torch.float32, torch.channels_last, torch.strided */
}

static inline Case *
case_new (const cJSON *json, guint number)
{
  Case *self = g_new0 (Case, 1);
  const cJSON *item;
  gboolean is_first = TRUE;
  self->json = json;
  self->number = number;
  self->op = cJSON_GetStringValue (cJSON_GetObjectItem (json, "op"));
  self->signature = g_string_new (NULL);
  self->body = g_string_new (NULL);
  self->results = g_string_new (NULL);
  self->inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  self->tensors = g_ptr_array_new ();
  self->expected = g_ptr_array_new ();
  g_string_append_printf (self->body, "    c%u = torch.ops.%s(", number, self->op);
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (json, "args"))
    {
      g_string_append (self->body, is_first ? "" : ", ");
      append_value (self, self->body, item);
      is_first = FALSE;
    }
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (json, "kwargs"))
    {
      g_string_append_printf (self->body, "%s%s = ", is_first ? "" : ", ", item->string);
      append_value (self, self->body, item);
      is_first = FALSE;
    }
  g_string_append (self->body, ")\n");
  return self;
}

/* Says what is returned, once it is known whether the call gives a tuple. */
static inline void
add_results (Case *self, const FlValue *value)
{
  const cJSON *item;
  guint position = 0;
  cJSON_ArrayForEach (item, cJSON_GetObjectItem (self->json, "outputs"))
    {
      if (op_case_is_tensor (item) && value->kind == FL_VALUE_TUPLE)
        {
          g_string_append_printf (self->body, "    c%u_r%u = c%u[%u]\n", self->number, position, self->number,
                                  position);
          g_string_append_printf (self->results, "c%u_r%u, ", self->number, position);
          g_ptr_array_add (self->expected, (gpointer) item);
        }
      else if (op_case_is_tensor (item) && value->kind != FL_VALUE_NONE)
        {
          g_string_append_printf (self->results, "c%u, ", self->number);
          g_ptr_array_add (self->expected, (gpointer) item);
        }
      position++;
    }
}

static inline FlGraph *
make_graph (Case *const *cases, guint n, GError **error)
{
  g_autoptr (GString) text = g_string_new ("def forward(self");
  for (guint i = 0; i < n; i++)
    g_string_append (text, cases[i]->signature->str);
  g_string_append (text, "):\n");
  for (guint i = 0; i < n; i++)
    g_string_append (text, cases[i]->body->str);
  g_string_append (text, "    return (");
  for (guint i = 0; i < n; i++)
    g_string_append (text, cases[i]->results->str);
  g_string_append (text, ")\n");
  g_autoptr (FlGraph) graph = fl_fx_read (NULL, text->str, text->len, error);
  return graph != NULL && fl_shapes_propagate (graph, NULL, error) ? g_steal_pointer (&graph) : NULL;
}

/* --- execution --------------------------------------------------------------------------------- */
