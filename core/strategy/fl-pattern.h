/* Declarative fusion rules: a text of patterns, and the matcher.
 *
 *   rule NAME: PATTERN [if CONDITION; CONDITION ...]
 *   PATTERN   = OPS ( PATTERN, ... ) | $NAME            a capture: any value from outside
 *   OPS       = name|name|...[?]                        '?': may be absent, then its first argument stands here
 *   CONDITION = dtype f32,f16 | rank NAME N | along NAME last | along NAME N
 *
 * A name is an operation ("relu") or a kind ("matmul", "broadcast"). '#' begins a comment. Patterns are matched from the
 * last op towards its arguments; commutative ops are tried both ways; one capture name binds one value. */
#pragma once

#include "fl-op-graph.h"

G_BEGIN_DECLS

typedef struct _FlPatternRules FlPatternRules;

/* path is for messages. NULL + error (line and column) when the text is not well formed. */
FlPatternRules *fl_pattern_rules_parse (const char *text, const char *path, GError **error);
void fl_pattern_rules_free (FlPatternRules *rules);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlPatternRules, fl_pattern_rules_free)
guint fl_pattern_rules_get_n (const FlPatternRules *rules);
const char *fl_pattern_rules_get_name (const FlPatternRules *rules, guint position);

typedef struct
{
  GArray *ops;        /* guint32: matched, root first */
  const char *reason; /* why not, when the shape matched but a condition failed; NULL: the shape did not match */
  guint32 culprit;
} FlPatternMatch;

/* Does rule `position` match with its last op at `root`? ops is emptied first. */
gboolean fl_pattern_rules_match (const FlPatternRules *rules, guint position, const FlOpGraph *graph, guint32 root,
                                 FlPatternMatch *match);

G_END_DECLS
