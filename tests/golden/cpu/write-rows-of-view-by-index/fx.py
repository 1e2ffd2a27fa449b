class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 16][16, 1]cpu", arg1_1: "f32[4, 100, 16][1600, 16, 1]cpu", arg2_1: "i64[10][1]cpu"):
        # File: golden_cases_rules.py:304 in write_rows_of_view_by_index, code: x[1][where] = rows * 2
        select: "f32[100, 16][16, 1]cpu" = torch.ops.aten.select.int(arg1_1, 0, 1)
        mul: "f32[10, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, 2);  arg0_1 = None
        index_put: "f32[100, 16][16, 1]cpu" = torch.ops.aten.index_put.default(select, [arg2_1], mul);  select = arg2_1 = mul = None

        # No stacktrace found for following nodes
        select_int: "f32[100, 16][16, 1]cpu" = torch.ops.aten.select.int(arg1_1, 0, 1);  arg1_1 = None
        copy__default: "f32[100, 16][16, 1]cpu" = torch.ops.aten.copy_.default(select_int, index_put);  select_int = index_put = copy__default = None
        return ()
