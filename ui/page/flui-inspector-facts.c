/* What is known of one thing: a node, a buffer, a scheduled node, a kernel; and its counterparts in
 * the other stages. */
#include "fl-text.h"

#include "flui-inspector-private.h"

static void
add_node_facts (FluiInspector *self, const FlGraph *graph, const FlNode *node, FlItemKind kind)
{
  g_autoptr (GString) value = g_string_new (NULL);
  g_autoptr (GString) inputs = g_string_new (NULL);
  g_autoptr (GString) users = g_string_new (NULL);

  fl_value_append (value, &node->value);
  flui_inspector_add_fact (self, "operator", node->target);
  if (node->value.kind != FL_VALUE_UNKNOWN)
    flui_inspector_add_fact (self, "value", value->str);
  if (node->value.kind == FL_VALUE_TENSOR)
    {
      g_string_truncate (value, 0);
      fl_tensor_append (value, &node->value.tensor, TRUE, TRUE);
      flui_inspector_add_fact (self, "layout", value->str);
    }
  if (!node->op && node->kind == FL_NODE_CALL)
    flui_inspector_add_fact (self, "note", "an operator that Fuseloom does not know: kept with its annotated result");
  if (node->source_file)
    {
      g_autofree char *place = g_strdup_printf ("%s:%u", node->source_file, node->source_line);

      flui_inspector_add_fact (self, "from", place);
      if (node->source_code)
        flui_inspector_add_fact (self, "", node->source_code);
    }
  if (node->module_path)
    flui_inspector_add_fact (self, "module", node->module_path);
  for (guint i = 0; i < node->n_args; i++)
    if (node->args[i].kind == FL_ARG_NODE)
      flui_inspector_append_link (inputs, kind, fl_graph_get_node (graph, node->args[i].node)->name);
  for (guint i = 0; i < node->n_users && i < 40; i++)
    flui_inspector_append_link (users, kind, fl_graph_get_node (graph, node->users[i])->name);
  flui_inspector_add_links (self, "reads", inputs);
  flui_inspector_add_links (self, "read by", users);
}

/* Boxes of a node and the formula of one element. */
static void
add_lowered_facts (FluiInspector *self, const FlRun *run, const FlNode *node)
{
  const char *text = run->lowered ? run->lowered->nodes[node - run->decomposed->nodes].text : NULL;

  if (!text)
    return;
  flui_inspector_add_label (self, "lowered to", "fact-name");
  gtk_widget_add_css_class (flui_inspector_add_label (self, text, "code"), "index");
}

static void
add_buffer_facts (FluiInspector *self, const FlRun *run, const FlBuffer *buffer)
{
  g_autoptr (GString) layout = g_string_new (NULL);
  const FlMemoryBuffer *memory = run->plan ? fl_memory_plan_find (run->plan, buffer->name) : NULL;

  fl_layout_append (layout, &buffer->layout);
  flui_inspector_add_fact (self, "kind", fl_buffer_kind_get_name (buffer->kind));
  flui_inspector_add_fact (self, "layout", layout->str);
  if (buffer->why)
    flui_inspector_add_fact (self, "realized", buffer->why);
  if (memory)
    {
      g_autofree char *size = fl_text_dup_bytes (memory->size_bytes);
      g_autofree char *life = g_strdup_printf ("from call %u to call %u", memory->first, memory->last);

      flui_inspector_add_fact (self, "size", size);
      flui_inspector_add_fact (self, "alive", life);
      if (memory->why)
        flui_inspector_add_fact (self, "memory", memory->why);
    }
}

static void
add_deps (FluiInspector *self, const char *name, const FlDep *deps, guint n_deps, const FlTorch *rules)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!n_deps)
    return;
  for (guint i = 0; i < n_deps && i < 12; i++)
    {
      g_string_append (text, i ? "\n" : "");
      fl_dep_append (text, &deps[i], rules);
    }
  flui_inspector_add_label (self, name, "fact-name");
  gtk_widget_add_css_class (flui_inspector_add_label (self, text->str, "code"), "index");
}

