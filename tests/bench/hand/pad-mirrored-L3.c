// part: 3844 elements. Rows of 62 put together in registers and written by non-temporal stores in whole lines; prefetch
// distance 2 KB, for each row of 56.
static inline __attribute__ ((always_inline)) void
hand_row (fl_line *line, const float *from)
{
  for (int i = 0; i < 4; i++)
    __builtin_prefetch (from + 512 + 16 * i);
  fl_put_past_f32 (line, fl_load_back_part_f32 (from + 3, 4), 4);
  for (int i = 1; i < 49; i += 16)
    fl_put_past_f32 (line, fl_load_f32 (from + i), FL_LANES);
  fl_put_past_f32 (line, fl_load_part_f32 (from + 49, 7), 7);
  fl_put_past_f32 (line, fl_load_back_part_f32 (from + 54, 3), 3);
}

static void
hand (void *const *buffers, int64_t begin, int64_t end)
{
  const float *x = buffers[0];
  fl_line line = fl_line_at ((float *) buffers[1] + 3844 * begin);

  for (int64_t plane = begin; plane < end; plane++)
    {
      for (int row = 3; row > 0; row--)
        hand_row (&line, x + 3136 * plane + 56 * row);
      for (int row = 0; row < 56; row++)
        hand_row (&line, x + 3136 * plane + 56 * row);
      for (int row = 54; row > 51; row--)
        hand_row (&line, x + 3136 * plane + 56 * row);
    }
  fl_line_end (&line);
  fl_stream_end ();
}
