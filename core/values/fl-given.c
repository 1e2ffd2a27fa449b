/* Given tensors: which file is for what, and whether its elements are of the right type.
 *
 * In: files, and a graph that says what there is. Out: arrays. Shapes are settled in fl-given-sizes.c. */
#include "fl-given.h"

#include "fl-error.h"
#include "fl-given-private.h"
#include "fl-intern.h"
#include "fl-quote.h"
#include "fl-tensor-file.h"

#include <string.h>

static void
clear_tensor (gpointer data)
{
  FlGivenTensor *tensor = data;
  fl_array_free (tensor->array);
  g_free (tensor->path);
}

static void
release_tensor (gpointer tensor)
{
  g_atomic_rc_box_release_full (tensor, clear_tensor);
}

FlGiven *
fl_given_new (const FlGraph *graph, gboolean of_results)
{
  FlGiven *given = g_new0 (FlGiven, 1);
  *given = (FlGiven) { fl_graph_ref (graph), of_results, g_ptr_array_new_with_free_func (release_tensor) };
  return given;
}

FlGiven *
fl_given_dup (const FlGiven *given)
{
  FlGiven *copy = fl_given_new (given->graph, given->of_results);
  for (guint i = 0; i < given->tensors->len; i++)
    g_ptr_array_add (copy->tensors, g_atomic_rc_box_acquire (given->tensors->pdata[i]));
  return copy;
}

void
fl_given_free (FlGiven *given)
{
  if (given == NULL)
    return;
  g_ptr_array_unref (given->tensors);
  fl_graph_unref (given->graph);
  g_free (given);
}

guint
fl_given_get_n (const FlGiven *given)
{
  return given == NULL ? 0 : given->tensors->len;
}

const FlGivenTensor *
fl_given_get (const FlGiven *given, guint i)
{
  return given->tensors->pdata[i];
}

const FlGivenTensor *
fl_given_find_tensor (const FlGiven *given, FlGivenKind kind, guint position)
{
  for (guint i = 0; i < fl_given_get_n (given); i++)
    {
      const FlGivenTensor *tensor = given->tensors->pdata[i];
      if (tensor->kind == kind && tensor->position == position)
        return tensor;
    }
  return NULL;
}

const FlArray *
fl_given_find (const FlGiven *given, FlGivenKind kind, guint position)
{
  const FlGivenTensor *tensor = fl_given_find_tensor (given, kind, position);
  return tensor != NULL ? tensor->array : NULL;
}

const FlArray *
fl_given_find_constant (const FlGiven *given, const char *target)
{
  for (guint i = 0; i < fl_given_get_n (given); i++)
    {
      const FlGivenTensor *tensor = given->tensors->pdata[i];
      if (tensor->kind == FL_GIVEN_CONSTANT && g_str_equal (tensor->name, target))
        return tensor->array;
    }
  return NULL;
}

/* --- what a name stands for ------------------------------------------------------------------- */

/* "out12": 12; -1: no such thing. */
static int
read_position (const char *name, const char *prefix)
{
  guint64 position;
  if (!g_str_has_prefix (name, prefix)
      || !g_ascii_string_to_unsigned (name + strlen (prefix), 10, 0, 1 << 20, &position, NULL))
    return -1;
  return (int) position;
}

/* The results, lists opened. */
static void
collect_results (const FlArg *args, guint n, GPtrArray *results)
{
  for (guint i = 0; i < n; i++)
    if (args[i].kind == FL_ARG_LIST || args[i].kind == FL_ARG_TUPLE)
      collect_results (args[i].items, args[i].n_items, results);
    else
      g_ptr_array_add (results, (gpointer) &args[i]);
}

static const FlTensor *
get_tensor (const FlNode *node)
{
  return node->value.kind == FL_VALUE_TENSOR ? &node->value.tensor : NULL;
}

