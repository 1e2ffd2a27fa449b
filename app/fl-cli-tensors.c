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
      "Compare the results with those of a folder or a file, named as --save-outputs does or as the graph: exit 3 when they differ", "DIR" },
    { "require-verified", 0, 0, G_OPTION_ARG_NONE, &tensors->require_verified,
      "Exit 3 when a result is unverified: it rests on an unknown operator or on a constant without values", NULL },
    { NULL }
  };

  fl_cli_add_entries (cli, group, entries);
}

void
fl_cli_tensors_clear (FlCliTensorSet *set)
{
  g_clear_pointer (&set->given, fl_given_free);
  g_clear_pointer (&set->expected, fl_given_free);
  g_clear_error (&set->error);
}

gboolean
fl_cli_tensors_open (const FlCli *cli, const FlRun *run, FlCliTensorSet *set, GError **error)
{
  const FlCliTensors *tensors = &cli->tensors;
  gboolean ok = TRUE;

  *set = (FlCliTensorSet){ .given = fl_given_new (run->graph, FALSE), .expected = fl_given_new (run->graph, TRUE), .folder = tensors->save };
  for (guint i = 0; ok && tensors->folders && tensors->folders[i]; i++)
    ok = fl_given_add_path (set->given, tensors->folders[i], error);
  for (guint i = 0; ok && tensors->inputs && tensors->inputs[i]; i++)
    ok = fl_given_add_assignment (set->given, tensors->inputs[i], error);
  if (ok && tensors->expect)
    ok = fl_given_add_path (set->expected, tensors->expect, error);
  if (ok && set->folder && g_mkdir_with_parents (set->folder, 0777) != 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: the folder cannot be made", set->folder);
      ok = FALSE;
    }
  if (!ok)
    fl_cli_tensors_clear (set);
  return ok;
}

/* An FlTakeResult. Names are ours: those of a graph may be anything. */
static void
save_result (guint variant, gboolean is_input, guint index, const FlArray *array, gpointer data)
{
  FlCliTensorSet *set = data;
  g_autofree char *name = g_strdup_printf ("%s%u.npy", is_input ? "input" : "out", index);
  g_autofree char *path = g_build_filename (set->folder, name, NULL);
  g_autofree guint8 *bytes = NULL;
  gint64 strides[FL_MAX_DIMS];

  if (variant != set->variant || set->error)
    return;
  bytes = g_malloc (MAX (array->numel, 1) * fl_dtype_get_size_bytes (array->dtype));
  fl_array_get_strides (array, strides);
  fl_array_store (array, strides, 0, bytes);
  fl_tensor_file_write_npy (path, array->dtype, array->n_dims, array->sizes, bytes, &set->error);
}

gboolean
fl_cli_tensors_apply (FlCliTensorSet *set, const FlRun *run, FlExecuteRequest *request, GArray *sizes, GError **error)
{
  if (!fl_given_find_sizes (set->given, sizes, error))
    return FALSE;
  request->given = set->given;
  request->expected = set->expected;
  if (set->folder)
    {
      set->variant = run->unfused ? 1 : 0; /* the fused one: see fl_pipeline_execute */
      request->take_result = save_result;
      request->take_data = set;
    }
  return TRUE;
}
