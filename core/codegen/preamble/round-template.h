/* Rounding to whole numbers. NAME; MODE: of the instruction. */

FL_INLINE fl_vec FL_GLUE (FL_NAMED (fl_), _vec) (fl_vec x)
{
#if FL_X86 == 512
  return __builtin_ia32_rndscaleps_mask (x, MODE, x, -1, 4);
#elif FL_X86 == 256
  return __builtin_ia32_roundps256 (x, MODE);
#elif FL_X86 == 128 && defined __SSE4_1__
  return __builtin_ia32_roundps (x, MODE);
#else
  for (int i = 0; i < FL_LANES; i++)
    x[i] = FL_GLUE (FL_NAMED (__builtin_), f) (x[i]);
  return x;
#endif
}

#undef NAME
#undef MODE
