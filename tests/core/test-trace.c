/* Trace: events stay where they are, count within their stage, and stop a pass exactly. */
#include <string.h>

#include "fl-error.h"
#include "fl-event-kinds.h"
#include "fl-intern.h"
#include "fl-trace.h"

enum
{
  N_EVENTS = 10000
};

static void
record (FlTrace *trace, FlEventKind kind, gint64 amount)
{
  FlEvent event = { .kind = kind, .verdict = FL_VERDICT_ACCEPT, .amount = amount, .reason = "why" };

  fl_trace_record (trace, &event);
}

static void
test_events_never_move (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlTrace *trace = fl_trace_new (arena);
  const FlEvent *first;

  record (trace, FL_EVENT_FUSE, 0);
  first = fl_trace_get_event (trace, 0);
  for (gint64 i = 1; i < N_EVENTS; i++)
    record (trace, i % 3 == 0 ? FL_EVENT_FUSE : FL_EVENT_LOWER, i);

  g_assert_cmpuint (fl_trace_get_n_events (trace), ==, N_EVENTS);
  g_assert_true (fl_trace_get_event (trace, 0) == first);
  g_assert_null (fl_trace_get_event (trace, N_EVENTS));
  g_assert_cmpuint (fl_trace_get_n_steps (trace, FL_STAGE_FUSE), ==, 3334); /* 0, 3, …, 9999 */
  g_assert_null (fl_trace_get_step (trace, FL_STAGE_FUSE, 3334));
  for (guint i = 0; i < 3334; i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_FUSE, i);

      g_assert_cmpint (event->amount, ==, 3 * (gint64) i);
      g_assert_cmpuint (event->step, ==, i);
      g_assert_cmpuint (event->seq, ==, 3 * i);
      g_assert_cmpint (event->stage, ==, FL_STAGE_FUSE);
      g_assert_true (fl_trace_get_event (trace, event->seq) == event);
    }
}

static gpointer
poll_trace (gpointer data)
{
  FlTrace *trace = data;
  guint32 n = 0;

  while (n < N_EVENTS)
    {
      n = fl_trace_get_n_events (trace);
      for (guint32 i = n > 100 ? n - 100 : 0; i < n; i++)
        g_assert_cmpint (fl_trace_get_event (trace, i)->amount, ==, i);
    }
  return NULL;
}

static void
test_another_thread_may_poll (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlTrace *trace = fl_trace_new (arena);
  GThread *thread = g_thread_new ("poll", poll_trace, trace);

  for (gint64 i = 0; i < N_EVENTS; i++)
    record (trace, FL_EVENT_FUSE, i);
  g_thread_join (thread);
}

static void
test_pass_stops_at_its_step (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlTrace *trace = fl_trace_new (arena);
  FlPass pass = { .arena = arena, .trace = trace, .stop_stage = FL_STAGE_FUSE, .stop_step = 2 };

  record (trace, FL_EVENT_LOWER, 0);
  record (trace, FL_EVENT_LOWER, 0);
  record (trace, FL_EVENT_LOWER, 0);
  g_assert_false (fl_pass_is_stopped (&pass, FL_STAGE_LOWER));
  record (trace, FL_EVENT_FUSE, 0);
  g_assert_false (fl_pass_is_stopped (&pass, FL_STAGE_FUSE));
  record (trace, FL_EVENT_CANDIDATE, 0);
  g_assert_true (fl_pass_is_stopped (&pass, FL_STAGE_FUSE));
  record (trace, FL_EVENT_FUSE, 0);
  g_assert_true (fl_pass_is_stopped (&pass, FL_STAGE_FUSE));
  g_assert_cmpuint (fl_trace_get_n_steps (trace, FL_STAGE_FUSE), ==, 3);
  pass.stop_step = G_MAXUINT32;
  g_assert_false (fl_pass_is_stopped (&pass, FL_STAGE_FUSE));
}

