/* Options of a run: the table of rows, and reading and writing one field by name. */
#include "fl-options.h"

#include <errno.h>
#include <string.h>

#include "fl-error.h"
#include "fl-intern.h"
#include "fl-text.h"
#include "fl-torch-config.h"
#include "fl-torch-rules.h"

/* "none|parallelize|vectorize": what loops.off chooses from. */
static const char loop_pass_names[] = "none"
#define LOOP_PASS(id, name, effect, targets, sentence) "|" name
#include "fl-loop-pass-list.def"
    ;

static const FlOptionInfo rows[] = {
#define OPTION_BOOL(field, row_name, row_value, row_sentence)                                                          \
  { .type = FL_OPTION_BOOL,                                                                                            \
    .name = row_name,                                                                                                  \
    .value = row_value,                                                                                                \
    .minimum = 0,                                                                                                      \
    .maximum = 1,                                                                                                      \
    .unit = "",                                                                                                        \
    .sentence = row_sentence,                                                                                          \
    .offset = G_STRUCT_OFFSET (FlOptions, field) },
#define OPTION_INT(field, row_name, row_value, row_minimum, row_maximum, row_unit, row_sentence)                       \
  { .type = FL_OPTION_INT,                                                                                             \
    .name = row_name,                                                                                                  \
    .value = row_value,                                                                                                \
    .minimum = row_minimum,                                                                                            \
    .maximum = row_maximum,                                                                                            \
    .unit = row_unit,                                                                                                  \
    .sentence = row_sentence,                                                                                          \
    .offset = G_STRUCT_OFFSET (FlOptions, field) },
#define OPTION_ENUM(field, row_name, row_value, row_choices, row_sentence)                                             \
  { .type = FL_OPTION_ENUM,                                                                                            \
    .name = row_name,                                                                                                  \
    .value = row_value,                                                                                                \
    .minimum = 0,                                                                                                      \
    .maximum = G_MAXINT,                                                                                               \
    .unit = "",                                                                                                        \
    .choices = row_choices,                                                                                            \
    .sentence = row_sentence,                                                                                          \
    .offset = G_STRUCT_OFFSET (FlOptions, field) },
#define OPTION_SET(field, row_name, row_choices, row_sentence)                                                         \
  { .type = FL_OPTION_SET,                                                                                             \
    .name = row_name,                                                                                                  \
    .value = 0,                                                                                                        \
    .minimum = 0,                                                                                                      \
    .maximum = G_MAXINT64,                                                                                             \
    .unit = "",                                                                                                        \
    .choices = row_choices,                                                                                            \
    .sentence = row_sentence,                                                                                          \
    .offset = G_STRUCT_OFFSET (FlOptions, field) },
#include "fl-options.def"
};

static const char *const target_names[FL_N_TARGETS] = {
  [FL_TARGET_CPU] = "cpu",
  [FL_TARGET_CUDA] = "cuda",
};

guint
fl_options_get_n_rows (void)
{
  return G_N_ELEMENTS (rows);
}

const FlOptionInfo *
fl_options_get_row (guint position)
{
  g_assert (position < G_N_ELEMENTS (rows));
  return &rows[position];
}

const char *
fl_target_get_name (FlTarget target)
{
  g_assert (target < FL_N_TARGETS);
  return target_names[target];
}

gboolean
fl_target_find (const char *name, FlTarget *target)
{
  for (guint i = 0; i < FL_N_TARGETS; i++)
    if (strcmp (name, target_names[i]) == 0)
      {
        *target = (FlTarget) i;
        return TRUE;
      }
  return FALSE;
}

/* Defaults of other versions; the field names the row. */
static const struct
{
  gsize offset;
  guint since, until;
  gint64 value;
} version_defaults[] = {
#define OPTION_DEFAULT(field, since, until, value) { G_STRUCT_OFFSET (FlOptions, field), since, until, value },
#include "fl-option-defaults.def"
};

static gint64
get_version_default (const FlOptionInfo *row, guint version)
{
  for (guint i = 0; i < G_N_ELEMENTS (version_defaults); i++)
    if (version_defaults[i].offset == row->offset && version_defaults[i].since <= version
        && version <= version_defaults[i].until)
      return version_defaults[i].value;
  return row->value;
}

gint64
fl_options_get_default (const FlOptions *options, const FlOptionInfo *row)
{
  return get_version_default (row, options->rules.version);
}

static gboolean
has_long_field (const FlOptionInfo *row)
{
  return row->type == FL_OPTION_INT || row->type == FL_OPTION_SET;
}

gint64
fl_options_get_value (const FlOptions *options, const FlOptionInfo *row)
{
  gconstpointer field = G_STRUCT_MEMBER_P (options, row->offset);

  return has_long_field (row) ? *(const gint64 *) field : *(const gint *) field;
}

