class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 128, 64][8192, 64, 1]cuda:0", arg1_1: "f32[8, 128, 64][8192, 64, 1]cuda:0", arg2_1: "f32[8, 128, 64][8192, 64, 1]cuda:0"):
        # File: make-samples.py:80 in attend, code: scores = torch.bmm(query / math.sqrt(query.shape[-1]), key.transpose(1, 2))
        div: "f32[8, 128, 64][8192, 64, 1]cuda:0" = torch.ops.aten.div.Tensor(arg0_1, 8.0);  arg0_1 = None
        permute: "f32[8, 64, 128][8192, 1, 64]cuda:0" = torch.ops.aten.permute.default(arg1_1, [0, 2, 1]);  arg1_1 = None
        bmm: "f32[8, 128, 128][16384, 128, 1]cuda:0" = torch.ops.aten.bmm.default(div, permute);  div = permute = None

        # No stacktrace found for following nodes
        prepare_softmax_online_default = torch.ops.prims.prepare_softmax_online.default(bmm, -1)

        # File: make-samples.py:83 in attend, code: return torch.bmm(torch.softmax(scores, dim=-1), value)
        getitem: "f32[8, 128, 1][128, 1, 1]cuda:0" = prepare_softmax_online_default[0]
        getitem_1: "f32[8, 128, 1][128, 1, 1]cuda:0" = prepare_softmax_online_default[1];  prepare_softmax_online_default = None
        sub_tensor: "f32[8, 128, 128][16384, 128, 1]cuda:0" = torch.ops.aten.sub.Tensor(bmm, getitem);  bmm = getitem = None
        exp_default: "f32[8, 128, 128][16384, 128, 1]cuda:0" = torch.ops.aten.exp.default(sub_tensor);  sub_tensor = None
        div_1: "f32[8, 128, 128][16384, 128, 1]cuda:0" = torch.ops.aten.div.Tensor(exp_default, getitem_1);  exp_default = getitem_1 = None
        bmm_1: "f32[8, 128, 64][8192, 64, 1]cuda:0" = torch.ops.aten.bmm.default(div_1, arg2_1);  div_1 = arg2_1 = None
        return (bmm_1,)
