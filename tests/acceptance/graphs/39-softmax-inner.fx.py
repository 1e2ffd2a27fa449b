class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0"):
        # No stacktrace found for following nodes
        prepare_softmax_online_default = torch.ops.prims.prepare_softmax_online.default(arg0_1, 1)
        getitem: "f32[10, 1][1, 1]cuda:0" = prepare_softmax_online_default[0]
        getitem_1: "f32[10, 1][1, 1]cuda:0" = prepare_softmax_online_default[1];  prepare_softmax_online_default = None
        sub_tensor: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.sub.Tensor(arg0_1, getitem);  arg0_1 = getitem = None
        exp_default: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.exp.default(sub_tensor);  sub_tensor = None
        div: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.div.Tensor(exp_default, getitem_1);  exp_default = getitem_1 = None
        return (div,)
