/* Matching: nodes by name or by what they do, then groups by their members, then the texts by
 * lines. Our side is read back from the text that we write, by the same reader: the two are treated
 * alike. */
#include <string.h>

#include "fl-codegen.h"
#include "fl-intern.h"
#include "fl-lower.h"
#include "fl-parity-private.h"

typedef struct
{
  FlParity *parity;
  const FlRun *run;
  FlDump *pre, *post; /* ours */
  char *pre_text, *post_text;
  gsize pre_length, post_length;
  GHashTable *our_name;       /* PyTorch's interned node name -> ours */
  GArray *groups;             /* FlParityGroup */
  GHashTable *group_of;       /* our member -> position + 1 of our group */
  GHashTable *their_group_of; /* our member (or PyTorch's name of one that we lack) -> position + 1 */
  GArray *component;          /* gint: union-find over groups */
} Work;

/* --- our side --------------------------------------------------------------------------------- */

static FlDump *
write_and_read (const FlRun *run, const FlSchedule *schedule, const char *name, char **text, gsize *length)
{
  GString *out = g_string_new (NULL);
  FlDump *dump;

  fl_schedule_append_text (out, schedule);
  *length = out->len;
  *text = g_string_free (out, FALSE);
  dump = fl_dump_read (name, *text, *length, NULL);
  g_assert (dump != NULL);
  return dump;
}

/* --- nodes ------------------------------------------------------------------------------------ */

static void
match (Work *work, const FlDumpNode *theirs, const FlDumpNode *ours)
{
  FlMark mark = theirs->text == ours->text ? FL_MARK_SAME : FL_MARK_CHANGED;

  g_hash_table_insert (work->our_name, (gpointer) theirs->name, (gpointer) ours->name);
  g_hash_table_insert (work->parity->marks, (gpointer) ours->name, GINT_TO_POINTER (mark));
  work->parity->n_matched++;
}

static gboolean
is_matched (Work *work, const FlDumpNode *theirs, const FlDumpNode *ours)
{
  return g_hash_table_contains (work->our_name, theirs->name)
         || g_hash_table_contains (work->parity->marks, ours->name);
}

/* All names are on both sides and mostly mean the same. */
static gboolean
names_fit (const FlDump *theirs, const FlDump *ours)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (NULL, NULL);
  guint n_alike = 0;

  if (theirs->n_originals != ours->n_originals)
    return FALSE;
  for (guint i = 0; i < ours->n_originals; i++)
    g_hash_table_insert (by_name, (gpointer) ours->originals[i]->name, (gpointer) ours->originals[i]);
  for (guint i = 0; i < theirs->n_originals; i++)
    {
      const FlDumpNode *other = g_hash_table_lookup (by_name, theirs->originals[i]->name);

      if (other == NULL)
        return FALSE;
      n_alike += other->shape == theirs->originals[i]->shape || theirs->originals[i]->n_lines == 0;
    }
  return 2 * n_alike >= theirs->n_originals;
}

static void
match_by_name (Work *work, const FlDump *theirs, const FlDump *ours, gboolean only_same_class)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < ours->n_originals; i++)
    g_hash_table_insert (by_name, (gpointer) ours->originals[i]->name, (gpointer) ours->originals[i]);
  for (guint i = 0; i < theirs->n_originals; i++)
    {
      const FlDumpNode *node = theirs->originals[i];
      const FlDumpNode *other = g_hash_table_lookup (by_name, node->name);

      if (other != NULL && !is_matched (work, node, other)
          && (!only_same_class || node->class_name == other->class_name))
        match (work, node, other);
    }
}

/* In order, those of equal key: the whole text, then only the shape. Nodes that have a partner are
 * left out. */
