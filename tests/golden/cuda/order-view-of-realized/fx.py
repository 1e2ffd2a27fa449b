class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[100][1]cuda:0"):
        # File: golden_cases_more.py:32 in order_view_of_realized, code: y = x.sin()
        sin: "f32[100][1]cuda:0" = torch.ops.aten.sin.default(arg0_1);  arg0_1 = None

        # File: golden_cases_more.py:33 in order_view_of_realized, code: return y, y.view(10, 10) + 1
        view: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.reshape.default(sin, [10, 10])
        add: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(view, 1);  view = None
        return (sin, add)
