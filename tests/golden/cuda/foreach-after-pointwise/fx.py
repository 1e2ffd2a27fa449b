class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 32][32, 1]cuda:0", arg1_1: "f32[100][1]cuda:0"):
        # File: golden_cases_rules.py:35 in <listcomp>, code: return torch._foreach_mul([x.exp() for x in a], 0.5)
        exp: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.exp.default(arg0_1);  arg0_1 = None
        exp_1: "f32[100][1]cuda:0" = torch.ops.aten.exp.default(arg1_1);  arg1_1 = None

        # File: golden_cases_rules.py:35 in foreach_after_pointwise, code: return torch._foreach_mul([x.exp() for x in a], 0.5)
        _foreach_mul = torch.ops.aten._foreach_mul.Scalar([exp, exp_1], 0.5);  exp = exp_1 = None
        getitem: "f32[64, 32][32, 1]cuda:0" = _foreach_mul[0]
        getitem_1: "f32[100][1]cuda:0" = _foreach_mul[1];  _foreach_mul = None
        return (getitem, getitem_1)