static void
match_in_order (Work *work, const FlDump *theirs, const FlDump *ours, gboolean by_text)
{
  g_autoptr (GPtrArray) a = g_ptr_array_new (), b = g_ptr_array_new ();
  g_autoptr (GPtrArray) a_keys = g_ptr_array_new (), b_keys = g_ptr_array_new ();
  g_autoptr (GArray) hunks = NULL;
  guint at_a = 0, at_b = 0;

  for (guint i = 0; i < theirs->n_originals; i++)
    if (!g_hash_table_contains (work->our_name, theirs->originals[i]->name))
      {
        g_ptr_array_add (a, (gpointer) theirs->originals[i]);
        g_ptr_array_add (a_keys, (gpointer) (by_text ? theirs->originals[i]->text : theirs->originals[i]->shape));
      }
  for (guint i = 0; i < ours->n_originals; i++)
    if (!g_hash_table_contains (work->parity->marks, ours->originals[i]->name))
      {
        g_ptr_array_add (b, (gpointer) ours->originals[i]);
        g_ptr_array_add (b_keys, (gpointer) (by_text ? ours->originals[i]->text : ours->originals[i]->shape));
      }
  hunks = fl_diff_new ((gconstpointer const *) a_keys->pdata, a->len, (gconstpointer const *) b_keys->pdata, b->len);
  for (guint i = 0; i <= hunks->len; i++)
    {
      FlHunk hunk = i < hunks->len ? g_array_index (hunks, FlHunk, i) : (FlHunk) { a->len, 0, b->len, 0 };

      for (; at_a < hunk.from_a; at_a++, at_b++)
        match (work, a->pdata[at_a], b->pdata[at_b]);
      at_a = hunk.from_a + hunk.n_a;
      at_b = hunk.from_b + hunk.n_b;
    }
}

static void
match_nodes (Work *work)
{
  const FlTheirs *given = work->parity->theirs;
  const FlDump *theirs = given->pre != NULL ? given->pre : given->post;
  const FlDump *ours = work->pre;
  g_autoptr (GPtrArray) missing = g_ptr_array_new ();
  const char **names;

  work->parity->n_our_nodes = ours->n_originals;
  if (names_fit (theirs, ours))
    match_by_name (work, theirs, ours, FALSE);
  else
    {
      match_in_order (work, theirs, ours, TRUE);
      match_in_order (work, theirs, ours, FALSE);
      match_by_name (work, theirs, ours, TRUE);
    }
  for (guint i = 0; i < ours->n_originals; i++)
    if (!g_hash_table_contains (work->parity->marks, ours->originals[i]->name))
      g_hash_table_insert (work->parity->marks, (gpointer) ours->originals[i]->name, GINT_TO_POINTER (FL_MARK_OURS));
  for (guint i = 0; i < theirs->n_originals; i++)
    if (!g_hash_table_contains (work->our_name, theirs->originals[i]->name))
      g_ptr_array_add (missing, (gpointer) theirs->originals[i]->name);
  work->parity->n_missing = missing->len;
  work->parity->missing = names = fl_arena_new (work->parity->arena, const char *, missing->len + 1);
  for (guint i = 0; i < missing->len; i++)
    names[i] = missing->pdata[i];
}

/* --- groups ----------------------------------------------------------------------------------- */

/* Names that PyTorch has and we do not are kept apart from ours, which may be spelled alike. */
static const char *
get_member_name (Work *work, const FlDumpNode *member, gboolean is_ours)
{
  const char *name = is_ours ? member->name : g_hash_table_lookup (work->our_name, member->name);

  return name != NULL ? name : fl_intern_printf ("%s (PyTorch's)", member->name);
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Equal sets of members have the same key. */
static char *
dup_key (const FlParityGroup *group)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < group->n_members; i++)
    g_ptr_array_add (names, (gpointer) group->members[i]);
  g_ptr_array_sort (names, compare_texts);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (key, "%s ", (const char *) names->pdata[i]);
  return g_string_free (key, FALSE);
}

static FlParityGroup
make_group (Work *work, const FlDumpNode *node, gboolean is_ours)
{
  const char **members = fl_arena_new (work->parity->arena, const char *, node->n_members + 1);

  for (guint i = 0; i < node->n_members; i++)
    members[i] = get_member_name (work, node->members[i], is_ours);
  return (FlParityGroup) { .mark = is_ours ? FL_MARK_OURS : FL_MARK_THEIRS,
                           .name = node->name,
                           .n_members = node->n_members,
                           .members = members,
                           .difference = G_MAXUINT };
}

static void
note_members (GHashTable *table, const FlParityGroup *group, guint position)
{
  for (guint i = 0; i < group->n_members; i++)
    g_hash_table_insert (table, (gpointer) group->members[i], GUINT_TO_POINTER (position + 1));
}

