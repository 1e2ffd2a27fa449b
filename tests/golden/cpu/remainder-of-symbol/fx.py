class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s77)", arg1_1: "f32[s77, 30][30, 1]cpu"):
        # File: golden_cases_classes.py:60 in remainder_of_symbol, code: return x[torch.arange(4) % x.shape[0]]
        iota: "i64[4][1]cpu" = torch.ops.prims.iota.default(4, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)
        remainder: "i64[4][1]cpu" = torch.ops.aten.remainder.Scalar(iota, arg0_1);  iota = arg0_1 = None
        index: "f32[4, 30][30, 1]cpu" = torch.ops.aten.index.Tensor(arg1_1, [remainder]);  arg1_1 = remainder = None
        return (index,)
