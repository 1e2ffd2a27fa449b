/* The answer to "why" as JSON: everything that the text has, and every change that helps. */
#include <cjson/cJSON.h>

#include "fl-access-picture.h"
#include "fl-cli-why.h"

static const char *const verdicts[] = { "note", "accept", "reject", "illegal" };

static void
add_text (cJSON *object, const char *key, const char *value)
{
  if (value)
    cJSON_AddStringToObject (object, key, value);
  else
    cJSON_AddNullToObject (object, key);
}

static cJSON *
new_node (const FlCliWhy *answer, guint side)
{
  const FlRun *run = answer->run;
  cJSON *object = cJSON_CreateObject (), *list;
  g_autoptr (GPtrArray) nodes = answer->names[side] ? fl_cli_names_find_sources (run, answer->names[side]) : NULL;

  add_text (object, "asked", answer->cli->words[1 + side]);
  add_text (object, "name", answer->names[side]);
  add_text (object, "kernel", answer->kernels[side]);
  list = cJSON_AddArrayToObject (object, "from");
  for (guint i = 0; nodes && i < nodes->len; i++)
    {
      const FlNode *node = nodes->pdata[i];
      cJSON *item = cJSON_CreateObject ();

      add_text (item, "node", node->name);
      add_text (item, "file", node->source_file);
      cJSON_AddNumberToObject (item, "line", node->source_line);
      add_text (item, "code", node->source_code);
      add_text (item, "module", node->module_path);
      cJSON_AddItemToArray (list, item);
    }
  return object;
}

static cJSON *
new_side (const FlAccessSide *side)
{
  cJSON *object = cJSON_CreateObject (), *loops;
  g_autoptr (GString) text = g_string_new (NULL);

  fl_access_append_side (text, side);
  add_text (object, "node", side->node);
  cJSON_AddBoolToObject (object, "writes", side->is_write);
  add_text (object, "walk", text->str);
  g_string_truncate (text, 0);
  if (side->index)
    fl_sym_append (text, side->index);
  add_text (object, "index", side->index ? text->str : NULL);
  cJSON_AddNumberToObject (object, "offset", (double) side->offset);
  loops = cJSON_AddArrayToObject (object, "loops");
  for (guint i = 0; i < side->n_loops; i++)
    {
      cJSON *loop = cJSON_CreateObject ();

      cJSON_AddNumberToObject (loop, "size", (double) side->loops[i].size);
      cJSON_AddNumberToObject (loop, "stride", (double) side->loops[i].stride);
      cJSON_AddBoolToObject (loop, "reduced", side->loops[i].is_reduced);
      cJSON_AddItemToArray (loops, loop);
    }
  return object;
}

static void
add_access (cJSON *root, const FlAccess *access)
{
  cJSON *object = cJSON_AddObjectToObject (root, "access"), *sides;

  add_text (object, "kind", fl_access_kind_get_name (access->kind));
  add_text (object, "sentence", fl_access_kind_get_sentence (access->kind));
  add_text (object, "buffer", access->buffer);
  cJSON_AddNumberToObject (object, "bytes", (double) access->bytes);
  cJSON_AddNumberToObject (object, "other_buffers", access->n_others);
  sides = cJSON_AddArrayToObject (object, "sides");
  for (guint i = 0; i < 2; i++)
    cJSON_AddItemToArray (sides, new_side (&access->sides[i]));
}

static void
add_answer (cJSON *root, const FlCliWhy *answer)
{
  const FlWhy *why = answer->why;
  cJSON *way;

  if (!why)
    return;
  add_text (root, "answer", why->title);
  add_text (root, "sentence", why->sentence);
  cJSON_AddNumberToObject (root, "bytes_between", (double) why->shared);
  cJSON_AddNumberToObject (root, "bytes_of_inputs", (double) why->inputs);
  add_text (root, "before", why->taken);
  way = cJSON_AddArrayToObject (root, "way_around");
  for (guint i = 0; i + 1 < why->n_hops; i++)
    cJSON_AddItemToArray (way, cJSON_CreateString (answer->log->nodes[why->hops[i].to].name));
  if (why->access)
    add_access (root, why->access);
}

