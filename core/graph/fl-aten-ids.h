/* Ids of the operators that code asks for by name (fl_node_is_op, a switch). They are apart from the operator table, so
 * that a new row there does not build everything anew that names some operator; fl-aten.c does not compile where an id
 * has no row. */
#pragma once

enum
{
  FL_ATEN_OP_NONE,
#define NAME(id) FL_ATEN_OP_##id,
#include "fl-aten-ids.def"
  FL_N_ATEN_NAMED /* the ids of all others follow, by their rows */
};
