/* run: the user's own tensors, and whether every result must be verified. */
#include <glib/gstdio.h>

#include "fl-cli.h"
#include "fl-tensor-file.h"

void
fl_cli_add_tensor_options (FlCli *cli, GOptionGroup *group)
{
  FlCliTensors *tensors = &cli->tensors;
  const GOptionEntry entries[] = {
    { "input", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &tensors->inputs,
      "The values of an input or a constant, from a .npy or .safetensors file", "NAME=FILE" },
    { "inputs", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &tensors->folders,
      "The same for all files of a folder, by their names (x.npy, input0.npy), or for all tensors of one file", "DIR" },
    { "save-outputs", 0, 0, G_OPTION_ARG_FILENAME, &tensors->save,
      "Write the fused kernels' results to a folder: out0.npy, …; inputs that the graph writes: input0.npy, …", "DIR" },
    { "expect", 0, 0, G_OPTION_ARG_FILENAME, &tensors->expect,
      "Compare the results with those of a folder or a file, named as --save-outputs does or as the graph: exit 3 when they differ",
      "DIR" },
    { "require-verified", 0, 0, G_OPTION_ARG_NONE, &tensors->require_verified,
      "Exit 3 when a result is unverified: it rests on an unknown operator or on a constant without values", NULL },
    { NULL }
  };

  fl_cli_add_entries (cli, group, entries);
}

void
fl_cli_tensors_clear (FlCliTensors *tensors)
{
  g_clear_pointer (&tensors->given, fl_given_free);
  g_clear_pointer (&tensors->expected, fl_given_free);
  g_clear_error (&tensors->error);
}

gboolean
fl_cli_tensors_open (FlCli *cli, const FlGraph *graph, GError **error)
{
  FlCliTensors *tensors = &cli->tensors;

  fl_cli_tensors_clear (tensors);
  tensors->given = fl_given_new (graph, FALSE);
  tensors->expected = fl_given_new (graph, TRUE);
  for (guint i = 0; tensors->folders && tensors->folders[i]; i++)
    if (!fl_given_add_path (tensors->given, tensors->folders[i], error))
      return FALSE;
  for (guint i = 0; tensors->inputs && tensors->inputs[i]; i++)
    if (!fl_given_add_assignment (tensors->given, tensors->inputs[i], error))
      return FALSE;
  if (tensors->expect && !fl_given_add_path (tensors->expected, tensors->expect, error))
    return FALSE;
  if (tensors->save && g_mkdir_with_parents (tensors->save, 0777) != 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: the folder cannot be made", tensors->save);
      return FALSE;
    }
  return TRUE;
}

/* An FlTakeResult. Names are ours: those of a graph may be anything. */
static void
save_result (guint variant, gboolean is_input, guint index, const FlArray *array, gpointer data)
{
  FlCliTensors *tensors = data;
  g_autofree char *name = g_strdup_printf ("%s%u.npy", is_input ? "input" : "out", index);
  g_autofree char *path = g_build_filename (tensors->save, name, NULL);
  g_autofree guint8 *bytes = NULL;
  gint64 strides[FL_MAX_DIMS];

  if (variant != tensors->variant || tensors->error)
    return;
  bytes = g_malloc (MAX (array->numel, 1) * fl_dtype_get_size_bytes (array->dtype));
  fl_array_get_strides (array, strides);
  fl_array_store (array, strides, 0, bytes);
  fl_tensor_file_write_npy (path, array->dtype, array->n_dims, array->sizes, bytes, &tensors->error);
}

gboolean
fl_cli_tensors_apply (FlCliTensors *tensors, const FlRun *run, FlExecuteRequest *request, GArray *sizes, GError **error)
{
  if (!fl_given_find_sizes (tensors->given, sizes, error))
    return FALSE;
  fl_given_learn_sizes (tensors->expected, sizes);
  request->given = tensors->given;
  request->expected = tensors->expected;
  if (tensors->save)
    {
      tensors->variant = run->unfused ? 1 : 0; /* the fused one: see fl_pipeline_execute */
      request->take_result = save_result;
      request->take_data = tensors;
    }
  return TRUE;
}
