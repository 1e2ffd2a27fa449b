class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0", arg1_1: "f32[10][1]cuda:0", arg2_1: "f32[10][1]cuda:0", arg3_1: "f32[10][1]cuda:0"):
        add: "f32[10][1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        add_1: "f32[10][1]cuda:0" = torch.ops.aten.add.Tensor(add, arg2_1);  add = arg2_1 = None
        add_2: "f32[10][1]cuda:0" = torch.ops.aten.add.Tensor(add_1, arg3_1);  add_1 = arg3_1 = None
        cos: "f32[10][1]cuda:0" = torch.ops.aten.cos.default(add_2)
        cos_1: "f32[10][1]cuda:0" = torch.ops.aten.cos.default(cos);  cos = None
        return (cos_1, add_2)
