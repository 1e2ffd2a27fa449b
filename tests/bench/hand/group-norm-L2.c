// part: 6272 elements. A group's sums, the first lines of its results fetched as they end, then its results, their
// lines fetched four vectors ahead.
enum
{
  HAND_GROUP = 6272,
  HAND_CHANNEL = 784,
  HAND_GROUPS = 8,
  HAND_CHANNELS = HAND_GROUP / HAND_CHANNEL,
  HAND_AHEAD = 64
};

static void
hand (void *const *buffers, int64_t begin, int64_t end)
{
  const float *x = buffers[0], *weight = buffers[1], *bias = buffers[2];
  float *to = buffers[3];

  for (int64_t i = begin; i < end; i++)
    {
      const float *group = x + HAND_GROUP * i;
      float *result = to + HAND_GROUP * i;
      fl_vec sums[4] = { 0 }, squares[4] = { 0 };

      for (int k = 0; k < HAND_GROUP; k += 64)
        {
          if (k == HAND_GROUP - 256)
            for (int j = 0; j < 256; j += 16)
              __builtin_prefetch (result + j, 1);
#pragma GCC unroll 4
          for (int j = 0; j < 4; j++)
            {
              const fl_vec a = fl_load_f32 (group + k + 16 * j);

              sums[j] += a;
              squares[j] += a * a;
            }
        }
      const float sum = fl_sum_across_4 (sums), square = fl_sum_across_4 (squares), mean = sum / HAND_GROUP;
      float about_mean = square - sum * mean;

      if (!(8 * about_mean >= square && square < 3e38f))
        {
          fl_vec again = { 0 };

          for (int k = 0; k < HAND_GROUP; k += 16)
            again += (fl_load_f32 (group + k) - mean) * (fl_load_f32 (group + k) - mean);
          about_mean = fl_sum_across (again);
        }
      const float scale = 1 / __builtin_sqrtf (about_mean / HAND_GROUP + 1e-5f);

      for (int c = 0; c < HAND_CHANNELS; c++)
        {
          const float factor = scale * weight[c + HAND_CHANNELS * (i % HAND_GROUPS)];
          const float offset = bias[c + HAND_CHANNELS * (i % HAND_GROUPS)] - mean * factor;

          for (int k = HAND_CHANNEL * c; k < HAND_CHANNEL * (c + 1); k += 16)
            {
              fl_store_f32 (result + k, fl_load_f32 (group + k) * factor + offset);
              __builtin_prefetch (result + k + HAND_AHEAD, 1);
            }
        }
    }
}
