# A tensor that is contiguous already is yielded itself, so that writes reach its views, whatever spelling its strides have.
# sizes s0=31
# sizes s0=7
# fill x plain 0 77545
# fill y positive 0 76390
class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[2, (s0//2)][((s0//2)), 1]cpu", y: "f32[][]cpu"):
        same = torch.ops.aten.contiguous.default(x)
        half: "Sym((s0//2))" = s0 // 2
        view = torch.ops.aten.reshape.default(same, [2, half, 1])
        written = torch.ops.aten.mul_.Tensor(x, y)
        return (view,)
