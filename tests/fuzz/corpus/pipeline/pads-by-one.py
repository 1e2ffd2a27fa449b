class G(torch.nn.Module):
    def forward(self, x: "f32[8, 20][20, 1]cpu"):
        constant_pad_nd: "f32[8, 22][22, 1]cpu" = torch.ops.aten.constant_pad_nd.default(x, [2], 0.0)
        return (constant_pad_nd,)
