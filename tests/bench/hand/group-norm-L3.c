// part: 6272 elements. The next group's sums beside this group's results, seven vectors at a time; results are written
// by non-temporal stores.
enum
{
  HAND_GROUP = 6272,
  HAND_CHANNEL = 784
};

static void
hand (void *const *buffers, int64_t begin, int64_t end)
{
  const float *x = buffers[0], *weight = buffers[1], *bias = buffers[2];
  float *to = buffers[3];
  fl_vec sum[2] = { 0 }, squares[2] = { 0 };

  for (int k = 0; k < HAND_GROUP; k += 16)
    {
      const fl_vec a = fl_load_f32 (x + HAND_GROUP * begin + k);

      sum[0] += a;
      squares[0] += a * a;
    }
  for (int64_t i = begin; i < end; i++)
    {
      const float *row = x + HAND_GROUP * i, *next = x + HAND_GROUP * (i + 1 < end ? i + 1 : i);
      const double all = fl_sum_across (sum[0] + sum[1]), all_squares = fl_sum_across (squares[0] + squares[1]);
      const float mean = all / HAND_GROUP;
      double about_mean = all_squares - all * (all / HAND_GROUP);

      if (!(8 * about_mean >= all_squares) || all_squares > 3e38)
        {
          fl_vec again = { 0 };

          for (int k = 0; k < HAND_GROUP; k += 16)
            again += (fl_load_f32 (row + k) - mean) * (fl_load_f32 (row + k) - mean);
          about_mean = fl_sum_across (again);
        }
      const float scale = 1 / __builtin_sqrtf ((float) about_mean / HAND_GROUP + 1e-5f);

      sum[0] = sum[1] = squares[0] = squares[1] = (fl_vec) { 0 };
      for (int c = 0; c < 8; c++)
        {
          const float factor = scale * weight[i % 8 * 8 + c], addend = bias[i % 8 * 8 + c] - mean * factor;

          for (int k = HAND_CHANNEL * c; k < HAND_CHANNEL * (c + 1); k += 7 * 16)
#pragma GCC unroll 7
            for (int j = 0; j < 7; j++)
              {
                const fl_vec a = fl_load_f32 (next + k + 16 * j);

                sum[j & 1] += a;
                squares[j & 1] += a * a;
                fl_stream_f32 (to + HAND_GROUP * i + k + 16 * j, fl_load_f32 (row + k + 16 * j) * factor + addend);
              }
        }
    }
  fl_stream_end ();
}
