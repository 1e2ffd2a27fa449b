class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[40, 30][30, 1]cuda:0", arg1_1: "i64[40, 5][5, 1]cuda:0"):
        # File: golden_cases.py:323 in index_gather, code: return x.gather(1, where) * 2
        gather: "f32[40, 5][5, 1]cuda:0" = torch.ops.aten.gather.default(arg0_1, 1, arg1_1);  arg0_1 = arg1_1 = None
        mul: "f32[40, 5][5, 1]cuda:0" = torch.ops.aten.mul.Tensor(gather, 2);  gather = None
        return (mul,)
