class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0", arg1_1: "f32[10, 10][10, 1]cuda:0", arg2_1: "f32[10, 10][10, 1]cuda:0", arg3_1: "f32[10, 10][10, 1]cuda:0", arg4_1: "f32[10, 10][10, 1]cuda:0", arg5_1: "f32[10, 10][10, 1]cuda:0", arg6_1: "f32[10, 10][10, 1]cuda:0", arg7_1: "f32[10, 10][10, 1]cuda:0", arg8_1: "f32[10, 10][10, 1]cuda:0", arg9_1: "f32[10, 10][10, 1]cuda:0", arg10_1: "f32[10, 10][10, 1]cuda:0", arg11_1: "f32[10, 10][10, 1]cuda:0", arg12_1: "f32[10, 10][10, 1]cuda:0", arg13_1: "f32[10, 10][10, 1]cuda:0", arg14_1: "f32[10, 10][10, 1]cuda:0", arg15_1: "f32[10, 10][10, 1]cuda:0"):
        # No stacktrace found for following nodes
        cat: "f32[160, 10][10, 1]cuda:0" = torch.ops.aten.cat.default([arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1, arg11_1, arg12_1, arg13_1, arg14_1, arg15_1]);  arg0_1 = arg1_1 = arg2_1 = arg3_1 = arg4_1 = arg5_1 = arg6_1 = arg7_1 = arg8_1 = arg9_1 = arg10_1 = arg11_1 = arg12_1 = arg13_1 = arg14_1 = arg15_1 = None
        view: "f32[16, 10, 10][100, 10, 1]cuda:0" = torch.ops.aten.reshape.default(cat, [16, 10, 10]);  cat = None
        relu: "f32[16, 10, 10][100, 10, 1]cuda:0" = torch.ops.aten.relu.default(view);  view = None
        unbind = torch.ops.aten.unbind.int(relu);  relu = None
        getitem: "f32[10, 10][10, 1]cuda:0" = unbind[0]
        getitem_1: "f32[10, 10][10, 1]cuda:0" = unbind[1]
        getitem_2: "f32[10, 10][10, 1]cuda:0" = unbind[2]
        getitem_3: "f32[10, 10][10, 1]cuda:0" = unbind[3]
        getitem_4: "f32[10, 10][10, 1]cuda:0" = unbind[4]
        getitem_5: "f32[10, 10][10, 1]cuda:0" = unbind[5]
        getitem_6: "f32[10, 10][10, 1]cuda:0" = unbind[6]
        getitem_7: "f32[10, 10][10, 1]cuda:0" = unbind[7]
        getitem_8: "f32[10, 10][10, 1]cuda:0" = unbind[8]
        getitem_9: "f32[10, 10][10, 1]cuda:0" = unbind[9]
        getitem_10: "f32[10, 10][10, 1]cuda:0" = unbind[10]
        getitem_11: "f32[10, 10][10, 1]cuda:0" = unbind[11]
        getitem_12: "f32[10, 10][10, 1]cuda:0" = unbind[12]
        getitem_13: "f32[10, 10][10, 1]cuda:0" = unbind[13]
        getitem_14: "f32[10, 10][10, 1]cuda:0" = unbind[14]
        getitem_15: "f32[10, 10][10, 1]cuda:0" = unbind[15];  unbind = None
        cat_1: "f32[160, 10][10, 1]cuda:0" = torch.ops.aten.cat.default([getitem, getitem_1, getitem_2, getitem_3, getitem_4, getitem_5, getitem_6, getitem_7, getitem_8, getitem_9, getitem_10, getitem_11, getitem_12, getitem_13, getitem_14, getitem_15]);  getitem = getitem_1 = getitem_2 = getitem_3 = getitem_4 = getitem_5 = getitem_6 = getitem_7 = getitem_8 = getitem_9 = getitem_10 = getitem_11 = getitem_12 = getitem_13 = getitem_14 = getitem_15 = None
        add: "f32[160, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(cat_1, 10);  cat_1 = None
        return (add,)
