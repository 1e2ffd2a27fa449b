/* The comparison for people, as a row of a table, and as JSON. */
#include <cjson/cJSON.h>

#include "fl-parity.h"
#include "fl-quote.h"

enum
{
  N_CONTEXT = 3
};

static const char *
get_plural (guint n)
{
  return n == 1 ? "" : "s";
}

char *
fl_parity_dup_summary (const FlParity *parity)
{
  if (parity->error != NULL)
    return g_strdup_printf ("not compared: %s", parity->error);
  if (!parity->has_groups)
    return g_strdup ("groups are not compared: PyTorch's text after fusion is not there");
  return g_strdup_printf ("%u group%s: %u the same, %u only PyTorch's, %u only ours", parity->n_groups,
                          get_plural (parity->n_groups), parity->n_same, parity->n_only_theirs, parity->n_only_ours);
}

char *
fl_parity_dup_node_summary (const FlParity *parity)
{
  guint n_changed = 0;

  if (parity->n_our_nodes == 0 && parity->error != NULL)
    return g_strdup_printf ("not compared: %s", parity->error);
  for (guint i = 0; i < parity->n_node_entries; i++)
    n_changed += parity->node_entries[i].mark == FL_MARK_CHANGED;
  return g_strdup_printf ("%u node%s: %u the same, %u with another text, %u only PyTorch's, %u only ours",
                          parity->n_our_nodes + parity->n_missing, get_plural (parity->n_our_nodes + parity->n_missing),
                          parity->n_matched - n_changed, n_changed, parity->n_missing,
                          parity->n_our_nodes - parity->n_matched);
}

/* --- text ------------------------------------------------------------------------------------- */

static const char *
get_line (const GPtrArray *lines, guint position)
{
  return position < lines->len ? lines->pdata[position] : "(the end)";
}

static const char *
get_verdict (const FlParityText *text)
{
  static const char *const verdicts[]
      = { "not compared", "identical", "identical but for blanks at line ends", "differs", "not compared" };

  return verdicts[text->verdict];
}

static void
append_text_verdict (GString *out, const char *title, const FlParityText *text)
{
  g_string_append_printf (out, "  %-13s %s", title, get_verdict (text));
  if (text->why != NULL)
    g_string_append_printf (out, ": %s", text->why);
  if (text->left_out != NULL)
    g_string_append_printf (out, " (without %s, which PyTorch's version does not write)", text->left_out);
  if (text->verdict == FL_TEXT_DIFFERS)
    {
      const FlHunk *first = &g_array_index (text->hunks, FlHunk, 0);

      g_string_append_printf (out, " in %u place%s of %u lines, first at\n", text->hunks->len,
                              get_plural (text->hunks->len), text->theirs->len);
      g_string_append_printf (out, "    PyTorch, line %u: %.300s\n", first->from_a + 1,
                              get_line (text->theirs, first->from_a));
      g_string_append_printf (out, "    ours, line %u: %.300s\n", first->from_b + 1,
                              get_line (text->ours, first->from_b));
    }
  else
    g_string_append_c (out, '\n');
}

static void
append_nodes (GString *out, const FlParity *parity)
{
  GHashTableIter iter;
  gpointer name, mark;
  guint n = 0;

  g_string_append_printf (out, "  nodes         %u of PyTorch's, %u of ours, %u matched\n", parity->n_their_nodes,
                          parity->n_our_nodes, parity->n_matched);
  for (guint i = 0; i < parity->n_missing; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "    only PyTorch's: ", parity->missing[i]);
  if (parity->n_missing > 0)
    g_string_append_c (out, '\n');
  g_hash_table_iter_init (&iter, parity->marks);
  while (g_hash_table_iter_next (&iter, &name, &mark))
    if (GPOINTER_TO_INT (mark) == FL_MARK_OURS)
      g_string_append_printf (out, "%s%s", n++ > 0 ? " " : "    only ours: ", (char *) name);
  if (n > 0)
    g_string_append_c (out, '\n');
}

