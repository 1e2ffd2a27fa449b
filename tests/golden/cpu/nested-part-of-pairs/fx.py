class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512, 1024][1024, 1]cpu"):
        # File: golden_cases_rules.py:250 in nested_part_of_pairs, code: y = x - x.mean(-1, keepdim=True)
        mean: "f32[512, 1][1, 1]cpu" = torch.ops.aten.mean.dim(arg0_1, [-1], True)
        sub: "f32[512, 1024][1024, 1]cpu" = torch.ops.aten.sub.Tensor(arg0_1, mean);  arg0_1 = mean = None

        # File: golden_cases_rules.py:251 in nested_part_of_pairs, code: return y[:, ::2] * y[:, 1::2]
        slice_1: "f32[512, 512][1024, 2]cpu" = torch.ops.aten.slice.Tensor(sub, 1, 0, 9223372036854775807, 2)
        slice_2: "f32[512, 512][1024, 2]cpu" = torch.ops.aten.slice.Tensor(sub, 1, 1, 9223372036854775807, 2);  sub = None
        mul: "f32[512, 512][512, 1]cpu" = torch.ops.aten.mul.Tensor(slice_1, slice_2);  slice_1 = slice_2 = None
        return (mul,)
