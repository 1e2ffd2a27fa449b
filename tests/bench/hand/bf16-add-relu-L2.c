// part: 1024 elements. Elements at even places and at odd ones by a shift and a mask, two times 64 bytes a turn; both
// are rounded in lanes of 16 bits.
typedef uint16_t hand_words __attribute__ ((vector_size (64), may_alias, aligned (2)));

static inline __attribute__ ((always_inline)) fl_words
hand_sum (const uint16_t *a, const uint16_t *b)
{
  const fl_bits x = (fl_bits) * (const hand_words *) a, y = (fl_bits) * (const hand_words *) b;
  const fl_vec even = fl_larger (fl_splat (0.0f), (fl_vec) (x << 16) + (fl_vec) (y << 16));
  const fl_vec odd = fl_larger (fl_splat (0.0f), (fl_vec) (x & 0xFFFF0000) + (fl_vec) (y & 0xFFFF0000));
  return fl_join_bf16 (even, odd);
}

static void
hand (void *const *buffers, int64_t begin, int64_t end)
{
  const uint16_t *a = buffers[0], *b = buffers[1];
  uint16_t *to = buffers[2];
  const int64_t last = end * 1024;

  for (int64_t i = begin * 1024; i < last; i += 64)
    {
      const fl_words first = hand_sum (a + i, b + i), second = hand_sum (a + i + 32, b + i + 32);

      *(hand_words *) (to + i) = first;
      *(hand_words *) (to + i + 32) = second;
    }
}