static void
add_sched_facts (FluiInspector *self, const FlSchedule *schedule, const FlSchedNode *node)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) exprs = g_string_new (NULL);
  g_autofree char *read_text = NULL;
  g_autofree char *written_text = NULL;
  gint64 read_bytes, written_bytes;

  flui_inspector_add_fact (self, "kind", fl_sched_kind_get_name (node->kind));
  fl_sched_node_count_traffic (schedule, node, &read_bytes, &written_bytes);
  read_text = fl_text_dup_bytes (read_bytes);
  written_text = fl_text_dup_bytes (written_bytes);
  flui_inspector_add_fact (self, "reads", read_text);
  flui_inspector_add_fact (self, "writes", written_text);
  if (node->numel && node->rnumel)
    {
      fl_sym_append (text, node->numel);
      g_string_append (text, " × ");
      fl_sym_append (text, node->rnumel);
      flui_inspector_add_fact (self, "elements", text->str);
    }
  if (node->n_originals > 1)
    {
      g_autoptr (GString) members = g_string_new (NULL);

      for (guint i = 0; i < node->n_originals; i++)
        flui_inspector_append_link (members, FL_ITEM_OP, node->originals[i]->name);
      flui_inspector_add_links (self, "members", members);
    }
  add_deps (self, "reads from", node->reads, node->n_reads, &schedule->text_rules);
  fl_sched_node_append_index_exprs (exprs, node, "");
  if (exprs->len > 0)
    {
      flui_inspector_add_label (self, "uses loop variables as numbers", "fact-name");
      gtk_widget_add_css_class (flui_inspector_add_label (self, g_strchomp (exprs->str), "code"), "index");
    }
  add_deps (self, "writes to", node->writes, node->n_writes, &schedule->text_rules);
}

static void
add_kernel_facts (FluiInspector *self, const FlRun *run, const FlKernel *kernel)
{
  g_autofree char *read_text = fl_text_dup_bytes (kernel->read_bytes);
  g_autofree char *written_text = fl_text_dup_bytes (kernel->written_bytes);
  g_autofree char *flops = g_strdup_printf ("%" G_GINT64_FORMAT, kernel->flops);

  flui_inspector_add_fact (self, "kind", fl_kernel_kind_get_name (kernel->kind));
  flui_inspector_add_fact (self, "runs", kernel->node->name);
  flui_inspector_add_fact (self, "reads", read_text);
  flui_inspector_add_fact (self, "writes", written_text);
  if (kernel->flops > 0)
    flui_inspector_add_fact (self, "arithmetic", flops);
}

void
flui_inspector_add_item_facts (FluiInspector *self, const FlRun *run, FlItem item)
{
  const FlNode *node;
  const FlSchedNode *sched;
  const FlBuffer *buffer;

  switch (item.kind)
    {
    case FL_ITEM_GRAPH_NODE:
      if ((node = fl_graph_find_node (run->graph, item.name)))
        add_node_facts (self, run->graph, node, item.kind);
      break;
    case FL_ITEM_NODE:
      if (run->decomposed && (node = fl_graph_find_node (run->decomposed, item.name)))
        {
          add_node_facts (self, run->decomposed, node, item.kind);
          add_lowered_facts (self, run, node);
        }
      break;
    case FL_ITEM_BUFFER:
      if (run->lowered && (buffer = fl_lowered_find_buffer (run->lowered, item.name)))
        add_buffer_facts (self, run, buffer);
      break;
    case FL_ITEM_OP:
      if (run->schedule && (sched = fl_schedule_find_node (run->schedule, item.name)))
        add_sched_facts (self, run->schedule, sched);
      break;
    case FL_ITEM_GROUP:
      if (run->fused && (sched = fl_schedule_find_node (run->fused, item.name)))
        add_sched_facts (self, run->fused, sched);
      break;
    case FL_ITEM_KERNEL:
      for (guint i = 0; run->program && i < run->program->n_kernels; i++)
        if (run->program->kernels[i].name == item.name)
          {
            add_kernel_facts (self, run, &run->program->kernels[i]);
            break;
          }
      break;
    case FL_ITEM_NONE: break;
    }
}

void
flui_inspector_add_kin (FluiInspector *self, FlItem selection, const FlItem *items, guint n_items)
{
  static const char *const titles[]
      = { NULL, "FX graph", "decomposed", "buffers", "scheduler nodes", "kernel group", "kernel" };
  gboolean any = FALSE;

  for (int kind = FL_ITEM_GRAPH_NODE; kind <= FL_ITEM_KERNEL; kind++)
    {
      g_autoptr (GString) markup = g_string_new (NULL);
      guint n = 0;

      for (guint i = 0; i < n_items; i++)
        if (items[i].kind == (FlItemKind) kind && !(items[i].kind == selection.kind && items[i].name == selection.name)
            && n++ < 30)
          flui_inspector_append_link (markup, kind, items[i].name);
      if (!markup->len)
        continue;
      if (!any)
        flui_inspector_add_heading (self, "The same thing elsewhere");
      any = TRUE;
      flui_inspector_add_links (self, titles[kind], markup);
    }
}
