class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 8][8, 1]cuda:0", arg1_1: "f32[16, 8][8, 1]cuda:0", arg2_1: "f32[16, 8][8, 1]cuda:0", arg3_1: "f32[16, 8][8, 1]cuda:0"):
        # File: golden_cases_options.py:16 in <listcomp>, code: return torch.cat([part * 2 for part in x], dim=0) + 1
        mul: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 2);  arg0_1 = None
        mul_1: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg1_1, 2);  arg1_1 = None
        mul_2: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg2_1, 2);  arg2_1 = None
        mul_3: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg3_1, 2);  arg3_1 = None

        # File: golden_cases_options.py:16 in option_cat_none_complex, code: return torch.cat([part * 2 for part in x], dim=0) + 1
        cat: "f32[64, 8][8, 1]cuda:0" = torch.ops.aten.cat.default([mul, mul_1, mul_2, mul_3]);  mul = mul_1 = mul_2 = mul_3 = None
        add: "f32[64, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(cat, 1);  cat = None
        return (add,)
