/* Which library calls go to the library, and in what form: f32 products and convolutions, half precision by way of them;
 * attention, gradients, scans, scatters and sorting have loops of our own. All others run by the interpreter's kernel of that operator. */
#include "fl-library.h"

#include "fl-library-attention.h"
#include "fl-library-gradient.h"
#include "fl-library-half.h"
#include "fl-library-loops.h"
#include "fl-library-scan.h"
#include "fl-library-scatter.h"
#include "fl-library-sort.h"
#include "fl-library-wide.h"
#include "fl-library-private.h"

struct _FlLibraryCall
{
  FlHalfCall *half; /* instead of what follows */
  FlOtherCall *other; /* likewise: doubles and bytes */
  FlAttentionCall *attention; /* likewise */
  FlAttentionGradient *attention_gradient;     /* likewise */
  FlConvolutionGradient *convolution_gradient; /* likewise */
  FlScanCall *scan;           /* likewise */
  FlLoopsCall loops;          /* likewise, where it has data */
  FlScatterCall *scatter;     /* likewise */
  FlSortCall *sort;           /* likewise */
  FlWideConvolution *wide;    /* likewise */
  gboolean has_refused;
  FlProductCall *product; /* likewise */
  FlConvolutionCall *convolution; /* likewise */
};

/* --- the interface --------------------------------------------------------------------------------------------------- */

static gboolean
is_for_library (FlAtenOp op)
{
  return op == FL_ATEN_OP_MM || op == FL_ATEN_OP_BMM || op == FL_ATEN_OP_ADDMM || op == FL_ATEN_OP_BADDBMM
         || op == FL_ATEN_OP_CONVOLUTION || op == FL_ATEN_OP__INT_MM;
}

/* Does no argument lie where another one is written? */
static gboolean
writes_apart (const FlLibraryStep *step)
{
  for (guint i = 0; i < step->n_args; i++)
    for (guint k = 0; k < step->n_args; k++)
      if (i != k && step->args[i].view.is_mutated && step->args[k].value.kind == FL_DATUM_TENSOR
          && fl_work_views_overlap (&step->args[i].view, &step->args[k].view))
        return FALSE;
  return TRUE;
}

/* Does no result lie where an argument does? */
static gboolean
returns_apart (const FlLibraryStep *step)
{
  for (guint i = 0; i < step->n_out; i++)
    for (guint k = 0; k < step->n_args; k++)
      if (step->out[i].bytes != NULL && step->args[k].value.kind == FL_DATUM_TENSOR
          && fl_work_views_overlap (&step->out[i], &step->args[k].view))
        return FALSE;
  return TRUE;
}

/* NULL: it is no gradient. */
static FlLibraryCall *
prepare_gradient (const FlLibraryStep *step, guint n_threads)
{
  FlLibraryCall call = { NULL };
  if (!returns_apart (step))
    return NULL;
  call.attention_gradient = fl_attention_gradient_prepare (step, n_threads);
  call.convolution_gradient = fl_convolution_gradient_prepare (step, n_threads);
  return call.attention_gradient != NULL || call.convolution_gradient != NULL ? g_memdup2 (&call, sizeof call) : NULL;
}

FlLibraryCall *
fl_library_prepare (const FlLibraryStep *step, guint n_threads)
{
  FlAttentionCall *attention = fl_attention_prepare (step, n_threads);
  if (attention != NULL)
    {
      FlLibraryCall *attends = g_new0 (FlLibraryCall, 1);
      attends->attention = attention;
      return attends;
    }
  FlScanCall *scan = fl_scan_prepare (step);
  if (scan != NULL)
    {
      FlLibraryCall *scans = g_new0 (FlLibraryCall, 1);
      scans->scan = scan;
      return scans;
    }
  FlScatterCall *scatter = writes_apart (step) && returns_apart (step) ? fl_scatter_prepare (step) : NULL;
  if (scatter != NULL)
    {
      FlLibraryCall *scatters = g_new0 (FlLibraryCall, 1);
      scatters->scatter = scatter;
      return scatters;
    }
  FlSortCall *sort = returns_apart (step) ? fl_sort_prepare (step) : NULL;
  if (sort != NULL)
    {
      FlLibraryCall *sorts = g_new0 (FlLibraryCall, 1);
      sorts->sort = sort;
      return sorts;
    }
  FlLibraryCall *gradient = prepare_gradient (step, n_threads);
  if (gradient != NULL)
    return gradient;
  FlLoopsCall loops;
  if (fl_loops_prepare (step, &loops))
    {
      FlLibraryCall *plain = g_new0 (FlLibraryCall, 1);
      plain->loops = loops;
      return plain;
    }
  if (step->n_out != 1 || step->out[0].bytes == NULL || !is_for_library (step->row->op))
    return NULL;
  FlLibraryCall *call = g_new0 (FlLibraryCall, 1);
  if (step->out[0].dtype != FL_DTYPE_F32)
    {
      if (fl_half_is (step->out[0].dtype))
        call->half = fl_half_prepare (step, n_threads);
      else if (step->row->op == FL_ATEN_OP_CONVOLUTION)
        call->wide = returns_apart (step) ? fl_wide_convolution_prepare (step, n_threads) : NULL;
      else
        call->other = fl_other_prepare (step, n_threads);
      if (call->half == NULL && call->other == NULL && call->wide == NULL)
        g_clear_pointer (&call, g_free);
      return call;
    }
  gboolean ok;
  if (step->row->op == FL_ATEN_OP_CONVOLUTION)
    ok = (call->convolution = fl_convolution_call_prepare (step, n_threads)) != NULL;
  else
    ok = (call->product = fl_product_call_prepare (step, n_threads)) != NULL;
  if (!ok)
    g_clear_pointer (&call, fl_library_free);
  return call;
}

