class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[256, 64][64, 1]cuda:0", arg1_1: "f32[][]cuda:0"):
        # File: golden_cases.py:81 in pointwise_scalar_tensor, code: return x * scale, x.clamp(-1, 1), torch.where(x > 0, x, scale)
        mul: "f32[256, 64][64, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, arg1_1)
        clamp_min: "f32[256, 64][64, 1]cuda:0" = torch.ops.aten.clamp_min.default(arg0_1, -1)
        clamp_max: "f32[256, 64][64, 1]cuda:0" = torch.ops.aten.clamp_max.default(clamp_min, 1);  clamp_min = None
        gt: "b8[256, 64][64, 1]cuda:0" = torch.ops.aten.gt.Scalar(arg0_1, 0)
        where: "f32[256, 64][64, 1]cuda:0" = torch.ops.aten.where.self(gt, arg0_1, arg1_1);  gt = arg0_1 = arg1_1 = None
        return (mul, clamp_max, where)
