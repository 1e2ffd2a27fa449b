class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 8, 5][40, 5, 1]cpu", arg1_1: "f32[10, 8, 5][40, 5, 1]cpu"):
        # File: golden_cases_rules.py:411 in masked_scatter_of_positive, code: x = F.softplus(x)
        gt: "b8[10, 8, 5][40, 5, 1]cpu" = torch.ops.aten.gt.Scalar(arg0_1, 20)
        exp: "f32[10, 8, 5][40, 5, 1]cpu" = torch.ops.aten.exp.default(arg0_1)
        log1p: "f32[10, 8, 5][40, 5, 1]cpu" = torch.ops.aten.log1p.default(exp);  exp = None
        where: "f32[10, 8, 5][40, 5, 1]cpu" = torch.ops.aten.where.self(gt, arg0_1, log1p);  gt = arg0_1 = log1p = None

        # File: golden_cases_rules.py:412 in masked_scatter_of_positive, code: return torch.masked_scatter(x, x > 0.5, y)
        gt_1: "b8[10, 8, 5][40, 5, 1]cpu" = torch.ops.aten.gt.Scalar(where, 0.5)
        masked_scatter: "f32[10, 8, 5][40, 5, 1]cpu" = torch.ops.aten.masked_scatter.default(where, gt_1, arg1_1);  where = gt_1 = arg1_1 = None
        return (masked_scatter,)
