class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[4, 16, 32][512, 32, 1]cuda:0"):
        # File: golden_cases.py:253 in view_permute_reshape, code: return (x.permute(0, 2, 1) * 2).reshape(4, 512), x.reshape(64, 32).sin()
        permute: "f32[4, 32, 16][512, 1, 32]cuda:0" = torch.ops.aten.permute.default(arg0_1, [0, 2, 1])
        mul: "f32[4, 32, 16][512, 1, 32]cuda:0" = torch.ops.aten.mul.Tensor(permute, 2);  permute = None
        clone: "f32[4, 32, 16][512, 16, 1]cuda:0" = torch.ops.aten.clone.default(mul, memory_format = torch.contiguous_format);  mul = None
        view: "f32[4, 512][512, 1]cuda:0" = torch.ops.aten.reshape.default(clone, [4, 512]);  clone = None
        view_1: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.reshape.default(arg0_1, [64, 32]);  arg0_1 = None
        sin: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.sin.default(view_1);  view_1 = None
        return (view, sin)
