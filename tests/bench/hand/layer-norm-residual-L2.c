// part: 768 elements. Eight vectors of the next row's sums, then as many of this row's results; both inputs and the
// result's lines prefetched.
enum
{
  HAND_ROW = 768,
  HAND_TURN = 8 * 16
};

typedef struct
{
  fl_vec sum[4], squares[4];
} hand_sums;

static inline __attribute__ ((always_inline)) void
hand_add (hand_sums *s, fl_vec a, int k)
{
  s->sum[k & 3] += a;
  s->squares[k & 3] += a * a;
}

static void
hand (void *const *buffers, int64_t begin, int64_t end)
{
  const float *x = buffers[0], *y = buffers[1], *weight = buffers[2], *bias = buffers[3];
  float *to = buffers[4];
  _Alignas(64) float row[HAND_ROW];
  hand_sums s = { 0 };

  for (int k = 0; k < HAND_ROW; k += 16)
    {
      const fl_vec a = fl_load_f32 (x + HAND_ROW * begin + k) + fl_load_f32 (y + HAND_ROW * begin + k);

      fl_store_f32 (row + k, a);
      hand_add (&s, a, 0);
    }
  for (int64_t i = begin; i < end; i++)
    {
      const int64_t n = i + 1 < end ? i + 1 : i;
      const float *next = x + HAND_ROW * n, *other = y + HAND_ROW * n;
      const float sum = fl_sum_across_4 (s.sum), squares = fl_sum_across_4 (s.squares), mean = sum / HAND_ROW;
      float about_mean = squares - sum * mean;

      if (!(8 * about_mean >= squares && squares < 3e38f))
        {
          fl_vec again = { 0 };

          for (int k = 0; k < HAND_ROW; k += 16)
            again += (fl_load_f32 (row + k) - mean) * (fl_load_f32 (row + k) - mean);
          about_mean = fl_sum_across (again);
        }
      const float scale = 1 / __builtin_sqrtf (about_mean / HAND_ROW + 1e-5f);

      s = (hand_sums) { 0 };
      for (int k = 0; k < HAND_ROW; k += HAND_TURN)
        {
          fl_vec now[8];

#pragma GCC unroll 8
          for (int j = 0; j < 8; j++)
            {
              const int at = k + 16 * j;

              now[j] = fl_load_f32 (row + at);
              __builtin_prefetch (to + HAND_ROW * i + at + 64, 1);
              __builtin_prefetch (next + at + 384);
              __builtin_prefetch (other + at + 384);
              const fl_vec made = fl_load_f32 (next + at) + fl_load_f32 (other + at);

              fl_store_f32 (row + at, made);
              hand_add (&s, made, j);
            }
#pragma GCC unroll 8
          for (int j = 0; j < 8; j++)
            fl_store_f32 (to + HAND_ROW * i + k + 16 * j, (now[j] - mean) * scale * fl_load_f32 (weight + k + 16 * j)
                                                              + fl_load_f32 (bias + k + 16 * j));
        }
    }
}
