class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[256, 256][256, 1]cuda:0", arg1_1: "f32[256, 256][256, 1]cuda:0"):
        full: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.full.default([256, 256], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        full_1: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.full.default([256, 256], 1, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        mm: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1)
        add: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.add.Tensor(mm, full);  mm = None
        mm_1: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1)
        sub: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.sub.Tensor(mm_1, full);  mm_1 = full = None
        mm_2: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1)
        mul: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.mul.Tensor(mm_2, full_1);  mm_2 = None
        mm_3: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        div: "f32[256, 256][256, 1]cuda:0" = torch.ops.aten.div.Tensor(mm_3, full_1);  mm_3 = full_1 = None
        return (add, sub, mul, div)
