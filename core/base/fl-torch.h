/* Versions of PyTorch, and which of their rules hold: the table fl-torch-rules.def, and questions to it. A rule that
 * the version has can be switched off, and one that it lacks on, so that a difference between two versions can be
 * traced to the rules that make it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One of fl-torch-rules.h, which only those include who ask for one: a new row builds few files anew. */
typedef guint FlTorchRule;

enum
{
  FL_TORCH_OLDEST = 200,
  FL_TORCH_NEWEST = 215,
  FL_TORCH_NEWEST_CLASSIC = 204, /* the last whose texts have no operations */
  FL_TORCH_RULE_WORDS = 4
};

typedef struct
{
  guint version;                        /* 211: 2.11 */
  guint64 flipped[FL_TORCH_RULE_WORDS]; /* bit of a rule: the other way round than the version has it */
} FlTorch;

/* How a run knows its version. */
typedef enum
{
  FL_TORCH_ASSUMED,    /* nothing says so: the newest */
  FL_TORCH_RECOGNIZED, /* the graph, or a file beside it, shows it */
  FL_TORCH_STATED      /* the user says so */
} FlTorchBasis;

/* Versions that a sign allows, and the sign: "the comment in fx_graph_runnable.py". */
typedef struct
{
  guint since;
  guint until;
  const char *from; /* interned, or of the arena of the graph that has it; NULL: nothing was recognized */
} FlTorchRange;

typedef struct
{
  const char *name; /* "text-operations" */
  guint since;
  guint until;
  const char *sentence;
  const char *source;
} FlTorchRuleInfo;

gboolean fl_torch_has (const FlTorch *torch, FlTorchRule rule);
gboolean fl_torch_version_has (guint version, FlTorchRule rule);
guint fl_torch_get_n_rules (void);
const FlTorchRuleInfo *fl_torch_rule_get_info (FlTorchRule rule);
void fl_torch_flip (FlTorch *torch, FlTorchRule rule);

/* "2.11", "2.11.0+cu130", "2.12.0a0+git1234": 0 when it is no version from 2.0 on. One newer than the newest known is
 * the newest known. */
guint fl_torch_parse (const char *text);
/* "2.11"; interned. */
const char *fl_torch_get_name (guint version);

/* Every version that the first allows and the second does, too; the sign of the narrower one. The first alone, where
 * they contradict each other. */
FlTorchRange fl_torch_range_narrow (FlTorchRange first, FlTorchRange second);

G_END_DECLS
