class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[20, 30][30, 1]cuda:0", arg1_1: "f32[20, 10][10, 1]cuda:0"):
        # File: golden_cases.py:339 in index_slice_scatter, code: z[:, 5:15] = y * 2
        slice_1: "f32[20, 10][30, 1]cuda:0" = torch.ops.aten.slice.Tensor(arg0_1, 1, 5, 15)
        mul: "f32[20, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg1_1, 2)
        copy: "f32[20, 10][30, 1]cuda:0" = torch.ops.aten.copy.default(slice_1, mul);  slice_1 = mul = None

        # No stacktrace found for following nodes
        slice_scatter_default: "f32[20, 30][30, 1]cuda:0" = torch.ops.aten.slice_scatter.default(arg0_1, copy, 1, 5, 15);  copy = None

        # File: golden_cases.py:340 in index_slice_scatter, code: return z, x.select_scatter(y[:, 0], 1, 2)
        select: "f32[20][10]cuda:0" = torch.ops.aten.select.int(arg1_1, 1, 0);  arg1_1 = None

        # No stacktrace found for following nodes
        select_scatter_default: "f32[20, 30][30, 1]cuda:0" = torch.ops.aten.select_scatter.default(arg0_1, select, 1, 2);  arg0_1 = select = None
        return (slice_scatter_default, select_scatter_default)