static void
append_differences (GString *out, const FlParity *parity)
{
  for (guint i = 0; i < parity->n_differences; i++)
    {
      const FlParityDifference *difference = &parity->differences[i];

      g_string_append_printf (out, "  difference %u: %s\n", i + 1, difference->title);
      for (guint k = 0; k < difference->n_reasons; k++)
        g_string_append_printf (out, "    %s\n", difference->reasons[k].text);
    }
}

static void
append_kernels (GString *out, const FlParity *parity)
{
  if (parity->has_groups)
    g_string_append_printf (out, "  kernels       %u of PyTorch's, %u of ours\n", parity->n_their_kernels,
                            parity->n_our_kernels);
  g_string_append (out, "  calls in code ");
  if (parity->n_their_calls < 0 || parity->n_our_calls < 0)
    g_string_append_printf (out, "not compared: %s\n", parity->call_note);
  else if (parity->same_calls)
    g_string_append_printf (out, "the same %d in the same order\n", parity->n_our_calls);
  else if (parity->target == FL_TARGET_CPU && parity->n_their_calls < parity->n_our_calls)
    g_string_append_printf (out,
                            "%d in PyTorch's, %d in ours: PyTorch puts C++ kernels that follow one another into one "
                            "function\n",
                            parity->n_their_calls, parity->n_our_calls);
  else
    g_string_append_printf (out, "%d in PyTorch's, %d in ours; %s\n", parity->n_their_calls, parity->n_our_calls,
                            parity->call_note);
}

static void
append_diff (GString *out, const char *name, const FlParityText *text)
{
  g_autofree char *theirs = g_strdup_printf ("PyTorch/%s", name);
  g_autofree char *ours = g_strdup_printf ("ours/%s", name);

  if (text->hunks != NULL)
    fl_diff_append_unified (out, theirs, text->theirs, ours, text->ours, text->hunks, N_CONTEXT);
}

void
fl_parity_append_text (GString *out, const FlParity *parity, gboolean with_diff)
{
  const FlDebugFolder *folder = parity->theirs->folder;
  g_autofree char *summary = fl_parity_dup_summary (parity);
  g_autofree char *graph = g_path_get_basename (folder->graph_path);

  g_string_append_printf (out, "%s: %s\n", folder->title, fl_parity_is_equal (parity) ? "equal" : "different");
  g_string_append_printf (out, "  graph         %s, by the rules of %s, PyTorch %s\n", graph,
                          fl_target_get_name (parity->target),
                          folder->torch_version != NULL ? folder->torch_version : "(version not stated)");
  g_string_append_printf (out, "  ours          %s\n", parity->torch);
  for (guint i = 0; i < parity->theirs->notes->len; i++)
    g_string_append_printf (out, "  not readable  %s\n", (char *) parity->theirs->notes->pdata[i]);
  append_nodes (out, parity);
  g_string_append_printf (out, "  partition     %s%s\n", summary, parity->other_order ? ", in another order" : "");
  append_differences (out, parity);
  append_text_verdict (out, "text before", &parity->pre);
  append_text_verdict (out, "text after", &parity->post);
  append_kernels (out, parity);
  append_text_verdict (out, "wrapper", &parity->wrapper);
  if (with_diff)
    {
      append_diff (out, "ir_pre_fusion.txt", &parity->pre);
      append_diff (out, "ir_post_fusion.txt", &parity->post);
      append_diff (out, "wrapper", &parity->wrapper);
    }
}

/* --- table ------------------------------------------------------------------------------------ */

void
fl_parity_append_table_head (GString *out)
{
  g_string_append (out, "| graph | nodes | partition | text before | text after | kernels | wrapper |\n"
                        "| --- | ---: | --- | --- | --- | --- | --- |\n");
}

static const char *
get_cell (const FlParityText *text)
{
  static const char *const cells[] = { "—", "identical", "identical but for blanks", "**differs**", "—" };

  return cells[text->verdict];
}

