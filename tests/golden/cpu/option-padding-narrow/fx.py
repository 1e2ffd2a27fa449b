class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 36][36, 1]cpu", arg1_1: "f32[36, 36][36, 1]cpu"):
        # File: golden_cases_options.py:37 in option_padding_narrow, code: return (x.exp() @ weight).sin() @ weight
        exp: "f32[64, 36][36, 1]cpu" = torch.ops.aten.exp.default(arg0_1);  arg0_1 = None
        mm: "f32[64, 36][36, 1]cpu" = torch.ops.aten.mm.default(exp, arg1_1);  exp = None
        sin: "f32[64, 36][36, 1]cpu" = torch.ops.aten.sin.default(mm);  mm = None
        mm_1: "f32[64, 36][36, 1]cpu" = torch.ops.aten.mm.default(sin, arg1_1);  sin = arg1_1 = None
        return (mm_1,)