static void
write_field (FlOptions *options, const FlOptionInfo *row, gint64 value)
{
  gpointer field = G_STRUCT_MEMBER_P (options, row->offset);

  if (has_long_field (row))
    *(gint64 *) field = value;
  else
    *(gint *) field = (gint) value;
}

/* What was given stays, and what a caller wrote into a field: whatever is not the default of the version before. */
static void
take_version (FlOptions *options, guint version, FlTorchBasis basis, const char *from)
{
  const guint before = options->rules.version;

  options->torch_basis = basis;
  options->torch_from = from;
  options->rules.version = version;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (!(options->given[i / 64] >> (i % 64) & 1)
        && (before == 0 || fl_options_get_value (options, &rows[i]) == get_version_default (&rows[i], before)))
      write_field (options, &rows[i], get_version_default (&rows[i], version));
}

gboolean
fl_options_are_equal (const FlOptions *a, const FlOptions *b)
{
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (fl_options_get_value (a, fl_options_get_row (i)) != fl_options_get_value (b, fl_options_get_row (i)))
      return FALSE;
  return TRUE;
}

void
fl_options_set_value (FlOptions *options, const FlOptionInfo *row, gint64 value)
{
  const guint position = row - rows;

  write_field (options, row, value);
  options->given[position / 64] |= G_GUINT64_CONSTANT (1) << (position % 64);
  if (row->offset != G_STRUCT_OFFSET (FlOptions, torch))
    return;
  if (value > 0)
    take_version (options, FL_TORCH_OLDEST + value - 1, FL_TORCH_STATED, NULL);
  else
    take_version (options, FL_TORCH_NEWEST, FL_TORCH_ASSUMED, NULL);
}

void
fl_options_init (FlOptions *options)
{
  memset (options, 0, sizeof *options);
  options->target = FL_TARGET_CPU;
  options->strategy = fl_intern ("inductor");
  options->rule_files = fl_intern ("");
  take_version (options, FL_TORCH_NEWEST, FL_TORCH_ASSUMED, NULL);
}

void
fl_options_settle_torch (FlOptions *options, const FlTorchRange *range)
{
  if (options->torch != 0)
    return;
  if (range->from != NULL)
    take_version (options, MIN (range->until, FL_TORCH_NEWEST), FL_TORCH_RECOGNIZED, fl_intern (range->from));
  else
    take_version (options, FL_TORCH_NEWEST, FL_TORCH_ASSUMED, NULL);
}

char *
fl_options_dup_torch_why (const FlOptions *options)
{
  const char *name = fl_torch_get_name (options->rules.version);

  if (options->torch_basis == FL_TORCH_STATED)
    return g_strdup_printf ("PyTorch %s's rules, as stated", name);
  if (options->torch_basis == FL_TORCH_RECOGNIZED)
    return g_strdup_printf ("PyTorch %s's rules, recognized from %s", name, options->torch_from);
  return g_strdup_printf ("PyTorch %s's rules, assumed: nothing shows the version", name);
}

char *
fl_options_dup_torch_short (const FlOptions *options)
{
  static const char *const words[]
      = { [FL_TORCH_ASSUMED] = "assumed", [FL_TORCH_RECOGNIZED] = "recognized", [FL_TORCH_STATED] = "stated" };

  return g_strdup_printf ("PyTorch %s, %s", fl_torch_get_name (options->rules.version), words[options->torch_basis]);
}

FlTorch
fl_options_get_text_rules (const FlOptions *options)
{
  FlTorch rules = options->rules;
  const gboolean is_classic = !fl_torch_has (&rules, FL_RULE_TEXT_OPERATIONS);

  if (options->format == FL_FORMAT_CLASSIC && !is_classic)
    rules.version = FL_TORCH_NEWEST_CLASSIC;
  else if (options->format == FL_FORMAT_MODERN && is_classic)
    rules.version = FL_TORCH_NEWEST;
  return rules;
}

/* Bit k: the k-th choice behind none. */
static char *
dup_set_text (const FlOptionInfo *row, gint64 value)
{
  g_auto (GStrv) choices = g_strsplit (row->choices, "|", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 1; choices[i] != NULL; i++)
    if (value >> (i - 1) & 1)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", choices[i]);
  return g_string_free (text->len > 0 ? text : g_string_assign (text, choices[0]), FALSE);
}

char *
fl_options_dup_value_text (const FlOptions *options, const FlOptionInfo *row)
{
  gint64 value = fl_options_get_value (options, row);

  if (row->type == FL_OPTION_BOOL)
    return g_strdup (value ? "true" : "false");
  if (row->type == FL_OPTION_ENUM)
    {
      g_auto (GStrv) choices = g_strsplit (row->choices, "|", -1);

      g_assert (value >= 0 && value < g_strv_length (choices));
      return g_strdup (choices[value]);
    }
  if (row->type == FL_OPTION_SET)
    return dup_set_text (row, value);
  return g_strdup_printf ("%" G_GINT64_FORMAT, value);
}

