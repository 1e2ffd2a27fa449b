class G(torch.nn.Module):
    def forward(self, x: "f32[6, 8]", y: "f32[8, 6]"):
        cat = torch.ops.aten.cat.default([x, x], 1)
        sl = torch.ops.aten.slice.Tensor(cat, 1, 2, 10)
        v = torch.ops.aten.view.default(sl, [2, 3, 8])
        e = torch.ops.aten.unsqueeze.default(v, 1)
        ex = torch.ops.aten.expand.default(e, [2, 4, 3, 8])
        cl = torch.ops.aten.clone.default(ex, memory_format = torch.contiguous_format)
        r = torch.ops.aten._unsafe_view.default(cl, [8, 24])
        sel = torch.ops.aten.select.int(r, 0, 1)
        t = torch.ops.aten.permute.default(y, [1, 0])
        add = torch.ops.aten.add.Tensor(x, t)
        split = torch.ops.aten.split.Tensor(add, 3)
        a = split[0]; b = split[1]
        fl = torch.ops.aten.flip.default(a, [0])
        st = torch.ops.aten.as_strided.default(x, [4, 4], [8, 1], 3)
        pad = torch.ops.aten.constant_pad_nd.default(b, [1, 2], 0.0)
        return (sel, fl, st, pad, r)
