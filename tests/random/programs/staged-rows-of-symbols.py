# An end of a row staged on the stack, where the row's length is s0 + 1, was multiplied without parentheses.
# sizes s0=4
# fill a plain 0 52006
class GraphModule(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", a: "f32[s0, s0, s0+1, 2][2*(s0+1), (s0 + 1)*2*(s0), 1, (s0 + 1)]cpu"):
        y = torch.ops.aten._softmax_backward_data.default(a, a, 1, torch.float32)
        return (y,)
