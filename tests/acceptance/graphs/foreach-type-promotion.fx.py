class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "i32[10, 10][10, 1]cuda:0", arg1_1: "i32[20, 20][20, 1]cuda:0", arg2_1: "i32[10, 10][10, 1]cuda:0", arg3_1: "i64[20, 20][20, 1]cuda:0"):
        _foreach_add = torch.ops.aten._foreach_add.List([arg0_1, arg1_1], [arg2_1, arg3_1]);  arg0_1 = arg1_1 = arg2_1 = arg3_1 = None
        getitem: "i32[10, 10][10, 1]cuda:0" = _foreach_add[0]
        getitem_1: "i64[20, 20][20, 1]cuda:0" = _foreach_add[1];  _foreach_add = None
        return (getitem, getitem_1)
