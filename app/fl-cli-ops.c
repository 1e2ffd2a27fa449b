/* ops: the operators that the table knows and what each has; with --unknown PyTorch's overloads
 * that it does not know, and why. */
#include <cjson/cJSON.h>
#include <string.h>

#include "fl-cli.h"
#include "fl-overloads.h"

static FlCliStatus
print_json (FlCli *cli, cJSON *json)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char *printed = cJSON_Print (json);

  g_string_append (text, printed);
  g_string_append_c (text, '\n');
  cJSON_free (printed);
  cJSON_Delete (json);
  return fl_cli_print (cli, text);
}

/* --- known ------------------------------------------------------------------------------------- */

/* "shape same, lowering unary, reference unary" */
static void
append_parts (GString *text, FlAtenParts parts)
{
  const struct
  {
    const char *title, *name;
  } columns[] = { { "shape", parts.shape },
                  { "decomposition", parts.decompose },
                  { "lowering", parts.lower },
                  { "reference", parts.reference } };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (strcmp (columns[i].name, "none") != 0)
      g_string_append_printf (text, "%s%s %s", n++ > 0 ? ", " : "", columns[i].title, columns[i].name);
  g_string_append (text, n == 0 ? "nothing but its name\n" : "\n");
}

static void
add_part (cJSON *json, const char *key, const char *name)
{
  if (strcmp (name, "none") == 0)
    cJSON_AddNullToObject (json, key);
  else
    cJSON_AddStringToObject (json, key, name);
}

static FlCliStatus
print_known (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  cJSON *json = cJSON_CreateObject (), *list = cJSON_AddArrayToObject (json, "operators");

  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    {
      const FlAtenRow *row = fl_aten_get_row (i);
      FlAtenParts parts = fl_aten_get_parts (row);
      cJSON *member = cJSON_CreateObject ();

      g_string_append_printf (text, "%s (%s)   %s\n    ", row->name, row->signature, fl_aten_kind_get_name (row->kind));
      append_parts (text, parts);
      cJSON_AddStringToObject (member, "name", row->name);
      cJSON_AddStringToObject (member, "kind", fl_aten_kind_get_name (row->kind));
      cJSON_AddStringToObject (member, "signature", row->signature);
      add_part (member, "shape", parts.shape);
      add_part (member, "decomposition", parts.decompose);
      add_part (member, "lowering", parts.lower);
      add_part (member, "reference", parts.reference);
      cJSON_AddItemToArray (list, member);
    }
  if (cli->json)
    return print_json (cli, json);
  cJSON_Delete (json);
  return fl_cli_print (cli, text);
}

/* --- unknown ----------------------------------------------------------------------------------- */

static FlCliStatus
print_unknown (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  cJSON *json = cJSON_CreateObject (), *list = cJSON_AddArrayToObject (json, "unknown");
  guint n = 0;

  for (guint i = 0; i < fl_overloads_get_n_rows (); i++)
    {
      const FlOverload *row = fl_overloads_get_row (i);
      const char *reason = fl_overload_find_reason (row);
      cJSON *member;

      if (fl_aten_find (row->name) != NULL)
        continue;
      n++;
      g_string_append_printf (text, "%s   %s\n    %s\n", row->name, fl_overload_kind_get_name (row->kind),
                              reason != NULL ? reason : "");
      member = cJSON_CreateObject ();
      cJSON_AddStringToObject (member, "name", row->name);
      cJSON_AddStringToObject (member, "class", fl_overload_kind_get_name (row->kind));
      cJSON_AddStringToObject (member, "schema", row->schema);
      cJSON_AddStringToObject (member, "reason", reason != NULL ? reason : "");
      cJSON_AddItemToArray (list, member);
    }
  if (cli->json)
    return print_json (cli, json);
  g_string_append_printf (text,
                          "%u of the %u overloads of aten and prims that PyTorch decomposes or lowers are not known.\n",
                          n, fl_overloads_get_n_rows ());
  cJSON_Delete (json);
  return fl_cli_print (cli, text);
}

FlCliStatus
fl_cli_ops (FlCli *cli)
{
  return cli->unknown ? print_unknown (cli) : print_known (cli);
}

void
fl_cli_add_ops_options (FlCli *cli, GOptionGroup *group)
{
  GOptionEntry entries[] = {
    { "unknown", 0, 0, G_OPTION_ARG_NONE, &cli->unknown, "PyTorch's overloads that are not known, each with the reason",
      NULL },
    { NULL },
  };

  fl_cli_add_entries (cli, group, entries);
}