void
fl_parity_append_table_row (GString *out, const char *title, const FlParity *parity)
{
  g_string_append (out, "| ");
  fl_quote_append_markdown (out, title);
  g_string_append (out, " | ");
  if (parity->n_our_nodes == parity->n_their_nodes)
    g_string_append_printf (out, "%u | ", parity->n_our_nodes);
  else
    g_string_append_printf (out, "**%u, PyTorch %u** | ", parity->n_our_nodes, parity->n_their_nodes);
  if (!parity->has_groups)
    g_string_append_printf (out, "%s | ", parity->error != NULL ? "**our run stopped**" : "—");
  else if (parity->n_only_ours + parity->n_only_theirs > 0)
    g_string_append_printf (out, "**%u the same, %u only PyTorch's, %u only ours** | ", parity->n_same,
                            parity->n_only_theirs, parity->n_only_ours);
  else
    g_string_append_printf (out, "equal%s | ", parity->other_order ? ", **another order**" : "");
  g_string_append_printf (out, "%s | %s | ", get_cell (&parity->pre), get_cell (&parity->post));
  if (!parity->has_groups)
    g_string_append (out, "— | ");
  else if (parity->n_our_kernels == parity->n_their_kernels)
    g_string_append_printf (out, "%u | ", parity->n_our_kernels);
  else
    g_string_append_printf (out, "**%u, PyTorch %u** | ", parity->n_our_kernels, parity->n_their_kernels);
  g_string_append_printf (out, "%s |\n", get_cell (&parity->wrapper));
}

/* --- JSON ------------------------------------------------------------------------------------- */

static cJSON *
new_names (const char *const *names, guint n)
{
  cJSON *array = cJSON_CreateArray ();

  for (guint i = 0; i < n; i++)
    cJSON_AddItemToArray (array, cJSON_CreateString (names[i]));
  return array;
}

static cJSON *
new_text_json (const FlParityText *text)
{
  static const char *const names[] = { "absent", "identical", "blanks", "differs", "other-form" };
  cJSON *json = cJSON_CreateObject ();

  cJSON_AddStringToObject (json, "verdict", names[text->verdict]);
  if (text->why != NULL)
    cJSON_AddStringToObject (json, "why", text->why);
  if (text->left_out != NULL)
    cJSON_AddStringToObject (json, "left_out", text->left_out);
  if (text->hunks != NULL)
    {
      cJSON_AddNumberToObject (json, "places", text->hunks->len);
      cJSON_AddNumberToObject (json, "lines", text->theirs->len);
    }
  if (text->verdict == FL_TEXT_DIFFERS)
    {
      const FlHunk *first = &g_array_index (text->hunks, FlHunk, 0);

      cJSON_AddNumberToObject (json, "first_line_theirs", first->from_a + 1);
      cJSON_AddStringToObject (json, "first_theirs", get_line (text->theirs, first->from_a));
      cJSON_AddNumberToObject (json, "first_line_ours", first->from_b + 1);
      cJSON_AddStringToObject (json, "first_ours", get_line (text->ours, first->from_b));
    }
  return json;
}

static cJSON *
new_difference_json (const FlParity *parity, const FlParityDifference *difference)
{
  cJSON *json = cJSON_CreateObject ();
  cJSON *theirs = cJSON_AddArrayToObject (json, "only_theirs");
  cJSON *ours = cJSON_AddArrayToObject (json, "only_ours");
  cJSON *reasons = cJSON_AddArrayToObject (json, "reasons");

  for (guint i = 0; i < difference->n_groups; i++)
    {
      const FlParityGroup *group = &parity->groups[difference->groups[i]];

      cJSON_AddItemToArray (group->mark == FL_MARK_THEIRS ? theirs : ours,
                            new_names (group->members, group->n_members));
    }
  for (guint i = 0; i < difference->n_reasons; i++)
    {
      const FlParityReason *reason = &difference->reasons[i];
      cJSON *item = cJSON_CreateObject ();

      cJSON_AddStringToObject (item, "text", reason->text);
      if (reason->a != NULL)
        cJSON_AddStringToObject (item, "a", reason->a);
      if (reason->b != NULL)
        cJSON_AddStringToObject (item, "b", reason->b);
      if (reason->step != G_MAXUINT32)
        cJSON_AddNumberToObject (item, "step", reason->step + 1);
      cJSON_AddItemToArray (reasons, item);
    }
  return json;
}

