class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "bf16[2, 3, 4, 3][36, 12, 3, 1]cpu", arg1_1: "bf16[2, 3, 8, 6][144, 48, 6, 1]cpu"):
        # File: golden_cases_classes.py:107 in average_backward_of_bf16, code: return torch.ops.aten.avg_pool2d_backward(gradient, x, [2, 2], [2, 2], [0, 0], False, True, 3)
        avg_pool2d_backward: "bf16[2, 3, 8, 6][144, 48, 6, 1]cpu" = torch.ops.aten.avg_pool2d_backward.default(arg0_1, arg1_1, [2, 2], [2, 2], [0, 0], False, True, 3);  arg0_1 = arg1_1 = None
        return (avg_pool2d_backward,)
