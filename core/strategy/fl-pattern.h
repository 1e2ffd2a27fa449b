/* Declarative fusion rules: texts of patterns, and the matcher. The language is described in
 * data/rules/README.md.
 *
 *   rule NAME: PATTERN [if CONDITION; CONDITION ...]
 *   replace built-in                              only rules from files count
 *   PATTERN   = OPS ( PATTERN, ... ) | $NAME      a capture: any value from outside
 *   OPS       = name|name|...[?]                  '?': may be absent, then its first argument
 * stands here CONDITION = dtype f32,f16 | rank NAME N | along NAME last | along NAME N | same NAME
 * NAME | scalar NAME | bytes N
 *
 * A name is an operation ("relu") or a kind ("matmul", "broadcast"); one in double quotes may be
 * unknown. '#' begins a comment. Patterns are matched from the last op towards its arguments;
 * commutative ops are tried both ways; one capture name binds one value. */
#pragma once

#include "fl-op-graph.h"

G_BEGIN_DECLS

typedef struct _FlPatternRules FlPatternRules;

FlPatternRules *fl_pattern_rules_new (void);
void fl_pattern_rules_free (FlPatternRules *rules);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlPatternRules, fl_pattern_rules_free)
/* Adds the rules of a text behind those that are there. path is for messages. FALSE + error (file,
 * line, column, rule, what was expected) when the text is not well formed; the rules are then not
 * to be used. */
gboolean fl_pattern_rules_add_text (FlPatternRules *rules, const char *text, gsize length, const char *path,
                                    GError **error);
gboolean fl_pattern_rules_add_file (FlPatternRules *rules, const char *path, GError **error);
/* The rules of the files (':' between; "": none) and behind them the built-in ones, unless a file
 * replaces those. */
FlPatternRules *fl_pattern_rules_new_from_files (const char *paths, GError **error);
guint fl_pattern_rules_get_n (const FlPatternRules *rules);
const char *fl_pattern_rules_get_name (const FlPatternRules *rules, guint position);

typedef struct
{
  GArray *ops;        /* guint32: matched, root first */
  const char *reason; /* why not, when the shape matched but a condition failed; NULL: the shape did
                         not match */
  guint32 culprit;
  /* Where the shape did not match: the operation that stands where the rule has another one, after how many that fit.
   * 0: not even the last one. */
  guint n_fitting;
  guint32 misfit;
  const char *wanted; /* the rule's names for it, in the rules' memory */
} FlPatternMatch;

/* Does rule `position` match with its last op at `root`? ops is emptied first. */
gboolean fl_pattern_rules_match (const FlPatternRules *rules, guint position, const FlOpGraph *graph, guint32 root,
                                 FlPatternMatch *match);

G_END_DECLS
