class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512][1]cpu"):
        # File: golden_cases_more.py:132 in realize_operators_three, code: y = ((x * 2 + 1) * 3 + 2) * 4
        mul: "f32[512][1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, 2);  arg0_1 = None
        add: "f32[512][1]cpu" = torch.ops.aten.add.Tensor(mul, 1);  mul = None
        mul_1: "f32[512][1]cpu" = torch.ops.aten.mul.Tensor(add, 3);  add = None
        add_1: "f32[512][1]cpu" = torch.ops.aten.add.Tensor(mul_1, 2);  mul_1 = None
        mul_2: "f32[512][1]cpu" = torch.ops.aten.mul.Tensor(add_1, 4);  add_1 = None

        # File: golden_cases_more.py:133 in realize_operators_three, code: return y.relu(), y.sigmoid()
        relu: "f32[512][1]cpu" = torch.ops.aten.relu.default(mul_2)
        sigmoid: "f32[512][1]cpu" = torch.ops.aten.sigmoid.default(mul_2);  mul_2 = None
        return (relu, sigmoid)
