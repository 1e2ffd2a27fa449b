class G(torch.nn.Module):
    def forward(self, table: "f32[10, 4]", ids: "i64[3, 2]", mask: "b8[3, 2, 4]"):
        emb = torch.ops.aten.embedding.default(table, ids)
        full = torch.ops.aten.full.default([], -inf, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        wh = torch.ops.aten.where.self(mask, emb, full)
        g = torch.ops.aten.gather.default(table, 0, ids)
        ix = torch.ops.aten.index.Tensor(table, [ids])
        iota = torch.ops.prims.iota.default(4, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)
        lt = torch.ops.aten.lt.Scalar(iota, 2)
        z = torch.ops.aten.zeros.default([10, 4], dtype = torch.float32, device = device(type='cpu'))
        put = torch.ops.aten.index_put.default(z, [ids], emb, True)
        sc = torch.ops.aten.scatter.value(table, 1, ids, 1.0)
        am = torch.ops.aten.argmax.default(wh, -1)
        cs = torch.ops.aten.cumsum.default(ids, 0)
        tk = torch.ops.aten.topk.default(table, 2)
        tk0 = tk[0]
        return (wh, g, ix, lt, put, sc, am, cs, tk0)
