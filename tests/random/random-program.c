/* Whole programs: which operators, which results, and the text. */
#include "random-program.h"

#include <string.h>

#include "fl-formats.h"
#include "fl-inputs.h"

#include "random-features.h"
#include "random-idiom.h"
#include "random-symbols.h"

enum
{
  TRIES_OF_ONE = 30,
  TRIES_OF_ANY = 6,
  IDIOM_PERCENT = 40,
  ROWS_PERCENT = 50,        /* of idioms: those over rows */
  LOOPS_IDIOM_PERCENT = 85, /* of programs whose loops alone are tried */
  LOOPS_ROWS_PERCENT = 85,
  LONG_PERCENT = 8,  /* of over twelve calls */
  LARGE_PERCENT = 5, /* with a size of over a hundred */
  LARGE_ELEMENTS = 12500
};

/* --- whole programs ---------------------------------------------------------------------------- */

static void
open_maker (RndMaker *m, guint32 seed)
{
  static const gint64 sizes[] = { 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65 };
  static const gint64 large[] = { 127, 256, 513, 640, 1025, 2051, 4096, 4099 };

  *m = (RndMaker) { .arena = fl_arena_open (), .random = g_rand_new_with_seed ((guint32) fl_inputs_mix (seed)) };
  m->values = g_array_new (FALSE, TRUE, sizeof (RndValue));
  m->body = g_string_new (NULL);
  m->names = g_hash_table_new (NULL, NULL);
  g_hash_table_add (m->names, (gpointer) fl_intern ("self"));
  m->n_palette = 2 + rnd_pick (m, 3);
  for (guint i = 0; i < m->n_palette; i++)
    m->palette[i] = sizes[rnd_pick (m, rnd_chance (m, 70) ? 10 : G_N_ELEMENTS (sizes))];
  if (rnd_chance (m, 6))
    m->palette[0] = 0;
  m->usual_elements = RND_MAX_ELEMENTS;
  if (rnd_chance (m, LARGE_PERCENT))
    {
      m->palette[0] = large[rnd_pick (m, G_N_ELEMENTS (large))];
      m->usual_elements = LARGE_ELEMENTS;
    }
  m->hostility = rnd_chance (m, 10) ? 40 : 0;
  m->specials = rnd_chance (m, 15) ? 60 : 0;
  rnd_symbols_open (m, seed);
}

static void
close_maker (RndMaker *m)
{
  for (guint i = 0; i < m->values->len; i++)
    {
      fl_datum_clear (&g_array_index (m->values, RndValue, i).datum);
      g_clear_pointer (&g_array_index (m->values, RndValue, i).array, fl_array_free);
    }
  g_array_unref (m->values);
  g_string_free (m->body, TRUE);
  g_hash_table_unref (m->names);
  g_rand_free (m->random);
  rnd_symbols_close (m);
  fl_arena_close (m->arena);
}

static gboolean
add_call (RndMaker *m, const FlAtenRow *row, gboolean *was_made)
{
  RndMakeFunc make = rnd_find_maker (row, &m->why_not);

  if (make == NULL)
    return FALSE;
  m->row = row;
  m->n_args = 0;
  if (!make (m) || rnd_call_row (m, row, m->args, m->n_args) < 0)
    return FALSE;
  if (was_made != NULL)
    was_made[row->position] = TRUE;
  return TRUE;
}

static void
append_inputs (RndMaker *m, GString *out)
{
  for (guint i = 0; i < m->values->len; i++)
    {
      const RndValue *value = &g_array_index (m->values, RndValue, i);

      if (!value->is_input || !value->is_read)
        continue;
      g_string_append_printf (out, ", %s: \"%s[", value->name, fl_dtype_get_short_name (value->array->dtype));
      for (guint d = 0; d < value->array->n_dims; d++)
        {
          g_string_append (out, d > 0 ? ", " : "");
          rnd_symbols_append_size (m, out, value->array->sizes[d]);
        }
      g_string_append (out, "][");
      for (guint d = 0; d < value->array->n_dims; d++)
        {
          g_string_append (out, d > 0 ? ", " : "");
          rnd_symbols_append_stride (m, out, (int) i, d);
        }
      g_string_append (out, "]cpu\"");
    }
}

