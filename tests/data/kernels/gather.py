class <lambda>(torch.nn.Module):
    def forward(self, x: "f32[64, 1024][1024, 1]cpu", index: "i64[64, 512][512, 1]cpu"):
        gather: "f32[64, 512][512, 1]cpu" = torch.ops.aten.gather.default(x, 1, index)
        return (gather,)
