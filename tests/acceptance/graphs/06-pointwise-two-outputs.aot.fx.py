class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0", arg1_1: "f32[10][1]cuda:0", arg2_1: "f32[10][1]cuda:0"):
        cos: "f32[10][1]cuda:0" = torch.ops.aten.cos.default(arg0_1);  arg0_1 = None
        sin: "f32[10][1]cuda:0" = torch.ops.aten.sin.default(arg1_1);  arg1_1 = None
        sin_1: "f32[10][1]cuda:0" = torch.ops.aten.sin.default(arg2_1);  arg2_1 = None
        add: "f32[10][1]cuda:0" = torch.ops.aten.add.Tensor(sin, sin_1);  sin = sin_1 = None
        return (cos, add)
