class G(torch.nn.Module):
    def forward(self, s0: "Sym(s0)", s1: "Sym(s1)", x: "f32[s0, 2*s1 + 1]"):
        mul = s0 * s1 + 2 ** 3 ** 1 - -4 // (s1 % 3)
        lt = s0 < s1 and not s1 >= 3 or s0 == 7
        is_none = x is not None
        view = torch.ops.aten.view.default(x, [s0 * (2 * s1 + 1)])
        slice_1 = x[0:4, ..., None, ::2]
        item = x[(0, slice(None, None, 2))]
        shift = s0 << 2 | s1 >> 1 & 3 ^ ~s0
        size = x.size(0)
        shape = x.shape
        getattr_1 = getattr(self.layers, "0")
        call = getattr(self.layers, "0")(x, key = {"a": 1, 'b': [True, False]})
        e = torch.ops.aten.full.default([1, 2,], 1e-05, dtype = torch.bfloat16, layout = torch.strided, device = device(type='cuda', index=1), pin_memory = False)
        f = torch.ops.aten.pow.Tensor_Scalar(x, 1j);  g = math_ceil(2.5)
        return pytree.tree_unflatten([mul, view, (item,)], self._out_spec)
