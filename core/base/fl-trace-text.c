/* Events as text: one line for lists and logs, one sentence for the step bar. */
#include "fl-event-kinds.h"
#include "fl-text.h"
#include "fl-trace.h"

static const char *const verdict_names[] = {
  [FL_VERDICT_NOTE] = "note",
  [FL_VERDICT_ACCEPT] = "accept",
  [FL_VERDICT_REJECT] = "reject",
  [FL_VERDICT_ILLEGAL] = "illegal",
};

/* How a kind reads in a sentence: "Fused a and b: saves 4 KiB". Kinds without a row here read by
 * their names. */
typedef struct
{
  const char *done;   /* "Fused": before the subject, of what was done */
  const char *undone; /* "fused": after "Not" or "Cannot be", before a colon */
  const char *joint;  /* between subject and object */
  const char *amount; /* before the amount */
} Wording;

static const Wording wordings[FL_N_EVENTS] = {
  [FL_EVENT_READ] = { "Read", "read", "from", "" },
  [FL_EVENT_SHAPE] = { "Shape of", "the shape of", "against", "" },
  [FL_EVENT_DECOMPOSE] = { "Opened", "opened", "into", "" },
  [FL_EVENT_REMOVE_NOOP] = { "Removed", "removed", "in favour of", "" },
  [FL_EVENT_REWRITE] = { "Replaced", "replaced", "by", "" },
  [FL_EVENT_REORDER] = { "Moved", "moved", "next to", "" },
  [FL_EVENT_LOWER] = { "Lowered", "lowered", "to", "" },
  [FL_EVENT_REALIZE] = { "Gave a buffer to", "given a buffer", "as", "" },
  [FL_EVENT_LAYOUT] = { "Laid out", "laid out", "like", "" },
  [FL_EVENT_NODE] = { "Made", "made", "of", "" },
  [FL_EVENT_ORDER] = { "Ordered", "ordered", "after", "" },
  [FL_EVENT_DEAD] = { "Removed", "removed", "with", "" },
  [FL_EVENT_CLASSIFY] = { "Classified", "classified", "and", "" },
  [FL_EVENT_RELATE] = { "Related", "related", "and", "" },
  [FL_EVENT_SEED] = { "Began a block with", "taken", "and", "" },
  [FL_EVENT_PLAN] = { "Planned the group of", "planned", "and", "" },
  [FL_EVENT_APPLY] = { "Applied the plan at", "applied", "and", "" },
  [FL_EVENT_TILE] = { "Tiled", "tiled", "and", "" },
  [FL_EVENT_STAGE] = { "Kept", "kept", "for", "" },
  [FL_EVENT_BARRIER] = { "Waited after", "waited for", "and", "" },
  [FL_EVENT_ROUND] = { "Round", "begun", "and", "" },
  [FL_EVENT_CANDIDATE] = { "Candidate:", "a candidate", "and", "score " },
  [FL_EVENT_FUSE] = { "Fused", "fused", "and", "saves " },
  [FL_EVENT_LOOPS] = { "Split the loops of", "split", "for", "" },
  [FL_EVENT_JOIN] = { "Joined", "joined", "and", "" },
  [FL_EVENT_PEAK] = { "Took this order of the kernels", "better than the order so far", "and", "peak " },
  [FL_EVENT_INPLACE] = { "Wrote in place", "written in place", "over", "saves " },
  [FL_EVENT_ALLOCATE] = { "Allocated", "allocated", "for", "" },
  [FL_EVENT_REUSE] = { "Reused", "reused", "for", "saves " },
  [FL_EVENT_FREE] = { "Freed", "freed", "after", "" },
  [FL_EVENT_KERNEL] = { "Wrote kernel", "written", "for", "" },
  [FL_EVENT_CODEGEN] = { "Chose", "chosen", "for", "" },
  [FL_EVENT_COMPILE] = { "Compiled", "compiled", "for", "in " },
  [FL_EVENT_VERIFY] = { "Verified", "verified", "against", "" },
  [FL_EVENT_LIBRARY] = { "Library", "computed", "for", "in " },
  [FL_EVENT_TIME] = { "Timed", "timed", "against", "" },
};

static const char *
get_ref_name (const FlRef *ref)
{
  return ref->name != NULL ? ref->name : "?";
}

const char *
fl_event_get_upstream (const FlEvent *event)
{
  return event->upstream != NULL ? event->upstream : event->reason;
}

/* TorchInductor's own words beside ours, for who looks for them in its log. */
static void
append_upstream (const FlEvent *event, GString *out)
{
  if (event->upstream != NULL)
    g_string_append_printf (out, "; TorchInductor: %s", event->upstream);
}

