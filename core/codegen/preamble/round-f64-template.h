/* Rounding of doubles to whole numbers. NAME; MODE: of the instruction. */

FL_INLINE fl_f64 FL_GLUE (FL_NAMED (fl_), _f64_vec) (fl_f64 x)
{
#if FL_X86 == 512
  return __builtin_ia32_rndscalepd_mask (x, MODE, x, -1, 4);
#elif FL_X86 == 256
  return __builtin_ia32_roundpd256 (x, MODE);
#elif FL_X86 == 128 && defined __SSE4_1__
  return __builtin_ia32_roundpd (x, MODE);
#else
  for (int i = 0; i < FL_WIDE; i++)
    x[i] = FL_NAMED (__builtin_) (x[i]);
  return x;
#endif
}

#undef NAME
#undef MODE
