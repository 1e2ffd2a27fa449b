/* Names that the JSON reader and writer share. The format is described in data/schema/graph.schema.json. */
#pragma once

#define FL_JSON_FORMAT "fuseloom.graph"

enum
{
  FL_JSON_VERSION = 1,
  FL_JSON_MAX_DEPTH = 200 /* lists within lists, graphs within graphs */
};

/* FlNodeKind in order. */
static const char *const fl_json_kinds[] = { "placeholder", "get_attr", "call", "output" };
