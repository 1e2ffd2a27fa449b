class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512, 1024][1024, 1]cuda:0"):
        # File: golden_cases_rules.py:256 in nested_part_of_halves, code: y = x - x.mean(-1, keepdim=True)
        mean: "f32[512, 1][1, 1]cuda:0" = torch.ops.aten.mean.dim(arg0_1, [-1], True)
        sub: "f32[512, 1024][1024, 1]cuda:0" = torch.ops.aten.sub.Tensor(arg0_1, mean);  arg0_1 = mean = None

        # File: golden_cases_rules.py:257 in nested_part_of_halves, code: return y[:, :512] * y[:, 512:]
        slice_1: "f32[512, 512][1024, 1]cuda:0" = torch.ops.aten.slice.Tensor(sub, 1, 0, 512)
        slice_2: "f32[512, 512][1024, 1]cuda:0" = torch.ops.aten.slice.Tensor(sub, 1, 512, 9223372036854775807);  sub = None
        mul: "f32[512, 512][512, 1]cuda:0" = torch.ops.aten.mul.Tensor(slice_1, slice_2);  slice_1 = slice_2 = None
        return (mul,)
