class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 16][16, 1]cuda:0", arg1_1: "f32[8, 24][24, 1]cuda:0"):
        slice_1: "f32[8, 9][16, 1]cuda:0" = torch.ops.aten.slice.Tensor(arg0_1, 1, 0, 9)
        cat: "f32[8, 49][49, 1]cuda:0" = torch.ops.aten.cat.default([arg0_1, arg1_1, slice_1], 1);  arg0_1 = arg1_1 = slice_1 = None
        return (cat,)
