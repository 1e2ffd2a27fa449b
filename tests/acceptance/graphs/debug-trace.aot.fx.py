class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 16][16, 1]cpu", arg1_1: "f32[16, 16][16, 1]cpu"):
        add: "f32[16, 16][16, 1]cpu" = torch.ops.aten.add.Tensor(arg0_1, 1);  arg0_1 = None
        realize: "f32[16, 16][16, 1]cpu" = torch.ops._inductor_test.realize.default(add);  add = None
        add_1: "f32[16, 16][16, 1]cpu" = torch.ops.aten.add.Tensor(realize, 2);  realize = None
        mm: "f32[16, 16][16, 1]cpu" = torch.ops.aten.mm.default(add_1, arg1_1);  add_1 = arg1_1 = None
        return (mm,)
