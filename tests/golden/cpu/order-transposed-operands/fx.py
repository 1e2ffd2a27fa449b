class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[256, 128][128, 1]cpu", arg1_1: "f32[256, 128][1, 256]cpu"):
        # File: golden_cases_more.py:26 in order_transposed_operands, code: a, b = x * 2, y * 3
        mul: "f32[256, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, 2);  arg0_1 = None
        mul_1: "f32[256, 128][1, 256]cpu" = torch.ops.aten.mul.Tensor(arg1_1, 3);  arg1_1 = None

        # File: golden_cases_more.py:27 in order_transposed_operands, code: return a, b, a + b
        add: "f32[256, 128][128, 1]cpu" = torch.ops.aten.add.Tensor(mul, mul_1)
        return (mul, mul_1, add)
