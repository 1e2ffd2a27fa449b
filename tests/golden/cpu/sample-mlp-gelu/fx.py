class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1024, 256][256, 1]cpu", arg1_1: "f32[1024][1]cpu", arg2_1: "f32[64, 256][256, 1]cpu", arg3_1: "f32[256, 1024][1024, 1]cpu", arg4_1: "f32[256][1]cpu"):
        # File: make-samples.py:75 in forward, code: return self.down(F.gelu(self.up(x), approximate=self.approximate))
        permute: "f32[256, 1024][1, 256]cpu" = torch.ops.aten.permute.default(arg0_1, [1, 0]);  arg0_1 = None
        addmm: "f32[64, 1024][1024, 1]cpu" = torch.ops.aten.addmm.default(arg1_1, arg2_1, permute);  arg1_1 = arg2_1 = permute = None
        mul: "f32[64, 1024][1024, 1]cpu" = torch.ops.aten.mul.Tensor(addmm, 0.5)
        mul_1: "f32[64, 1024][1024, 1]cpu" = torch.ops.aten.mul.Tensor(addmm, 0.7071067811865476);  addmm = None
        erf: "f32[64, 1024][1024, 1]cpu" = torch.ops.aten.erf.default(mul_1);  mul_1 = None
        add: "f32[64, 1024][1024, 1]cpu" = torch.ops.aten.add.Tensor(erf, 1);  erf = None
        mul_2: "f32[64, 1024][1024, 1]cpu" = torch.ops.aten.mul.Tensor(mul, add);  mul = add = None
        permute_1: "f32[1024, 256][1, 1024]cpu" = torch.ops.aten.permute.default(arg3_1, [1, 0]);  arg3_1 = None
        addmm_1: "f32[64, 256][256, 1]cpu" = torch.ops.aten.addmm.default(arg4_1, mul_2, permute_1);  arg4_1 = mul_2 = permute_1 = None
        return (addmm_1,)
