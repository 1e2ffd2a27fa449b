class G(torch.nn.Module):
    def forward(self,
                a: "f32[8]",  # first
                b: f32[8],
                c: Sym(s77)):
        add = torch.ops.aten.add.Tensor(
            a,
            b,  # second
        ); mul = \
            add
        return (
            mul,
        )
