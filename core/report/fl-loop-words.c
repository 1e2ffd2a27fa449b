/* Words of loop programs, for people who meet them for the first time. */
#include "fl-loop-words.h"

#include <string.h>

static const FlLoopWord words[] = {
  { "axis", "axis", "A loop's variable with its number of steps: i0 [10] takes 0 to 9." },
  { "nest", "nest", "Loops inside of loops, around the same work." },
  { "parallel", "parallel", "The steps of the loop are divided among threads, which run at the same time." },
  { "vector, lanes", "lanes",
    "A vector register holds several numbers, one in each lane; one instruction works on all lanes." },
  { "strip mining", "strip-mined",
    "One loop becomes two: an outer one over blocks, and an inner one over the elements of a block." },
  { "tail, peeled", "peeled",
    "What is left over when blocks do not divide the loop evenly is done by a loop of its own." },
  { "predication, mask", "mask", "The last, partial block is done with some lanes switched off." },
  { "contiguous", "contiguous", "Elements that follow each other in memory: they are read together, in one access." },
  { "reduction", "reduc", "Many elements become one: a sum, a maximum." },
  { "accumulator", "combines by", "Where a reduction keeps what it has so far." },
  { "registers", "registers", "The processor's own few, fastest places for numbers." },
  { "in stack", "in stack", "A row of numbers in memory of the thread alone, which stays in its nearest cache." },
  { "let", "let ", "A value gets a name, and is not computed again where the name is used." },
  { "hoisting", "invariant",
    "What does not change inside of a loop is computed once, in front of it: loop-invariant code motion." },
  { "loop fusion", "fused",
    "Two loops over the same axis become one, and values pass from one to the other without memory." },
  { "interchange", "interchange", "Two loops change places, so that the inner one runs along memory." },
  { "tiling", "tile", "Loops work through blocks small enough to stay in a cache." },
  { "unroll and jam", "jam",
    "Several steps of an outer loop run together inside of the inner one, so that what they share is loaded once." },
  { "unrolling", "unroll", "The steps of a loop are written out one after the other." },
  { "software pipelining", "pipelin",
    "A step's loads begin while the step before is still computed: prologue, steady state, epilogue." },
  { "privatization", "privat", "Every thread adds up in a table of its own; the tables are merged at the end." },
  { "partial sums", "partial", "A sum is made in several pieces at the same time, which are added up at the end." },
  { "online softmax", "online",
    "Maximum and sum of a row in one pass: the sum is corrected whenever the maximum grows." },
  { "Welford", "welford", "Mean and variance in one pass, updated element by element, without cancellation." },
  { "non-temporal store", "streaming",
    "Results that nobody reads soon are written straight to memory, and take no room in the caches." },
  { "prefetch", "prefetch", "The processor is told early what will be read, so that it is in the cache by then." },
  { "narrowing", "narrow", "Numbers of 64 bits that fit in 32 are computed in 32: twice as many at a time." },
  { "index-set splitting", "index set",
    "A loop is cut where a condition on its variable changes, so that the parts need not ask." },
  { "barrier", "barrier", "A place where threads wait for each other." },
  { "warp", "warp", "32 threads of a GPU that run in step." },
  { "shared memory", "shared memory", "Fast memory of a GPU that the threads of one block have in common." },
};

static const struct
{
  const char *effect, *meaning;
} effects[] = {
  { "exact", "Every result keeps the same bits." },
  { "reorders sums", "Sums are added up in another order: results may differ by rounding." },
  { "approximates",
    "A value close to the exact one is used, such as a reciprocal: results may differ a little more than by rounding." },
};

static void
append_lower (GString *all, const char *text)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);

  g_string_append (all, lower);
  g_string_append_c (all, '\n');
}

GPtrArray *
fl_loop_words_find (const FlKernelSteps *steps)
{
  g_autoptr (GString) all = g_string_new (NULL);
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < steps->n_steps; i++)
    {
      const FlKernelStep *step = &steps->steps[i];

      append_lower (all, step->name);
      append_lower (all, step->sentence);
      for (guint k = 0; k < step->n_notes; k++)
        {
          append_lower (all, step->notes[k].reason);
          append_lower (all, step->notes[k].facts ? step->notes[k].facts : "");
        }
      for (guint k = 0; k < step->n_outline; k++)
        append_lower (all, step->outline[k]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (all->str, words[i].seen_as))
      g_ptr_array_add (found, (gpointer) &words[i]);
  return found;
}

const char *
fl_loop_words_explain_effect (const char *effect)
{
  for (guint i = 0; i < G_N_ELEMENTS (effects); i++)
    if (g_str_equal (effects[i].effect, effect))
      return effects[i].meaning;
  return "";
}
