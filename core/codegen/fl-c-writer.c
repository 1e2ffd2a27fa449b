/* Text, names and scopes of a kernel in the making. */
#include "fl-c-writer.h"

#include "fl-intern.h"
#include "fl-quote.h"

#include <string.h>

static void
frame_clear (gpointer data)
{
  g_hash_table_unref (((FlCFrame *) data)->values);
}

void
fl_c_writer_init (FlCWriter *writer, const FlPass *pass, const FlMemoryPlan *plan, const FlNest *nest)
{
  *writer = (FlCWriter) { .pass = pass, .plan = plan, .nest = nest, .line = 1, .pass_number = 1 };
  writer->out = g_string_new (NULL);
  writer->spans = g_array_new (FALSE, TRUE, sizeof (FlSourceSpan));
  writer->frames = g_array_new (FALSE, TRUE, sizeof (FlCFrame));
  g_array_set_clear_func (writer->frames, frame_clear);
  writer->names = g_hash_table_new (g_str_hash, g_str_equal);
  writer->marks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  writer->foreign = g_ptr_array_new_with_free_func (g_free);
  writer->places = g_hash_table_new (NULL, NULL);
  writer->reduced = g_hash_table_new (NULL, NULL);
  writer->ranges = g_hash_table_new (NULL, NULL);
  writer->accumulators = g_ptr_array_new ();
  writer->shared = g_string_new (NULL);
  writer->phases = g_array_new (FALSE, TRUE, sizeof (FlCPhase));
  writer->clauses = g_ptr_array_new_with_free_func (g_free);
  writer->choices = g_array_new (FALSE, TRUE, sizeof (FlCChoice));
  writer->rounds = g_ptr_array_new ();
  writer->pieces = g_ptr_array_new_with_free_func (g_free);
}

void
fl_c_writer_clear (FlCWriter *writer)
{
  g_string_free (writer->out, TRUE);
  g_array_unref (writer->spans);
  g_array_unref (writer->frames);
  g_hash_table_unref (writer->names);
  g_hash_table_unref (writer->marks);
  g_ptr_array_unref (writer->foreign);
  g_hash_table_unref (writer->places);
  g_hash_table_unref (writer->reduced);
  g_hash_table_unref (writer->ranges);
  g_ptr_array_unref (writer->accumulators);
  g_string_free (writer->shared, TRUE);
  g_array_unref (writer->phases);
  g_ptr_array_unref (writer->clauses);
  g_ptr_array_unref (writer->pieces);
  g_array_unref (writer->choices);
  g_ptr_array_unref (writer->rounds);
}

void
fl_c_fail (FlCWriter *writer, const char *format, ...)
{
  va_list args;
  g_autofree char *text = NULL;

  if (writer->unsupported)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  writer->unsupported = fl_arena_strdup (writer->pass->arena, text);
}

/* --- lines ------------------------------------------------------------------------------------ */

static void
append_line (FlCWriter *writer, const char *text, const char *comment)
{
  if (*text == '#' || !*text)
    g_string_append (writer->out, text);
  else
    g_string_append_printf (writer->out, "%*s%s", 2 * writer->indent, "", text);
  if (comment)
    {
      g_string_append (writer->out, "  /* ");
      fl_quote_append_c_comment (writer->out, comment);
      g_string_append (writer->out, " */");
    }
  g_string_append_c (writer->out, '\n');
  writer->line++;
}

void
fl_c_commented_line (FlCWriter *writer, const char *text, const char *comment)
{
  append_line (writer, text, comment);
}

void
fl_c_line (FlCWriter *writer, const char *format, ...)
{
  va_list args;
  g_autofree char *text = NULL;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  append_line (writer, text, NULL);
}

/* Its arguments are of the same block. An address that is given another name is a copy of its operation. */
static gboolean
has_op (const FlBodyBlock *block, const FlBodyOp *op)
{
  for (guint i = 0; i < block->n_ops; i++)
    if (&block->ops[i] == op || (op->indirect_symbol && block->ops[i].indirect_symbol == op->indirect_symbol))
      return TRUE;
  return FALSE;
}

