class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 128][128, 1]cpu"):
        # File: golden_cases_rules.py:161 in position_min_keepdim, code: return torch.min(x, 1, keepdim=True)
        min_1 = torch.ops.aten.min.dim(arg0_1, 1, True);  arg0_1 = None
        getitem: "f32[64, 1][1, 1]cpu" = min_1[0]
        getitem_1: "i64[64, 1][1, 1]cpu" = min_1[1];  min_1 = None
        return (getitem, getitem_1)