static gboolean
find_input (const FlGiven *given, const char *name, FlGivenTensor *out)
{
  const FlGraph *graph = given->graph;
  int position = -1;
  for (guint i = 0; i < graph->n_inputs && position < 0; i++)
    if (g_str_equal (graph->nodes[graph->inputs[i].index].name, name))
      position = i;
  for (guint i = 0; i < graph->n_nodes && position < 0 && !given->of_results; i++)
    if (graph->nodes[i].kind == FL_NODE_GET_ATTR
        && (g_str_equal (graph->nodes[i].target, name) || g_str_equal (graph->nodes[i].name, name)))
      {
        *out = (FlGivenTensor) { .kind = FL_GIVEN_CONSTANT,
                                 .name = graph->nodes[i].target,
                                 .wanted = get_tensor (&graph->nodes[i]) };
        return TRUE;
      }
  if (position < 0)
    position = read_position (name, "input");
  if (position < 0 || position >= (int) graph->n_inputs)
    return FALSE;
  const FlNode *node = &graph->nodes[graph->inputs[position].index];
  *out = (FlGivenTensor) { .kind = given->of_results ? FL_GIVEN_WRITTEN : FL_GIVEN_INPUT,
                           .position = position,
                           .name = node->name,
                           .wanted = get_tensor (node) };
  return TRUE;
}

static gboolean
find_result (const FlGiven *given, const char *name, FlGivenTensor *out)
{
  const FlGraph *graph = given->graph;
  const FlNode *output = &graph->nodes[graph->output.index];
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  int position = read_position (name, "out");
  collect_results (output->args, output->n_args, results);
  for (guint i = 0; i < results->len && position < 0; i++)
    {
      const FlArg *arg = results->pdata[i];
      if (arg->kind == FL_ARG_NODE && g_str_equal (graph->nodes[arg->node.index].name, name))
        position = i;
    }
  if (position < 0 || position >= (int) results->len)
    return FALSE;
  const FlArg *arg = results->pdata[position];
  const FlNode *node = arg->kind == FL_ARG_NODE ? &graph->nodes[arg->node.index] : NULL;
  *out = (FlGivenTensor) { .kind = FL_GIVEN_RESULT,
                           .position = position,
                           .name = node != NULL ? node->name : fl_intern_printf ("out%d", position),
                           .wanted = node != NULL ? get_tensor (node) : NULL };
  return TRUE;
}

/* What there is, for a message. */
static char *
dup_names (const FlGiven *given)
{
  enum
  {
    SHOWN = 12
  };
  const FlGraph *graph = given->graph;
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  guint n = 0;
  if (given->of_results)
    {
      collect_results (graph->nodes[graph->output.index].args, graph->nodes[graph->output.index].n_args, results);
      return g_strdup_printf ("it has %u results, out0, out1, …", results->len);
    }
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      if ((node->kind != FL_NODE_PLACEHOLDER && node->kind != FL_NODE_GET_ATTR) || node->value.kind != FL_VALUE_TENSOR)
        continue;
      if (n++ < SHOWN)
        g_string_append_printf (names, "%s%s", names->len == 0 ? "" : ", ",
                                node->kind == FL_NODE_GET_ATTR ? node->target : node->name);
    }
  return n == 0 ? g_strdup ("it has none that are tensors")
                : g_strdup_printf ("it has %s%s", names->str, n > SHOWN ? ", …" : "");
}

static gboolean
find_subject (const FlGiven *given, const char *name, const char *path, FlGivenTensor *out, GError **error)
{
  g_autofree char *shown = NULL, *names = NULL;
  if ((given->of_results && find_result (given, name, out)) || find_input (given, name, out))
    {
      if (out->wanted != NULL)
        return TRUE;
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s: %s is no tensor%s", path, out->name,
                   out->kind == FL_GIVEN_INPUT ? "; sizes are given as --size NAME=N" : "");
      return FALSE;
    }
  shown = fl_quote_dup_shown (name);
  names = dup_names (given);
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s: the graph has no %s \"%s\": %s", path,
               given->of_results ? "result" : "input or constant", shown, names);
  return FALSE;
}

/* --- elements --------------------------------------------------------------------------------- */

/* Equal types, or raw elements of as many bytes for a type that NumPy has no name for. */
static gboolean
is_of_type (const FlFileTensor *tensor, FlDtype wanted)
{
  gboolean is_raw = tensor->dtype == FL_DTYPE_NONE || tensor->dtype == FL_DTYPE_U16 || tensor->dtype == FL_DTYPE_U8;
  return tensor->dtype == wanted
         || (is_raw && fl_dtype_is_float (wanted) && fl_dtype_get_size_bytes (wanted) == tensor->width);
}

static FlArray *
load (const FlFileTensor *tensor, FlDtype dtype)
{
  gint64 strides[FL_MAX_DIMS], stride = 1;
  gsize n_bytes = tensor->numel * tensor->width;
  g_autofree guint8 *aligned = NULL;
  const guint8 *bytes = tensor->bytes;
  for (guint i = 0; i < tensor->n_dims; i++)
    {
      guint d = tensor->is_fortran ? i : tensor->n_dims - 1 - i;
      strides[d] = stride;
      stride *= MAX (tensor->sizes[d], 1);
    }
  if ((gsize) bytes % tensor->width != 0)
    bytes = aligned = g_memdup2 (bytes, MAX (n_bytes, 1));
  return fl_array_load (dtype, tensor->n_dims, tensor->sizes, strides, 0, bytes);
}

