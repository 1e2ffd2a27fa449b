class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s77)", arg1_1: "f32[s77, 64][64, 1]cuda:0", arg2_1: "f32[64][1]cuda:0"):
        # File: golden_cases.py:432 in dynamic_pointwise, code: return (x + bias).relu(), x.sum(1)
        add: "f32[s77, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(arg1_1, arg2_1);  arg2_1 = None
        relu: "f32[s77, 64][64, 1]cuda:0" = torch.ops.aten.relu.default(add);  add = None
        sum_1: "f32[s77][1]cuda:0" = torch.ops.aten.sum.dim_IntList(arg1_1, [1]);  arg1_1 = None
        return (relu, sum_1)
