/* Reading the scheduler's texts back. A line "NAME: CLASS(…)" begins a node; after "GROUP.snodes[0]
 * =" it is a member of that group. All other lines belong to the innermost node begun last. */
#include "fl-dump.h"

#include <string.h>

#include "fl-error.h"
#include "fl-intern.h"

typedef struct
{
  FlDumpNode *node;
  GPtrArray *members; /* FlDumpNode */
} Group;

typedef struct
{
  FlDump *dump;
  const char *text;
  gsize length;
  GPtrArray *nodes; /* scheduled */
  GPtrArray *originals;
  GPtrArray *open;                 /* Group: the groups that the line stands in, outermost first */
  FlDumpNode *node;                /* begun last */
  GString *outputs, *loops, *rest; /* of node, when it is an original */
  guint line;
  const char *expects; /* the group whose member's header must follow; NULL */
} Reader;

/* --- texts without names ---------------------------------------------------------------------- */

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* "buf12", "op3", "op3_op4": a name that the scheduler numbers. */
static gboolean
is_numbered (const char *word, gsize length)
{
  gsize digits = g_str_has_prefix (word, "buf") ? 3 : g_str_has_prefix (word, "op") ? 2 : 0;

  return digits > 0 && length > digits && g_ascii_isdigit (word[digits]);
}

/* The line with numbered names replaced: two nodes that differ in their numbers only read the same.
 */
static void
append_nameless (GString *out, const char *line, gsize length)
{
  for (gsize i = 0; i < length;)
    {
      gsize n = 0;

      while (i + n < length && is_word (line[i + n]))
        n++;
      if (n > 0 && is_numbered (line + i, n))
        g_string_append_c (out, '#');
      else
        g_string_append_len (out, line + i, n > 0 ? n : 1);
      i += MAX (n, 1);
    }
  g_string_append_c (out, '\n');
}

/* --- nodes ------------------------------------------------------------------------------------ */

static const char *
intern_digest (const GString *text)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_MD5, text->str, (gssize) text->len);

  return fl_intern (digest);
}

static void
close_original (Reader *reader)
{
  FlDumpNode *node = reader->node;

  if (node != NULL && !node->is_group)
    {
      node->outputs = intern_digest (reader->outputs);
      g_string_append_printf (reader->loops, "%s(%s) %s\n%s", node->class_name, node->op,
                              node->kernel != NULL ? node->kernel : "", node->outputs);
      node->shape = intern_digest (reader->loops);
      g_string_append (reader->rest, node->shape);
      node->text = intern_digest (reader->rest);
    }
  g_string_truncate (reader->outputs, 0);
  g_string_truncate (reader->loops, 0);
  g_string_truncate (reader->rest, 0);
  reader->node = NULL;
}

static const FlDumpNode *const *
dup_nodes (FlArena *arena, const GPtrArray *nodes)
{
  const FlDumpNode **copy = fl_arena_new (arena, const FlDumpNode *, nodes->len + 1);

  for (guint i = 0; i < nodes->len; i++)
    copy[i] = nodes->pdata[i];
  return copy;
}

static void
close_group (Reader *reader)
{
  Group *group = g_ptr_array_steal_index (reader->open, reader->open->len - 1);

  group->node->n_lines = reader->line - group->node->line;
  group->node->n_members = group->members->len;
  group->node->members = dup_nodes (reader->dump->arena, group->members);
  g_ptr_array_unref (group->members);
  g_free (group);
}

static void
add_member (Reader *reader, const FlDumpNode *node)
{
  for (guint i = 0; i < reader->open->len; i++)
    g_ptr_array_add (((Group *) reader->open->pdata[i])->members, (gpointer) node);
}

static FlDumpNode *
new_original (Reader *reader, const char *name)
{
  FlDumpNode *node = fl_arena_new (reader->dump->arena, FlDumpNode, 1);
  const FlDumpNode **itself = fl_arena_new (reader->dump->arena, const FlDumpNode *, 1);

  *itself = node;
  *node = (FlDumpNode) {
    .name = name, .n_members = 1, .members = itself, .class_name = "", .op = "", .outputs = "", .shape = "", .text = ""
  };
  g_ptr_array_add (reader->originals, node);
  return node;
}

static void
end_member_lines (Reader *reader)
{
  if (reader->node != NULL && !reader->node->is_group)
    reader->node->n_lines = reader->line - reader->node->line;
}

