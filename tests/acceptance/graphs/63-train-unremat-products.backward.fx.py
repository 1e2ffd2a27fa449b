class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][1, 10]cuda:0", arg1_1: "f32[10, 10][10, 1]cuda:0", arg2_1: "f32[10, 10][1, 10]cuda:0", arg3_1: "f32[10, 10][1, 10]cuda:0"):
        mm: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg0_1 = None
        mm_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(arg1_1, arg2_1);  arg1_1 = arg2_1 = None
        add: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(mm_1, mm);  mm_1 = mm = None
        mm_2: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(arg3_1, add)
        mm_3: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(add, arg3_1);  add = arg3_1 = None
        add_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(mm_3, mm_2);  mm_3 = mm_2 = None
        return (add_1,)
