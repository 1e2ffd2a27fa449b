class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 64, 32][2048, 32, 1]cpu"):
        # File: golden_cases_more.py:44 in order_permuted_reduction, code: y = x.permute(2, 0, 1) * 2
        permute: "f32[32, 8, 64][1, 2048, 32]cpu" = torch.ops.aten.permute.default(arg0_1, [2, 0, 1]);  arg0_1 = None
        mul: "f32[32, 8, 64][1, 2048, 32]cpu" = torch.ops.aten.mul.Tensor(permute, 2);  permute = None

        # File: golden_cases_more.py:45 in order_permuted_reduction, code: return y.sum(-1), y
        sum_1: "f32[32, 8][8, 1]cpu" = torch.ops.aten.sum.dim_IntList(mul, [-1])
        return (sum_1, mul)
