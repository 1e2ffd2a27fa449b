class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 100][100, 1]cuda:0"):
        # File: golden_cases.py:174 in reduction_argmax, code: return x.argmax(1), x.argmin(0), x.argmax()
        argmax: "i64[64][1]cuda:0" = torch.ops.aten.argmax.default(arg0_1, 1)
        argmin: "i64[100][1]cuda:0" = torch.ops.aten.argmin.default(arg0_1, 0)
        argmax_1: "i64[][]cuda:0" = torch.ops.aten.argmax.default(arg0_1);  arg0_1 = None
        return (argmax, argmin, argmax_1)