/* What nobody reads, and some of the rest; inputs and views of them now and then. */
static void
append_results (RndMaker *m, GString *out)
{
  guint n = 0;

  g_string_append (out, "        return (");
  for (guint i = 0; i < m->values->len; i++)
    {
      RndValue *value = &g_array_index (m->values, RndValue, i);

      if (value->datum.kind != FL_DATUM_TENSOR
          || (value->is_input ? !value->is_read || !rnd_chance (m, 3) : value->is_read && !rnd_chance (m, 20)))
        continue;
      g_string_append_printf (out, "%s, ", value->name);
      n++;
    }
  if (n > 0 && !rnd_chance (m, 5))
    g_string_truncate (out, out->len - (n > 1 ? 2 : 1));
  g_string_append (out, ")\n");
}

static char *
make_text (RndMaker *m)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GString) results = g_string_new (NULL);

  append_results (m, results);
  for (guint i = 0; i < m->values->len; i++)
    {
      const RndValue *value = &g_array_index (m->values, RndValue, i);

      if (value->is_input && value->is_read)
        {
          g_string_append_printf (text, "# fill %s %s ", value->name, value->fill.kind);
          rnd_symbols_append_bound (m, text, value->fill.bound);
          g_string_append_printf (text, " %u\n", value->fill.seed);
        }
    }
  g_string_append (text, "class GraphModule(torch.nn.Module):\n    def forward(self");
  rnd_symbols_append_inputs (m, text);
  append_inputs (m, text);
  g_string_append_printf (text, "):\n%s%s", m->body->str, results->str);
  return g_string_free (text, FALSE);
}

typedef struct
{
  guint n;
  const FlAtenRow **rows;
} Family;

static const Family *
get_families (void)
{
  static gsize once = 0;
  static Family families[FL_ATEN_OTHER + 1];

  if (g_once_init_enter (&once))
    {
      for (guint i = 0; i < G_N_ELEMENTS (families); i++)
        families[i].rows = g_new0 (const FlAtenRow *, fl_aten_get_n_rows ());
      for (guint i = 0; i < fl_aten_get_n_rows (); i++)
        {
          const FlAtenRow *row = fl_aten_get_row (i);
          const char *why_not;

          if (rnd_find_maker (row, &why_not) != NULL)
            families[row->kind].rows[families[row->kind].n++] = row;
        }
      g_once_init_leave (&once, 1);
    }
  return families;
}

/* By a hash of draw and name: an operator more or less in the table changes few programs. */
static const FlAtenRow *
pick_by_name (RndMaker *m, const Family *family)
{
  guint64 drawn = g_rand_int (m->random), least = G_MAXUINT64;
  const FlAtenRow *found = family->rows[0];

  for (guint i = 0; i < family->n; i++)
    {
      guint64 hash = fl_inputs_mix (drawn << 32 | g_str_hash (family->rows[i]->name));

      if (hash < least)
        {
          least = hash;
          found = family->rows[i];
        }
    }
  return found;
}

/* By kind first, so that the many names of simple operators do not crowd out all else. */
static const FlAtenRow *
pick_row (RndMaker *m)
{
  static const guint8 weights[]
      = { [FL_ATEN_POINTWISE] = 30, [FL_ATEN_REDUCTION] = 14, [FL_ATEN_VIEW] = 15,     [FL_ATEN_INDEX] = 15,
          [FL_ATEN_CREATE] = 3,     [FL_ATEN_EXTERN] = 9,     [FL_ATEN_COMPOSITE] = 7, [FL_ATEN_MUTATION] = 8,
          [FL_ATEN_RANDOM] = 1,     [FL_ATEN_OTHER] = 1 };

  for (;;)
    {
      guint kind = rnd_pick (m, G_N_ELEMENTS (weights));
      const Family *family = &get_families ()[kind];

      if (family->n > 0 && rnd_pick (m, 30) < weights[kind])
        return pick_by_name (m, family);
    }
}

