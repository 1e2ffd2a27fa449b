# A GPU's group norm is (x - mean) rstd w + b, a CPU's x (rstd w) + (b - mean rstd w): where w and b are -inf, the first is
# -inf for x above the mean, the second -inf + (-inf + inf), no number.
# fill x plain 0 51592
# fill w special 0 69252
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 9, 5, 1][45, 5, 1, 1]cuda:0", w: "f32[9][1]cuda:0"):
        norm = torch.ops.aten.native_group_norm.default(x, w, w, 2, 9, 5, 1, 1e-05)
        return (norm,)
