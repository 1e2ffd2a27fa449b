class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 32][32, 1]cpu", arg1_1: "f32[16, 64][64, 1]cpu", arg2_1: "f32[16, 8][8, 1]cpu"):
        # File: golden_cases_rules.py:67 in foreach_cat_of_inputs, code: return torch.cat([x, y, z], 1)
        cat: "f32[16, 104][104, 1]cpu" = torch.ops.aten.cat.default([arg0_1, arg1_1, arg2_1], 1);  arg0_1 = arg1_1 = arg2_1 = None
        return (cat,)
