/* A program for a GPU as a Python module: imports, one definition a kernel, call () with the memory plan's lines, and
 * inputs to time it with.
 * Source: torch/_inductor/codegen/wrapper.py (PythonWrapperCodegen) for the parts and their order. */
#include "fl-triton.h"

#include "fl-kernel.h"
#include "fl-quote.h"
#include "fl-text.h"
#include "fl-wrapper-private.h"

#include <string.h>

/* --- head ------------------------------------------------------------------------------------- */

static void
append_imports (GString *out)
{
  g_string_append (out,
                   "# Written by Fuseloom for PyTorch with Triton: the same parts as TorchInductor's output_code.py.\n"
                   "import torch\n"
                   "import math\n"
                   "from math import inf, nan\n"
                   "import triton\n"
                   "import triton.language as tl\n"
                   "from torch import device, empty_strided\n"
                   "from torch._inductor.async_compile import AsyncCompile\n"
                   "from torch._inductor.codegen.memory_planning import _align as align\n"
                   "from torch._inductor.select_algorithm import extern_kernels\n"
                   "from torch._C import _cuda_getCurrentRawStream as get_raw_stream\n"
                   "\n"
                   "aten = torch.ops.aten\n"
                   "assert_size_stride = torch._C._dynamo.guards.assert_size_stride\n"
                   "empty_strided_cpu = torch._C._dynamo.guards._empty_strided_cpu\n"
                   "empty_strided_cuda = torch._C._dynamo.guards._empty_strided_cuda\n"
                   "reinterpret_tensor = torch._C._dynamo.guards._reinterpret_tensor\n"
                   "alloc_from_pool = torch.ops.inductor._alloc_from_pool\n"
                   "async_compile = AsyncCompile()\n");
}

/* Tensors that are part of the graph, not among its inputs. */
static void
append_constants (FlWrapper *wrapper)
{
  const FlLowered *lowered = wrapper->lowered;

  for (guint i = 0; i < lowered->n_constants; i++)
    {
      g_autoptr (GString) layout = g_string_new (NULL);

      fl_wrapper_append_layout (wrapper, layout, &lowered->constants[i]->layout);
      fl_wrapper_line (wrapper, "%s = None  # a constant of the graph, to be set before call(): %s, %s",
                       fl_wrapper_get_name (wrapper, lowered->constants[i]->name),
                       fl_dtype_get_torch_name (lowered->constants[i]->layout.dtype), layout->str);
    }
}

/* --- kernels ---------------------------------------------------------------------------------- */

/* A name's number counts the different kernels before it; a kernel that differs from one before it in nothing but the
 * name is that one. */
static void
name_kernel (const FlPass *pass, GHashTable *known, FlTritonKernel *kernel)
{
  const char *own = kernel->name;
  g_autofree char *stem = g_strndup (own, strrchr (own, '_') - own);
  g_auto (GStrv) parts = kernel->source ? g_strsplit (kernel->source, own, -1) : NULL;
  g_autofree char *key = parts ? g_strjoinv ("@", parts) : g_strdup (own);
  const char *name = g_hash_table_lookup (known, key);
  g_autofree char *text = NULL;

  kernel->is_first = name == NULL;
  if (!name)
    {
      name = fl_arena_printf (pass->arena, "%s_%u", stem, g_hash_table_size (known));
      g_hash_table_insert (known, g_steal_pointer (&key), (gpointer) name);
    }
  kernel->name = name;
  text = parts ? g_strjoinv (name, parts) : NULL;
  kernel->source = text ? fl_arena_strdup (pass->arena, text) : NULL;
}

static void
append_kernel (FlWrapper *wrapper, const FlKernel *kernel, const FlTritonKernel *made)
{
  g_string_append (wrapper->out, "\n\n");
  fl_wrapper_write_sources (wrapper, kernel);
  if (made->source)
    fl_wrapper_line (wrapper, "%s = async_compile.triton('%s', '''\n%s''', device_str='cuda')", made->name, made->name,
                     made->source);
  else
    {
      g_autoptr (GString) why = g_string_new (NULL);

      fl_quote_append_python_comment (why, made->why_no_source);
      fl_wrapper_line (wrapper, "# %s is not written: the Triton printer does not have %s.", made->name, why->str);
    }
}

