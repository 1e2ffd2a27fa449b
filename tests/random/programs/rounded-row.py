# A row between two operations holds what is computed: the rounding to bf16 in front of it must stay.
# fill arg0_1 plain 0 51049
# fill arg4_1 plain 0 45276
class GraphModule(torch.nn.Module):
    def forward(self, arg0_1: "bf16[1, 5, 10, 6][300, 60, 6, 1]cpu", arg4_1: "bf16[3][1]cpu"):
        average = torch.ops.aten.avg_pool2d.default(arg0_1, [3, 2], [3, 3], [1, 1], False, True)
        deviation = torch.ops.aten.std.correction(average, [0, 2], correction = 1, keepdim = False)
        return (deviation, arg4_1)
