# What only changes sizes writes nothing: a library call for it had stored four dimensions by the strides of three.
# fill x plain 0 1
class GraphModule(torch.nn.Module):
    def forward(self, x: "c64[2, 2, 2][4, 2, 1]cpu"):
        same = torch.ops.aten.unsqueeze_.default(x, 0)
        return (same,)
