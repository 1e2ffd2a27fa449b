class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 3, 10, 9][270, 90, 9, 1]cuda:0"):
        # File: golden_cases_classes.py:16 in adaptive_maximum_uneven, code: return F.adaptive_max_pool2d(x, (4, 4), return_indices=True)
        adaptive_max_pool2d = torch.ops.aten.adaptive_max_pool2d.default(arg0_1, [4, 4]);  arg0_1 = None
        getitem: "f32[2, 3, 4, 4][48, 16, 4, 1]cuda:0" = adaptive_max_pool2d[0]
        getitem_1: "i64[2, 3, 4, 4][48, 16, 4, 1]cuda:0" = adaptive_max_pool2d[1];  adaptive_max_pool2d = None
        return (getitem, getitem_1)