static void
add_help (cJSON *root, const FlCliWhy *answer)
{
  const FlHelpSearch *search = &answer->help;
  const gint64 all = fl_schedule_count_traffic (answer->run->fused);
  cJSON *object, *list;

  if (!search->found)
    return;
  object = cJSON_AddObjectToObject (root, "would_help");
  cJSON_AddNumberToObject (object, "tried", search->n_tried);
  cJSON_AddNumberToObject (object, "of", search->n_all);
  list = cJSON_AddArrayToObject (object, "found");
  for (guint i = 0; i < search->found->len; i++)
    {
      const FlHelp *help = &g_array_index (search->found, FlHelp, i);
      cJSON *item = cJSON_CreateObject ();
      g_autoptr (GString) change = g_string_new (NULL);

      fl_help_append_change (change, help);
      add_text (item, "change", change->str);
      add_text (item, "strategy", help->strategy);
      cJSON_AddNumberToObject (item, "bytes_saved", (double) help->saved_bytes);
      cJSON_AddNumberToObject (item, "share", (double) help->saved_bytes / (double) MAX (all, 1));
      cJSON_AddNumberToObject (item, "kernels_fewer", help->n_fewer_kernels);
      cJSON_AddBoolToObject (item, "one_kernel", !help->is_apart);
      if (fl_help_is_rewrite (help))
        {
          g_autoptr (GString) meaning = g_string_new (NULL);

          fl_help_append_meaning (meaning, help, answer->run);
          add_text (item, "meaning", meaning->str);
        }
      if (help->is_measured)
        {
          cJSON_AddNumberToObject (item, "base_ns", help->base_ns);
          cJSON_AddNumberToObject (item, "time_ns", help->time_ns);
          cJSON_AddBoolToObject (item, "beyond_noise", help->is_time_apart);
        }
      cJSON_AddItemToArray (list, item);
    }
  add_text (object, "not_measured_since", answer->unmeasured ? answer->unmeasured->message : NULL);
}

static void
add_decisions (cJSON *root, const FlCliWhy *answer)
{
  cJSON *list = cJSON_AddArrayToObject (root, "decisions");

  for (guint i = 0; i < answer->decisions->len; i++)
    {
      const FlEvent *event = answer->decisions->pdata[i];
      cJSON *item = cJSON_CreateObject ();

      cJSON_AddNumberToObject (item, "step", event->step + 1);
      cJSON_AddNumberToObject (item, "round", event->round);
      add_text (item, "kind", fl_event_get_info (event->kind)->name);
      add_text (item, "verdict", verdicts[event->verdict]);
      add_text (item, "subject", event->subject.name);
      add_text (item, "object", event->object.name);
      cJSON_AddNumberToObject (item, "amount", (double) event->amount);
      add_text (item, "reason", event->reason);
      add_text (item, "upstream", event->upstream);
      add_text (item, "values", event->facts);
      cJSON_AddItemToArray (list, item);
    }
}

static void
add_rule (cJSON *root, const FlCliWhy *answer)
{
  const FlPartitionAnswer *apart = &answer->apart;
  cJSON *rule = cJSON_AddObjectToObject (root, "pair");

  add_text (rule, "verdict", verdicts[answer->verdict]);
  add_text (rule, "reason", answer->reason);
  add_text (rule, "upstream", answer->upstream);
  add_text (rule, "values", answer->facts);
  if (!answer->run->partition)
    return;
  add_text (rule, "template", fl_template_get_name (apart->emission.template));
  add_text (rule, "no_template_since", apart->emission.reason);
  add_text (rule, "cycle_through", apart->via);
  if (answer->own)
    cJSON_AddNumberToObject (rule, "carried_out_as_kernels", answer->own->n_kernels);
  add_text (rule, "carried_out_since", answer->own ? answer->own->why : NULL);
}

void
fl_cli_why_append_json (GString *text, const FlCliWhy *answer)
{
  cJSON *root = cJSON_CreateObject (), *nodes = cJSON_AddArrayToObject (root, "nodes");
  char *printed;

  for (guint i = 0; i < 2; i++)
    cJSON_AddItemToArray (nodes, new_node (answer, i));
  add_text (root, "strategy", answer->run->options.strategy);
  add_text (root, "notes", answer->said->len > 0 ? answer->said->str : NULL);
  if (answer->names[0] && answer->names[1] && !g_str_equal (answer->names[0], answer->names[1]))
    {
      cJSON_AddBoolToObject (root, "one_kernel", answer->is_one);
      cJSON_AddBoolToObject (root, "joined_by_fuseloom", answer->unjoined[0] != NULL);
      add_rule (root, answer);
      add_answer (root, answer);
      add_help (root, answer);
      add_decisions (root, answer);
    }
  printed = cJSON_Print (root);
  g_string_append_printf (text, "%s\n", printed);
  cJSON_free (printed);
  cJSON_Delete (root);
}