static void
collect_groups (Work *work)
{
  const FlDump *theirs = work->parity->theirs->post;
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint last = 0;

  for (guint i = 0; i < work->post->n_nodes; i++)
    {
      FlParityGroup group = make_group (work, work->post->nodes[i], TRUE);

      g_hash_table_insert (by_key, dup_key (&group), GUINT_TO_POINTER (i + 1));
      note_members (work->group_of, &group, i);
      g_array_append_val (work->groups, group);
    }
  for (guint i = 0; i < theirs->n_nodes; i++)
    {
      FlParityGroup group = make_group (work, theirs->nodes[i], FALSE);
      g_autofree char *key = dup_key (&group);
      guint found = GPOINTER_TO_UINT (g_hash_table_lookup (by_key, key));

      if (found > 0)
        {
          g_array_index (work->groups, FlParityGroup, found - 1).mark = FL_MARK_SAME;
          work->parity->other_order |= found < last;
          last = found;
          note_members (work->their_group_of, &group, found - 1);
          work->parity->n_same++;
          continue;
        }
      note_members (work->their_group_of, &group, work->groups->len);
      g_array_append_val (work->groups, group);
      work->parity->n_only_theirs++;
    }
  work->parity->n_only_ours = work->post->n_nodes - work->parity->n_same;
}

/* --- differences ------------------------------------------------------------------------------ */

static gint
find_root (Work *work, gint position)
{
  gint *parents = (gint *) (gpointer) work->component->data;

  while (parents[position] != position)
    position = parents[position] = parents[parents[position]];
  return position;
}

static void
join_groups (Work *work)
{
  GHashTableIter iter;
  gpointer member, position;

  for (gint i = 0; i < (gint) work->groups->len; i++)
    g_array_append_val (work->component, i);
  g_hash_table_iter_init (&iter, work->their_group_of);
  while (g_hash_table_iter_next (&iter, &member, &position))
    {
      guint ours = GPOINTER_TO_UINT (g_hash_table_lookup (work->group_of, member));
      gint a, b;

      if (ours == 0)
        continue;
      a = find_root (work, (gint) ours - 1);
      b = find_root (work, GPOINTER_TO_INT (position) - 1);
      g_array_index (work->component, gint, MAX (a, b)) = MIN (a, b);
    }
}

static void
append_members (GString *out, const FlParityGroup *group)
{
  g_string_append_c (out, '{');
  for (guint i = 0; i < group->n_members; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "", group->members[i]);
  g_string_append_c (out, '}');
}

static void
append_side (GString *out, const FlParity *parity, const FlParityDifference *difference, FlMark side, const char *title)
{
  guint n = 0;

  g_string_append_printf (out, "%s ", title);
  for (guint i = 0; i < difference->n_groups; i++)
    if (parity->groups[difference->groups[i]].mark == side)
      {
        g_string_append (out, n++ > 0 ? " " : "");
        append_members (out, &parity->groups[difference->groups[i]]);
      }
  if (n == 0)
    g_string_append (out, "nothing");
}

static const char *
make_title (const FlParity *parity, const FlParityDifference *difference)
{
  g_autoptr (GString) title = g_string_new (NULL);

  append_side (title, parity, difference, FL_MARK_THEIRS, "PyTorch:");
  append_side (title, parity, difference, FL_MARK_OURS, "; ours:");
  return fl_arena_strdup (parity->arena, title->str);
}

static void
add_difference (Work *work, gint root, GArray *differences)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint));
  FlParityDifference difference = { 0 };
  FlParityGroup *groups = (FlParityGroup *) (gpointer) work->groups->data;

  for (guint turn = 0; turn < 2; turn++)
    for (guint i = 0; i < work->groups->len; i++)
      if (groups[i].mark == (turn == 0 ? FL_MARK_THEIRS : FL_MARK_OURS) && find_root (work, (gint) i) == root)
        {
          groups[i].difference = differences->len;
          g_array_append_val (members, i);
        }
  difference.n_groups = members->len;
  difference.groups = fl_arena_memdup (work->parity->arena, members->data, members->len * sizeof (guint));
  difference.title = make_title (work->parity, &difference);
  g_array_append_val (differences, difference);
}

static void
compare_groups (Work *work)
{
  FlParity *parity = work->parity;
  g_autoptr (GArray) differences = g_array_new (FALSE, FALSE, sizeof (FlParityDifference));

  collect_groups (work);
  join_groups (work);
  parity->has_groups = TRUE;
  parity->n_groups = work->groups->len;
  parity->groups = fl_arena_memdup (parity->arena, work->groups->data, work->groups->len * sizeof (FlParityGroup));
  for (guint i = 0; i < parity->n_groups; i++)
    if (g_array_index (work->groups, FlParityGroup, i).mark != FL_MARK_SAME
        && g_array_index (work->groups, FlParityGroup, i).difference == G_MAXUINT)
      add_difference (work, find_root (work, (gint) i), differences);
  parity->groups = fl_arena_memdup (parity->arena, work->groups->data, work->groups->len * sizeof (FlParityGroup));
  parity->n_differences = differences->len;
  parity->differences
      = fl_arena_memdup (parity->arena, differences->data, differences->len * sizeof (FlParityDifference));
  fl_parity_find_reasons (parity, work->run, (FlParityDifference *) parity->differences, work->group_of,
                          work->their_group_of);
}