/* name, class and what stands in brackets, all of one header line. */
static void
begin_node (Reader *reader, const char *name, const char *class_name, const char *op)
{
  gboolean is_member = reader->expects != NULL;
  FlDumpNode *node;

  end_member_lines (reader);
  close_original (reader);
  while (!is_member && reader->open->len > 0)
    close_group (reader);
  node = new_original (reader, name);
  node->class_name = class_name;
  node->op = op;
  node->line = reader->line;
  node->is_group = strstr (class_name, "Fused") != NULL || strstr (class_name, "Foreach") != NULL
                   || strstr (class_name, "Grouped") != NULL;
  if (!is_member)
    g_ptr_array_add (reader->nodes, node);
  if (node->is_group)
    {
      Group *group = g_new0 (Group, 1);

      g_ptr_array_set_size (reader->originals, reader->originals->len - 1);
      group->node = node;
      group->members = g_ptr_array_new ();
      g_ptr_array_add (reader->open, group);
    }
  else
    add_member (reader, node);
  reader->node = node;
  reader->expects = NULL;
}

/* --- lines ------------------------------------------------------------------------------------ */

static gboolean
fail_at (Reader *reader, GError **error, const char *message)
{
  fl_error_set_at (error, FL_ERROR_SYNTAX, (FlPlace) { reader->dump->path, reader->line, 1 }, reader->text,
                   reader->length, "%s", message);
  return FALSE;
}

/* "NAME: CLASS(OP)" to the end of the line. */
static gboolean
read_header (Reader *reader, const char *line, gsize length)
{
  gsize name = 0, class_name, op;

  while (name < length && is_word (line[name]))
    name++;
  if (name == 0 || name + 2 >= length || line[name] != ':' || line[name + 1] != ' ')
    return FALSE;
  for (class_name = name + 2; class_name < length && is_word (line[class_name]); class_name++)
    ;
  op = class_name + 1;
  if (class_name == name + 2 || !g_ascii_isupper (line[name + 2]) || class_name >= length || line[class_name] != '('
      || line[length - 1] != ')')
    return FALSE;
  begin_node (reader, fl_intern_n (line, name), fl_intern_n (line + name + 2, class_name - name - 2),
              fl_intern_n (line + op, length - 1 - op));
  return TRUE;
}

static gboolean
begins (const char *line, gsize length, const char *word)
{
  return length >= strlen (word) && memcmp (line, word, strlen (word)) == 0;
}

/* "GROUP.snodes[1] =": closes the groups inside of GROUP and waits for its next member. */
static gboolean
expect_member (Reader *reader, const char *line, gsize name_length, GError **error)
{
  const char *name = fl_intern_n (line, name_length);

  end_member_lines (reader);
  close_original (reader);
  while (reader->open->len > 0 && ((Group *) reader->open->pdata[reader->open->len - 1])->node->name != name)
    close_group (reader);
  if (reader->open->len == 0)
    return fail_at (reader, error, "members of a group that was not begun");
  reader->expects = name;
  return TRUE;
}

/* PyTorch 2.0: "GROUP.snodes = ['buf3', 'buf4']". */
static void
add_named_members (Reader *reader, const char *line, gsize length)
{
  const char *end = line + length;
  const char *quote = memchr (line, '\'', length);

  while (quote != NULL)
    {
      const char *close = memchr (quote + 1, '\'', (gsize) (end - quote - 1));

      if (close == NULL)
        break;
      add_member (reader, new_original (reader, fl_intern_n (quote + 1, (gsize) (close - quote - 1))));
      quote = memchr (close + 1, '\'', (gsize) (end - close - 1));
    }
}

static void
note_device (Reader *reader, const char *line, gsize length)
{
  const char *type = line;
  gsize n = 0;

  while (n < length && g_ascii_isalpha (type[n]))
    n++;
  /* A graph on a GPU has kernels of the CPU, too, not the other way round. */
  if (n > 0 && (reader->dump->device == NULL || g_str_equal (reader->dump->device, "cpu")))
    reader->dump->device = fl_intern_n (type, n);
}

