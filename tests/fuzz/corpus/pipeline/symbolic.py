class G(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", x: "f32[s0, 8]", y: "f32[8, s0]"):
        add = torch.ops.aten.add.Tensor(x, 1)
        mul = s0 * 8
        v = torch.ops.aten.view.default(add, [mul])
        p = torch.ops.aten.permute.default(y, [1, 0])
        a = torch.ops.aten.mul.Tensor(x, p)
        sum_1 = torch.ops.aten.sum.dim_IntList(a, [1])
        sym_size = torch.ops.aten.sym_size.int(x, 0)
        n = sym_size // 2
        sl = torch.ops.aten.slice.Tensor(x, 0, 0, n)
        return (v, sum_1, sl, s0)
