class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 16][16, 1]cpu", arg1_1: "f32[4, 16][16, 1]cpu"):
        # File: golden_cases_rules.py:285 in write_slice_of_value, code: y = x + 1
        add: "f32[8, 16][16, 1]cpu" = torch.ops.aten.add.Tensor(arg0_1, 1);  arg0_1 = None

        # File: golden_cases_rules.py:286 in write_slice_of_value, code: y[2:6].add_(rows)
        slice_1: "f32[4, 16][16, 1]cpu" = torch.ops.aten.slice.Tensor(add, 0, 2, 6)
        add_1: "f32[4, 16][16, 1]cpu" = torch.ops.aten.add.Tensor(slice_1, arg1_1);  slice_1 = arg1_1 = None

        # No stacktrace found for following nodes
        slice_scatter_default: "f32[8, 16][16, 1]cpu" = torch.ops.aten.slice_scatter.default(add, add_1, 0, 2, 6);  add = add_1 = None

        # File: golden_cases_rules.py:287 in write_slice_of_value, code: return y * 2
        mul: "f32[8, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(slice_scatter_default, 2);  slice_scatter_default = None
        return (mul,)
