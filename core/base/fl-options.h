/* Options of a run: one struct, one table of rows (fl-options.def). Everything that shows, reads or saves options is
 * generated from the rows. The table stands on the lowest floor because every pass reads it. */
#pragma once

#include "fl-torch.h"

G_BEGIN_DECLS

typedef enum
{
  FL_TARGET_CPU,
  FL_TARGET_CUDA,
  FL_N_TARGETS
} FlTarget;

typedef enum
{
  FL_FORMAT_CLASSIC, /* up to PyTorch 2.4 */
  FL_FORMAT_MODERN   /* PyTorch 2.5 and later */
} FlFormat;

/* How many rows there are. */
enum
{
  FL_N_OPTIONS = 0
#define OPTION_BOOL(field, name, value, sentence) +1
#define OPTION_INT(field, name, value, minimum, maximum, unit, sentence) +1
#define OPTION_ENUM(field, name, value, choices, sentence) +1
#define OPTION_SET(field, name, choices, sentence) +1
#include "fl-options.def"
};

/* Of the choices of cpu.vector_bytes: one element at a time. */
enum
{
  FL_VECTOR_BYTES_NONE = 4
};

typedef struct _FlOptions
{
  FlTarget target;
  const char *strategy; /* interned; "inductor" */
  const char
      *rule_files; /* interned; "pattern.rules": files of rules for the strategy pattern, ':' between; "": none */
#define OPTION_BOOL(field, name, value, sentence) gboolean field;
#define OPTION_INT(field, name, value, minimum, maximum, unit, sentence) gint64 field;
#define OPTION_ENUM(field, name, value, choices, sentence) gint field;
#define OPTION_SET(field, name, choices, sentence) gint64 field;
#include "fl-options.def"
  FlTorch rules;            /* of the version that `torch` states, else of the one recognized or assumed */
  FlTorchBasis torch_basis; /* which of the three */
  const char *torch_from;   /* interned: what it was recognized from; NULL: nothing was */
  guint64 given[(FL_N_OPTIONS + 63) / 64]; /* bit of a row: its value was set, and no version's default replaces it */
  /* With cpu.stream_bytes=-1: from how many bytes on non-temporal stores are faster on this machine, where the next
   * kernel reads the result and where nobody does; 0: not measured. See core/worker/fl-streaming.h. */
  gint64 measured_stream_bytes, measured_stream_read_bytes;
  /* With cpu.l1_bytes=0, cpu.l2_bytes=0: this machine's; 0: not asked for. See fl-cache-sizes.h. */
  gint64 machine_l1_bytes, machine_l2_bytes;
} FlOptions;

typedef enum
{
  FL_OPTION_BOOL,
  FL_OPTION_INT,
  FL_OPTION_ENUM,
  FL_OPTION_SET
} FlOptionType;

typedef struct
{
  FlOptionType type;
  const char *name;
  gint64 value; /* the default */
  gint64 minimum;
  gint64 maximum;
  const char *unit;
  const char *choices; /* ENUM: "a|b|c", SET: "none|a|b"; else NULL */
  const char *sentence;
  gsize offset; /* of the field in FlOptions */
} FlOptionInfo;

guint fl_options_get_n_rows (void);
const FlOptionInfo *fl_options_get_row (guint position);

void fl_options_init (FlOptions *options);
/* Where no version is stated: that of the graph, the newest that its signs allow, or without any the newest known. The
 * defaults of options follow. */
void fl_options_settle_torch (FlOptions *options, const FlTorchRange *range);
/* "PyTorch 2.11's rules, recognized from the comment in fx_graph_runnable.py". */
char *fl_options_dup_torch_why (const FlOptions *options);
/* "PyTorch 2.11, stated"; for where there is little room. */
char *fl_options_dup_torch_short (const FlOptions *options);
/* "NAME=VALUE"; booleans take true/false/1/0/on/off/yes/no, sets names with commas between, or none; None is the
 * default. Options of PyTorch's that Fuseloom lacks are taken, and change nothing (fl-torch-config.h says why). The
 * error names the nearest known option, or the choices. */
gboolean fl_options_set (FlOptions *options, const char *assignment, GError **error);
/* What the row's default is in the options' version of PyTorch. */
gint64 fl_options_get_default (const FlOptions *options, const FlOptionInfo *row);
gint64 fl_options_get_value (const FlOptions *options, const FlOptionInfo *row);
gboolean fl_options_are_equal (const FlOptions *a, const FlOptions *b); /* in the value of every row */
void fl_options_set_value (FlOptions *options, const FlOptionInfo *row, gint64 value);
char *fl_options_dup_value_text (const FlOptions *options, const FlOptionInfo *row);

const char *fl_target_get_name (FlTarget target); /* "cpu", "cuda" */
gboolean fl_target_find (const char *name, FlTarget *target);

static inline gboolean
fl_options_is_gpu (const FlOptions *options)
{
  return options->target == FL_TARGET_CUDA;
}

/* Does TorchInductor decide by this rule, in the version that is followed? */
static inline gboolean
fl_options_has (const FlOptions *options, FlTorchRule rule)
{
  return fl_torch_has (&options->rules, rule);
}

/* The rules by which texts are written: the version's, or those of the dialect that the option "format" asks for. */
FlTorch fl_options_get_text_rules (const FlOptions *options);

G_END_DECLS
