/* Calls made from nothing but the operator table: for every operator texts of small graphs whose
 * one call is right as far as kinds go, or wrong in a way that is known. */
#pragma once

#include "fl-aten.h"

G_BEGIN_DECLS

/* What is wrong with the call on purpose. */
typedef enum
{
  FL_SCHEMA_RANDOM,       /* perhaps nothing: kinds are right, values are drawn, extreme ones among them
                           */
  FL_SCHEMA_MISSING,      /* a parameter without a default is not given */
  FL_SCHEMA_SURPLUS,      /* one argument more than there are parameters */
  FL_SCHEMA_UNKNOWN_NAME, /* a keyword that no parameter has */
  FL_SCHEMA_WRONG_KIND,   /* one argument is of a kind that the parameter does not take */
  FL_SCHEMA_TWICE,        /* one argument by position and by name */
  FL_N_SCHEMA_FAULTS
} FlSchemaFault;

/* The graph's text; NULL where the fault cannot be made with this operator (no parameters, any kind
 * goes, …). */
char *fl_schema_dup_case (const FlAtenRow *row, FlSchemaFault fault, GRand *rand);

G_END_DECLS