static gboolean
add_tensor (FlGiven *given, const FlFileTensor *tensor, const FlGivenTensor *subject, const char *path, GError **error)
{
  FlDtype wanted = subject->wanted->dtype;
  g_assert (FL_TENSOR_FILE_MAX_DIMS == (int) FL_MAX_DIMS);
  if (wanted == FL_DTYPE_C32 || !is_of_type (tensor, wanted))
    {
      g_set_error (error, FL_ERROR, FL_ERROR_SHAPE, "%s: elements are %s, but %s is %s: convert them first", path,
                   tensor->dtype == FL_DTYPE_NONE ? "raw bytes" : fl_dtype_get_short_name (tensor->dtype),
                   subject->name, fl_dtype_get_short_name (wanted));
      return FALSE;
    }
  for (guint i = given->tensors->len; i-- > 0;)
    {
      const FlGivenTensor *old = given->tensors->pdata[i];
      if (old->kind == subject->kind && old->position == subject->position && old->name == subject->name)
        g_ptr_array_remove_index (given->tensors, i);
    }
  FlGivenTensor *made = g_atomic_rc_box_alloc0 (sizeof *made);
  *made = *subject;
  made->array = load (tensor, wanted);
  made->path = g_strdup (path);
  g_ptr_array_add (given->tensors, made);
  return TRUE;
}

/* --- files ------------------------------------------------------------------------------------ */

gboolean
fl_given_add_assignment (FlGiven *given, const char *assignment, GError **error)
{
  const char *equals = strchr (assignment, '=');
  if (equals == NULL || equals == assignment || equals[1] == '\0')
    {
      g_autofree char *shown = fl_quote_dup_shown (assignment);
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                   "a tensor is given as NAME=FILE.npy, as in arg0_1=x.npy; got \"%s\"", shown);
      return FALSE;
    }
  g_autofree char *name = g_strndup (assignment, equals - assignment);
  g_autoptr (FlTensorFile) file = fl_tensor_file_read (equals + 1, error);
  FlGivenTensor subject;
  if (file == NULL || !find_subject (given, name, equals + 1, &subject, error))
    return FALSE;
  for (guint i = 0; i < file->tensors->len; i++)
    {
      const FlFileTensor *tensor = &g_array_index (file->tensors, FlFileTensor, i);
      if (file->tensors->len == 1 || g_str_equal (tensor->name, name))
        return add_tensor (given, tensor, &subject, file->path, error);
    }
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s has %u tensors, and none of that name", file->path,
               file->tensors->len);
  return FALSE;
}

static gboolean
add_file (FlGiven *given, const char *path, GError **error)
{
  g_autoptr (FlTensorFile) file = fl_tensor_file_read (path, error);
  g_autofree char *stem = g_path_get_basename (path);
  if (g_str_has_suffix (stem, ".npy"))
    stem[strlen (stem) - strlen (".npy")] = '\0';
  for (guint i = 0; file != NULL && i < file->tensors->len; i++)
    {
      const FlFileTensor *tensor = &g_array_index (file->tensors, FlFileTensor, i);
      FlGivenTensor subject;
      if (!find_subject (given, tensor->name != NULL ? tensor->name : stem, path, &subject, error)
          || !add_tensor (given, tensor, &subject, path, error))
        return FALSE;
    }
  return file != NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* In the order of their names, so that runs are alike everywhere. */
static GPtrArray *
list_files (const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  if (dir == NULL)
    return NULL;
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
    if (fl_tensor_file_has_suffix (name))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

gboolean
fl_given_add_path (FlGiven *given, const char *path, GError **error)
{
  g_autoptr (GError) inner = NULL;
  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return add_file (given, path, error);
  g_autoptr (GPtrArray) names = list_files (path, &inner);
  if (names == NULL)
    g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s", inner->message);
  else if (names->len == 0)
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "%s: no .npy and no .safetensors file in this folder", path);
  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      g_autofree char *file = g_build_filename (path, names->pdata[i], NULL);
      if (!add_file (given, file, error))
        return FALSE;
    }
  return names != NULL && names->len > 0;
}
