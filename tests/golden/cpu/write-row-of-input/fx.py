class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16][1]cpu", arg1_1: "f32[8, 16][16, 1]cpu"):
        # File: golden_cases_rules.py:279 in write_row_of_input, code: x[2] = row * 2
        select: "f32[16][1]cpu" = torch.ops.aten.select.int(arg1_1, 0, 2);  select = None
        mul: "f32[16][1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, 2);  arg0_1 = None

        # No stacktrace found for following nodes
        select_int: "f32[16][1]cpu" = torch.ops.aten.select.int(arg1_1, 0, 2)
        copy__default: "f32[16][1]cpu" = torch.ops.aten.copy_.default(select_int, mul);  select_int = mul = copy__default = None

        # File: golden_cases_rules.py:280 in write_row_of_input, code: return x.sum(0)
        sum_1: "f32[16][1]cpu" = torch.ops.aten.sum.dim_IntList(arg1_1, [0]);  arg1_1 = None
        return (sum_1,)
