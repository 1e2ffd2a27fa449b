class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[50, 16][16, 1]cuda:0", arg1_1: "f32[20, 16][16, 1]cuda:0", arg2_1: "i64[20][1]cuda:0"):
        # File: golden_cases.py:328 in index_put_accumulate, code: return x.index_put((where,), values, accumulate=True), x.index_put((where,), values)
        index_put: "f32[50, 16][16, 1]cuda:0" = torch.ops.aten.index_put.default(arg0_1, [arg2_1], arg1_1, True)
        index_put_1: "f32[50, 16][16, 1]cuda:0" = torch.ops.aten.index_put.default(arg0_1, [arg2_1], arg1_1);  arg0_1 = arg2_1 = arg1_1 = None
        return (index_put, index_put_1)
