class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 20][20, 1]cuda:0", arg1_1: "f32[20, 4][4, 1]cuda:0", arg2_1: "f32[4, 20, 10][200, 10, 1]cuda:0", arg3_1: "f32[4, 10, 20][200, 20, 1]cuda:0"):
        # File: golden_cases_more.py:294 in model_mixture_of_experts, code: scores, where = torch.softmax(x @ gate, -1).topk(2, -1)
        mm: "f32[8, 4][4, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg1_1 = None

        # No stacktrace found for following nodes
        prepare_softmax_online_default = torch.ops.prims.prepare_softmax_online.default(mm, -1)

        # File: golden_cases_more.py:294 in model_mixture_of_experts, code: scores, where = torch.softmax(x @ gate, -1).topk(2, -1)
        getitem_2: "f32[8, 1][1, 1]cuda:0" = prepare_softmax_online_default[0]
        getitem_3: "f32[8, 1][1, 1]cuda:0" = prepare_softmax_online_default[1];  prepare_softmax_online_default = None
        sub_tensor: "f32[8, 4][4, 1]cuda:0" = torch.ops.aten.sub.Tensor(mm, getitem_2);  mm = getitem_2 = None
        exp_default: "f32[8, 4][4, 1]cuda:0" = torch.ops.aten.exp.default(sub_tensor);  sub_tensor = None
        div: "f32[8, 4][4, 1]cuda:0" = torch.ops.aten.div.Tensor(exp_default, getitem_3);  exp_default = getitem_3 = None
        topk = torch.ops.aten.topk.default(div, 2);  div = None
        getitem: "f32[8, 2][2, 1]cuda:0" = topk[0]
        getitem_1: "i64[8, 2][2, 1]cuda:0" = topk[1];  topk = None

        # File: golden_cases_more.py:295 in model_mixture_of_experts, code: everything = torch.relu(torch.einsum("bi,eij->ebj", x, up)) @ down
        unsqueeze: "f32[8, 20, 1][20, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg0_1, 2);  arg0_1 = None
        unsqueeze_1: "f32[8, 20, 1, 1][20, 1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze, 3);  unsqueeze = None
        view: "f32[1, 8, 20][160, 20, 1]cuda:0" = torch.ops.aten.reshape.default(unsqueeze_1, [1, 8, 20]);  unsqueeze_1 = None
        squeeze_dim: "f32[8, 20][20, 1]cuda:0" = torch.ops.aten.squeeze.dim(view, 0);  view = None
        unsqueeze_2: "f32[4, 20, 10, 1][200, 10, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg2_1, 3);  arg2_1 = None
        permute_1: "f32[4, 1, 10, 20][200, 1, 1, 10]cuda:0" = torch.ops.aten.permute.default(unsqueeze_2, [0, 3, 2, 1]);  unsqueeze_2 = None
        permute_3: "f32[20, 4, 10, 1][10, 200, 1, 1]cuda:0" = torch.ops.aten.permute.default(permute_1, [3, 0, 2, 1]);  permute_1 = None
        clone: "f32[20, 4, 10, 1][40, 10, 1, 1]cuda:0" = torch.ops.aten.clone.default(permute_3, memory_format = torch.contiguous_format);  permute_3 = None
        view_1: "f32[1, 20, 40][800, 40, 1]cuda:0" = torch.ops.aten.reshape.default(clone, [1, 20, 40]);  clone = None
        squeeze_dim_1: "f32[20, 40][40, 1]cuda:0" = torch.ops.aten.squeeze.dim(view_1, 0);  view_1 = None
        mm_default: "f32[8, 40][40, 1]cuda:0" = torch.ops.aten.mm.default(squeeze_dim, squeeze_dim_1);  squeeze_dim = squeeze_dim_1 = None
        unsqueeze_default: "f32[1, 8, 40][320, 40, 1]cuda:0" = torch.ops.aten.unsqueeze.default(mm_default, 0);  mm_default = None
        view_2: "f32[8, 1, 4, 10][40, 40, 10, 1]cuda:0" = torch.ops.aten.reshape.default(unsqueeze_default, [8, 1, 4, 10]);  unsqueeze_default = None
        permute_4: "f32[4, 8, 10, 1][10, 40, 1, 40]cuda:0" = torch.ops.aten.permute.default(view_2, [2, 0, 3, 1]);  view_2 = None
        view_3: "f32[4, 8, 10][10, 40, 1]cuda:0" = torch.ops.aten.reshape.default(permute_4, [4, 8, 10]);  permute_4 = None
        relu: "f32[4, 8, 10][10, 40, 1]cuda:0" = torch.ops.aten.relu.default(view_3);  view_3 = None
        expand: "f32[4, 8, 10][10, 40, 1]cuda:0" = torch.ops.aten.expand.default(relu, [4, 8, 10]);  relu = None
        expand_1: "f32[4, 10, 20][200, 20, 1]cuda:0" = torch.ops.aten.expand.default(arg3_1, [4, 10, 20]);  arg3_1 = None
        bmm_1: "f32[4, 8, 20][160, 20, 1]cuda:0" = torch.ops.aten.bmm.default(expand, expand_1);  expand = expand_1 = None

        # File: golden_cases_more.py:296 in model_mixture_of_experts, code: chosen = everything.permute(1, 0, 2).gather(1, where[:, :, None].expand(-1, -1, 20))
        permute_5: "f32[8, 4, 20][20, 160, 1]cuda:0" = torch.ops.aten.permute.default(bmm_1, [1, 0, 2]);  bmm_1 = None
        unsqueeze_3: "i64[8, 2, 1][2, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(getitem_1, 2);  getitem_1 = None
        expand_2: "i64[8, 2, 20][2, 1, 0]cuda:0" = torch.ops.aten.expand.default(unsqueeze_3, [-1, -1, 20]);  unsqueeze_3 = None
        gather: "f32[8, 2, 20][40, 20, 1]cuda:0" = torch.ops.aten.gather.default(permute_5, 1, expand_2);  permute_5 = expand_2 = None

        # File: golden_cases_more.py:297 in model_mixture_of_experts, code: return (chosen * scores[:, :, None]).sum(1)
        unsqueeze_4: "f32[8, 2, 1][2, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(getitem, 2);  getitem = None
        mul: "f32[8, 2, 20][40, 20, 1]cuda:0" = torch.ops.aten.mul.Tensor(gather, unsqueeze_4);  gather = unsqueeze_4 = None
        sum_2: "f32[8, 20][20, 1]cuda:0" = torch.ops.aten.sum.dim_IntList(mul, [1]);  mul = None
        return (sum_2,)
