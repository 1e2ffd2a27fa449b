/* Runs the passes over a kernel's loop program one by one and keeps what each one made of it, as text. */
#include "fl-kernel-steps.h"

#include "fl-diff.h"
#include "fl-kernel-loops.h"
#include "fl-loop-passes.h"

#include <string.h>

/* One version of the program, as lines; key: what each line shows (fl_loop_program_append_lines). */
typedef struct
{
  GPtrArray *texts; /* in the pool */
  GArray *keys;
} Outline;

typedef struct
{
  const FlRun *run;
  FlKernelSteps *steps;
  FlArena *scratch; /* loop programs and what the printer needs */
  FlLinePool *pool;
  GArray *made; /* FlKernelStep */
  Outline last;
} Maker;

static const char *const effects[]
    = { [FL_PASS_EXACT] = "exact", [FL_PASS_REORDERS] = "reorders sums", [FL_PASS_APPROXIMATES] = "approximates" };

/* --- outlines and their difference ------------------------------------------------------------ */

static Outline
make_outline (Maker *maker, const FlLoopProgram *program)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Outline outline = { .keys = g_array_new (FALSE, FALSE, sizeof (guint)) };

  fl_loop_program_append_lines (text, program, maker->run->decomposed, outline.keys);
  outline.texts = fl_line_pool_split (maker->pool, text->str, text->len, TRUE);
  g_assert (outline.texts->len == outline.keys->len);
  return outline;
}

static void
clear_outline (Outline *outline)
{
  g_clear_pointer (&outline->texts, g_ptr_array_unref);
  g_clear_pointer (&outline->keys, g_array_unref);
}

static GHashTable *
collect_keys (const Outline *outline)
{
  GHashTable *keys = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < outline->keys->len; i++)
    g_hash_table_add (keys, GUINT_TO_POINTER (g_array_index (outline->keys, guint, i)));
  return keys;
}

/* A line without its indentation, with single blanks, and with an axis where a part of it stands: "i0p" is "i0". */
static char *
dup_plain (const char *line)
{
  GString *plain = g_string_new (NULL);

  while (*line == ' ')
    line++;
  while (*line)
    {
      const gsize length = strspn (line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
      const gsize digits = *line == 'i' ? strspn (line + 1, "0123456789") : 0;
      const gboolean is_part
          = digits > 0 && length == 1 + digits + strspn (line + 1 + digits, "abcdefghijklmnopqrstuvwxyz");

      if (*line != ' ' || line[1] != ' ')
        g_string_append_len (plain, line, length == 0 ? 1 : is_part ? 1 + digits : length);
      line += MAX (length, 1);
    }
  return g_string_free (plain, FALSE);
}

static gconstpointer
intern (Maker *maker, const char *line)
{
  g_autoptr (GPtrArray) lines = fl_line_pool_split (maker->pool, line, strlen (line), FALSE);

  return lines->len > 0 ? lines->pdata[0] : "";
}

/* Lines of statements that both versions have are told by these, the others by what they say. Texts are pointers of the
 * pool, which are even: a number that is made odd is none of them. */
static gconstpointer *
name_lines (Maker *maker, const Outline *outline, GHashTable *others)
{
  gconstpointer *names = g_new (gconstpointer, outline->keys->len + 1);

  for (guint i = 0; i < outline->keys->len; i++)
    {
      const guint key = g_array_index (outline->keys, guint, i);
      g_autofree char *plain = dup_plain (outline->texts->pdata[i]);

      names[i] = g_hash_table_contains (others, GUINT_TO_POINTER (key)) ? GSIZE_TO_POINTER ((gsize) key * 2 + 1)
                                                                        : intern (maker, plain);
    }
  return names;
}

static void
add_line (GArray *lines, FlKernelStep *step, FlStepLineMark mark, guint before, guint after)
{
  const FlStepLine line = { mark, before, after };

  g_array_append_val (lines, line);
  step->n_of[mark]++;
}

/* How far to the right the origins stand is no difference. */
static gboolean
is_same_text (const char *a, const char *b)
{
  for (; *a && *a == *b; a++, b++)
    if (*a == ' ')
      {
        a += strspn (a, " ") - 1;
        b += strspn (b, " ") - 1;
      }
  return *a == *b;
}

/* Lines that both have, up to a position of the first. */
static void
add_common (GArray *lines, FlKernelStep *step, const Outline *a, const Outline *b, guint *at_a, guint *at_b, guint end)
{
  for (; *at_a < end; ++*at_a, ++*at_b)
    {
      const char *before = a->texts->pdata[*at_a], *after = b->texts->pdata[*at_b];

      before += strspn (before, " "), after += strspn (after, " ");
      add_line (lines, step, is_same_text (before, after) ? FL_STEP_LINE_KEPT : FL_STEP_LINE_RESPELLED, *at_a + 1,
                *at_b + 1);
    }
}

static void
compare (Maker *maker, FlKernelStep *step, const Outline *a, const Outline *b)
{
  g_autoptr (GHashTable) in_a = collect_keys (a), in_b = collect_keys (b);
  g_autofree gconstpointer *names_a = name_lines (maker, a, in_b), *names_b = name_lines (maker, b, in_a);
  g_autoptr (GArray) hunks = fl_diff_new (names_a, a->texts->len, names_b, b->texts->len);
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (FlStepLine));
  guint at_a = 0, at_b = 0;

  for (guint i = 0; i < hunks->len; i++)
    {
      const FlHunk *hunk = &g_array_index (hunks, FlHunk, i);

      add_common (lines, step, a, b, &at_a, &at_b, hunk->from_a);
      for (guint k = 0; k < hunk->n_a; k++)
        add_line (lines, step, FL_STEP_LINE_REMOVED, ++at_a, 0);
      for (guint k = 0; k < hunk->n_b; k++)
        add_line (lines, step, FL_STEP_LINE_ADDED, 0, ++at_b);
    }
  add_common (lines, step, a, b, &at_a, &at_b, a->texts->len);
  step->n_lines = lines->len;
  step->lines = fl_arena_memdup (maker->steps->arena, lines->data, lines->len * sizeof (FlStepLine));
}