/* --- setting by text
 * --------------------------------------------------------------------------------------------- */
static const char *
find_nearest_name (const char *name)
{
  const char *nearest = NULL;
  guint best = G_MAXUINT;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint distance = fl_text_get_distance (name, rows[i].name);

      if (distance < best)
        {
          best = distance;
          nearest = rows[i].name;
        }
    }
  return nearest;
}

static gboolean
parse_bool (const FlOptionInfo *row, const char *text, gint64 *value, GError **error)
{
  static const char *const yes[] = { "true", "1", "on", "yes" };
  static const char *const no[] = { "false", "0", "off", "no" };

  for (guint i = 0; i < G_N_ELEMENTS (yes); i++)
    {
      *value = g_ascii_strcasecmp (text, yes[i]) == 0;
      if (*value || g_ascii_strcasecmp (text, no[i]) == 0)
        return TRUE;
    }
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "option %s is true or false, not '%s'", row->name, text);
  return FALSE;
}

static gboolean
parse_int (const FlOptionInfo *row, const char *text, gint64 *value, GError **error)
{
  char *end;

  errno = 0;
  *value = g_ascii_strtoll (text, &end, 10);
  if (end == text || *end != '\0')
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "option %s is a whole number, not '%s'", row->name, text);
      return FALSE;
    }
  if (errno == ERANGE || *value < row->minimum || *value > row->maximum)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                   "option %s is between %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT "%s%s, not %s", row->name,
                   row->minimum, row->maximum, *row->unit != '\0' ? " " : "", row->unit, text);
      return FALSE;
    }
  return TRUE;
}

static gboolean
parse_enum (const FlOptionInfo *row, const char *text, gint64 *value, GError **error)
{
  g_auto (GStrv) choices = g_strsplit (row->choices, "|", -1);

  for (guint i = 0; choices[i] != NULL; i++)
    if (strcmp (choices[i], text) == 0)
      {
        *value = i;
        return TRUE;
      }
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "option %s is one of %s, not '%s'", row->name, row->choices, text);
  return FALSE;
}

static gboolean
parse_set (const FlOptionInfo *row, const char *text, gint64 *value, GError **error)
{
  g_auto (GStrv) choices = g_strsplit (row->choices, "|", -1), names = g_strsplit (text, ",", -1);
  g_autofree char *known = g_strjoinv (", ", choices + 1);

  *value = 0;
  for (guint i = 0; names[i] != NULL; i++)
    {
      guint at = 0;

      while (choices[at] != NULL && strcmp (choices[at], g_strstrip (names[i])) != 0)
        at++;
      if (choices[at] == NULL || (at == 0 && names[1] != NULL))
        {
          g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                       "option %s is none, or some of %s with commas between; there is no '%s'", row->name, known,
                       names[i]);
          return FALSE;
        }
      if (at > 0)
        *value |= G_GINT64_CONSTANT (1) << (at - 1);
    }
  return TRUE;
}

static gboolean
set_row (FlOptions *options, const FlOptionInfo *row, const char *text, GError **error)
{
  gint64 value = 0;
  gboolean is_good = FALSE;

  if (strcmp (text, "None") == 0) /* as PyTorch writes that there is no value of one's own */
    {
      fl_options_set_value (options, row, row->value);
      return TRUE;
    }

  switch (row->type)
    {
    case FL_OPTION_BOOL: is_good = parse_bool (row, text, &value, error); break;
    case FL_OPTION_INT: is_good = parse_int (row, text, &value, error); break;
    case FL_OPTION_ENUM: is_good = parse_enum (row, text, &value, error); break;
    case FL_OPTION_SET: is_good = parse_set (row, text, &value, error); break;
    }
  if (is_good)
    fl_options_set_value (options, row, value);
  return is_good;
}

gboolean
fl_options_set (FlOptions *options, const char *assignment, GError **error)
{
  const char *equals = strchr (assignment, '=');
  g_autofree char *name = NULL;

  if (equals == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "'%s' is not NAME=VALUE", assignment);
      return FALSE;
    }
  name = g_strndup (assignment, equals - assignment);
  if (strcmp (name, "target") == 0)
    {
      if (fl_target_find (equals + 1, &options->target))
        return TRUE;
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "target is one of cpu|cuda, not '%s'", equals + 1);
      return FALSE;
    }
  if (strcmp (name, "strategy") == 0)
    {
      options->strategy = fl_intern (equals + 1);
      return TRUE;
    }
  if (strcmp (name, "pattern.rules") == 0)
    {
      options->rule_files = fl_intern (equals + 1);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (name, rows[i].name) == 0)
      return set_row (options, &rows[i], equals + 1, error);

  if (fl_torch_config_find (name) != NULL) /* accepted: fl_torch_config_explain says why nothing comes of it */
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no option '%s'; the nearest is %s", name,
               find_nearest_name (name));
  return FALSE;
}
