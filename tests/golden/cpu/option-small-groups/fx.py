class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[4096][1]cpu"):
        # File: golden_cases_more.py:151 in <genexpr>, code: return tuple(x + step for step in range(7))
        add_1: "f32[4096][1]cpu" = torch.ops.aten.add.Tensor(arg0_1, 1)
        add_2: "f32[4096][1]cpu" = torch.ops.aten.add.Tensor(arg0_1, 2)
        add_3: "f32[4096][1]cpu" = torch.ops.aten.add.Tensor(arg0_1, 3)
        add_4: "f32[4096][1]cpu" = torch.ops.aten.add.Tensor(arg0_1, 4)
        add_5: "f32[4096][1]cpu" = torch.ops.aten.add.Tensor(arg0_1, 5)
        add_6: "f32[4096][1]cpu" = torch.ops.aten.add.Tensor(arg0_1, 6)
        return (arg0_1, add_1, add_2, add_3, add_4, add_5, add_6)
