class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[32768, 768][768, 1]cpu", arg1_1: "f32[768][1]cpu"):
        # File: golden_cases_options.py:63 in option_no_both_orders, code: y = x * weight
        mul: "f32[32768, 768][768, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None

        # File: golden_cases_options.py:64 in option_no_both_orders, code: return y.sum(-1), y.sum(0)
        sum_1: "f32[32768][1]cpu" = torch.ops.aten.sum.dim_IntList(mul, [-1])
        sum_2: "f32[768][1]cpu" = torch.ops.aten.sum.dim_IntList(mul, [0]);  mul = None
        return (sum_1, sum_2)
