class G(torch.nn.Module):
    def forward(self, a: "f32[8]"):
        b = torch.ops.aten.exp.default(a)
        c = torch.ops.aten.add.Tensor(b,
