class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[33, 1, 5][5, 5, 1]cpu", arg1_1: "i64[33, 1, 5][5, 5, 1]cpu", arg2_1: "f32[33, 1, 5][5, 5, 1]cpu"):
        # File: golden_cases_rules.py:399 in scatter_along_one, code: return torch.scatter_add(x, 1, where, y).sign()
        scatter_add: "f32[33, 1, 5][5, 5, 1]cpu" = torch.ops.aten.scatter_add.default(arg0_1, 1, arg1_1, arg2_1);  arg0_1 = arg1_1 = arg2_1 = None
        sign: "f32[33, 1, 5][5, 5, 1]cpu" = torch.ops.aten.sign.default(scatter_add);  scatter_add = None
        return (sign,)
