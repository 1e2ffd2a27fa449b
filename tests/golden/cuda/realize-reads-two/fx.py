class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512][1]cuda:0", arg1_1: "f32[512][1]cuda:0", arg2_1: "f32[512][1]cuda:0", arg3_1: "f32[512][1]cuda:0", arg4_1: "f32[512][1]cuda:0", arg5_1: "f32[512][1]cuda:0"):
        # File: golden_cases_more.py:126 in realize_reads_two, code: x = a + b + c
        add: "f32[512][1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        add_1: "f32[512][1]cuda:0" = torch.ops.aten.add.Tensor(add, arg2_1);  add = arg2_1 = None

        # File: golden_cases_more.py:127 in realize_reads_two, code: return x * d, x * e + f
        mul: "f32[512][1]cuda:0" = torch.ops.aten.mul.Tensor(add_1, arg3_1);  arg3_1 = None
        mul_1: "f32[512][1]cuda:0" = torch.ops.aten.mul.Tensor(add_1, arg4_1);  add_1 = arg4_1 = None
        add_2: "f32[512][1]cuda:0" = torch.ops.aten.add.Tensor(mul_1, arg5_1);  mul_1 = arg5_1 = None
        return (mul, add_2)
