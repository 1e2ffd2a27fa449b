class G(torch.nn.Module):
    def forward(self, x: "f32[4, 8][8, 1]cpu", y: "f32[4, 8][8, 1]cpu"):
        pow_1: "f32[4, 8][8, 1]cpu" = torch.ops.aten.pow.Tensor_Scalar(x)
        permute: "f32[8, 4][1, 8]cpu" = torch.ops.aten.permute.default(y, [1.5, None])
        permute_1: "f32[4, 8][8, 1]cpu" = torch.ops.aten.permute.default(permute, [y, 'x'])
        where: "f32[4, 8][8, 1]cpu" = torch.ops.aten.where.self(3, x, y)
        return (pow_1, permute_1, where)
