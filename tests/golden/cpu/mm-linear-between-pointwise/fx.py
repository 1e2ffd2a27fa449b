class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 128][128, 1]cpu", arg1_1: "f32[32, 128][128, 1]cpu", arg2_1: "f32[32][1]cpu"):
        # File: golden_cases.py:352 in mm_linear_between_pointwise, code: return F.linear(x.sin(), w, bias).tanh() * 2
        sin: "f32[64, 128][128, 1]cpu" = torch.ops.aten.sin.default(arg0_1);  arg0_1 = None
        permute: "f32[128, 32][1, 128]cpu" = torch.ops.aten.permute.default(arg1_1, [1, 0]);  arg1_1 = None
        addmm: "f32[64, 32][32, 1]cpu" = torch.ops.aten.addmm.default(arg2_1, sin, permute);  arg2_1 = sin = permute = None
        tanh: "f32[64, 32][32, 1]cpu" = torch.ops.aten.tanh.default(addmm);  addmm = None
        mul: "f32[64, 32][32, 1]cpu" = torch.ops.aten.mul.Tensor(tanh, 2);  tanh = None
        return (mul,)
