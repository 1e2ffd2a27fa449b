class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 32][32, 1]cuda:0"):
        split_with_sizes = torch.ops.aten.split_with_sizes.default(arg0_1, [4, 8, 20], 1);  arg0_1 = None
        getitem: "f32[16, 4][32, 1]cuda:0" = split_with_sizes[0]
        getitem_1: "f32[16, 8][32, 1]cuda:0" = split_with_sizes[1]
        getitem_2: "f32[16, 20][32, 1]cuda:0" = split_with_sizes[2];  split_with_sizes = None
        cat: "f32[16, 32][32, 1]cuda:0" = torch.ops.aten.cat.default([getitem, getitem_1, getitem_2], 1);  getitem = getitem_1 = getitem_2 = None
        add: "f32[16, 32][32, 1]cuda:0" = torch.ops.aten.add.Tensor(cat, 1);  cat = None
        return (add,)
