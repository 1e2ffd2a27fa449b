// part: 32768 elements. Each row is read once, by blocks of 2048; results are written by non-temporal stores beside the
// exponentials of the next row.
enum
{
  N = 32768,
  BLOCK = 2048,
  N_BLOCKS = N / BLOCK
};

static fl_vec
hand_largest (const float *x)
{
  fl_vec most[4] = { fl_load_f32 (x), fl_load_f32 (x), fl_load_f32 (x), fl_load_f32 (x) };

  for (int i = 0; i < BLOCK; i += 4 * FL_LANES)
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++)
      most[k] = fl_larger (fl_load_f32 (x + i + k * FL_LANES), most[k]);
  return fl_larger (fl_larger (most[0], most[1]), fl_larger (most[2], most[3]));
}

static void
hand (void *const *buffers, int64_t begin, int64_t end)
{
  const float *restrict x = buffers[0];
  float *restrict y = buffers[1];
  _Alignas(64) float row[N + 272] = { 0 };
  float *restrict kept = row + 272; /* not as many pages from x and y as they are from each other */
  float largest[N_BLOCKS], factors[N_BLOCKS] = { 0 };
  fl_vec next = hand_largest (x + N * begin);

  for (int64_t r = begin; r < end; r++)
    {
      const float *from = x + N * r;
      float *to = y + N * fl_max (r - 1, begin), top = -3.4e38f, sum = 0;

      for (int64_t block = 0; block < N_BLOCKS; block++)
        {
          const float *here = from + BLOCK * block, *later = block + 1 < N_BLOCKS || r + 1 < end ? here + BLOCK : here;
          const float most = fl_max_across (next), factor = factors[block];
          fl_vec part = { 0 };

          if (most > top)
            {
              sum *= fl_exp_f32 (top - most);
              top = most;
            }
          largest[block] = top;
          next = fl_splat (-3.4e38f);
          for (int64_t i = 0; i < BLOCK; i += FL_LANES)
            {
              next = fl_larger (fl_load_f32 (later + i), next);
              fl_stream_f32 (to + BLOCK * block + i, fl_load_f32 (kept + BLOCK * block + i) * factor);
              const fl_vec e = fl_exp_below_vec (fl_load_f32 (here + i) - top);
              fl_store_f32 (kept + BLOCK * block + i, e);
              part += e;
            }
          sum += fl_sum_across (part);
        }
      for (int block = 0; block < N_BLOCKS; block++)
        factors[block] = fl_exp_f32 (largest[block] - top) / sum;
    }
  for (int64_t i = 0; i < N; i += FL_LANES)
    fl_stream_f32 (y + N * (end - 1) + i, fl_load_f32 (kept + i) * factors[i / BLOCK]);
  fl_stream_end ();
}
