def forward(self, x: "f64[3]", y: "i32[3]", c: "c64[3]", b: "b8[3]", e: "f32[0, 3]", z: "f32[]"):
    a = torch.ops.aten.add.Tensor(x, y)
    p = torch.ops.aten.pow.Tensor_Scalar(x, 3)
    d = torch.ops.aten.div.Tensor_mode(y, 2, rounding_mode = 'floor')
    n = torch.ops.aten.bitwise_not.default(b)
    o = torch.ops.aten.logical_and.default(b, n)
    q = torch.ops.aten.clamp.default(x, 0, None)
    s = torch.ops.aten.sum.default(e)
    w = torch.ops.aten.add.Tensor(s, z)
    r = torch.ops.aten.remainder.Scalar(y, 3)
    m = torch.ops.aten.maximum.default(a, p)
    k = torch.ops.aten.mul.Tensor(c, 2)
    return [a, d, o, q, w, r, m, k, None]
