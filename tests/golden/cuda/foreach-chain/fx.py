class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 32][32, 1]cuda:0", arg1_1: "f32[100][1]cuda:0", arg2_1: "f32[64, 32][32, 1]cuda:0", arg3_1: "f32[100][1]cuda:0"):
        # File: golden_cases_rules.py:22 in foreach_chain, code: c = torch._foreach_mul(a, b)
        _foreach_mul = torch.ops.aten._foreach_mul.List([arg0_1, arg1_1], [arg2_1, arg3_1]);  arg0_1 = arg1_1 = arg2_1 = arg3_1 = None
        getitem: "f32[64, 32][32, 1]cuda:0" = _foreach_mul[0]
        getitem_1: "f32[100][1]cuda:0" = _foreach_mul[1];  _foreach_mul = None

        # File: golden_cases_rules.py:23 in foreach_chain, code: c = torch._foreach_add(c, 1.0)
        _foreach_add = torch.ops.aten._foreach_add.Scalar([getitem, getitem_1], 1.0);  getitem = getitem_1 = None
        getitem_2: "f32[64, 32][32, 1]cuda:0" = _foreach_add[0]
        getitem_3: "f32[100][1]cuda:0" = _foreach_add[1];  _foreach_add = None

        # File: golden_cases_rules.py:24 in foreach_chain, code: return torch._foreach_sqrt(c)
        _foreach_sqrt = torch.ops.aten._foreach_sqrt.default([getitem_2, getitem_3]);  getitem_2 = getitem_3 = None
        getitem_4: "f32[64, 32][32, 1]cuda:0" = _foreach_sqrt[0]
        getitem_5: "f32[100][1]cuda:0" = _foreach_sqrt[1];  _foreach_sqrt = None
        return (getitem_4, getitem_5)
