class GraphModule(torch.nn.Module):
    def forward(self, p: "b8[]", x: "f32[4]"):
        true_graph_0 = self.true_graph_0
        false_graph_0 = self.false_graph_0
        cond = torch.ops.higher_order.cond(p, true_graph_0, false_graph_0, (x,))
        getitem: "f32[4]" = cond[0]
        return (getitem,)

    class true_graph_0(torch.nn.Module):
        def forward(self, x: "f32[4]"):
            cos = torch.ops.aten.cos.default(x)
            return (cos,)

    class false_graph_0(torch.nn.Module):
        def forward(self, x: "f32[4]"):
            neg = torch.ops.aten.neg.default(x)
            return (neg,)
