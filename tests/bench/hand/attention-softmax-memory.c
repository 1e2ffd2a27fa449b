// part: 65536 elements. Sixteen rows of the mask stay in the L1 cache while all heads go by; results
// wait one row for their sum.
enum
{
  N = 256,
  ROWS = 16,
  HEAD = N * N,
  AHEAD = 4
};

/* Rows of a block in their order: sixteen of a head, then those of the next. */
#define HAND_ROW(tensor, row) ((tensor) + HEAD * (begin + (row) / ROWS) + N * (block + (row) % ROWS))
#define HAND_MASK(row) (mask + N * (block + (row) % ROWS))

static fl_vec
hand_value (const float *x, const float *mask)
{
  return fl_load_f32 (x) * 0.125f + fl_load_f32 (mask);
}

static float
hand_largest (const float *x, const float *mask)
{
  fl_vec most = hand_value (x, mask);

  for (int i = FL_LANES; i < N; i += FL_LANES)
    most = fl_larger (hand_value (x + i, mask + i), most);
  return fl_max_across (most);
}

static void
hand (void *const *buffers, int64_t begin, int64_t end)
{
  const float *restrict x = buffers[0], *restrict mask = buffers[1];
  float *restrict y = buffers[2];
  const int64_t n_rows = ROWS * (end - begin);

  for (int64_t block = 0; block < N; block += ROWS)
    {
      float largest = hand_largest (HAND_ROW (x, 0), HAND_MASK (0)),
            next = hand_largest (HAND_ROW (x, 1), HAND_MASK (1)), sum = 1;
      _Alignas(64) float kept[N] = { 0 };

      for (int64_t row = 0; row < n_rows; row++)
        {
          const int64_t after = fl_min (row + 2, n_rows - 1);
          const float *x_after = HAND_ROW (x, after), *mask_after = HAND_MASK (after), *x_here = HAND_ROW (x, row),
                      *mask_here = HAND_MASK (row);
          const float *ahead = HAND_ROW (x, fl_min (row + AHEAD, n_rows - 1)), inverse = 1 / sum;
          float *before = HAND_ROW (y, fl_max (row - 1, 0));
          fl_vec most = fl_splat (-3.4e38f), sums = { 0 };

          for (int i = 0; i < N; i += FL_LANES)
            {
              __builtin_prefetch (ahead + i);
              most = fl_larger (hand_value (x_after + i, mask_after + i), most);
              fl_stream_f32 (before + i, fl_load_f32 (kept + i) * inverse);
              const fl_vec e = fl_exp_below_vec (hand_value (x_here + i, mask_here + i) - largest);
              fl_store_f32 (kept + i, e);
              sums += e;
            }
          largest = next;
          next = fl_max_across (most);
          sum = fl_sum_across (sums);
        }
      for (int i = 0; i < N; i += FL_LANES)
        fl_stream_f32 (HAND_ROW (y, n_rows - 1) + i, fl_load_f32 (kept + i) * (1 / sum));
    }
  fl_stream_end ();
}
