class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 64][64, 1]cuda:0", arg1_1: "f32[64, 64][64, 1]cuda:0"):
        # File: golden_cases_more.py:179 in option_no_memory_order, code: a, b = x @ w, w @ x
        mm: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1)

        # File: golden_cases_more.py:180 in option_no_memory_order, code: return (a.sin() @ b).sum() + (b.cos() @ a).sum()
        sin: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.sin.default(mm)

        # File: golden_cases_more.py:179 in option_no_memory_order, code: a, b = x @ w, w @ x
        mm_1: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.mm.default(arg1_1, arg0_1);  arg1_1 = arg0_1 = None

        # File: golden_cases_more.py:180 in option_no_memory_order, code: return (a.sin() @ b).sum() + (b.cos() @ a).sum()
        mm_2: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.mm.default(sin, mm_1);  sin = None
        sum_1: "f32[][]cuda:0" = torch.ops.aten.sum.default(mm_2);  mm_2 = None
        cos: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.cos.default(mm_1);  mm_1 = None
        mm_3: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.mm.default(cos, mm);  cos = mm = None
        sum_2: "f32[][]cuda:0" = torch.ops.aten.sum.default(mm_3);  mm_3 = None
        add: "f32[][]cuda:0" = torch.ops.aten.add.Tensor(sum_1, sum_2);  sum_1 = sum_2 = None
        return (add,)
