class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512, 2048][2048, 1]cuda:0"):
        # File: golden_cases_more.py:96 in split_switched_off, code: return x.sum(), x.sum(0)
        sum_1: "f32[][]cuda:0" = torch.ops.aten.sum.default(arg0_1)
        sum_2: "f32[2048][1]cuda:0" = torch.ops.aten.sum.dim_IntList(arg0_1, [0]);  arg0_1 = None
        return (sum_1, sum_2)
