class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0", arg1_1: "f32[10, 10][10, 1]cuda:0"):
        # No stacktrace found for following nodes
        prepare_softmax_online_default_1 = torch.ops.prims.prepare_softmax_online.default(arg0_1, -1)
        getitem_2: "f32[10, 1][1, 1]cuda:0" = prepare_softmax_online_default_1[0]
        getitem_3: "f32[10, 1][1, 1]cuda:0" = prepare_softmax_online_default_1[1];  prepare_softmax_online_default_1 = None
        sub_tensor_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.sub.Tensor(arg0_1, getitem_2);  arg0_1 = getitem_2 = None
        exp_default_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.exp.default(sub_tensor_1);  sub_tensor_1 = None
        div: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.div.Tensor(exp_default_1, getitem_3);  exp_default_1 = getitem_3 = None
        # No stacktrace found for following nodes
        prepare_softmax_online_default = torch.ops.prims.prepare_softmax_online.default(arg1_1, -1)
        getitem: "f32[10, 1][1, 1]cuda:0" = prepare_softmax_online_default[0]
        getitem_1: "f32[10, 1][1, 1]cuda:0" = prepare_softmax_online_default[1];  prepare_softmax_online_default = None
        sub_tensor: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.sub.Tensor(arg1_1, getitem);  arg1_1 = getitem = None
        exp_default: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.exp.default(sub_tensor);  sub_tensor = None
        div_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.div.Tensor(exp_default, getitem_1);  exp_default = getitem_1 = None
        cat: "f32[20, 10][10, 1]cuda:0" = torch.ops.aten.cat.default([div, div_1]);  div = div_1 = None
        return (cat,)
