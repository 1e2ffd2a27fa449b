class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 128][128, 1]cuda:0", arg1_1: "f32[32, 128][128, 1]cuda:0", arg2_1: "f32[32][1]cuda:0"):
        # File: golden_cases.py:352 in mm_linear_between_pointwise, code: return F.linear(x.sin(), w, bias).tanh() * 2
        sin: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.sin.default(arg0_1);  arg0_1 = None
        permute: "f32[128, 32][1, 128]cuda:0" = torch.ops.aten.permute.default(arg1_1, [1, 0]);  arg1_1 = None
        mm_default: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.mm.default(sin, permute);  sin = permute = None
        add_tensor: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.add.Tensor(arg2_1, mm_default);  arg2_1 = mm_default = None
        tanh: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.tanh.default(add_tensor);  add_tensor = None
        mul: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.mul.Tensor(tanh, 2);  tanh = None
        return (mul,)
