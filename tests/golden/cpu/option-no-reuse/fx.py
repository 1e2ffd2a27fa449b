class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 64][64, 1]cpu", arg1_1: "f32[64, 64][64, 1]cpu"):
        # File: golden_cases_options.py:85 in option_no_reuse, code: a = x @ weight
        mm: "f32[64, 64][64, 1]cpu" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg0_1 = None

        # File: golden_cases_options.py:86 in option_no_reuse, code: b = a.sum(0) @ weight
        sum_1: "f32[64][1]cpu" = torch.ops.aten.sum.dim_IntList(mm, [0])
        unsqueeze: "f32[1, 64][64, 1]cpu" = torch.ops.aten.unsqueeze.default(sum_1, 0);  sum_1 = None
        mm_1: "f32[1, 64][64, 1]cpu" = torch.ops.aten.mm.default(unsqueeze, arg1_1);  unsqueeze = None
        squeeze: "f32[64][1]cpu" = torch.ops.aten.squeeze.dim(mm_1, 0);  mm_1 = None

        # File: golden_cases_options.py:87 in option_no_reuse, code: return (b + a) @ weight
        add: "f32[64, 64][64, 1]cpu" = torch.ops.aten.add.Tensor(squeeze, mm);  squeeze = mm = None
        mm_2: "f32[64, 64][64, 1]cpu" = torch.ops.aten.mm.default(add, arg1_1);  add = arg1_1 = None
        return (mm_2,)
