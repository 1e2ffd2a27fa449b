class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[32, 32][32, 1]cpu", arg1_1: "f32[32, 32][32, 1]cpu", arg2_1: "f32[32, 32][32, 1]cpu"):
        # File: golden_cases.py:362 in mm_chain, code: return (x @ y) @ z + (x @ z)
        mm: "f32[32, 32][32, 1]cpu" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg1_1 = None
        mm_1: "f32[32, 32][32, 1]cpu" = torch.ops.aten.mm.default(mm, arg2_1);  mm = None
        addmm_default: "f32[32, 32][32, 1]cpu" = torch.ops.aten.addmm.default(mm_1, arg0_1, arg2_1);  mm_1 = arg0_1 = arg2_1 = None
        return (addmm_default,)