static void
add_kernels_json (cJSON *json, const FlParity *parity)
{
  cJSON *kernels = cJSON_AddObjectToObject (json, "kernels");
  cJSON *calls = cJSON_AddObjectToObject (json, "calls");

  cJSON_AddNumberToObject (kernels, "ours", parity->n_our_kernels);
  cJSON_AddNumberToObject (kernels, "theirs", parity->n_their_kernels);
  if (parity->n_our_calls >= 0)
    cJSON_AddNumberToObject (calls, "ours", parity->n_our_calls);
  if (parity->n_their_calls >= 0)
    cJSON_AddNumberToObject (calls, "theirs", parity->n_their_calls);
  cJSON_AddBoolToObject (calls, "equal", parity->same_calls);
  if (parity->call_note != NULL)
    cJSON_AddStringToObject (calls, "note", parity->call_note);
}

cJSON *
fl_parity_new_json (const FlParity *parity)
{
  const FlDebugFolder *folder = parity->theirs->folder;
  cJSON *json = cJSON_CreateObject ();
  cJSON *nodes, *partition, *differences;

  cJSON_AddStringToObject (json, "folder", folder->path);
  cJSON_AddBoolToObject (json, "equal", fl_parity_is_equal (parity));
  cJSON_AddStringToObject (json, "target", fl_target_get_name (parity->target));
  if (folder->torch_version != NULL)
    cJSON_AddStringToObject (json, "torch", folder->torch_version);
  cJSON_AddStringToObject (json, "torch_why", parity->torch);
  if (parity->error != NULL)
    cJSON_AddStringToObject (json, "error", parity->error);
  cJSON_AddItemToObject (json, "notes",
                         new_names ((const char *const *) parity->theirs->notes->pdata, parity->theirs->notes->len));
  nodes = cJSON_AddObjectToObject (json, "nodes");
  cJSON_AddNumberToObject (nodes, "ours", parity->n_our_nodes);
  cJSON_AddNumberToObject (nodes, "theirs", parity->n_their_nodes);
  cJSON_AddNumberToObject (nodes, "matched", parity->n_matched);
  cJSON_AddItemToObject (nodes, "only_theirs", new_names (parity->missing, parity->n_missing));
  partition = cJSON_AddObjectToObject (json, "partition");
  cJSON_AddBoolToObject (partition, "compared", parity->has_groups);
  cJSON_AddBoolToObject (partition, "equal", parity->has_groups && parity->n_only_ours + parity->n_only_theirs == 0);
  cJSON_AddNumberToObject (partition, "same", parity->n_same);
  cJSON_AddNumberToObject (partition, "only_theirs", parity->n_only_theirs);
  cJSON_AddNumberToObject (partition, "only_ours", parity->n_only_ours);
  cJSON_AddBoolToObject (partition, "other_order", parity->other_order);
  differences = cJSON_AddArrayToObject (partition, "differences");
  for (guint i = 0; i < parity->n_differences; i++)
    cJSON_AddItemToArray (differences, new_difference_json (parity, &parity->differences[i]));
  cJSON_AddItemToObject (json, "pre_fusion", new_text_json (&parity->pre));
  cJSON_AddItemToObject (json, "post_fusion", new_text_json (&parity->post));
  cJSON_AddItemToObject (json, "wrapper", new_text_json (&parity->wrapper));
  add_kernels_json (json, parity);
  return json;
}
