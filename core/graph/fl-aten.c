/* The operator table at run time: rows by name, and their signatures taken apart once. */
#include "fl-aten-private.h"

#include <string.h>

#include "fl-intern.h"

static const FlAtenRow rows[FL_N_ATEN_OPS] = {
#define ATEN(id, name, kind, signature) [FL_ATEN_OP_##id] = { FL_ATEN_OP_##id, name, FL_ATEN_##kind, signature },
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
  Signature signatures[FL_N_ATEN_OPS];
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
      for (guint i = 0; i < FL_N_ATEN_OPS; i++)
        {
          g_hash_table_insert (fresh->by_name, (gpointer) rows[i].name, (gpointer) &rows[i]);
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

const FlAtenRow *
fl_aten_get_row (FlAtenOp op)
{
  g_assert ((guint) op < FL_N_ATEN_OPS);
  return &rows[op];
}

gboolean
fl_aten_is_view_copy (const FlAtenRow *row)
{
  return row->kind == FL_ATEN_VIEW && (strstr (row->name, "_copy.") != NULL || row->op == FL_ATEN_OP_PRIMS_RESHAPE);
}

const FlAtenParam *
fl_aten_get_params (const FlAtenRow *row, guint *n_params)
{
  const Signature *signature = &get_index ()->signatures[row->op];

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