/* Most are short, since a short one that fails is understood at once; what only many loops that
 * meet show needs long ones. */
static guint
pick_length (RndMaker *m)
{
  guint percent = rnd_pick (m, 100);

  return percent < LONG_PERCENT ? 12 + rnd_pick (m, 30) : 1 + rnd_pick (m, percent < 80 ? 6 : 12);
}

static gboolean
have_same_sizes (const FlValue *a, const FlValue *b)
{
  gboolean are_same = a->kind == b->kind && (a->kind != FL_VALUE_TUPLE || a->n_items == b->n_items);

  for (guint i = 0; are_same && a->kind == FL_VALUE_TUPLE && i < a->n_items; i++)
    are_same = have_same_sizes (&a->items[i], &b->items[i]);
  if (!are_same || a->kind != FL_VALUE_TENSOR)
    return are_same;
  are_same = a->tensor.n_dims == b->tensor.n_dims;
  for (guint d = 0; are_same && d < a->tensor.n_dims; d++)
    { /* each graph has symbols of its own */
      g_autofree char *x = fl_sym_dup_text (a->tensor.sizes[d]), *y = fl_sym_dup_text (b->tensor.sizes[d]);

      are_same = g_str_equal (x, y);
    }
  return are_same;
}

/* Does each operator yield on a GPU what it does on a CPU? Statistics of norms, bags and log sigmoids have other sizes
 * there than those that the program was made with. */
static gboolean
has_same_sizes_there (const char *text, const char *moved)
{
  g_autoptr (FlGraph) here = fl_graph_read_text ("random.py", text, strlen (text), NULL),
                      there = fl_graph_read_text ("random.py", moved, strlen (moved), NULL);
  gboolean are_same = here && there && here->n_nodes == there->n_nodes;

  for (guint i = 0; are_same && i < here->n_nodes; i++)
    are_same = have_same_sizes (&here->nodes[i].value, &there->nodes[i].value);
  return are_same;
}

static char *
move_to_gpu (char *text)
{
  g_autoptr (GString) out = g_string_new (text);

  g_string_replace (out, "]cpu\"", "]cuda:0\"", 0);
  g_string_replace (out, "device(type='cpu')", "device(type='cuda', index=0)", 0);
  if (!has_same_sizes_there (text, out->str))
    return text;
  g_free (text);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
rnd_program_make (const RndRequest *request, const char **why_not)
{
  RndMaker maker, *m = &maker;
  char *text = NULL;
  guint n;
  gboolean is_first_made = request->only == NULL;

  open_maker (m, request->seed);
  m->idioms = request->is_for_loops ? LOOPS_IDIOM_PERCENT : IDIOM_PERCENT;
  m->idioms_of_rows = request->is_for_loops ? LOOPS_ROWS_PERCENT : ROWS_PERCENT;
  for (guint i = 0; !is_first_made && i < TRIES_OF_ONE; i++)
    is_first_made = add_call (m, request->only, request->was_made);
  n = request->n_calls > 0 ? request->n_calls : pick_length (m);
  if (is_first_made && request->only == NULL && request->n_calls == 0 && rnd_chance (m, m->idioms))
    n += rnd_add_idiom (m) ? 2 : 0;
  for (guint i = 0; is_first_made && i < n * TRIES_OF_ANY && m->n_calls < n; i++)
    add_call (m, pick_row (m), request->was_made);
  if (is_first_made && m->n_calls > 0)
    {
      text = rnd_symbols_settle (m, make_text (m));
      if (request->features != NULL)
        rnd_features_note (m, request->features);
    }
  else if (why_not != NULL)
    *why_not = fl_intern (m->why_not != NULL ? m->why_not : "nothing was made");
  close_maker (m);
  return text != NULL && request->is_cuda ? move_to_gpu (text) : text;
}
