class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0"):
        mm: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg0_1)
        add: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(mm, 1);  mm = None
        add_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(add, 2)
        mm_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(add, add_1)
        permute: "f32[10, 10][1, 10]cuda:0" = torch.ops.aten.permute.default(add, [1, 0]);  add = None
        permute_1: "f32[10, 10][1, 10]cuda:0" = torch.ops.aten.permute.default(add_1, [1, 0]);  add_1 = None
        permute_2: "f32[10, 10][1, 10]cuda:0" = torch.ops.aten.permute.default(arg0_1, [1, 0]);  arg0_1 = None
        return (mm_1, permute, permute_1, permute_2)
