/* The operator table at run time: rows by name, and their signatures taken apart once. */
#include "fl-aten-private.h"

#include <string.h>

#include "fl-aten-ids.h"
#include "fl-intern.h"

enum
{
#define ATEN(id, name, kind, signature) ROW_##id,
#include "fl-aten-ops.def"
  N_ROWS
};

/* Ids go in when the index is made. */
static const FlAtenRow rows[] = {
#define ATEN(id, text, group, words)                                                                                   \
  { .position = ROW_##id, .name = text, .kind = FL_ATEN_##group, .signature = words },
#include "fl-aten-ops.def"
};

static const guint16 named_rows[FL_N_ATEN_NAMED] = {
#define NAME(id) [FL_ATEN_OP_##id] = ROW_##id,
#include "fl-aten-ids.def"
};

static const FlAtenParts parts[] = {
#define SHAPE(rule)                                                                                                    \
  {                                                                                                                    \
#rule,
#define LOWER(how) #how,
#define DECOMPOSE(into) #into,
#define REFERENCE(kernel)                                                                                              \
#kernel                                                                                                              \
  }                                                                                                                    \
  ,
#include "fl-aten-ops.def"
};

typedef struct
{
  guint n_params;
  FlAtenParam *params;
} Signature;

typedef struct
{
  GHashTable *by_name; /* "aten.add.Tensor" -> row */
  FlAtenRow rows[N_ROWS];
  Signature signatures[N_ROWS];
} Index;

static void
split_signature (Signature *signature, const char *text, const char *operator_name)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_auto (GStrv) kinds = fl_aten_make_kinds (operator_name);
  const guint n_kinds = g_strv_length (kinds);
  gboolean is_keyword_only = FALSE;

  signature->params = g_new0 (FlAtenParam, g_strv_length (words) + 1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      FlAtenParam *param = &signature->params[signature->n_params];
      char *word = words[i];
      char *equals;

      if (word[0] == '*')
        {
          is_keyword_only = TRUE;
          word++;
        }
      if (word[0] == '\0')
        continue;
      equals = strchr (word, '=');
      if (equals != NULL)
        {
          param->default_text = g_strdup (equals + 1);
          *equals = '\0';
        }
      param->name = fl_intern (word);
      param->is_keyword_only = is_keyword_only;
      param->type = fl_aten_parse_type (signature->n_params < n_kinds ? fl_intern (kinds[signature->n_params]) : "any");
      signature->n_params++;
    }
}

/* Made once and kept for the life of the process. */
static const Index *
get_index (void)
{
  static gsize once = 0;
  static Index *made = NULL;

  if (g_once_init_enter (&once))
    {
      Index *fresh = g_new0 (Index, 1);

      fresh->by_name = g_hash_table_new (g_str_hash, g_str_equal);
      memcpy (fresh->rows, rows, sizeof rows);
      for (guint i = 0; i < N_ROWS; i++)
        fresh->rows[i].op = FL_N_ATEN_NAMED + i;
      for (guint op = FL_ATEN_OP_NONE + 1; op < FL_N_ATEN_NAMED; op++)
        fresh->rows[named_rows[op]].op = op;
      for (guint i = 0; i < N_ROWS; i++)
        {
          g_hash_table_insert (fresh->by_name, (gpointer) rows[i].name, &fresh->rows[i]);
          split_signature (&fresh->signatures[i], rows[i].signature, rows[i].name);
        }
      made = fresh;
      g_once_init_leave (&once, 1);
    }
  return made;
}

const FlAtenRow *
fl_aten_find (const char *target)
{
  const Index *index = get_index ();
  const FlAtenRow *row = g_hash_table_lookup (index->by_name, target);
  char name[128];
  int length;

  if (row != NULL)
    return row;
  /* Older writers left out ".default", wrote "_operator", and had c10d_functional without the underscore. */
  if (g_str_has_prefix (target, "_operator.") || g_str_has_prefix (target, "c10d_functional."))
    {
      length = target[0] == '_' ? g_snprintf (name, sizeof name, "%s", target + 1)
                                : g_snprintf (name, sizeof name, "_%s", target);
      return length < (int) sizeof name ? fl_aten_find (name) : NULL;
    }
  length = g_snprintf (name, sizeof name, "%s.default", target);
  return length < (int) sizeof name ? g_hash_table_lookup (index->by_name, name) : NULL;
}

guint
fl_aten_get_n_rows (void)
{
  return N_ROWS;
}

const FlAtenRow *
fl_aten_get_row (guint position)
{
  g_assert (position < N_ROWS);
  return &get_index ()->rows[position];
}

const FlAtenRow *
fl_aten_get_named (FlAtenOp op)
{
  g_assert (op != FL_ATEN_OP_NONE && op < FL_N_ATEN_NAMED);
  return &get_index ()->rows[named_rows[op]];
}

FlAtenParts
fl_aten_get_parts (const FlAtenRow *row)
{
  return parts[row->position];
}

gboolean
fl_aten_is_view_copy (const FlAtenRow *row)
{
  return row->kind == FL_ATEN_VIEW && (strstr (row->name, "_copy.") != NULL || row->op == FL_ATEN_OP_PRIMS_RESHAPE);
}

const FlAtenParam *
fl_aten_get_params (const FlAtenRow *row, guint *n_params)
{
  const Signature *signature = &get_index ()->signatures[row->position];

  *n_params = signature->n_params;
  return signature->params;
}

void
fl_aten_append_signature (GString *out, const FlAtenRow *row)
{
  guint n_params;
  const FlAtenParam *params = fl_aten_get_params (row, &n_params);

  g_string_append_printf (out, "%s(", row->name);
  for (guint i = 0; i < n_params; i++)
    {
      const FlAtenParam *param = &params[i];

      g_string_append (out, i > 0 ? ", " : "");
      if (param->is_keyword_only && (i == 0 || !params[i - 1].is_keyword_only))
        g_string_append (out, "*, ");
      g_string_append_printf (out, "%s %s", param->type.text, param->name);
      if (param->default_text != NULL)
        g_string_append_printf (out, "=%s", param->default_text[0] != '\0' ? param->default_text : "None");
    }
  g_string_append_c (out, ')');
}

const char *
fl_aten_kind_get_name (FlAtenKind kind)
{
  static const char *const names[] = { "pointwise", "reduction", "view",     "index",    "create", "extern",
                                       "composite", "random",    "mutation", "symbolic", "other" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == FL_ATEN_OTHER + 1);
  return names[kind];
}
