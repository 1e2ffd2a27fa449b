class G(torch.nn.Module):
    def forward(self, x: "f32[4, 8][8, 1]cpu", n: "i64[][]cpu"):
        add: "f32[4, 8][8, 1]cpu" = torch.ops.aten.add.Tensor(x, 1)
        copy_: "i64[][]cpu" = torch.ops.aten.copy_.default(n, add)
        return (add,)