/* --- texts ------------------------------------------------------------------------------------ */

/* Lines of ours that PyTorch's version does not write. */
static void
leave_out (FlParity *parity, FlParityText *text, const FlDump *theirs)
{
  gboolean drops_distances = theirs->dialect == FL_DUMP_MODERN && !theirs->has_distances;
  gboolean drops_layouts = theirs->dialect == FL_DUMP_MODERN && !theirs->has_layouts;
  guint n = 0;

  for (guint i = 0; i < text->ours->len; i++)
    {
      const char *line = text->ours->pdata[i];

      if ((drops_distances && strstr (line, "_input_distance = ") != NULL)
          || (drops_layouts && strstr (line, "_layout = ") != NULL))
        continue;
      text->ours->pdata[n++] = (gpointer) line;
    }
  if (n < text->ours->len)
    text->left_out = drops_distances && drops_layouts ? "distances and layouts"
                     : drops_distances                ? "distances"
                                                      : "layouts";
  g_ptr_array_set_size (text->ours, (gint) n);
}

static void
drop_last_blanks (GPtrArray *lines)
{
  while (lines->len > 0 && *(const char *) lines->pdata[lines->len - 1] == '\0')
    g_ptr_array_set_size (lines, (gint) lines->len - 1);
}

static void
compare_text (FlParity *parity, FlParityText *text, const FlDump *dump, const char *theirs, gsize their_length,
              const char *ours, gsize our_length)
{
  if (dump == NULL || ours == NULL)
    {
      text->why = dump == NULL ? "PyTorch's is not there" : "our run did not come so far";
      return;
    }
  text->theirs = fl_line_pool_split (parity->pool, theirs, their_length, TRUE);
  text->ours = fl_line_pool_split (parity->pool, ours, our_length, TRUE);
  drop_last_blanks (text->theirs);
  drop_last_blanks (text->ours);
  if (dump->dialect == FL_DUMP_2_0 && dump->n_nodes > 0)
    {
      text->verdict = FL_TEXT_OTHER_FORM;
      text->why = "PyTorch 2.0 writes it in another form";
    }
  else
    leave_out (parity, text, dump);
  text->hunks = fl_diff_new ((gconstpointer const *) text->theirs->pdata, text->theirs->len,
                             (gconstpointer const *) text->ours->pdata, text->ours->len);
  if (text->verdict == FL_TEXT_OTHER_FORM)
    return;
  text->verdict = text->hunks->len > 0                                                   ? FL_TEXT_DIFFERS
                  : their_length == our_length && memcmp (theirs, ours, our_length) == 0 ? FL_TEXT_IDENTICAL
                                                                                         : FL_TEXT_BLANKS;
}

/* --- calls ------------------------------------------------------------------------------------ */

static void
compare_calls (FlParity *parity, const FlRun *run)
{
  const GPtrArray *theirs = parity->theirs->kernels;
  g_autoptr (GPtrArray) ours = NULL;
  guint n = 0;

  parity->n_our_calls = parity->n_their_calls = -1;
  if (run->program != NULL)
    {
      ours = fl_theirs_find_calls (run->program->wrapper, strlen (run->program->wrapper));
      parity->n_our_calls = (gint) ours->len;
    }
  if (theirs != NULL)
    parity->n_their_calls = (gint) theirs->len;
  if (ours == NULL || theirs == NULL)
    {
      parity->call_note = theirs == NULL ? "PyTorch's code is not there" : "our kernels were not written";
      return;
    }
  while (n < ours->len && n < theirs->len && g_str_equal (ours->pdata[n], theirs->pdata[n]))
    n++;
  parity->same_calls = n == ours->len && n == theirs->len;
  if (!parity->same_calls)
    parity->call_note = fl_arena_printf (parity->arena, "call %u is %s in PyTorch's code, %s in ours", n + 1,
                                         n < theirs->len ? (char *) theirs->pdata[n] : "not there",
                                         n < ours->len ? (char *) ours->pdata[n] : "not there");
}

