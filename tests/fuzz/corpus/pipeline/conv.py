class G(torch.nn.Module):
    def forward(self, x: "f32[1, 3, 8, 8]", w: "f32[4, 3, 3, 3]", b: "f32[4]", m: "f32[4]", v: "f32[4]"):
        c = torch.ops.aten.convolution.default(x, w, b, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)
        u = torch.ops.aten.unsqueeze.default(m, -1)
        u1 = torch.ops.aten.unsqueeze.default(u, -1)
        s = torch.ops.aten.sub.Tensor(c, u1)
        relu = torch.ops.aten.relu.default(s)
        pool = torch.ops.aten.max_pool2d_with_indices.default(relu, [2, 2], [2, 2])
        p = pool[0]
        avg = torch.ops.aten.avg_pool2d.default(p, [2, 2])
        ad = torch.ops.aten._adaptive_avg_pool2d.default(p, [1, 1])
        up = torch.ops.aten.upsample_nearest2d.vec(avg, [4, 4], None)
        mean = torch.ops.aten.mean.dim(up, [2, 3])
        return (mean, ad)
