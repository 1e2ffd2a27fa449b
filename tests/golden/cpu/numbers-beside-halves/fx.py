class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "bf16[24, 16][16, 1]cpu", arg1_1: "f16[24, 16][16, 1]cpu"):
        # File: golden_cases_classes.py:26 in numbers_beside_halves, code: return x + 0.3, y - 0.7, x * 0.3, (x > 0.1) & (y < 0.2), torch.remainder(x, 0.3)
        add: "bf16[24, 16][16, 1]cpu" = torch.ops.aten.add.Tensor(arg0_1, 0.3)
        sub: "f16[24, 16][16, 1]cpu" = torch.ops.aten.sub.Tensor(arg1_1, 0.7)
        mul: "bf16[24, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, 0.3)
        gt: "b8[24, 16][16, 1]cpu" = torch.ops.aten.gt.Scalar(arg0_1, 0.1)
        lt: "b8[24, 16][16, 1]cpu" = torch.ops.aten.lt.Scalar(arg1_1, 0.2);  arg1_1 = None
        bitwise_and: "b8[24, 16][16, 1]cpu" = torch.ops.aten.bitwise_and.Tensor(gt, lt);  gt = lt = None
        remainder: "bf16[24, 16][16, 1]cpu" = torch.ops.aten.remainder.Scalar(arg0_1, 0.3);  arg0_1 = None
        return (add, sub, mul, bitwise_and, remainder)
