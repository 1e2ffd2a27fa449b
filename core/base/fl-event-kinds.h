/* The kinds of events, for files that record or read some by name. */
#pragma once

enum
{
#define EVENT(id, stage, name, unit, sentence) FL_EVENT_##id,
#include "fl-events.def"
  FL_N_EVENTS
};
