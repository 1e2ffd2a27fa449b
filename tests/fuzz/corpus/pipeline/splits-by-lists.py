class G(torch.nn.Module):
    def forward(self, x: "f32[8, 20][20, 1]cpu"):
        split = torch.ops.aten.split_with_sizes.default(x, [[1], 19], 1)
        getitem: "f32[8, 1][20, 1]cpu" = split[0]
        return (getitem,)
