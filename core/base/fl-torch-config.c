#include "fl-torch-config.h"

#include <stdlib.h>
#include <string.h>

static const FlConfigRow rows[] = {
#define CONFIG(name, since, until, answer, value, reason) { name, since, until, FL_CONFIG_##answer, value, reason },
#include "fl-torch-config.def"
};

guint
fl_torch_config_get_n_rows (void)
{
  return G_N_ELEMENTS (rows);
}

const FlConfigRow *
fl_torch_config_get_row (guint position)
{
  g_assert (position < G_N_ELEMENTS (rows));
  return &rows[position];
}

const FlConfigRow *
fl_torch_config_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (name, rows[i].name) == 0)
      return &rows[i];
  return NULL;
}

char *
fl_torch_config_explain (const char *assignment)
{
  const char *equals = strchr (assignment, '=');
  g_autofree char *name = equals != NULL ? g_strndup (assignment, equals - assignment) : g_strdup (assignment);
  const FlConfigRow *row = fl_torch_config_find (name);

  if (row == NULL || row->answer == FL_CONFIG_OPTION || (equals != NULL && strcmp (equals + 1, row->value) == 0))
    return NULL;
  return g_strdup_printf ("%s %s: %s", assignment,
                          row->answer == FL_CONFIG_NOTHING ? "changes none of these stages" : "is not modelled",
                          row->reason);
}
