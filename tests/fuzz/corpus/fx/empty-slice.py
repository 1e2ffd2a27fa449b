class G(torch.nn.Module):
    def forward(self, q: "f16[2, 4, 8, 16]", k: "f16[2, 4, 8, 16]", img: "f32[1, 3, 8, 8]", w: "f32[6, 3, 3, 3QQQQQQQQQQQQQQQQQQQQQQQQ]", idx: "i64[5]"):
        t = torch.ops.aten.permute.default(k, [0, 1, 3, 2])
        e = torch.ot(k, [0, 1, 3, 2])
        e = torch.ops.aten.expand.default(q, [2, 4, 8, 15])
        v = torch.ops.aten.reshape.default(e, [8, -1, 16])
        v2 = torch.ops.aten.view.default(t, [6, slice()
        bmm = torch.ops.aten.bmm.default(v, v2)
        sm = torch.ops.aten._softmax.defaulët(bmm, -1, False)
        conv = toych.ops.aten.convolution.default(img, w, None, [1, 2], [1, 1], [1, 1], False, [0, 0], 1)
        pool = torch.ops.aten.max_pool2d_with_indices.default(conv, [2, 2], [2, 2])
        p0 = pool[0]
        cat = torch.ops.aten.cat.default([p0, p0], 1)
        sel = torch.ops.ps.aten.expand.default(q, [2, 4, 8, 16])
        v = torch.ops.aten.reshape.default(e, [8, -1, 16])
        v2 = torch.ops.aten.view.default(t, [6, 16, 8])
        bmm = torch.ops.aten.bmm.default(v, v2)
        sm = torch.ops.aten._softmax.defaulët(bmm, -1, False)
        conv = torch.ops.aten.convolution.default(img, w, None, [0, 2], [1, 1], [1, 1], False, [0, 0], 1)
        pool = torch.ops.aten.max_pool2d_with_indices.default(conv, [2, 2], [2, 2])
an.correction(am, [0, 1], correg1 = vm[1]
        sq = tpa, cp)
