/* Each way runs once to be loaded, then a few times between two events; the least time counts, since everything that
 * disturbs makes longer. */
#include "fl-cuda-trials.h"

enum
{
  N_SAMPLES = 3,
  N_RUNS = 2 /* of a sample: the host starts the second while the first is at work */
};

static gboolean
take_sample (const FlCudaDriver *driver, FlCudaStream stream, FlCudaTrialFunc func, gpointer data, guint way,
             const FlCudaEvent *events, float *ms)
{
  gboolean ok = driver->cuEventRecord (events[0], stream) == FL_CUDA_SUCCESS;
  for (guint i = 0; i < N_RUNS && ok; i++)
    ok = func (data, way);
  return ok && driver->cuEventRecord (events[1], stream) == FL_CUDA_SUCCESS
         && driver->cuStreamSynchronize (stream) == FL_CUDA_SUCCESS
         && driver->cuEventElapsedTime (ms, events[0], events[1]) == FL_CUDA_SUCCESS;
}

guint
fl_cuda_trials_run (const FlCudaDriver *driver, FlCudaStream stream, FlCudaTrialFunc func, gpointer data, guint n)
{
  FlCudaEvent events[2] = { NULL, NULL };
  float least = G_MAXFLOAT;
  guint best = n;
  if (n <= 1)
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    if (driver->cuEventCreate (&events[i], 0) != FL_CUDA_SUCCESS)
      return 0;
  for (guint way = 0; way < n; way++)
    {
      gboolean ok = func (data, way) && driver->cuStreamSynchronize (stream) == FL_CUDA_SUCCESS;
      for (guint i = 0; i < N_SAMPLES && ok; i++)
        {
          float ms = 0;
          ok = take_sample (driver, stream, func, data, way, events, &ms);
          if (ok && ms < least)
            {
              least = ms;
              best = way;
            }
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    driver->cuEventDestroy (events[i]);
  return best;
}