void
fl_library_run (FlLibraryCall *call, FlThreadPool *pool)
{
  if (call->attention != NULL)
    fl_attention_run (call->attention, pool);
  else if (call->attention_gradient != NULL)
    fl_attention_gradient_run (call->attention_gradient, pool);
  else if (call->convolution_gradient != NULL)
    fl_convolution_gradient_run (call->convolution_gradient, pool);
  else if (call->scan != NULL)
    fl_scan_run (call->scan, pool);
  else if (call->scatter != NULL)
    call->has_refused = !fl_scatter_run (call->scatter, pool);
  else if (call->sort != NULL)
    fl_sort_run (call->sort, pool);
  else if (call->wide != NULL)
    fl_wide_convolution_run (call->wide, pool);
  else if (call->loops.data != NULL)
    {
      call->loops.run (call->loops.data, pool);
      call->has_refused = call->loops.refuses != NULL && call->loops.refuses (call->loops.data);
    }
  else if (call->half != NULL)
    fl_half_run (call->half, pool);
  else if (call->other != NULL)
    fl_other_run (call->other, pool);
  else if (call->convolution != NULL)
    fl_convolution_call_run (call->convolution, pool);
  else
    fl_product_call_run (call->product, pool);
}

gboolean
fl_library_has_refused (const FlLibraryCall *call)
{
  return call->has_refused;
}

gboolean
fl_library_get_panels (const FlLibraryCall *call, FlLibraryPanels *panels)
{
  FlWorkAccess accesses[FL_LIBRARY_ACCESSES];
  gboolean right_is_own;
  *panels = (FlLibraryPanels){ .right = -1 };
  if (call->convolution != NULL)
    return fl_convolution_call_get_panels (call->convolution, panels);
  if (call->product == NULL || !fl_product_call_get_panels (call->product, &panels->n_whole, &panels->n_parts, &right_is_own))
    return FALSE;
  fl_product_call_list (call->product, accesses);
  panels->right = right_is_own ? 1 : -1;
  panels->shared_bytes = right_is_own ? 0 : accesses[1].bytes;
  return TRUE;
}

guint
fl_library_list_accesses (const FlLibraryCall *call, FlWorkAccess *accesses)
{
  return call->convolution != NULL ? fl_convolution_call_list (call->convolution, accesses) : fl_product_call_list (call->product, accesses);
}

void
fl_library_begin_panels (FlLibraryCall *call, FlThreadPool *pool)
{
  if (call->convolution != NULL)
    fl_convolution_call_begin_panels (call->convolution, pool);
  else
    fl_product_call_begin_panels (call->product, pool);
}

void
fl_library_run_panel (FlLibraryCall *call, guint share, gint64 p, gint64 n, guint8 *const *places, const guint8 *after, gint64 after_bytes)
{
  const FlProductNext next = { after != NULL, { (const char *) after }, { after_bytes } };

  if (call->convolution != NULL)
    fl_convolution_call_run_panel (call->convolution, share, p, n, places);
  else
    fl_product_call_run_panel (call->product, share, p, n, places, &next);
}

guint
fl_library_list_ending (const FlLibraryCall *call, FlWorkAccess *accesses, guint *result)
{
  *result = 2;
  return call->product != NULL && fl_product_call_can_end (call->product) ? fl_product_call_list (call->product, accesses) : 0;
}

void
fl_library_run_ending (FlLibraryCall *call, FlThreadPool *pool, gpointer to)
{
  fl_product_call_run_ending (call->product, pool, to);
}

void
fl_library_forget (FlLibraryCall *call)
{
  if (call->half != NULL)
    fl_half_forget (call->half);
  else if (call->product != NULL)
    fl_product_call_forget (call->product);
  else if (call->convolution != NULL)
    fl_convolution_call_forget (call->convolution);
  else if (call->convolution_gradient != NULL)
    fl_convolution_gradient_forget (call->convolution_gradient);
}