/* --- the whole -------------------------------------------------------------------------------- */

static void
compare (Work *work)
{
  FlParity *parity = work->parity;
  const FlTheirs *theirs = parity->theirs;
  const FlRun *run = work->run;

  parity->n_their_kernels = theirs->post != NULL ? theirs->post->n_kernels : 0;
  parity->n_their_nodes = (theirs->pre != NULL ? theirs->pre : theirs->post)->n_originals;
  if (run->schedule != NULL)
    {
      work->pre = write_and_read (run, run->schedule, "ours before fusion", &work->pre_text, &work->pre_length);
      match_nodes (work);
    }
  if (run->fused != NULL)
    {
      work->post = write_and_read (run, run->fused, "ours after fusion", &work->post_text, &work->post_length);
      if (theirs->post != NULL)
        compare_groups (work);
      parity->n_our_kernels = work->post->n_kernels;
    }
  compare_text (parity, &parity->pre, theirs->pre, theirs->pre_text, theirs->pre_length, work->pre_text,
                work->pre_length);
  compare_text (parity, &parity->post, theirs->post, theirs->post_text, theirs->post_length, work->post_text,
                work->post_length);
  compare_calls (parity, run);
  fl_parity_compare_wrappers (parity, run);
  fl_parity_find_entries (parity, work->pre);
}

FlParity *
fl_parity_new (const FlRun *run, const FlTheirs *theirs)
{
  FlParity *parity = g_new0 (FlParity, 1);
  g_autofree char *torch = fl_options_dup_torch_why (&run->options);
  Work work = { .parity = parity, .run = run };

  g_atomic_ref_count_init (&parity->refs);
  parity->arena = fl_arena_open ();
  parity->theirs = fl_theirs_ref (theirs);
  parity->pool = fl_line_pool_new ();
  parity->target = run->options.target;
  parity->torch = fl_arena_strdup (parity->arena, torch);
  parity->marks = g_hash_table_new (NULL, NULL);
  if (run->error != NULL && run->fused == NULL)
    parity->error = fl_arena_strdup (parity->arena, run->error->message);
  work.our_name = g_hash_table_new (NULL, NULL);
  work.group_of = g_hash_table_new (NULL, NULL);
  work.their_group_of = g_hash_table_new (NULL, NULL);
  work.groups = g_array_new (FALSE, FALSE, sizeof (FlParityGroup));
  work.component = g_array_new (FALSE, FALSE, sizeof (gint));
  compare (&work);
  g_hash_table_unref (work.our_name);
  g_hash_table_unref (work.group_of);
  g_hash_table_unref (work.their_group_of);
  g_array_unref (work.groups);
  g_array_unref (work.component);
  g_clear_pointer (&work.pre, fl_dump_free);
  g_clear_pointer (&work.post, fl_dump_free);
  g_free (work.pre_text);
  g_free (work.post_text);
  return parity;
}

FlParity *
fl_parity_ref (const FlParity *parity)
{
  FlParity *own = (FlParity *) parity;

  g_atomic_ref_count_inc (&own->refs);
  return own;
}

static void
clear_text (FlParityText *text)
{
  g_clear_pointer (&text->theirs, g_ptr_array_unref);
  g_clear_pointer (&text->ours, g_ptr_array_unref);
  g_clear_pointer (&text->hunks, g_array_unref);
}

void
fl_parity_unref (FlParity *parity)
{
  if (parity == NULL || !g_atomic_ref_count_dec (&parity->refs))
    return;
  clear_text (&parity->pre);
  clear_text (&parity->post);
  clear_text (&parity->wrapper);
  g_hash_table_unref (parity->marks);
  fl_line_pool_free (parity->pool);
  fl_theirs_unref (parity->theirs);
  fl_arena_close (parity->arena);
  g_free (parity);
}

/* --- questions -------------------------------------------------------------------------------- */

gboolean
fl_parity_text_is_equal (const FlParityText *text)
{
  return text->verdict != FL_TEXT_DIFFERS;
}

gboolean
fl_parity_is_equal (const FlParity *parity)
{
  return parity->error == NULL && parity->n_matched == parity->n_our_nodes && parity->n_matched == parity->n_their_nodes
         && parity->n_only_theirs == 0 && parity->n_only_ours == 0 && !parity->other_order
         && fl_parity_text_is_equal (&parity->pre) && fl_parity_text_is_equal (&parity->post);
}
