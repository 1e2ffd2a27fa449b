class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[32, 32][32, 1]cuda:0", arg1_1: "f32[32, 32][32, 1]cuda:0", arg2_1: "f32[32, 32][32, 1]cuda:0"):
        # File: golden_cases.py:362 in mm_chain, code: return (x @ y) @ z + (x @ z)
        mm: "f32[32, 32][32, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg1_1 = None
        mm_1: "f32[32, 32][32, 1]cuda:0" = torch.ops.aten.mm.default(mm, arg2_1);  mm = None
        addmm_default: "f32[32, 32][32, 1]cuda:0" = torch.ops.aten.addmm.default(mm_1, arg0_1, arg2_1);  mm_1 = arg0_1 = arg2_1 = None
        return (addmm_default,)
