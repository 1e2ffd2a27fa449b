class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1, 8, 5, 8][320, 40, 8, 1]cuda:0", arg1_1: "f32[32, 24, 2][48, 2, 1]cuda:0"):
        # File: golden_cases_rules.py:418 in foreach_of_single_and_group, code: return *torch._foreach_mul([0.1 - x, y], 0.5), y
        sub: "f32[32, 24, 2][48, 2, 1]cuda:0" = torch.ops.aten.sub.Tensor(0.1, arg1_1);  arg1_1 = None

        # File: golden_cases_rules.py:417 in foreach_of_single_and_group, code: y = y.transpose(1, 2).exp()
        permute: "f32[1, 5, 8, 8][320, 8, 40, 1]cuda:0" = torch.ops.aten.permute.default(arg0_1, [0, 2, 1, 3]);  arg0_1 = None
        exp: "f32[1, 5, 8, 8][320, 8, 40, 1]cuda:0" = torch.ops.aten.exp.default(permute);  permute = None

        # File: golden_cases_rules.py:418 in foreach_of_single_and_group, code: return *torch._foreach_mul([0.1 - x, y], 0.5), y
        _foreach_mul = torch.ops.aten._foreach_mul.Scalar([sub, exp], 0.5);  sub = None
        getitem: "f32[32, 24, 2][48, 2, 1]cuda:0" = _foreach_mul[0]
        getitem_1: "f32[1, 5, 8, 8][320, 8, 40, 1]cuda:0" = _foreach_mul[1];  _foreach_mul = None
        return (getitem, getitem_1, exp)