/* --- steps ------------------------------------------------------------------------------------ */

static void
keep_outline (Maker *maker, FlKernelStep *step, const Outline *outline)
{
  const char **lines = fl_arena_new (maker->steps->arena, const char *, outline->texts->len + 1);

  for (guint i = 0; i < outline->texts->len; i++)
    lines[i] = fl_arena_strdup (maker->steps->arena, outline->texts->pdata[i]);
  step->outline = lines;
  step->n_outline = outline->texts->len;
}

static void
keep_notes (Maker *maker, FlKernelStep *step, const GArray *notes)
{
  FlArena *arena = maker->steps->arena;
  FlStepNote *kept = fl_arena_new (arena, FlStepNote, notes->len + 1);

  for (guint i = 0; i < notes->len; i++)
    {
      const FlLoopNote *note = &g_array_index (notes, FlLoopNote, i);

      kept[i] = (FlStepNote) { .verdict = note->verdict,
                               .subject = fl_arena_strdup (arena, note->subject),
                               .reason = fl_arena_strdup (arena, note->reason),
                               .facts = note->facts ? fl_arena_strdup (arena, note->facts) : NULL };
    }
  step->n_notes = notes->len;
  step->notes = kept;
}

static void
keep_code (Maker *maker, FlKernelStep *step, const FlLoopProgram *program)
{
  const FlPass pass = {
    .arena = maker->scratch, .options = &maker->run->options, .stop_stage = FL_N_STAGES, .stop_step = G_MAXUINT32
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *code = fl_kernel_dup_printed (&pass, maker->run->program, maker->steps->position, program, &error);

  if (code)
    step->code = fl_arena_strdup (maker->steps->arena, code);
  else
    step->no_code = fl_arena_strdup (maker->steps->arena, error->message);
}

/* program: what the pass made; NULL: the step changed nothing. */
static void
add_step (Maker *maker, FlKernelStep step, const FlLoopProgram *program, const GArray *notes)
{
  keep_notes (maker, &step, notes);
  if (program)
    {
      Outline outline = make_outline (maker, program);

      keep_outline (maker, &step, &outline);
      compare (maker, &step, maker->last.texts ? &maker->last : &outline, &outline);
      clear_outline (&maker->last);
      maker->last = outline;
      keep_code (maker, &step, program);
    }
  else
    {
      const FlKernelStep *before = &g_array_index (maker->made, FlKernelStep, maker->made->len - 1);

      keep_outline (maker, &step, &maker->last);
      compare (maker, &step, &maker->last, &maker->last);
      step.code = before->code;
      step.no_code = before->no_code;
    }
  g_array_append_val (maker->made, step);
}

static gboolean
run_passes (Maker *maker, const FlLoopProgram *program, GError **error)
{
  const FlLoopMachine machine = fl_kernel_get_machine (&maker->run->options);
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (FlLoopNote));
  FlLoopContext context = { .machine = &machine, .notes = notes };

  add_step (maker,
            (FlKernelStep) { .name = "build",
                             .effect = effects[FL_PASS_EXACT],
                             .has_changed = TRUE,
                             .sentence
                             = "The operations of the kernel in their order, each with loops over its own axes" },
            program, notes);
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    {
      const FlLoopPass *pass = fl_loop_passes_get (i);
      const gboolean is_off = (maker->run->options.loops_off >> i & 1) && !pass->is_required;
      const FlLoopProgram *next = program;

      if (!(pass->targets >> machine.target & 1))
        continue;
      g_array_set_size (notes, 0);
      if (pass->is_required && (maker->run->options.loops_off >> i & 1))
        g_array_append_vals (notes,
                             &(FlLoopNote) { .pass = pass->name,
                                             .verdict = FL_VERDICT_REJECT,
                                             .subject = "loops.off",
                                             .reason = "switched off",
                                             .facts = "what comes before it is no kernel yet" },
                             1);
      if (!is_off)
        next = fl_loop_passes_apply (&context, pass, program, error);
      if (!next)
        return FALSE;
      add_step (maker,
                (FlKernelStep) { .name = pass->name,
                                 .sentence = pass->sentence,
                                 .effect = effects[pass->effect],
                                 .is_off = is_off,
                                 .is_required = pass->is_required,
                                 .has_changed = next != program },
                next != program ? next : NULL, notes);
      program = next;
    }
  return TRUE;
}