/* "NAME.field = value" of the node begun last, and the lines of its outputs and of its body. */
static void
read_detail (Reader *reader, const char *line, gsize length)
{
  FlDumpNode *node = reader->node;
  gsize name = strlen (node->name);
  gboolean is_field = begins (line, length, node->name) && length > name && line[name] == '.';
  const char *field = is_field ? line + name + 1 : line;
  gsize n = is_field ? length - name - 1 : length;
  const char *layout = g_strstr_len (line, (gssize) length, "Layout('");
  static const char *const left_out[]
      = { "users", "min_input_distance", "max_input_distance", "unmet_dependencies", "met_dependencies", "last_usage" };

  if (layout != NULL)
    note_device (reader, layout + 8, (gsize) (line + length - layout - 8));
  if (is_field && begins (field, n, "group.device = "))
    note_device (reader, field + 15, n - 15);
  if (is_field && begins (field, n, "min_input_distance"))
    reader->dump->has_distances = TRUE;
  if (is_field && begins (field, n, "outputs"))
    reader->dump->dialect = FL_DUMP_MODERN;
  if (node->is_group)
    {
      if (is_field && begins (field, n, "snodes = "))
        add_named_members (reader, field, n);
      return;
    }
  if (is_field && begins (field, n, "node.kernel = "))
    node->kernel = fl_intern_n (field + 14, n - 14);
  if (is_field && begins (field, n, "group.iteration = "))
    append_nameless (reader->loops, field, n);
  else if (layout != NULL && g_strstr_len (line, (gssize) (layout - line), ".layout = ") != NULL)
    append_nameless (reader->outputs, layout, (gsize) (line + length - layout));
  else if (layout != NULL)
    {
      reader->dump->has_layouts = TRUE; /* layouts repeat the inputs' and outputs' lines */
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    if (is_field && begins (field, n, left_out[i]))
      return;
  if (g_strstr_len (line, (gssize) length, "NodeUser(") == NULL)
    append_nameless (reader->rest, line, length);
}

static gboolean
read_line (Reader *reader, const char *line, gsize length, GError **error)
{
  const char *members;

  while (length > 0 && g_ascii_isspace (line[length - 1]))
    length--;
  while (length > 0 && g_ascii_isspace (*line))
    {
      line++;
      length--;
    }
  if (length == 0)
    return TRUE;
  members = g_strstr_len (line, (gssize) length, ".snodes[");
  if (members != NULL && line[length - 1] == '=')
    return expect_member (reader, line, (gsize) (members - line), error);
  if (read_header (reader, line, length))
    return TRUE;
  if (reader->expects != NULL)
    return fail_at (reader, error,
                    "a member of the group should begin here, as \"op0: SchedulerNode(ComputedBuffer)\"");
  if (reader->node != NULL)
    read_detail (reader, line, length);
  else
    return fail_at (reader, error,
                    "not a text of scheduler nodes: the first line should be like \"op0: "
                    "SchedulerNode(ComputedBuffer)\"");
  return TRUE;
}

/* --- the whole -------------------------------------------------------------------------------- */

static gboolean
read_lines (Reader *reader, GError **error)
{
  const char *end = reader->text + reader->length;

  for (const char *line = reader->text; line < end;)
    {
      const char *stop = memchr (line, '\n', (gsize) (end - line));

      reader->line++;
      if (!read_line (reader, line, (gsize) ((stop != NULL ? stop : end) - line), error))
        return FALSE;
      line = stop != NULL ? stop + 1 : end;
    }
  reader->line++;
  if (reader->expects != NULL)
    {
      reader->line--;
      return fail_at (reader, error, "the text ends where a member of a group should begin");
    }
  end_member_lines (reader);
  close_original (reader);
  while (reader->open->len > 0)
    close_group (reader);
  return TRUE;
}

static void
finish (Reader *reader)
{
  FlDump *dump = reader->dump;

  dump->n_nodes = reader->nodes->len;
  dump->nodes = dup_nodes (dump->arena, reader->nodes);
  dump->n_originals = reader->originals->len;
  dump->originals = dup_nodes (dump->arena, reader->originals);
  for (guint i = 0; i < dump->n_nodes; i++)
    dump->n_kernels += !g_str_has_prefix (dump->nodes[i]->class_name, "Nop");
  if (dump->dialect != FL_DUMP_MODERN && g_strstr_len (reader->text, (gssize) reader->length, ", size=(") == NULL)
    dump->dialect = FL_DUMP_CLASSIC;
}

static void
group_free (gpointer data)
{
  g_ptr_array_unref (((Group *) data)->members);
  g_free (data);
}

FlDump *
fl_dump_read (const char *path, const char *text, gsize length, GError **error)
{
  g_autoptr (FlDump) dump = g_new0 (FlDump, 1);
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  g_autoptr (GPtrArray) originals = g_ptr_array_new ();
  g_autoptr (GPtrArray) open = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GString) outputs = g_string_new (NULL);
  g_autoptr (GString) loops = g_string_new (NULL);
  g_autoptr (GString) rest = g_string_new (NULL);
  Reader reader = { .dump = dump,
                    .text = text,
                    .length = length,
                    .nodes = nodes,
                    .originals = originals,
                    .open = open,
                    .outputs = outputs,
                    .loops = loops,
                    .rest = rest };

  dump->arena = fl_arena_open ();
  dump->path = fl_arena_strdup (dump->arena, path != NULL ? path : "text");
  if (!read_lines (&reader, error))
    return NULL;
  finish (&reader);
  return g_steal_pointer (&dump);
}

void
fl_dump_free (FlDump *dump)
{
  g_clear_pointer (&dump->arena, fl_arena_close);
  g_free (dump);
}

const FlDumpNode *
fl_dump_find (const FlDump *dump, const char *name)
{
  const char *interned = fl_intern (name);

  for (guint i = 0; i < dump->n_originals; i++)
    if (dump->originals[i]->name == interned)
      return dump->originals[i];
  return NULL;
}
