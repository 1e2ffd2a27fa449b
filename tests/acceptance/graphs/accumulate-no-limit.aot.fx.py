class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[128, 128][128, 1]cuda:0", arg1_1: "f32[128, 128][128, 1]cuda:0", arg2_1: "f32[128, 128][128, 1]cuda:0"):
        full: "f32[128][1]cuda:0" = torch.ops.aten.full.default([128], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        mm: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1)
        add: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(mm, arg2_1);  mm = None
        add_1: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(full, add);  full = add = None
        mm_1: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1)
        add_2: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(mm_1, arg2_1);  mm_1 = None
        add_3: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(add_1, add_2);  add_1 = add_2 = None
        mm_2: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1)
        add_4: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(mm_2, arg2_1);  mm_2 = None
        add_5: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(add_3, add_4);  add_3 = add_4 = None
        mm_3: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        add_6: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(mm_3, arg2_1);  mm_3 = arg2_1 = None
        add_7: "f32[128, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(add_5, add_6);  add_5 = add_6 = None
        return (add_7,)
