class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512][1]cpu", arg1_1: "f32[512][1]cpu", arg2_1: "f32[512][1]cpu"):
        # File: golden_cases_more.py:156 in option_aggressive, code: return x.sin(), y.cos(), z.exp()
        sin: "f32[512][1]cpu" = torch.ops.aten.sin.default(arg0_1);  arg0_1 = None
        cos: "f32[512][1]cpu" = torch.ops.aten.cos.default(arg1_1);  arg1_1 = None
        exp: "f32[512][1]cpu" = torch.ops.aten.exp.default(arg2_1);  arg2_1 = None
        return (sin, cos, exp)
