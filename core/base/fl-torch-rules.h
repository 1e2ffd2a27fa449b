/* The names of the rows of fl-torch-rules.def, for those who ask whether a rule holds. */
#pragma once

enum
{
#define RULE(id, name, since, until, sentence, source) FL_RULE_##id,
#include "fl-torch-rules.def"
  FL_N_RULES
};
