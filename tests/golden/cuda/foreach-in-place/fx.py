class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 32][32, 1]cuda:0", arg1_1: "f32[100][1]cuda:0", arg2_1: "f32[64, 32][32, 1]cuda:0", arg3_1: "f32[100][1]cuda:0"):
        # File: golden_cases_rules.py:46 in foreach_in_place, code: torch._foreach_add_(a, b, alpha=0.5)
        _foreach_add = torch.ops.aten._foreach_add_.List([arg0_1, arg1_1], [arg2_1, arg3_1], alpha = 0.5);  arg0_1 = arg1_1 = arg2_1 = arg3_1 = None
        getitem: "f32[64, 32][32, 1]cuda:0" = _foreach_add[0];  getitem = None
        getitem_1: "f32[100][1]cuda:0" = _foreach_add[1];  _foreach_add = getitem_1 = None
        return ()