/* "  150 KiB", "  12", "  1.2 ms": in a column of its own, zero included. */
static void
append_plain_amount (const FlEvent *event, FlUnit unit, GString *out)
{
  g_autofree char *text = NULL;

  switch (unit)
    {
    case FL_UNIT_NONE: return;
    case FL_UNIT_COUNT: text = g_strdup_printf ("%" G_GINT64_FORMAT, event->amount); break;
    case FL_UNIT_BYTES: text = fl_text_dup_bytes ((guint64) ABS (event->amount)); break;
    case FL_UNIT_NS: text = fl_text_dup_duration ((double) event->amount); break;
    }
  g_string_append_printf (out, "  %s%s", unit == FL_UNIT_BYTES && event->amount < 0 ? "-" : "", text);
}

void
fl_event_append_line (const FlEvent *event, GString *out)
{
  const FlEventInfo *info = fl_event_get_info (event->kind);

  g_string_append_printf (out, "%s  %s", info->name, verdict_names[event->verdict]);
  if (event->subject.kind != FL_REF_NONE)
    g_string_append_printf (out, "  %s", get_ref_name (&event->subject));
  if (event->object.kind != FL_REF_NONE)
    g_string_append_printf (out, " + %s", get_ref_name (&event->object));
  append_plain_amount (event, info->unit, out);
  if (event->reason != NULL)
    g_string_append_printf (out, "  %s", event->reason);
  if (event->facts != NULL)
    g_string_append_printf (out, "  (%s)", event->facts);
  append_upstream (event, out);
}

/* ": saves 150 KiB"; nothing for an amount of zero or of no unit. */
static void
append_amount (const FlEvent *event, const Wording *wording, GString *out)
{
  g_autofree char *text = NULL;

  if (event->amount == 0)
    return;
  switch (fl_event_get_info (event->kind)->unit)
    {
    case FL_UNIT_NONE: return;
    case FL_UNIT_COUNT: text = g_strdup_printf ("%" G_GINT64_FORMAT, event->amount); break;
    case FL_UNIT_BYTES:
      text = event->amount > 0 ? fl_text_dup_bytes ((guint64) event->amount)
                               : g_strdup_printf ("%" G_GINT64_FORMAT " B", event->amount);
      break;
    case FL_UNIT_NS: text = fl_text_dup_duration ((double) event->amount); break;
    }
  g_string_append_printf (out, ": %s%s", wording->amount != NULL ? wording->amount : "", text);
}

/* Of how a kernel is written: what was chosen comes first. "Chosen in cpp_fused_add_0 for buf1: kept in a register
 * [every reader …]". */
static void
append_choice (const FlEvent *event, gboolean is_done, GString *out)
{
  g_string_append_printf (out, "%s in %s", is_done ? "Chosen" : "Refused", get_ref_name (&event->subject));
  if (event->object.kind != FL_REF_NONE)
    g_string_append_printf (out, " for %s", get_ref_name (&event->object));
  if (event->reason != NULL)
    g_string_append_printf (out, ": %s", event->reason);
  if (event->facts != NULL)
    g_string_append_printf (out, " [%s]", event->facts);
}

void
fl_event_append_sentence (const FlEvent *event, GString *out)
{
  const FlEventInfo *info = fl_event_get_info (event->kind);
  const Wording *wording = &wordings[event->kind];
  gboolean is_done = event->verdict == FL_VERDICT_NOTE || event->verdict == FL_VERDICT_ACCEPT;

  if (event->kind == FL_EVENT_CODEGEN && event->subject.kind == FL_REF_KERNEL)
    {
      append_choice (event, is_done, out);
      return;
    }
  if (event->kind == FL_EVENT_FUSE && event->verdict == FL_VERDICT_NOTE)
    g_string_append (out, "Passed over");
  else if (is_done)
    g_string_append (out, wording->done != NULL ? wording->done : info->name);
  else
    g_string_append_printf (out, "%s %s", event->verdict == FL_VERDICT_REJECT ? "Not" : "Cannot be",
                            wording->undone != NULL ? wording->undone : info->name);
  if (event->subject.kind != FL_REF_NONE)
    g_string_append_printf (out, "%s %s", is_done ? "" : ":", get_ref_name (&event->subject));
  if (event->object.kind != FL_REF_NONE)
    g_string_append_printf (out, " %s %s", wording->joint != NULL ? wording->joint : "and",
                            get_ref_name (&event->object));
  append_amount (event, wording, out);
  if (event->reason != NULL)
    g_string_append_printf (out, " (%s)", event->reason);
  if (event->facts != NULL)
    g_string_append_printf (out, " [%s]", event->facts);
  append_upstream (event, out);
}
