/* The options of torch._inductor.config, and what becomes of them here. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  FL_CONFIG_OPTION,    /* an option of Fuseloom's has the name, and the effect */
  FL_CONFIG_NOTHING,   /* no influence on the stages that Fuseloom follows */
  FL_CONFIG_UNMODELLED /* another value than the default would change them, and does not here */
} FlConfigAnswer;

typedef struct
{
  const char *name;   /* "triton.multi_kernel" */
  guint since, until; /* 204 is 2.4, the oldest that was looked at; until 0: the newest has it, too */
  FlConfigAnswer answer;
  const char *value;  /* the default of the last version, as Python writes it; "": it is no plain value */
  const char *reason; /* a sentence without its end; "": OPTION */
} FlConfigRow;

guint fl_torch_config_get_n_rows (void);
const FlConfigRow *fl_torch_config_get_row (guint position);
/* NULL: no version of PyTorch that was looked at has it. */
const FlConfigRow *fl_torch_config_find (const char *name);
/* Of "NAME=VALUE": what setting it does not do, in a sentence; NULL: it has its effect, is the default, or is no option
 * of PyTorch's. */
char *fl_torch_config_explain (const char *assignment);

G_END_DECLS
