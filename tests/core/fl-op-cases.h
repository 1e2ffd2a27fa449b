/* The numeric cases of tests/data/ops, which PyTorch computed: reading and comparing. */
#pragma once

#include <cjson/cJSON.h>

#include "fl-reference-private.h"

/* Families in the order of FlAtenKind, as the files are called; ends with NULL. */
extern const char *const op_case_families[];

/* FAMILY.json.gz as an array of cases; NULL when there is no such file. Free with cJSON_Delete. */
cJSON *op_cases_read (const char *family);

gboolean op_case_is_tensor (const cJSON *result);  /* FALSE: a number or null */
gboolean op_case_has_values (const cJSON *tensor); /* FALSE: random, or memory that is not initialised */
/* {"dtype", "shape", "hex"}; zeros without "hex". Free with fl_array_free. */
FlArray *op_case_read_array (const cJSON *tensor);
/* Strides and offset of a tensor; contiguous when the case has none. */
gint64 op_case_read_strides (const cJSON *tensor, gint64 *strides);
gint64 op_case_read_integer (const cJSON *item); /* a JSON number, or the text of one */
double op_case_read_number (const cJSON *item);  /* a JSON number, or the text of one, "inf", "-inf" or "nan" */
/* Any argument, for the reference interpreter. Clear with fl_datum_clear. */
FlDatum op_case_read_datum (const cJSON *item);

/* NULL when they agree, else why not. */
char *op_case_compare (const cJSON *expected, const FlArray *got);

/* A text of tests/data/ops. */
char *op_cases_read_text (const char *name);
/* Operators known not to work, with the reason: lacking.txt. Operator -> gint, for counting cases that failed. */
GHashTable *op_cases_read_lacking (void);
