class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[32, 32][32, 1]cuda:0", arg1_1: "f32[32, 32][32, 1]cuda:0", arg2_1: "f32[32, 32][32, 1]cuda:0"):
        exp: "f32[32, 32][32, 1]cuda:0" = torch.ops.aten.exp.default(arg0_1);  arg0_1 = None
        mm: "f32[32, 32][32, 1]cuda:0" = torch.ops.aten.mm.default(exp, arg1_1);  exp = arg1_1 = None
        sin: "f32[32, 32][32, 1]cuda:0" = torch.ops.aten.sin.default(arg2_1)
        cos: "f32[32, 32][32, 1]cuda:0" = torch.ops.aten.cos.default(arg2_1);  arg2_1 = None
        mm_1: "f32[32, 32][32, 1]cuda:0" = torch.ops.aten.mm.default(sin, cos);  sin = cos = None
        return (mm, mm_1)
