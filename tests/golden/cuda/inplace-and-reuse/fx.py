class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[256, 256][256, 1]cuda:0", arg1_1: "f32[256, 256][256, 1]cuda:0"):
        # File: golden_cases.py:421 in inplace_and_reuse, code: a = x @ w
        mm: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg0_1 = None

        # File: golden_cases.py:422 in inplace_and_reuse, code: b = a.relu() + 1
        relu: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.relu.default(mm);  mm = None
        add: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.add.Tensor(relu, 1);  relu = None

        # File: golden_cases.py:423 in inplace_and_reuse, code: c = b @ w
        mm_1: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(add, arg1_1);  add = None

        # File: golden_cases.py:424 in inplace_and_reuse, code: d = c.sigmoid()
        sigmoid: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.sigmoid.default(mm_1);  mm_1 = None

        # File: golden_cases.py:425 in inplace_and_reuse, code: return d @ w
        mm_2: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(sigmoid, arg1_1);  sigmoid = arg1_1 = None
        return (mm_2,)
