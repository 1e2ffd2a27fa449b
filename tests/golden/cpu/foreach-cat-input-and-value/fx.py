class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 32][32, 1]cpu", arg1_1: "f32[16, 64][64, 1]cpu"):
        # File: golden_cases_rules.py:72 in foreach_cat_input_and_value, code: return torch.cat([x, y, x + 1], 1), y * 2
        add: "f32[16, 32][32, 1]cpu" = torch.ops.aten.add.Tensor(arg0_1, 1)
        cat: "f32[16, 128][128, 1]cpu" = torch.ops.aten.cat.default([arg0_1, arg1_1, add], 1);  arg0_1 = add = None
        mul: "f32[16, 64][64, 1]cpu" = torch.ops.aten.mul.Tensor(arg1_1, 2);  arg1_1 = None
        return (cat, mul)
