class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 16][16, 1]cuda:0", arg1_1: "f32[8, 24][24, 1]cuda:0"):
        cat: "f32[8, 40][40, 1]cuda:0" = torch.ops.aten.cat.default([arg0_1, arg1_1], 1);  arg0_1 = arg1_1 = None
        slice_1: "f32[8, 9][40, 1]cuda:0" = torch.ops.aten.slice.Tensor(cat, 1, 0, 9)
        cat_1: "f32[8, 49][49, 1]cuda:0" = torch.ops.aten.cat.default([cat, slice_1], 1);  cat = slice_1 = None
        return (cat_1,)
