class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 64][64, 1]cuda:0"):
        # File: golden_cases.py:387 in scan_sort, code: return x.cumsum(1), x.sort(1)[0], x.topk(3, 1)[0] + 1
        sort = torch.ops.aten.sort.default(arg0_1, 1)
        getitem: "f32[16, 64][64, 1]cuda:0" = sort[0];  sort = None
        topk = torch.ops.aten.topk.default(arg0_1, 3, 1)
        getitem_2: "f32[16, 3][3, 1]cuda:0" = topk[0];  topk = None
        cumsum: "f32[16, 64][64, 1]cuda:0" = torch.ops.aten.cumsum.default(arg0_1, 1);  arg0_1 = None
        add: "f32[16, 3][3, 1]cuda:0" = torch.ops.aten.add.Tensor(getitem_2, 1);  getitem_2 = None
        return (cumsum, getitem, add)
