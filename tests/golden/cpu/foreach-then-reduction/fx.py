class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 32][32, 1]cpu", arg1_1: "f32[64, 16][16, 1]cpu"):
        # File: golden_cases_rules.py:40 in foreach_then_reduction, code: b = torch._foreach_neg(a)
        _foreach_neg = torch.ops.aten._foreach_neg.default([arg0_1, arg1_1]);  arg0_1 = arg1_1 = None
        getitem: "f32[64, 32][32, 1]cpu" = _foreach_neg[0]
        getitem_1: "f32[64, 16][16, 1]cpu" = _foreach_neg[1];  _foreach_neg = None

        # File: golden_cases_rules.py:41 in foreach_then_reduction, code: return b[0].sum(-1), b[1].sum(-1)
        sum_1: "f32[64][1]cpu" = torch.ops.aten.sum.dim_IntList(getitem, [-1]);  getitem = None
        sum_2: "f32[64][1]cpu" = torch.ops.aten.sum.dim_IntList(getitem_1, [-1]);  getitem_1 = None
        return (sum_1, sum_2)