void
fl_library_pack (FlLibraryCall *call, FlThreadPool *pool)
{
  if (call->product != NULL)
    fl_product_call_pack (call->product, pool);
  else if (call->convolution != NULL)
    fl_convolution_call_pack (call->convolution, pool);
  else if (call->convolution_gradient != NULL)
    fl_convolution_gradient_pack (call->convolution_gradient, pool);
}

void
fl_library_tune (FlLibraryCall *call, FlThreadPool *pool)
{
  if (call->half != NULL)
    fl_half_tune (call->half, pool);
  else if (call->product != NULL)
    fl_product_call_tune (call->product, pool);
  else if (call->convolution != NULL)
    fl_convolution_call_tune (call->convolution, pool);
  else if (call->convolution_gradient != NULL)
    fl_convolution_gradient_tune (call->convolution_gradient, pool);
  else if (call->attention != NULL)
    fl_attention_tune (call->attention, pool);
  else /* there is but one way */
    fl_library_run (call, pool);
}

/* --- choices --------------------------------------------------------------------------------------------------------- */

/* NULL: there is but one way. */
static char *
dup_subject (const FlLibraryCall *call)
{
  return call->product != NULL       ? fl_product_call_dup_subject (call->product)
         : call->convolution != NULL ? fl_convolution_call_dup_subject (call->convolution)
         : call->attention != NULL   ? fl_attention_dup_subject (call->attention)
                                     : NULL;
}

gboolean
fl_library_recall (FlLibraryCall *call, const FlChoices *choices)
{
  if (call->half != NULL)
    return fl_library_recall (fl_half_get_call (call->half), choices);
  g_autofree char *subject = dup_subject (call);
  const FlChoice *choice = subject == NULL ? NULL : fl_choices_find (choices, subject);
  if (choice == NULL)
    return FALSE;
  return call->product != NULL       ? fl_product_call_recall (call->product, choice)
         : call->convolution != NULL ? fl_convolution_call_recall (call->convolution, choice)
                                     : fl_attention_recall (call->attention, choice);
}

/* Measured while others had the processor: once more in the next run. */
static gboolean
is_unsure (const FlLibraryCall *call)
{
  return call->half != NULL          ? is_unsure (fl_half_get_call (call->half))
         : call->product != NULL     ? fl_product_call_is_unsure (call->product)
         : call->convolution != NULL && fl_convolution_call_is_unsure (call->convolution);
}

void
fl_library_keep (const FlLibraryCall *call, FlChoices *choices, gboolean even_unsure)
{
  if (call->half != NULL)
    {
      fl_library_keep (fl_half_get_call (call->half), choices, even_unsure);
      return;
    }
  g_autofree char *subject = dup_subject (call);
  FlChoice choice = { 0 };
  if (subject == NULL || (is_unsure (call) && !even_unsure))
    return;
  if (call->product != NULL)
    fl_product_call_tell (call->product, &choice);
  else if (call->convolution != NULL)
    fl_convolution_call_tell (call->convolution, &choice);
  else
    fl_attention_tell (call->attention, &choice);
  fl_choices_add (choices, subject, &choice);
}

void
fl_library_describe (const FlLibraryCall *call, FlLibraryChoice *choice)
{
  *choice = (FlLibraryChoice){ .is_unsure = is_unsure (call) };
  if (call->half != NULL)
    fl_half_describe (call->half, choice);
  else if (call->other != NULL)
    fl_other_describe (call->other, choice);
  else if (call->scatter != NULL)
    choice->what = fl_scatter_describe (call->scatter);
  else if (call->wide != NULL)
    choice->what = "own tiles of doubles, by columns of the pixels that taps read";
  else if (call->product != NULL)
    fl_product_call_describe (call->product, choice);
  else if (call->convolution != NULL)
    fl_convolution_call_describe (call->convolution, choice);
  else if (call->attention_gradient != NULL)
    fl_attention_gradient_describe (call->attention_gradient, choice);
  else if (call->convolution_gradient != NULL)
    fl_convolution_gradient_describe (call->convolution_gradient, choice);
  else if (call->attention != NULL)
    fl_attention_describe (call->attention, choice);
}

void
fl_library_free (FlLibraryCall *call)
{
  g_clear_pointer (&call->half, fl_half_free);
  g_clear_pointer (&call->other, fl_other_free);
  g_clear_pointer (&call->attention, fl_attention_free);
  g_clear_pointer (&call->attention_gradient, fl_attention_gradient_free);
  g_clear_pointer (&call->convolution_gradient, fl_convolution_gradient_free);
  g_clear_pointer (&call->scan, fl_scan_free);
  g_clear_pointer (&call->scatter, fl_scatter_free);
  fl_loops_clear (&call->loops);
  g_clear_pointer (&call->sort, fl_sort_free);
  g_clear_pointer (&call->wide, fl_wide_convolution_free);
  g_clear_pointer (&call->product, fl_product_call_free);
  g_clear_pointer (&call->convolution, fl_convolution_call_free);
  g_free (call);
}

const char *
fl_library_get_name (void)
{
  return FL_LIBRARY_NAME;
}
