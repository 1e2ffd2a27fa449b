class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512][1]cuda:0", arg1_1: "f32[512][1]cuda:0", arg2_1: "f32[512][1]cuda:0"):
        # File: golden_cases_more.py:156 in option_aggressive, code: return x.sin(), y.cos(), z.exp()
        sin: "f32[512][1]cuda:0" = torch.ops.aten.sin.default(arg0_1);  arg0_1 = None
        cos: "f32[512][1]cuda:0" = torch.ops.aten.cos.default(arg1_1);  arg1_1 = None
        exp: "f32[512][1]cuda:0" = torch.ops.aten.exp.default(arg2_1);  arg2_1 = None
        return (sin, cos, exp)
