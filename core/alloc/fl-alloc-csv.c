/* Problems and solutions as comma-separated text. */
#include <string.h>

#include "fl-alloc-private.h"
#include "fl-error.h"

enum
{
  COLUMN_ID,
  COLUMN_LOWER,
  COLUMN_UPPER,
  COLUMN_SIZE,
  N_COLUMNS,
  MAX_COLUMNS = 64, /* fields beyond are counted, but their places are not known */
  MAX_BUFFERS = 10 * 1000 * 1000
};

typedef struct
{
  const char *path;
  const char *text; /* the whole file */
  gsize length;
  guint line;
  guint starts[MAX_COLUMNS + 1]; /* where the line's fields begin, in bytes, from 1 */
  gint columns[N_COLUMNS];       /* positions; -1: not there */
  guint n_fields;
  gboolean ends_inclusive; /* the older column name "end" */
  GArray *buffers;
  FlArena *arena;
  GError **error;
} Reader;

/* At a field of the line; its text is named where it is not NULL. */
static gboolean
fail (Reader *reader, guint field, const char *what, const char *named)
{
  g_autofree char *valid = named != NULL ? g_utf8_make_valid (named, -1) : NULL; /* messages are shown */
  FlPlace place = { reader->path, reader->line, reader->starts[MIN (field, (guint) MAX_COLUMNS)] };

  fl_error_set_at (reader->error, FL_ERROR_SYNTAX, place, reader->text, reader->length, "%s%s%s%s", what,
                   named != NULL ? " “" : "", valid != NULL ? valid : "", named != NULL ? "”" : "");
  return FALSE;
}

static const struct
{
  const char *name;
  gint column;
} names[] = { { "id", COLUMN_ID },       { "buffer", COLUMN_ID },   { "buffer_id", COLUMN_ID },
              { "lower", COLUMN_LOWER }, { "begin", COLUMN_LOWER }, { "start", COLUMN_LOWER },
              { "upper", COLUMN_UPPER }, { "end", COLUMN_UPPER },   { "size", COLUMN_SIZE } };

static gboolean
read_header (Reader *reader, char **fields)
{
  static const char *const wanted[] = { "id", "lower", "upper", "size" };

  for (guint i = 0; i < N_COLUMNS; i++)
    reader->columns[i] = -1;
  reader->n_fields = g_strv_length (fields);
  for (guint i = 0; i < reader->n_fields; i++)
    for (guint k = 0; k < G_N_ELEMENTS (names); k++)
      {
        if (!g_str_equal (fields[i], names[k].name))
          continue;
        if (reader->columns[names[k].column] >= 0)
          return fail (reader, i, "two columns say the same:", fields[i]);
        reader->columns[names[k].column] = (gint) i;
        reader->ends_inclusive |= g_str_equal (fields[i], "end");
      }
  for (guint i = 0; i < N_COLUMNS; i++)
    if (reader->columns[i] < 0)
      return fail (reader, 0, "the first line names the columns id, lower, upper and size; it lacks", wanted[i]);
  return TRUE;
}

static gboolean
read_number (Reader *reader, char **fields, guint column, gint64 *value)
{
  const char *text = fields[reader->columns[column]];

  if (g_ascii_string_to_signed (text, 10, -(G_GINT64_CONSTANT (1) << 60), G_GINT64_CONSTANT (1) << 60, value, NULL))
    return TRUE;
  return fail (reader, (guint) reader->columns[column], "not an integer between -2^60 and 2^60:", text);
}

static gboolean
read_row (Reader *reader, char **fields)
{
  g_autofree char *id = NULL;
  FlAllocBuffer buffer;

  if (g_strv_length (fields) != reader->n_fields)
    {
      g_autofree char *what = g_strdup_printf ("as many fields as the first line has are expected: %u, not %u",
                                               reader->n_fields, g_strv_length (fields));

      return fail (reader, MIN (g_strv_length (fields), reader->n_fields), what, NULL);
    }
  if (!read_number (reader, fields, COLUMN_LOWER, &buffer.lower)
      || !read_number (reader, fields, COLUMN_UPPER, &buffer.upper)
      || !read_number (reader, fields, COLUMN_SIZE, &buffer.size))
    return FALSE;
  buffer.upper += reader->ends_inclusive;
  if (buffer.upper < buffer.lower)
    return fail (reader, (guint) reader->columns[COLUMN_UPPER],
                 "a lifetime ends before it begins:", fields[reader->columns[COLUMN_UPPER]]);
  if (buffer.size < 0)
    return fail (reader, (guint) reader->columns[COLUMN_SIZE], "a size below 0:", fields[reader->columns[COLUMN_SIZE]]);
  if (reader->buffers->len == MAX_BUFFERS)
    return fail (reader, 0, "more than ten million buffers", NULL);
  id = g_utf8_make_valid (fields[reader->columns[COLUMN_ID]], -1); /* names are shown */
  buffer.id = fl_arena_strdup (reader->arena, id);
  g_array_append_val (reader->buffers, buffer);
  return TRUE;
}

