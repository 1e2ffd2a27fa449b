class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 32][32, 1]cpu", arg1_1: "f32[100][1]cpu", arg2_1: "f32[64, 32][32, 1]cpu", arg3_1: "f32[100][1]cpu", arg4_1: "f32[64, 32][32, 1]cpu", arg5_1: "f32[100][1]cpu", arg6_1: "f32[64, 32][32, 1]cpu", arg7_1: "f32[100][1]cpu"):
        # File: golden_cases_rules.py:51 in foreach_adam, code: torch._foreach_mul_(first, 0.9)
        _foreach_mul = torch.ops.aten._foreach_mul.Scalar([arg0_1, arg1_1], 0.9)
        getitem: "f32[64, 32][32, 1]cpu" = _foreach_mul[0]
        getitem_1: "f32[100][1]cpu" = _foreach_mul[1];  _foreach_mul = None

        # File: golden_cases_rules.py:52 in foreach_adam, code: torch._foreach_add_(first, grads, alpha=0.1)
        _foreach_add = torch.ops.aten._foreach_add.List([getitem, getitem_1], [arg2_1, arg3_1], alpha = 0.1);  getitem = getitem_1 = None
        getitem_2: "f32[64, 32][32, 1]cpu" = _foreach_add[0]
        getitem_3: "f32[100][1]cpu" = _foreach_add[1];  _foreach_add = None

        # File: golden_cases_rules.py:53 in foreach_adam, code: torch._foreach_mul_(second, 0.999)
        _foreach_mul_1 = torch.ops.aten._foreach_mul.Scalar([arg4_1, arg5_1], 0.999)
        getitem_4: "f32[64, 32][32, 1]cpu" = _foreach_mul_1[0]
        getitem_5: "f32[100][1]cpu" = _foreach_mul_1[1];  _foreach_mul_1 = None

        # File: golden_cases_rules.py:54 in foreach_adam, code: torch._foreach_addcmul_(second, grads, grads, 0.001)
        _foreach_addcmul = torch.ops.aten._foreach_addcmul.Scalar([getitem_4, getitem_5], [arg2_1, arg3_1], [arg2_1, arg3_1], 0.001);  getitem_4 = getitem_5 = arg2_1 = arg3_1 = None
        getitem_6: "f32[64, 32][32, 1]cpu" = _foreach_addcmul[0]
        getitem_7: "f32[100][1]cpu" = _foreach_addcmul[1];  _foreach_addcmul = None

        # File: golden_cases_rules.py:55 in foreach_adam, code: root = torch._foreach_add(torch._foreach_sqrt(second), 1e-8)
        _foreach_sqrt = torch.ops.aten._foreach_sqrt.default([getitem_6, getitem_7])
        getitem_8: "f32[64, 32][32, 1]cpu" = _foreach_sqrt[0]
        getitem_9: "f32[100][1]cpu" = _foreach_sqrt[1];  _foreach_sqrt = None
        _foreach_add_1 = torch.ops.aten._foreach_add.Scalar([getitem_8, getitem_9], 1e-08);  getitem_8 = getitem_9 = None
        getitem_10: "f32[64, 32][32, 1]cpu" = _foreach_add_1[0]
        getitem_11: "f32[100][1]cpu" = _foreach_add_1[1];  _foreach_add_1 = None

        # File: golden_cases_rules.py:56 in foreach_adam, code: torch._foreach_addcdiv_(params, first, root, -0.01)
        _foreach_addcdiv = torch.ops.aten._foreach_addcdiv_.Scalar([arg6_1, arg7_1], [getitem_2, getitem_3], [getitem_10, getitem_11], -0.01);  arg6_1 = arg7_1 = getitem_10 = getitem_11 = None
        getitem_12: "f32[64, 32][32, 1]cpu" = _foreach_addcdiv[0];  getitem_12 = None
        getitem_13: "f32[100][1]cpu" = _foreach_addcdiv[1];  _foreach_addcdiv = getitem_13 = None

        # File: golden_cases_rules.py:52 in foreach_adam, code: torch._foreach_add_(first, grads, alpha=0.1)
        copy_: "f32[64, 32][32, 1]cpu" = torch.ops.aten.copy_.default(arg0_1, getitem_2);  arg0_1 = getitem_2 = copy_ = None
        copy__1: "f32[100][1]cpu" = torch.ops.aten.copy_.default(arg1_1, getitem_3);  arg1_1 = getitem_3 = copy__1 = None

        # File: golden_cases_rules.py:54 in foreach_adam, code: torch._foreach_addcmul_(second, grads, grads, 0.001)
        copy__2: "f32[64, 32][32, 1]cpu" = torch.ops.aten.copy_.default(arg4_1, getitem_6);  arg4_1 = getitem_6 = copy__2 = None
        copy__3: "f32[100][1]cpu" = torch.ops.aten.copy_.default(arg5_1, getitem_7);  arg5_1 = getitem_7 = copy__3 = None
        return ()
