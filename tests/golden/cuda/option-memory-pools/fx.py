class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 64][64, 1]cuda:0", arg1_1: "f32[64, 64][64, 1]cuda:0"):
        # File: golden_cases_more.py:171 in option_memory_pools, code: a = x @ w
        mm: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg0_1 = None

        # File: golden_cases_more.py:172 in option_memory_pools, code: b = a.relu() @ w
        relu: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.relu.default(mm)

        # File: golden_cases_more.py:173 in option_memory_pools, code: c = (a + b).sigmoid() @ w
        addmm_default: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.addmm.default(mm, relu, arg1_1);  relu = None
        sigmoid: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.sigmoid.default(addmm_default);  addmm_default = None
        mm_2: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.mm.default(sigmoid, arg1_1);  sigmoid = arg1_1 = None

        # File: golden_cases_more.py:174 in option_memory_pools, code: return c @ a
        mm_3: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.mm.default(mm_2, mm);  mm_2 = mm = None
        return (mm_3,)
