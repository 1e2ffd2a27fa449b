class <lambda>(torch.nn.Module):
    def forward(self, x: "f32[1024, 256][256, 1]cpu", rows: "i64[4096][1]cpu", values: "f32[4096, 256][256, 1]cpu"):
        sum_1: "f32[1024, 256][256, 1]cpu" = torch.ops.aten.index_put.default(x, [rows], values, True)
        return (sum_1,)
