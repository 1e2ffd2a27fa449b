class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 96][96, 1]cuda:0"):
        # File: golden_cases.py:258 in view_slice_select, code: return x[:, 10:50:2] + 1, x[3] * 2, x[1:, :].exp() + x[:-1, :]
        slice_1: "f32[64, 20][96, 2]cuda:0" = torch.ops.aten.slice.Tensor(arg0_1, 1, 10, 50, 2)
        add: "f32[64, 20][20, 1]cuda:0" = torch.ops.aten.add.Tensor(slice_1, 1);  slice_1 = None
        select: "f32[96][1]cuda:0" = torch.ops.aten.select.int(arg0_1, 0, 3)
        mul: "f32[96][1]cuda:0" = torch.ops.aten.mul.Tensor(select, 2);  select = None
        slice_2: "f32[63, 96][96, 1]cuda:0" = torch.ops.aten.slice.Tensor(arg0_1, 0, 1, 9223372036854775807)
        exp: "f32[63, 96][96, 1]cuda:0" = torch.ops.aten.exp.default(slice_2);  slice_2 = None
        slice_3: "f32[63, 96][96, 1]cuda:0" = torch.ops.aten.slice.Tensor(arg0_1, 0, 0, -1);  arg0_1 = None
        add_1: "f32[63, 96][96, 1]cuda:0" = torch.ops.aten.add.Tensor(exp, slice_3);  exp = slice_3 = None
        return (add, mul, add_1)
