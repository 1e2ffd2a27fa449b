class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[4, 10][10, 1]cpu", arg1_1: "f32[4, 10][10, 1]cpu"):
        # File: golden_cases_classes.py:43 in <genexpr>, code: a, b = (torch.view_as_complex(z.reshape(4, 5, 2)) for z in (x, y))
        view: "f32[4, 5, 2][10, 2, 1]cpu" = torch.ops.aten.reshape.default(arg0_1, [4, 5, 2]);  arg0_1 = None
        view_as_complex: "c64[4, 5][5, 1]cpu" = torch.ops.aten.view_as_complex.default(view);  view = None
        view_1: "f32[4, 5, 2][10, 2, 1]cpu" = torch.ops.aten.reshape.default(arg1_1, [4, 5, 2]);  arg1_1 = None
        view_as_complex_1: "c64[4, 5][5, 1]cpu" = torch.ops.aten.view_as_complex.default(view_1);  view_1 = None

        # File: golden_cases_classes.py:44 in complex_views, code: return torch.view_as_real(a * b.conj())
        _conj: "c64[4, 5][5, 1]cpu" = torch.ops.aten._conj.default(view_as_complex_1);  view_as_complex_1 = None
        clone: "c64[4, 5][5, 1]cpu" = torch.ops.aten.clone.default(_conj);  _conj = None
        mul: "c64[4, 5][5, 1]cpu" = torch.ops.aten.mul.Tensor(view_as_complex, clone);  view_as_complex = clone = None
        view_as_real: "f32[4, 5, 2][10, 2, 1]cpu" = torch.ops.aten.view_as_real.default(mul);  mul = None
        return (view_as_real,)
