class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 256][256, 1]cuda:0"):
        # File: golden_cases.py:123 in horizontal_two_reductions, code: return x.sum(1), x.amax(1), x.sum(0)
        sum_1: "f32[64][1]cuda:0" = torch.ops.aten.sum.dim_IntList(arg0_1, [1])
        amax: "f32[64][1]cuda:0" = torch.ops.aten.amax.default(arg0_1, [1])
        sum_2: "f32[256][1]cuda:0" = torch.ops.aten.sum.dim_IntList(arg0_1, [0]);  arg0_1 = None
        return (sum_1, amax, sum_2)
