class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1048576][1]cpu"):
        # File: golden_cases_rules.py:146 in scan_split_and_whole_reduction, code: y = torch.cumprod(x, 0)
        cumprod: "f32[1048576][1]cpu" = torch.ops.aten.cumprod.default(arg0_1, 0);  arg0_1 = None

        # File: golden_cases_rules.py:147 in scan_split_and_whole_reduction, code: return y.sum(), y
        sum_1: "f32[][]cpu" = torch.ops.aten.sum.default(cumprod)
        return (sum_1, cumprod)
