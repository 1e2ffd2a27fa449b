class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 6, 20][120, 20, 1]cuda:0"):
        # File: golden_cases.py:268 in view_split, code: a, b, c = x.split([4, 8, 8], dim=2)
        split_with_sizes = torch.ops.aten.split_with_sizes.default(arg0_1, [4, 8, 8], 2);  arg0_1 = None
        getitem: "f32[8, 6, 4][120, 20, 1]cuda:0" = split_with_sizes[0]
        getitem_1: "f32[8, 6, 8][120, 20, 1]cuda:0" = split_with_sizes[1]
        getitem_2: "f32[8, 6, 8][120, 20, 1]cuda:0" = split_with_sizes[2];  split_with_sizes = None

        # File: golden_cases.py:269 in view_split, code: return a.relu(), b + c
        relu: "f32[8, 6, 4][24, 4, 1]cuda:0" = torch.ops.aten.relu.default(getitem);  getitem = None
        add: "f32[8, 6, 8][48, 8, 1]cuda:0" = torch.ops.aten.add.Tensor(getitem_1, getitem_2);  getitem_1 = getitem_2 = None
        return (relu, add)
