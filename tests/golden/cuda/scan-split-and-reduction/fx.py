class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1048576][1]cuda:0"):
        # File: golden_cases_rules.py:141 in scan_split_and_reduction, code: return torch.cumsum(x * 2, 0) + 1, (x * 2).sum()
        mul: "f32[1048576][1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 2)
        cumsum: "f32[1048576][1]cuda:0" = torch.ops.aten.cumsum.default(mul, 0);  mul = None
        add: "f32[1048576][1]cuda:0" = torch.ops.aten.add.Tensor(cumsum, 1);  cumsum = None
        mul_1: "f32[1048576][1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 2);  arg0_1 = None
        sum_1: "f32[][]cuda:0" = torch.ops.aten.sum.default(mul_1);  mul_1 = None
        return (add, sum_1)
