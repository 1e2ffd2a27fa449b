class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0", arg1_1: "f32[10, 10][10, 1]cuda:0", arg2_1: "f32[100][1]cuda:0"):
        mm: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        view: "f32[100][1]cuda:0" = torch.ops.aten.reshape.default(mm, [100]);  mm = None
        sin: "f32[100][1]cuda:0" = torch.ops.aten.sin.default(arg2_1);  arg2_1 = None
        mul: "f32[100][1]cuda:0" = torch.ops.aten.mul.Tensor(view, sin);  view = sin = None
        return (mul,)
