class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1024, 256][256, 1]cuda:0", arg1_1: "f32[1024][1]cuda:0", arg2_1: "f32[64, 256][256, 1]cuda:0", arg3_1: "f32[256, 1024][1024, 1]cuda:0", arg4_1: "f32[256][1]cuda:0"):
        # File: make-samples.py:75 in forward, code: return self.down(F.gelu(self.up(x), approximate=self.approximate))
        permute: "f32[256, 1024][1, 256]cuda:0" = torch.ops.aten.permute.default(arg0_1, [1, 0]);  arg0_1 = None
        mm_default: "f32[64, 1024][1024, 1]cuda:0" = torch.ops.aten.mm.default(arg2_1, permute);  arg2_1 = permute = None
        add_tensor: "f32[64, 1024][1024, 1]cuda:0" = torch.ops.aten.add.Tensor(arg1_1, mm_default);  arg1_1 = mm_default = None
        mul: "f32[64, 1024][1024, 1]cuda:0" = torch.ops.aten.mul.Tensor(add_tensor, 0.5)
        mul_1: "f32[64, 1024][1024, 1]cuda:0" = torch.ops.aten.mul.Tensor(add_tensor, 0.7071067811865476);  add_tensor = None
        erf: "f32[64, 1024][1024, 1]cuda:0" = torch.ops.aten.erf.default(mul_1);  mul_1 = None
        add: "f32[64, 1024][1024, 1]cuda:0" = torch.ops.aten.add.Tensor(erf, 1);  erf = None
        mul_2: "f32[64, 1024][1024, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul, add);  mul = add = None
        permute_1: "f32[1024, 256][1, 1024]cuda:0" = torch.ops.aten.permute.default(arg3_1, [1, 0]);  arg3_1 = None
        addmm_1: "f32[64, 256][256, 1]cuda:0" = torch.ops.aten.addmm.default(arg4_1, mul_2, permute_1);  arg4_1 = mul_2 = permute_1 = None
        return (addmm_1,)
