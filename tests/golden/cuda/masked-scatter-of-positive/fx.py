class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 8, 5][40, 5, 1]cuda:0", arg1_1: "f32[10, 8, 5][40, 5, 1]cuda:0"):
        # File: golden_cases_rules.py:412 in masked_scatter_of_positive, code: return torch.masked_scatter(x, x > 0.5, y)
        view_3: "f32[400][1]cuda:0" = torch.ops.aten.reshape.default(arg1_1, [400]);  arg1_1 = None

        # File: golden_cases_rules.py:411 in masked_scatter_of_positive, code: x = F.softplus(x)
        gt: "b8[10, 8, 5][40, 5, 1]cuda:0" = torch.ops.aten.gt.Scalar(arg0_1, 20)
        exp: "f32[10, 8, 5][40, 5, 1]cuda:0" = torch.ops.aten.exp.default(arg0_1)
        log1p: "f32[10, 8, 5][40, 5, 1]cuda:0" = torch.ops.aten.log1p.default(exp);  exp = None
        where: "f32[10, 8, 5][40, 5, 1]cuda:0" = torch.ops.aten.where.self(gt, arg0_1, log1p);  gt = arg0_1 = log1p = None

        # File: golden_cases_rules.py:412 in masked_scatter_of_positive, code: return torch.masked_scatter(x, x > 0.5, y)
        gt_1: "b8[10, 8, 5][40, 5, 1]cuda:0" = torch.ops.aten.gt.Scalar(where, 0.5)
        view_2: "b8[400][1]cuda:0" = torch.ops.aten.reshape.default(gt_1, [400])
        view: "b8[400][1]cuda:0" = torch.ops.aten.reshape.default(gt_1, [-1]);  gt_1 = None
        cumsum: "i64[400][1]cuda:0" = torch.ops.aten.cumsum.default(view, 0);  view = None
        sub: "i64[400][1]cuda:0" = torch.ops.aten.sub.Tensor(cumsum, 1);  cumsum = None
        _unsafe_masked_index: "f32[400][1]cuda:0" = torch.ops.aten._unsafe_masked_index.default(view_3, view_2, [sub], 0);  view_3 = sub = None
        view_1: "f32[400][1]cuda:0" = torch.ops.aten.reshape.default(where, [400]);  where = None
        where_1: "f32[400][1]cuda:0" = torch.ops.aten.where.self(view_2, _unsafe_masked_index, view_1);  view_2 = _unsafe_masked_index = view_1 = None
        view_4: "f32[10, 8, 5][40, 5, 1]cuda:0" = torch.ops.aten.reshape.default(where_1, [10, 8, 5]);  where_1 = None
        return (view_4,)
