class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 64, 55, 55][193600, 3025, 55, 1]cuda:0"):
        max_pool2d_with_indices = torch.ops.aten.max_pool2d_with_indices.default(arg0_1, [13, 13]);  arg0_1 = None
        getitem: "f32[16, 64, 4, 4][1024, 16, 4, 1]cuda:0" = max_pool2d_with_indices[0]
        getitem_1: "i64[16, 64, 4, 4][1024, 16, 4, 1]cuda:0" = max_pool2d_with_indices[1];  max_pool2d_with_indices = None
        return (getitem, getitem_1)
