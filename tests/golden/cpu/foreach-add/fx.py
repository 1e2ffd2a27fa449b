class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 32][32, 1]cpu", arg1_1: "f32[100][1]cpu", arg2_1: "f32[8, 4, 4][16, 4, 1]cpu", arg3_1: "f32[64, 32][32, 1]cpu", arg4_1: "f32[100][1]cpu", arg5_1: "f32[8, 4, 4][16, 4, 1]cpu"):
        # File: golden_cases_rules.py:17 in foreach_add, code: return torch._foreach_add(a, b)
        _foreach_add = torch.ops.aten._foreach_add.List([arg0_1, arg1_1, arg2_1], [arg3_1, arg4_1, arg5_1]);  arg0_1 = arg1_1 = arg2_1 = arg3_1 = arg4_1 = arg5_1 = None
        getitem: "f32[64, 32][32, 1]cpu" = _foreach_add[0]
        getitem_1: "f32[100][1]cpu" = _foreach_add[1]
        getitem_2: "f32[8, 4, 4][16, 4, 1]cpu" = _foreach_add[2];  _foreach_add = None
        return (getitem, getitem_1, getitem_2)
