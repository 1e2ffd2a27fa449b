/* The answer to "why" as text. */
#include "fl-access-picture.h"
#include "fl-cli-why.h"
#include "fl-text.h"

static void
append_kernels (GString *text, const FlCliWhy *answer)
{
  const char *a = answer->names[0], *b = answer->names[1];

  if (answer->unjoined[0])
    g_string_append_printf (
        text, "%s and %s are in different kernels of ir_post_fusion, %s and %s; Fuseloom joins the two: %s\n", a, b,
        answer->unjoined[0], answer->unjoined[1], answer->kernels[0]);
  else if (answer->is_one)
    g_string_append_printf (text, "%s and %s are one kernel: %s\n", a, b, answer->kernels[0]);
  else
    g_string_append_printf (text, "%s and %s are in different kernels: %s, %s\n", a, b, answer->kernels[0],
                            answer->kernels[1]);
}

/* What the rules of TorchInductor say of the pair by itself. */
static void
append_rules (GString *text, const FlCliWhy *answer)
{
  static const char *const verdicts[] = { "unknown", "yes", "legal, but refused", "no" };

  g_string_append_printf (text, "  as a pair of their own: %s — %s", verdicts[answer->verdict],
                          answer->reason ? answer->reason : "");
  if (answer->upstream)
    g_string_append_printf (text, " (TorchInductor: %s)", answer->upstream);
  else if (answer->facts)
    g_string_append_printf (text, " (%s)", answer->facts);
  g_string_append_c (text, '\n');
}

/* What the strategy's search said, and what kernel there could be. */
static void
append_apart (GString *text, const FlCliWhy *answer)
{
  static const char *const verdicts[] = { "not tried", "one kernel", "legal, but refused", "not allowed" };
  const FlPartitionAnswer *apart = &answer->apart;
  const gboolean has_none = apart->emission.template == FL_TEMPLATE_NONE;

  g_string_append_printf (text, "%s and %s under %s: %s — %s", answer->names[0], answer->names[1],
                          answer->run->options.strategy, verdicts[answer->verdict], answer->reason);
  if (answer->facts)
    g_string_append_printf (text, " (%s)", answer->facts);
  g_string_append_c (text, '\n');
  if (answer->verdict != FL_VERDICT_ACCEPT)
    g_string_append_printf (text, "  as one kernel now: %s%s\n",
                            apart->makes_cycle ? "would make a cycle through "
                            : has_none         ? "no kernel can: "
                                               : "possible: ",
                            apart->makes_cycle ? apart->via
                            : has_none         ? apart->emission.reason
                                               : fl_template_get_sentence (apart->emission.template));
  else if (answer->own && answer->own->why)
    g_string_append_printf (text, "  carried out as %u kernel%s: %s\n", answer->own->n_kernels,
                            answer->own->n_kernels == 1 ? "" : "s", answer->own->why);
}

static void
append_answer (GString *text, const FlCliWhy *answer)
{
  const FlWhy *why = answer->why;
  const gsize start = text->len;

  if (!why)
    return;
  g_string_append_printf (text, "  %s: %s\n", why->title, why->sentence);
  if (why->access)
    fl_access_append_story (text, why->access, "  ");
  if (why->taken && why->kind != FL_WHY_TAKEN)
    g_string_append_printf (text, "  before that: %s\n", why->taken);
  g_string_append (text, "  ");
  fl_why_append_saving (text, why);
  if (g_str_has_suffix (text->str + start, "\n  "))
    g_string_truncate (text, text->len - 2);
  else
    g_string_append_c (text, '\n');
}

static void
append_help (GString *text, const FlCliWhy *answer)
{
  const FlHelpSearch *search = &answer->help;

  if (!search->found)
    return;
  if (search->found->len == 0)
    g_string_append_printf (
        text,
        "  what would help: nothing of %u changes that were tried makes one kernel of the two that moves fewer bytes\n",
        search->n_tried);
  else
    g_string_append (text, "  what would help (tried; fewer bytes, and one kernel of the two unless it says so):\n");
  for (guint i = 0; i < MIN (search->found->len, FL_CLI_WHY_MAX_SHOWN); i++)
    {
      const FlHelp *help = &g_array_index (search->found, FlHelp, i);

      g_string_append (text, "    ");
      fl_help_append (text, help, answer->run);
      g_string_append_c (text, '\n');
      if (!fl_help_is_rewrite (help))
        continue;
      g_string_append (text, "      ");
      fl_help_append_meaning (text, help, answer->run);
      g_string_append_c (text, '\n');
    }
  if (search->found->len > FL_CLI_WHY_MAX_SHOWN)
    g_string_append_printf (text, "    … and %u more, with no more bytes (--json has all)\n",
                            search->found->len - FL_CLI_WHY_MAX_SHOWN);
  if (answer->unmeasured)
    g_string_append_printf (text, "    (not measured: %s)\n", answer->unmeasured->message);
  if (search->n_tried < search->n_all)
    g_string_append_printf (text,
                            "    (%u of %u changes were tried in %g s; --set why.limit=MS gives them another time)\n",
                            search->n_tried, search->n_all, (double) answer->run->options.why_limit_ms / 1e3);
}

static void
append_where (GString *text, const FlRun *run, const char *name)
{
  g_autoptr (GPtrArray) nodes = fl_cli_names_find_sources (run, name);

  g_string_append_printf (text, "%s comes from%s\n", name, nodes->len == 0 ? " no node" : "");
  for (guint i = 0; i < nodes->len; i++)
    {
      const FlNode *node = nodes->pdata[i];

      g_string_append_printf (text, "  %s", node->name);
      if (node->source_file)
        g_string_append_printf (text, ", %s:%u", node->source_file, node->source_line);
      if (node->module_path)
        g_string_append_printf (text, ", module %s", node->module_path);
      if (node->source_code)
        g_string_append_printf (text, ": %s", node->source_code);
      g_string_append_c (text, '\n');
    }
}

void
fl_cli_why_append_text (GString *text, const FlCliWhy *answer)
{
  g_string_append (text, answer->said->str);
  if (!answer->names[0] || !answer->names[1])
    return;
  if (g_str_equal (answer->names[0], answer->names[1]))
    {
      g_string_append_printf (text, "%s and %s are one operation: %s\n", answer->cli->words[1], answer->cli->words[2],
                              answer->names[0]);
      return;
    }
  if (answer->run->partition)
    append_apart (text, answer);
  else
    {
      append_kernels (text, answer);
      append_rules (text, answer);
    }
  append_answer (text, answer);
  append_help (text, answer);
  for (guint i = 0; i < 2; i++)
    append_where (text, answer->run, answer->names[i]);
  for (guint i = 0; i < answer->decisions->len; i++)
    {
      g_string_append (text, i ? "         " : "  in the run: ");
      fl_event_append_line (answer->decisions->pdata[i], text);
      g_string_append_c (text, '\n');
    }
}