FlKernelSteps *
fl_kernel_steps_new (const FlRun *run, guint kernel, GError **error)
{
  FlArena *arena = fl_arena_open ();
  FlKernelSteps *steps = fl_arena_new (arena, FlKernelSteps, 1);
  const FlKernel *from = &run->program->kernels[kernel];
  g_autoptr (FlArena) scratch = fl_arena_open ();
  g_autoptr (FlLinePool) pool = fl_line_pool_new ();
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (FlKernelStep));
  Maker maker = { .run = run, .steps = steps, .scratch = scratch, .pool = pool, .made = made };
  g_autoptr (GError) unsupported = NULL;
  const FlLoopProgram *program;
  gboolean is_good = TRUE;

  *steps = (FlKernelSteps) { .arena = arena,
                             .position = kernel,
                             .name = fl_arena_strdup (arena, from->name),
                             .node = fl_arena_strdup (arena, from->node->name),
                             .is_made_of = from->source != NULL };
  program = fl_kernel_build_loops (scratch, run->program, kernel, &unsupported);
  if (program)
    is_good = run_passes (&maker, program, error);
  else
    steps->why_none = fl_arena_strdup (arena, unsupported->message);
  clear_outline (&maker.last);
  steps->n_steps = made->len;
  steps->steps = fl_arena_memdup (arena, made->data, made->len * sizeof (FlKernelStep));
  if (is_good)
    return steps;
  fl_kernel_steps_free (steps);
  return NULL;
}

void
fl_kernel_steps_free (FlKernelSteps *steps)
{
  if (steps)
    fl_arena_close (steps->arena);
}

/* --- names ------------------------------------------------------------------------------------ */

gboolean
fl_kernel_steps_is_called (const FlRun *run, guint kernel, const char *name)
{
  return g_strcmp0 (run->program->kernels[kernel].name, name) == 0
         || g_strcmp0 (run->program->kernels[kernel].node->name, name) == 0;
}

gboolean
fl_kernel_steps_has_loops (const FlRun *run, guint kernel)
{
  const FlKernelKind kind = run->program->kernels[kernel].kind;

  return kind != FL_KERNEL_EXTERN && kind != FL_KERNEL_NOP;
}

gboolean
fl_kernel_steps_has_pass (const char *name)
{
  gboolean is_known = g_str_equal (name, "build");

  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    is_known |= g_str_equal (name, fl_loop_passes_get (i)->name);
  return is_known;
}

char *
fl_kernel_steps_dup_passes (void)
{
  GString *names = g_string_new ("build");

  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    g_string_append_printf (names, ", %s", fl_loop_passes_get (i)->name);
  return g_string_free (names, FALSE);
}

char *
fl_kernel_steps_dup_assignment (const FlOptions *options, const char *pass, gboolean is_off)
{
  GString *text = g_string_new ("loops.off=");
  const gsize start = text->len;

  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    {
      const char *name = fl_loop_passes_get (i)->name;

      if (g_str_equal (name, pass) ? is_off : options->loops_off >> i & 1)
        g_string_append_printf (text, "%s%s", text->len > start ? "," : "", name);
    }
  if (text->len == start)
    g_string_append (text, "none");
  return g_string_free (text, FALSE);
}
