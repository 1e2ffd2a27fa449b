/* Opening cuDNN, and making descriptors. */
#include "fl-cudnn-private.h"

#include "fl-nvrtc.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

/* --- opening --------------------------------------------------------------------------------------------------------
 */

static const char *
open_entries (gpointer library, FlCudnn *self)
{
  const char *missing = NULL;
#define ENTRY(result, function, arguments)                                                                             \
  *(gpointer *) &self->function = dlsym (library, #function);                                                          \
  if (self->function == NULL)                                                                                          \
    missing = #function;
  CUDNN_ENTRIES
#undef ENTRY
  return missing;
}

static void
close_library (FlCudnn *self)
{
  g_array_unref (self->workspaces);
  g_hash_table_unref (self->choices);
  g_free (self);
}

/* Some engines are compiled by NVRTC, which the library finds where it is loaded already. */
static FlCudnn *
open_library (char **why)
{
  static const char *const names[] = { "libcudnn.so.9", NULL };
  fl_nvrtc_open (NULL);
  gpointer library = fl_cuda_find_library (names);
  if (library == NULL)
    {
      g_autofree char *places = fl_cuda_dup_places ();
      *why = g_strdup_printf ("libcudnn.so.9 is not in %s", places);
      return NULL;
    }
  FlCudnn *self = g_new0 (FlCudnn, 1);
  self->workspaces = g_array_new (FALSE, TRUE, sizeof (FlCudnnWorkspace));
  self->choices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *missing = open_entries (library, self);
  if (missing != NULL)
    {
      *why = g_strdup_printf ("libcudnn.so.9 has no %s", missing);
      close_library (self);
      return NULL;
    }
  gsize version = self->cudnnGetVersion (); /* 91900 */
  self->name = g_strdup_printf ("cuDNN %" G_GSIZE_FORMAT ".%" G_GSIZE_FORMAT ".%" G_GSIZE_FORMAT, version / 10000,
                                version / 100 % 100, version % 100);
  return self;
}

FlCudnn *
fl_cudnn_open (const FlCudaDriver *driver, FlCudaStream stream, char **why)
{
  FlCudnn *self = open_library (why);
  int status;
  if (self == NULL)
    return NULL;
  self->driver = driver;
  self->stream = stream;
  status = self->cudnnCreate (&self->handle);
  if (status == 0)
    status = self->cudnnSetStream (self->handle, stream);
  if (status == 0)
    return self;
  *why = g_strdup_printf ("%s does not start: %s", self->name, self->cudnnGetErrorString (status));
  g_free (self->name);
  close_library (self);
  return NULL;
}

const char *
fl_cudnn_get_name (const FlCudnn *cudnn)
{
  return cudnn->name;
}

/* --- descriptors ----------------------------------------------------------------------------------------------------
 */

void
fl_cudnn_builder_init (FlCudnnBuilder *self, FlCudnn *cudnn)
{
  *self = (FlCudnnBuilder) { .cudnn = cudnn,
                             .descriptors = g_ptr_array_new (),
                             .operations = g_ptr_array_new (),
                             .ids = g_array_new (FALSE, FALSE, sizeof (gint64)),
                             .pointers = g_array_new (FALSE, FALSE, sizeof (gpointer)),
                             .numbers = g_new0 (float, FL_CUDNN_NUMBERS),
                             .next_id = 1 };
}

void
fl_cudnn_builder_clear (FlCudnnBuilder *self)
{
  for (guint i = self->descriptors->len; i-- > 0;)
    self->cudnn->cudnnBackendDestroyDescriptor (self->descriptors->pdata[i]);
  g_ptr_array_unref (self->descriptors);
  g_ptr_array_unref (self->operations);
  g_array_unref (self->ids);
  g_array_unref (self->pointers);
  g_free (self->numbers);
  g_free (self->why);
  memset (self, 0, sizeof *self);
}

static void
note (FlCudnnBuilder *self, int status)
{
  char text[512] = "";
  if (status == 0 || self->status != 0)
    return;
  self->status = status;
  self->cudnn->cudnnGetLastErrorString (text, sizeof text);
  g_autofree char *valid = g_utf8_make_valid (g_strstrip (text), -1);
  self->why = g_strdup_printf ("%s%s%s", self->cudnn->cudnnGetErrorString (status), *valid != '\0' ? ": " : "", valid);
}

FlCudnnDescriptor
fl_cudnn_make (FlCudnnBuilder *self, int of)
{
  FlCudnnDescriptor descriptor = NULL;
  if (self->status == 0)
    note (self, self->cudnn->cudnnBackendCreateDescriptor (of, &descriptor));
  if (descriptor != NULL)
    g_ptr_array_add (self->descriptors, descriptor);
  return descriptor;
}

void
fl_cudnn_set (FlCudnnBuilder *self, FlCudnnDescriptor descriptor, int attribute, int type, gint64 n, const void *values)
{
  if (self->status == 0)
    note (self, self->cudnn->cudnnBackendSetAttribute (descriptor, attribute, type, n, values));
}

void
fl_cudnn_set_descriptor (FlCudnnBuilder *self, FlCudnnDescriptor descriptor, int attribute, FlCudnnDescriptor value)
{
  fl_cudnn_set (self, descriptor, attribute, TYPE_DESCRIPTOR, 1, &value);
}

void
fl_cudnn_set_number (FlCudnnBuilder *self, FlCudnnDescriptor descriptor, int attribute, int type, int value)
{
  fl_cudnn_set (self, descriptor, attribute, type, 1, &value);
}

void
fl_cudnn_finish (FlCudnnBuilder *self, FlCudnnDescriptor descriptor)
{
  if (self->status == 0)
    note (self, self->cudnn->cudnnBackendFinalize (descriptor));
}

/* --- tensors --------------------------------------------------------------------------------------------------------
 */

FlCudnnDescriptor
fl_cudnn_add_tensor (FlCudnnBuilder *self, const FlCudnnTensor *tensor, int type)
{
  FlCudnnDescriptor descriptor = fl_cudnn_make (self, OF_TENSOR);
  const gint64 id = self->next_id++;
  const gboolean is_virtual = tensor->address == 0;
  gpointer pointer = (gpointer) (gsize) tensor->address;
  gint64 alignment = 16;
  while (tensor->address % alignment != 0)
    alignment /= 2;
  fl_cudnn_set_number (self, descriptor, TENSOR_TYPE, TYPE_DATA_TYPE, type);
  fl_cudnn_set (self, descriptor, TENSOR_SIZES, TYPE_INT64, tensor->n_dims, tensor->sizes);
  fl_cudnn_set (self, descriptor, TENSOR_STRIDES, TYPE_INT64, tensor->n_dims, tensor->strides);
  fl_cudnn_set (self, descriptor, TENSOR_ID, TYPE_INT64, 1, &id);
  fl_cudnn_set (self, descriptor, TENSOR_ALIGNMENT, TYPE_INT64, 1, &alignment);
  if (is_virtual)
    fl_cudnn_set (self, descriptor, TENSOR_IS_VIRTUAL, TYPE_BOOLEAN, 1, &(const bool) { true });
  else
    {
      g_array_append_val (self->ids, id);
      g_array_append_val (self->pointers, pointer);
    }
  fl_cudnn_finish (self, descriptor);
  return descriptor;
}

FlCudnnDescriptor
fl_cudnn_add_number (FlCudnnBuilder *self, float value, guint n_dims)
{
  FlCudnnDescriptor descriptor = fl_cudnn_make (self, OF_TENSOR);
  const gint64 id = self->next_id++, ones[FL_CUDNN_DIMS] = { 1, 1, 1, 1, 1 }, alignment = sizeof value;
  g_assert (self->n_numbers < FL_CUDNN_NUMBERS);
  gpointer pointer = &self->numbers[self->n_numbers++];
  *(float *) pointer = value;
  fl_cudnn_set_number (self, descriptor, TENSOR_TYPE, TYPE_DATA_TYPE, FL_CUDNN_F32);
  fl_cudnn_set (self, descriptor, TENSOR_SIZES, TYPE_INT64, n_dims, ones);
  fl_cudnn_set (self, descriptor, TENSOR_STRIDES, TYPE_INT64, n_dims, ones);
  fl_cudnn_set (self, descriptor, TENSOR_ID, TYPE_INT64, 1, &id);
  fl_cudnn_set (self, descriptor, TENSOR_ALIGNMENT, TYPE_INT64, 1, &alignment);
  fl_cudnn_set (self, descriptor, TENSOR_IS_BY_VALUE, TYPE_BOOLEAN, 1, &(const bool) { true });
  g_array_append_val (self->ids, id);
  g_array_append_val (self->pointers, pointer);
  fl_cudnn_finish (self, descriptor);
  return descriptor;
}
