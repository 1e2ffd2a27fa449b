class G(torch.nn.Module):
    def forward(self, x: "f32[2, 3, 8, 8][192, 64, 8, 1]cpu", w: "f32[4, 3, 3, 3][27, 9, 3, 1]cpu"):
        convolution = torch.ops.aten.convolution.default(x, w, None, [1, 1], [], [1, 1], False, [0, 0], 1)
        max_pool = torch.ops.aten.max_pool2d.default(x, [2, 2], [], [])
        return (convolution, max_pool)