static void
test_pass_is_cancelled (void)
{
  FlPass pass = { .cancelled = NULL };
  g_autoptr (GError) error = NULL;
  gint cancelled = 0;

  g_assert_false (fl_pass_is_cancelled (&pass, &error));
  pass.cancelled = &cancelled;
  g_assert_false (fl_pass_is_cancelled (&pass, &error));
  g_assert_no_error (error);
  cancelled = 1;
  g_assert_true (fl_pass_is_cancelled (&pass, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_CANCELLED);
}

static void
test_tables_are_sane (void)
{
  for (guint i = 0; i < FL_N_STAGES; i++)
    {
      const FlStageInfo *info = fl_stage_get_info ((FlStage) i);

      g_assert_cmpint (fl_stage_find (info->name), ==, (int) i);
      g_assert_true (g_str_has_suffix (info->sentence, "."));
    }
  g_assert_cmpint (fl_stage_find ("nowhere"), ==, -1);
  for (guint i = 0; i < FL_N_EVENTS; i++)
    {
      const FlEventInfo *info = fl_event_get_info ((FlEventKind) i);

      g_assert_nonnull (info->name);
      g_assert_true (g_str_has_suffix (info->sentence, "."));
      for (guint j = 0; j < i; j++)
        g_assert_cmpstr (info->name, !=, fl_event_get_info ((FlEventKind) j)->name);
    }
}

static void
test_text_of_events (void)
{
  const FlEvent fused = { .kind = FL_EVENT_FUSE,
                          .verdict = FL_VERDICT_ACCEPT,
                          .subject = { FL_REF_OP, 0, "op0" },
                          .object = { FL_REF_OP, 1, "op1" },
                          .amount = 153640,
                          .reason = "shares arg0_1" };
  const FlEvent refused = { .kind = FL_EVENT_FUSE,
                            .verdict = FL_VERDICT_ILLEGAL,
                            .subject = { FL_REF_OP, 0, "op0" },
                            .object = { FL_REF_OP, 1, "op1" },
                            .reason = "sizes differ",
                            .facts = "8 != 16" };
  const FlEvent realized = { .kind = FL_EVENT_REALIZE,
                             .verdict = FL_VERDICT_REJECT,
                             .subject = { FL_REF_NODE, 3, "exp" },
                             .amount = 2,
                             .reason = "few readers" };
  FlEvent chosen = { .kind = FL_EVENT_CODEGEN,
                     .verdict = FL_VERDICT_ACCEPT,
                     .subject = { FL_REF_KERNEL, 0, "cpp_fused_add_0" },
                     .object = { FL_REF_BUFFER, 1, "buf1" },
                     .reason = "kept in a register",
                     .facts = "one reader" };
  g_autoptr (GString) out = g_string_new (NULL);

  fl_event_append_sentence (&chosen, out);
  g_assert_cmpstr (out->str, ==, "Chosen in cpp_fused_add_0 for buf1: kept in a register [one reader]");
  chosen.verdict = FL_VERDICT_REJECT;
  chosen.object.kind = FL_REF_NONE;
  g_string_truncate (out, 0);
  fl_event_append_sentence (&chosen, out);
  g_assert_cmpstr (out->str, ==, "Refused in cpp_fused_add_0: kept in a register [one reader]");
  g_string_truncate (out, 0);
  fl_event_append_line (&fused, out);
  g_assert_cmpstr (out->str, ==, "fuse  accept  op0 + op1  150 KiB  shares arg0_1");
  g_string_truncate (out, 0);
  fl_event_append_sentence (&fused, out);
  g_assert_cmpstr (out->str, ==, "Fused op0 and op1: saves 150 KiB (shares arg0_1)");
  g_string_truncate (out, 0);
  fl_event_append_line (&refused, out);
  g_assert_cmpstr (out->str, ==, "fuse  illegal  op0 + op1  0 B  sizes differ  (8 != 16)");
  g_string_truncate (out, 0);
  fl_event_append_sentence (&refused, out);
  g_assert_cmpstr (out->str, ==, "Cannot be fused: op0 and op1 (sizes differ) [8 != 16]");
  g_string_truncate (out, 0);
  fl_event_append_sentence (&realized, out);
  g_assert_cmpstr (out->str, ==, "Not given a buffer: exp: 2 (few readers)");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/base/trace/events-never-move", test_events_never_move);
  g_test_add_func ("/core/base/trace/another-thread-may-poll", test_another_thread_may_poll);
  g_test_add_func ("/core/base/trace/pass-stops-at-its-step", test_pass_stops_at_its_step);
  g_test_add_func ("/core/base/trace/pass-is-cancelled", test_pass_is_cancelled);
  g_test_add_func ("/core/base/trace/tables-are-sane", test_tables_are_sane);
  g_test_add_func ("/core/base/trace/text", test_text_of_events);
  return g_test_run ();
}
