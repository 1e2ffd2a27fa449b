class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[20, 8][8, 1]cpu", arg1_1: "f32[8][1]cpu"):
        # File: golden_cases_rules.py:425 in norms_of_a_list, code: one, other = torch._foreach_norm([x, y])
        _foreach_norm = torch.ops.aten._foreach_norm.Scalar([arg0_1, arg1_1]);  arg1_1 = None
        getitem: "f32[][]cpu" = _foreach_norm[0]
        getitem_1: "f32[][]cpu" = _foreach_norm[1];  _foreach_norm = None

        # File: golden_cases_rules.py:426 in norms_of_a_list, code: return one, torch.hypot(x, other)
        hypot: "f32[20, 8][8, 1]cpu" = torch.ops.aten.hypot.default(arg0_1, getitem_1);  arg0_1 = getitem_1 = None
        return (getitem, hypot)