/* All sizes together must be countable, or offsets could not be. */
static gboolean
check_sum (Reader *reader)
{
  gint64 sum = 0;

  for (guint i = 0; i < reader->buffers->len; i++)
    if (__builtin_add_overflow (sum, g_array_index (reader->buffers, FlAllocBuffer, i).size, &sum)
        || sum > G_GINT64_CONSTANT (1) << 61)
      return fail (reader, 0, "the sizes add up to more than 2^61 bytes", NULL);
  return TRUE;
}

static gboolean
read_line (Reader *reader, const char *start, const char *end)
{
  g_autofree char *line = g_strndup (start, end - start);
  g_auto (GStrv) fields = g_strsplit (line, ",", -1);

  guint n = 0;

  reader->starts[0] = 1;
  for (const char *at = line; *at != '\0' && n < MAX_COLUMNS; at++)
    if (*at == ',')
      reader->starts[++n] = (guint) (at - line) + 2;
  while (n < MAX_COLUMNS) /* of a field that is missing: the line's end */
    reader->starts[++n] = (guint) strlen (line) + 1;
  for (char **field = fields; *field != NULL; field++)
    g_strstrip (*field);
  return reader->line == 1 ? read_header (reader, fields) : read_row (reader, fields);
}

FlAllocProblem *
fl_alloc_problem_parse (FlArena *arena, const char *text, gsize length, const char *path, GError **error)
{
  Reader reader = { .path = path, .text = text, .length = length, .arena = arena, .error = error, .starts = { 1 } };
  FlAllocProblem *problem = NULL;
  const char *end = text + length;
  gboolean is_fine = TRUE;

  reader.buffers = g_array_new (FALSE, FALSE, sizeof (FlAllocBuffer));
  for (const char *at = text; at < end && is_fine;)
    {
      const char *stop = memchr (at, '\n', end - at);

      stop = stop != NULL ? stop : end;
      reader.line++;
      if (stop == at || (stop == at + 1 && *at == '\r'))
        break; /* the first empty line ends the problem */
      is_fine = read_line (&reader, at, stop);
      at = stop + 1;
    }
  if (is_fine && reader.n_fields == 0)
    {
      reader.line = 1;
      is_fine = fail (&reader, 0, "the file is empty; a line “id,lower,upper,size” is expected", NULL);
    }
  if (is_fine && check_sum (&reader))
    {
      problem = fl_arena_new (arena, FlAllocProblem, 1);
      problem->n = reader.buffers->len;
      problem->buffers = fl_arena_memdup (arena, reader.buffers->data, problem->n * sizeof (FlAllocBuffer));
      problem->alignment = 1;
    }
  g_array_unref (reader.buffers);
  return problem;
}

void
fl_alloc_append_problem (GString *out, const FlAllocProblem *problem)
{
  g_string_append (out, "id,lower,upper,size\n");
  for (guint i = 0; i < problem->n; i++)
    g_string_append_printf (out, "%s,%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "\n",
                            problem->buffers[i].id, problem->buffers[i].lower, problem->buffers[i].upper,
                            fl_alloc_get_size (problem, i));
}

void
fl_alloc_append_solution (GString *out, const FlAllocProblem *problem, const FlAllocPlan *plan)
{
  g_string_append (out, "id,lower,upper,size,offset\n");
  for (guint i = 0; i < problem->n; i++)
    g_string_append_printf (out,
                            "%s,%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "\n",
                            problem->buffers[i].id, problem->buffers[i].lower, problem->buffers[i].upper,
                            problem->buffers[i].size, plan->offsets[i]);
}
