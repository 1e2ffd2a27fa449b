class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 16][16, 1]cuda:0", arg1_1: "i64[8, 4][4, 1]cuda:0", arg2_1: "f32[8, 4][4, 1]cuda:0"):
        # File: golden_cases_rules.py:322 in write_scatter_in_place, code: x.scatter_(1, where, values)
        scatter: "f32[8, 16][16, 1]cuda:0" = torch.ops.aten.scatter.src(arg0_1, 1, arg1_1, arg2_1);  arg1_1 = arg2_1 = None

        # File: golden_cases_rules.py:323 in write_scatter_in_place, code: return x.relu()
        relu: "f32[8, 16][16, 1]cuda:0" = torch.ops.aten.relu.default(scatter)

        # File: golden_cases_rules.py:322 in write_scatter_in_place, code: x.scatter_(1, where, values)
        copy_: "f32[8, 16][16, 1]cuda:0" = torch.ops.aten.copy_.default(arg0_1, scatter);  arg0_1 = scatter = copy_ = None
        return (relu,)
