class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 16, 32][512, 32, 1]cuda:0"):
        # File: golden_cases_rules.py:155 in position_max_middle, code: values, where = x.max(1)
        max_1 = torch.ops.aten.max.dim(arg0_1, 1);  arg0_1 = None
        getitem: "f32[8, 32][32, 1]cuda:0" = max_1[0]
        getitem_1: "i64[8, 32][32, 1]cuda:0" = max_1[1];  max_1 = None

        # File: golden_cases_rules.py:156 in position_max_middle, code: return values * 2, where
        mul: "f32[8, 32][32, 1]cuda:0" = torch.ops.aten.mul.Tensor(getitem, 2);  getitem = None
        return (mul, getitem_1)
