class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[100, 32][32, 1]cuda:0", arg1_1: "i64[40][1]cuda:0", arg2_1: "i64[40][1]cuda:0"):
        # File: golden_cases.py:318 in index_tensors, code: return x[i] + 1, x[i, j]
        index: "f32[40, 32][32, 1]cuda:0" = torch.ops.aten.index.Tensor(arg0_1, [arg1_1])
        add: "f32[40, 32][32, 1]cuda:0" = torch.ops.aten.add.Tensor(index, 1);  index = None
        index_1: "f32[40][1]cuda:0" = torch.ops.aten.index.Tensor(arg0_1, [arg1_1, arg2_1]);  arg0_1 = arg1_1 = arg2_1 = None
        return (add, index_1)