/* --- foot ------------------------------------------------------------------------------------- */

static void
append_hint (GString *out, const FlSym *const *sizes, guint n)
{
  g_string_append_c (out, '(');
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%" G_GINT64_FORMAT ", ", fl_sym_get_sample (sizes[i]));
  g_string_append_c (out, ')');
}

static void
append_input (FlWrapper *wrapper, guint position)
{
  const FlBuffer *input = wrapper->lowered->inputs[position];
  g_autoptr (GString) layout = g_string_new (NULL);

  if (!input)
    {
      const FlGraph *graph = wrapper->lowered->graph;
      const FlNode *node = graph ? &graph->nodes[graph->inputs[position].index] : NULL;
      const FlSym *sym = node && node->value.kind == FL_VALUE_SYM ? node->value.sym : NULL;

      fl_wrapper_line (wrapper, "    %" G_GINT64_FORMAT ",", sym ? fl_sym_get_sample (sym) : 8);
      return;
    }
  append_hint (layout, input->layout.sizes, input->layout.n_dims);
  g_string_append (layout, ", ");
  append_hint (layout, input->layout.strides, input->layout.n_dims);
  fl_wrapper_line (wrapper, "    rand_strided(%s, device='%s', dtype=%s),  # %s", layout->str,
                   input->layout.device.type && g_str_equal (input->layout.device.type, "cpu") ? "cpu" : "cuda:0",
                   fl_dtype_get_torch_name (input->layout.dtype), fl_wrapper_get_name (wrapper, input->name));
}

static void
append_foot (FlWrapper *wrapper)
{
  wrapper->indent = 0;
  g_string_append (wrapper->out,
                   "\n\ndef get_args():\n    from torch._dynamo.testing import rand_strided\n    return [\n");
  wrapper->indent = 1;
  for (guint i = 0; i < wrapper->lowered->n_inputs; i++)
    append_input (wrapper, i);
  wrapper->indent = 0;
  g_string_append (wrapper->out,
                   "    ]\n\n\n"
                   "def benchmark_compiled_module(args, times=10, repeat=10):\n"
                   "    from torch._inductor.utils import print_performance\n"
                   "    return print_performance(lambda: call(list(args)), times=times, repeat=repeat)\n\n\n"
                   "if __name__ == \"__main__\":\n"
                   "    benchmark_compiled_module(get_args())\n");
}

/* --- the module ------------------------------------------------------------------------------- */

char *
fl_triton_dup_module (const FlPass *pass, const FlProgram *program, GPtrArray *why_not)
{
  FlTritonKernel **made = fl_arena_new (pass->arena, FlTritonKernel *, program->n_kernels + 1);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  FlWrapper wrapper;

  fl_wrapper_init (&wrapper, pass, program);
  wrapper.kernels = (const FlTritonKernel *const *) made;
  append_imports (wrapper.out);
  append_constants (&wrapper);
  for (guint i = 0; i < program->n_kernels; i++)
    {
      const FlKernel *kernel = &program->kernels[i];

      if (kernel->kind == FL_KERNEL_EXTERN || kernel->kind == FL_KERNEL_NOP)
        continue;
      made[i] = fl_triton_kernel_new (pass, program, i);
      for (FlTritonKernel *each = made[i]; each; each = each->next)
        {
          name_kernel (pass, known, each);
          if (each->is_first)
            append_kernel (&wrapper, kernel, each);
          if (!each->source && why_not)
            g_ptr_array_add (why_not, g_strdup_printf ("%s: the Triton printer does not have %s", each->name,
                                                       each->why_no_source));
        }
    }
  g_string_append (wrapper.out, "\n\nasync_compile.wait(globals())\ndel async_compile\n\n\n");
  fl_wrapper_write_call_function (&wrapper);
  append_foot (&wrapper);
  return fl_wrapper_finish (&wrapper);
}
