/* The table of what differs between versions of PyTorch. */
#include "fl-torch.h"

#include <string.h>

#include "fl-intern.h"
#include "fl-torch-rules.h"

G_STATIC_ASSERT (FL_N_RULES <= 64 * FL_TORCH_RULE_WORDS);

#define NEWEST FL_TORCH_NEWEST
static const FlTorchRuleInfo infos[FL_N_RULES] = {
#define RULE(id, rule_name, rule_since, rule_until, rule_sentence, rule_source)                                        \
  [FL_RULE_##id] = {                                                                                                   \
    .name = rule_name, .since = rule_since, .until = rule_until, .sentence = rule_sentence, .source = rule_source      \
  },
#include "fl-torch-rules.def"
};
#undef NEWEST

guint
fl_torch_get_n_rules (void)
{
  return FL_N_RULES;
}

const FlTorchRuleInfo *
fl_torch_rule_get_info (FlTorchRule rule)
{
  g_assert (rule < FL_N_RULES);
  return &infos[rule];
}

gboolean
fl_torch_version_has (guint version, FlTorchRule rule)
{
  g_assert (rule < FL_N_RULES);
  return infos[rule].since <= version && version <= infos[rule].until;
}

gboolean
fl_torch_has (const FlTorch *torch, FlTorchRule rule)
{
  const gboolean is_flipped = torch->flipped[rule / 64] >> (rule % 64) & 1;

  return fl_torch_version_has (torch->version, rule) != is_flipped;
}

void
fl_torch_flip (FlTorch *torch, FlTorchRule rule)
{
  g_assert (rule < FL_N_RULES);
  torch->flipped[rule / 64] ^= G_GUINT64_CONSTANT (1) << (rule % 64);
}

guint
fl_torch_parse (const char *text)
{
  char *end;
  guint64 major, minor;

  while (g_ascii_isspace (*text))
    text++;
  if (!g_ascii_isdigit (*text))
    return 0;
  major = g_ascii_strtoull (text, &end, 10);
  if (*end != '.' || !g_ascii_isdigit (end[1]))
    return 0;
  minor = g_ascii_strtoull (end + 1, NULL, 10);
  if (major < FL_TORCH_OLDEST / 100)
    return 0;
  return MIN (MIN (major, 99) * 100 + MIN (minor, 99), FL_TORCH_NEWEST);
}

const char *
fl_torch_get_name (guint version)
{
  g_autofree char *name = g_strdup_printf ("%u.%u", version / 100, version % 100);

  return fl_intern (name);
}

FlTorchRange
fl_torch_range_narrow (FlTorchRange first, FlTorchRange second)
{
  FlTorchRange both = { MAX (first.since, second.since), MIN (first.until, second.until), first.from };

  if (second.from == NULL || (first.from != NULL && both.since > both.until))
    return first;
  if (first.from == NULL)
    return second;
  if (both.since > first.since || both.until < first.until)
    both.from = second.from;
  return both;
}
