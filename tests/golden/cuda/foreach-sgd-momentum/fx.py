class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 32][32, 1]cuda:0", arg1_1: "f32[100][1]cuda:0", arg2_1: "f32[64, 32][32, 1]cuda:0", arg3_1: "f32[100][1]cuda:0", arg4_1: "f32[64, 32][32, 1]cuda:0", arg5_1: "f32[100][1]cuda:0"):
        # File: golden_cases_rules.py:60 in foreach_sgd_momentum, code: torch._foreach_mul_(velocity, 0.9)
        _foreach_mul = torch.ops.aten._foreach_mul.Scalar([arg0_1, arg1_1], 0.9)
        getitem: "f32[64, 32][32, 1]cuda:0" = _foreach_mul[0]
        getitem_1: "f32[100][1]cuda:0" = _foreach_mul[1];  _foreach_mul = None

        # File: golden_cases_rules.py:61 in foreach_sgd_momentum, code: torch._foreach_add_(velocity, grads)
        _foreach_add = torch.ops.aten._foreach_add.List([getitem, getitem_1], [arg2_1, arg3_1]);  getitem = getitem_1 = arg2_1 = arg3_1 = None
        getitem_2: "f32[64, 32][32, 1]cuda:0" = _foreach_add[0]
        getitem_3: "f32[100][1]cuda:0" = _foreach_add[1];  _foreach_add = None

        # File: golden_cases_rules.py:62 in foreach_sgd_momentum, code: torch._foreach_add_(params, velocity, alpha=-0.1)
        _foreach_add_1 = torch.ops.aten._foreach_add_.List([arg4_1, arg5_1], [getitem_2, getitem_3], alpha = -0.1);  arg4_1 = arg5_1 = None
        getitem_4: "f32[64, 32][32, 1]cuda:0" = _foreach_add_1[0];  getitem_4 = None
        getitem_5: "f32[100][1]cuda:0" = _foreach_add_1[1];  _foreach_add_1 = getitem_5 = None

        # File: golden_cases_rules.py:61 in foreach_sgd_momentum, code: torch._foreach_add_(velocity, grads)
        copy_: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.copy_.default(arg0_1, getitem_2);  arg0_1 = getitem_2 = copy_ = None
        copy__1: "f32[100][1]cuda:0" = torch.ops.aten.copy_.default(arg1_1, getitem_3);  arg1_1 = getitem_3 = copy__1 = None
        return ()
