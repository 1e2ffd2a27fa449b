class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[30, 16][16, 1]cuda:0", arg1_1: "i64[10, 16][16, 1]cuda:0", arg2_1: "f32[10, 16][16, 1]cuda:0"):
        # File: golden_cases.py:333 in index_scatter, code: return x.scatter(0, where, values), x.scatter_add(0, where, values) + 1
        scatter: "f32[30, 16][16, 1]cuda:0" = torch.ops.aten.scatter.src(arg0_1, 0, arg1_1, arg2_1)
        scatter_add: "f32[30, 16][16, 1]cuda:0" = torch.ops.aten.scatter_add.default(arg0_1, 0, arg1_1, arg2_1);  arg0_1 = arg1_1 = arg2_1 = None
        add: "f32[30, 16][16, 1]cuda:0" = torch.ops.aten.add.Tensor(scatter_add, 1);  scatter_add = None
        return (scatter, add)
