class G(torch.nn.Module):
    def forward(self, x: "f32[8, 16]", w: "f32[32, 16]", b: "f32[32]"):
        t = torch.ops.aten.permute.default(w, [1, 0])
        addmm = torch.ops.aten.addmm.default(b, x, t)
        mul = torch.ops.aten.mul.Tensor(addmm, 0.5)
        mul_1 = torch.ops.aten.mul.Tensor(addmm, 0.7071067811865476)
        erf = torch.ops.aten.erf.default(mul_1)
        add = torch.ops.aten.add.Tensor(erf, 1)
        mul_2 = torch.ops.aten.mul.Tensor(mul, add)
        gelu = torch.ops.aten.gelu.default(addmm)
        sig = torch.ops.aten.sigmoid.default(gelu)
        return (mul_2, sig)
