class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0", arg1_1: "f32[10, 10][10, 1]cuda:0"):
        add: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, 1);  arg0_1 = None
        add_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(arg1_1, 2);  arg1_1 = None
        cat: "f32[20, 10][10, 1]cuda:0" = torch.ops.aten.cat.default([add, add_1]);  add = add_1 = None
        add_2: "f32[20, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(cat, 3);  cat = None
        return (add_2,)
