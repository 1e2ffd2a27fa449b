# A GPU's log sigmoid keeps nothing for its gradient, which computes the exponential anew.
# fill x plain 0 1
class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[6][1]cuda:0"):
        forward = torch.ops.aten.log_sigmoid_forward.default(x)
        y = forward[0]
        kept = forward[1]
        return (y, kept)
