class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 3, 7, 11][231, 77, 11, 1]cpu"):
        # File: golden_cases_classes.py:11 in adaptive_average_uneven, code: return F.adaptive_avg_pool2d(x, (3, 4)) + 1
        _adaptive_avg_pool2d: "f32[2, 3, 3, 4][36, 12, 4, 1]cpu" = torch.ops.aten._adaptive_avg_pool2d.default(arg0_1, [3, 4]);  arg0_1 = None
        add: "f32[2, 3, 3, 4][36, 12, 4, 1]cpu" = torch.ops.aten.add.Tensor(_adaptive_avg_pool2d, 1);  _adaptive_avg_pool2d = None
        return (add,)
