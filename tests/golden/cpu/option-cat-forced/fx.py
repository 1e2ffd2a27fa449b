class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 8][8, 1]cpu", arg1_1: "f32[16, 8][8, 1]cpu", arg2_1: "f32[16, 8][8, 1]cpu"):
        # File: golden_cases_options.py:11 in <listcomp>, code: return torch.cat([part.sin() for part in x], dim=0), x[0].cos()
        sin: "f32[16, 8][8, 1]cpu" = torch.ops.aten.sin.default(arg0_1)
        sin_1: "f32[16, 8][8, 1]cpu" = torch.ops.aten.sin.default(arg1_1);  arg1_1 = None
        sin_2: "f32[16, 8][8, 1]cpu" = torch.ops.aten.sin.default(arg2_1);  arg2_1 = None

        # File: golden_cases_options.py:11 in option_cat_forced, code: return torch.cat([part.sin() for part in x], dim=0), x[0].cos()
        cat: "f32[48, 8][8, 1]cpu" = torch.ops.aten.cat.default([sin, sin_1, sin_2]);  sin = sin_1 = sin_2 = None
        cos: "f32[16, 8][8, 1]cpu" = torch.ops.aten.cos.default(arg0_1);  arg0_1 = None
        return (cat, cos)
