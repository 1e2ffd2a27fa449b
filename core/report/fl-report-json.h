/* What the files that write reports as JSON share. */
#pragma once

#include "fl-report.h"

G_BEGIN_DECLS

/* NULL: null. What is no UTF-8 is replaced. */
void fl_json_add_text (cJSON *object, const char *name, const char *text);
void fl_json_push_text (cJSON *array, const char *text);
/* Whose version's rules decided, and on what basis: torch_version, torch_why. */
void fl_json_add_torch (cJSON *object, const FlOptions *options);
/* Infinite and not-a-number have no JSON form: null. */
void fl_json_add_number (cJSON *object, const char *name, double number);
cJSON *fl_json_push_object (cJSON *array);

/* The member "run". own: the program of the variant whose times stand at the top, too; NULL: none does. */
cJSON *fl_report_new_execution_json (const FlExecution *execution, const FlProgram *own);

G_END_DECLS
