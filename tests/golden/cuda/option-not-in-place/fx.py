class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 128][128, 1]cuda:0", arg1_1: "f32[128, 64][64, 1]cuda:0"):
        # File: golden_cases_options.py:80 in option_not_in_place, code: return (x @ weight).relu() @ weight.t()
        mm: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg0_1 = None
        relu: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.relu.default(mm);  mm = None
        permute: "f32[64, 128][1, 64]cuda:0" = torch.ops.aten.permute.default(arg1_1, [1, 0]);  arg1_1 = None
        mm_1: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.mm.default(relu, permute);  relu = permute = None
        return (mm_1,)