/* "exp = ops.exp(sub)" */
static const char *
describe_op (FlCWriter *writer, const FlCLeaf *leaf, const FlBodyOp *op)
{
  const FlBodyBlock *block = &leaf->leaf->body->blocks[0];
  GString *text = g_string_new (NULL);
  const char *result;

  for (guint b = 0; b < leaf->leaf->body->n_blocks; b++)
    if (has_op (&leaf->leaf->body->blocks[b], op))
      block = &leaf->leaf->body->blocks[b];
  g_string_append_printf (text, "%s = ops.%s(", op->name, fl_scalar_get_info (op->op)->name);
  if (op->buffer)
    g_string_append_printf (text, "'%s', ", op->buffer);
  if (op->op == FL_SCALAR_REDUCTION)
    g_string_append_printf (text, "'%s', ", fl_reduction_get_name (op->reduction));
  if (op->index >= 0)
    {
      fl_sym_append (text, leaf->leaf->indices[op->index]);
      g_string_append (text, op->n_args ? ", " : "");
    }
  for (guint i = 0; i < op->n_args; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", block->ops[op->args[i]].name);
  if (op->op == FL_SCALAR_TO_DTYPE)
    g_string_append_printf (text, ", %s", fl_dtype_get_torch_name (op->dtype));
  g_string_append_c (text, ')');
  result = fl_arena_strdup (writer->pass->arena, text->str);
  g_string_free (text, TRUE);
  return result;
}

void
fl_c_op_line (FlCWriter *writer, const FlCLeaf *leaf, const FlBodyOp *op, const char *format, ...)
{
  const FlGraph *graph = writer->nest->schedule->lowered->graph;
  FlSourceSpan span = { .line = writer->line, .node = leaf->leaf->node->name, .origin = op->origin };
  const char *comment = NULL;
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  span.text = describe_op (writer, leaf, op);
  g_array_append_val (writer->spans, span);
  if (graph && op->origin.index < graph->n_nodes && op->op != FL_SCALAR_LOAD)
    comment = graph->nodes[op->origin.index].name;
  append_line (writer, text, comment);
}

/* --- names ------------------------------------------------------------------------------------ */

static gboolean
is_reserved (const char *name)
{
  static const char *const words[]
      = { "begin",    "end",      "buffers",  "sizes", "bad_indices", "vec",     "odd",    "half",   "auto",
          "break",    "case",     "char",     "const", "continue",    "default", "do",     "double", "else",
          "enum",     "extern",   "float",    "for",   "goto",        "if",      "inline", "int",    "long",
          "register", "restrict", "return",   "short", "signed",      "sizeof",  "static", "struct", "switch",
          "typedef",  "union",    "unsigned", "void",  "volatile",    "while" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i], name))
      return TRUE;
  return g_str_has_prefix (name, "fl_") || (name[0] == 'i' && g_ascii_isdigit (name[1]));
}

const char *
fl_c_make_name (FlCWriter *writer, const char *base)
{
  g_autofree char *identifier = fl_quote_dup_c_identifier (base);
  gsize length = strlen (identifier);
  const char *key, *name;

  /* "load_3" and "load" share one series, whatever leaf they come from. */
  while (length > 1 && g_ascii_isdigit (identifier[length - 1]))
    length--;
  if (length > 1 && identifier[length - 1] == '_' && identifier[length])
    identifier[length - 1] = '\0';
  if (is_reserved (identifier))
    {
      char *longer = g_strconcat (identifier, "_value", NULL);

      g_free (identifier);
      identifier = longer;
    }
  key = fl_intern (identifier);
  for (;;)
    {
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (writer->names, key));

      g_hash_table_insert (writer->names, (gpointer) key, GUINT_TO_POINTER (n + 1));
      name = n == 0 ? key : fl_intern_printf ("%s_%u", key, n);
      if (n == 0 || !g_hash_table_contains (writer->names, name))
        return name;
    }
}

/* --- index expressions ------------------------------------------------------------------------ */

