class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1, 16][16, 1]cpu", arg1_1: "f32[16, 1][1, 1]cpu"):
        # File: golden_cases_rules.py:262 in pass_dot_as_matrix, code: return x @ y
        squeeze: "f32[16][1]cpu" = torch.ops.aten.squeeze.dim(arg0_1, 0);  arg0_1 = None
        squeeze_1: "f32[16][1]cpu" = torch.ops.aten.squeeze.dim(arg1_1, -1);  arg1_1 = None
        mul: "f32[16][1]cpu" = torch.ops.aten.mul.Tensor(squeeze, squeeze_1);  squeeze = squeeze_1 = None
        sum_1: "f32[1][1]cpu" = torch.ops.aten.sum.dim_IntList(mul, [0], True);  mul = None
        unsqueeze: "f32[1, 1][1, 1]cpu" = torch.ops.aten.unsqueeze.default(sum_1, 0);  sum_1 = None
        return (unsqueeze,)
