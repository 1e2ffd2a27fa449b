class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 128][128, 1]cuda:0"):
        # File: golden_cases.py:195 in reduction_any_all_prod, code: y = x > 0
        gt: "b8[64, 128][128, 1]cuda:0" = torch.ops.aten.gt.Scalar(arg0_1, 0)

        # File: golden_cases.py:196 in reduction_any_all_prod, code: return y.any(1), y.all(), (x * 0.1).prod(1)
        any_1: "b8[64][1]cuda:0" = torch.ops.aten.any.dim(gt, 1)
        logical_not: "b8[64, 128][128, 1]cuda:0" = torch.ops.aten.logical_not.default(gt);  gt = None
        any_2: "b8[][]cuda:0" = torch.ops.aten.any.dims(logical_not);  logical_not = None
        logical_not_1: "b8[][]cuda:0" = torch.ops.aten.logical_not.default(any_2);  any_2 = None
        mul: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 0.1);  arg0_1 = None
        prod: "f32[64][1]cuda:0" = torch.ops.aten.prod.dim_int(mul, 1);  mul = None
        return (any_1, logical_not_1, prod)
