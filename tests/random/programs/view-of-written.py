# A plan stores the permuted input, which the write after it must still reach.
# fill x plain 0 1
# fill y positive 0 2
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 7][7, 1]cpu", y: "f32[7, 2][2, 1]cpu"):
        turned = torch.ops.aten.transpose.int(x, 0, 1)
        same = torch.ops.aten.expand_as.default(x, x)
        twice = torch.ops.aten.add_.Tensor(x, same)
        divided = torch.ops.aten.div_.Tensor(turned, y)
        return (divided,)
