class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 64][64, 1]cpu", arg1_1: "f32[64, 64][64, 1]cpu"):
        # File: golden_cases_more.py:138 in realize_before_view, code: z = (x + y).exp()
        add: "f32[64, 64][64, 1]cpu" = torch.ops.aten.add.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        exp: "f32[64, 64][64, 1]cpu" = torch.ops.aten.exp.default(add);  add = None

        # File: golden_cases_more.py:139 in realize_before_view, code: return z.reshape(4096) * 2, z.t() + 1
        view: "f32[4096][1]cpu" = torch.ops.aten.reshape.default(exp, [4096])
        mul: "f32[4096][1]cpu" = torch.ops.aten.mul.Tensor(view, 2);  view = None
        permute: "f32[64, 64][1, 64]cpu" = torch.ops.aten.permute.default(exp, [1, 0]);  exp = None
        add_1: "f32[64, 64][1, 64]cpu" = torch.ops.aten.add.Tensor(permute, 1);  permute = None
        return (mul, add_1)
