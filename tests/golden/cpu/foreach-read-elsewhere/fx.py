class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 32][32, 1]cpu", arg1_1: "f32[64, 32][32, 1]cpu", arg2_1: "f32[64, 32][32, 1]cpu", arg3_1: "f32[64, 32][32, 1]cpu"):
        # File: golden_cases_rules.py:29 in foreach_read_elsewhere, code: c = torch._foreach_mul(a, b)
        _foreach_mul = torch.ops.aten._foreach_mul.List([arg0_1, arg1_1], [arg2_1, arg3_1]);  arg0_1 = arg1_1 = arg2_1 = arg3_1 = None
        getitem: "f32[64, 32][32, 1]cpu" = _foreach_mul[0]
        getitem_1: "f32[64, 32][32, 1]cpu" = _foreach_mul[1];  _foreach_mul = None

        # File: golden_cases_rules.py:30 in foreach_read_elsewhere, code: return torch._foreach_add(c, 2.0), c[0].sin()
        _foreach_add = torch.ops.aten._foreach_add.Scalar([getitem, getitem_1], 2.0);  getitem_1 = None
        getitem_2: "f32[64, 32][32, 1]cpu" = _foreach_add[0]
        getitem_3: "f32[64, 32][32, 1]cpu" = _foreach_add[1];  _foreach_add = None
        sin: "f32[64, 32][32, 1]cpu" = torch.ops.aten.sin.default(getitem);  getitem = None
        return (getitem_2, getitem_3, sin)
