/* Do results agree with the reference? */
#pragma once

#include "fl-execute.h"

G_BEGIN_DECLS

/* Relative tolerance for float results of a graph: from its coarsest float dtype, the longest sum in it and how many sums
 * and roundings follow each other. */
double fl_agreement_get_tolerance (const FlGraph *graph, FlDtype dtype);

/* Fills all but variant, output and position. Floats agree when |got - expected| <= tolerance * max (|expected|, mean
 * |expected|) everywhere, infinities and NaN being equal to their kind. Integers and bools must be equal; where they were
 * computed from floats, a rounding may tip a comparison: then `tolerance` is the share of elements that may differ. */
void fl_agreement_compare (FlAgreement *agreement, const FlArray *expected, const FlArray *got, double tolerance, FlArena *arena);

G_END_DECLS