typedef struct
{
  FlCWriter *writer;
  const FlCLeaf *leaf; /* NULL: of none */
} Renamer;

static const char *
rename_symbol (const FlSym *symbol, gpointer data)
{
  const Renamer *renamer = data;

  if (renamer->leaf && fl_sym_get_kind (symbol) == FL_SYM_INDIRECT)
    return g_hash_table_lookup (renamer->leaf->indirect, symbol);
  return fl_sym_get_kind (symbol) == FL_SYM_SIZE
             ? fl_c_get_foreign_name (renamer->writer, 's', fl_sym_get_name (symbol))
             : NULL;
}

char *
fl_c_dup_sym (FlCWriter *writer, const FlCLeaf *leaf, const FlSym *sym)
{
  GString *out = g_string_new (NULL);
  Renamer renamer = { writer, leaf };

  if (fl_sym_contains_kind (sym, FL_SYM_OPAQUE))
    {
      g_autofree char *text = fl_sym_dup_text (sym);

      fl_c_fail (writer, "the size or index %s, which only a run could tell,", text);
    }
  fl_sym_append_c (out, sym, rename_symbol, &renamer);
  return g_string_free (out, FALSE);
}

char *
fl_c_dup_factor (FlCWriter *writer, const FlSym *sym)
{
  g_autofree char *text = fl_c_dup_sym (writer, NULL, sym);

  return strchr (text, ' ') ? g_strdup_printf ("(%s)", text) : g_steal_pointer (&text);
}

/* --- scopes ----------------------------------------------------------------------------------- */

void
fl_c_push_frame (FlCWriter *writer)
{
  FlCFrame frame = { .values = g_hash_table_new (g_str_hash, g_str_equal), .serial = ++writer->last_serial };

  g_array_append_val (writer->frames, frame);
}

void
fl_c_pop_frame (FlCWriter *writer)
{
  g_array_set_size (writer->frames, writer->frames->len - 1);
}

const FlCValue *
fl_c_find_value (const FlCWriter *writer, const char *text)
{
  for (guint i = writer->frames->len; i-- > 0;)
    {
      const FlCValue *value = g_hash_table_lookup (g_array_index (writer->frames, FlCFrame, i).values, text);

      if (value)
        return value;
    }
  return NULL;
}

void
fl_c_remember (FlCWriter *writer, const char *text, FlCValue value)
{
  FlCFrame *frame = &g_array_index (writer->frames, FlCFrame, writer->frames->len - 1);

  g_hash_table_insert (frame->values, fl_arena_strdup (writer->pass->arena, text),
                       fl_arena_memdup (writer->pass->arena, &value, sizeof value));
}

void
fl_c_forget (FlCWriter *writer, const char *pointer)
{
  g_autofree char *prefix = g_strconcat (pointer, "[", NULL);

  for (guint i = 0; i < writer->frames->len; i++)
    {
      GHashTableIter iter;
      gpointer key;

      g_hash_table_iter_init (&iter, g_array_index (writer->frames, FlCFrame, i).values);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        if (strstr (key, prefix))
          g_hash_table_iter_remove (&iter);
    }
}

/* --- captures --------------------------------------------------------------------------------- */

void
fl_c_begin_capture (FlCWriter *writer, FlCCapture *saved)
{
  *saved = (FlCCapture) { .out = writer->out, .line = writer->line, .n_spans = writer->spans->len };
  writer->out = g_string_new (NULL);
  writer->line = 0;
}

GString *
fl_c_end_capture (FlCWriter *writer, FlCCapture *saved)
{
  GString *captured = writer->out;

  writer->out = saved->out;
  writer->line = saved->line;
  return captured;
}

void
fl_c_paste (FlCWriter *writer, GString *captured, guint first_span)
{
  for (guint i = first_span; i < writer->spans->len; i++)
    g_array_index (writer->spans, FlSourceSpan, i).line += writer->line;
  g_string_append_len (writer->out, captured->str, captured->len);
  for (gsize i = 0; i < captured->len; i++)
    writer->line += captured->str[i] == '\n';
  g_string_free (captured, TRUE);
}
