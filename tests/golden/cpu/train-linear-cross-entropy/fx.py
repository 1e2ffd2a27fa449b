class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[32, 64][64, 1]cpu", arg1_1: "f32[64, 16][16, 1]cpu", arg2_1: "f32[16][1]cpu", arg3_1: "i64[32][1]cpu"):
        # File: traced:16 in forward, code: t = torch.ops.aten.t.default(x_1);  x_1 = None
        permute: "f32[64, 32][1, 64]cpu" = torch.ops.aten.permute.default(arg0_1, [1, 0])

        # File: traced:6 in forward, code: add = torch.ops.aten.add.Tensor(mm, bias_1);  mm = bias_1 = None
        addmm_default: "f32[32, 16][16, 1]cpu" = torch.ops.aten.addmm.default(arg2_1, arg0_1, arg1_1);  arg2_1 = arg0_1 = arg1_1 = None

        # File: traced:7 in forward, code: _log_softmax = torch.ops.aten._log_softmax.default(add, 1, False);  add = None
        amax: "f32[32, 1][1, 1]cpu" = torch.ops.aten.amax.default(addmm_default, [1], True)
        sub: "f32[32, 16][16, 1]cpu" = torch.ops.aten.sub.Tensor(addmm_default, amax);  addmm_default = amax = None
        exp: "f32[32, 16][16, 1]cpu" = torch.ops.aten.exp.default(sub)
        sum_1: "f32[32, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(exp, [1], True);  exp = None
        log: "f32[32, 1][1, 1]cpu" = torch.ops.aten.log.default(sum_1);  sum_1 = None
        sub_1: "f32[32, 16][16, 1]cpu" = torch.ops.aten.sub.Tensor(sub, log);  sub = log = None

        # File: traced:13 in forward, code: _log_softmax_backward_data = torch.ops.aten._log_softmax_backward_data.default(nll_loss_backward, _log_softmax, 1, torch.float32);  nll_loss_backward = _log_softmax = None
        exp_1: "f32[32, 16][16, 1]cpu" = torch.ops.aten.exp.default(sub_1)

        # File: traced:12 in forward, code: nll_loss_backward = torch.ops.aten.nll_loss_backward.default(ones_like, _log_softmax, target_1, None, 1, -100, getitem_1);  ones_like = target_1 = getitem_1 = None
        unsqueeze_1: "i64[32, 1][1, 1]cpu" = torch.ops.aten.unsqueeze.default(arg3_1, 1)
        ne_3: "b8[32, 1][1, 1]cpu" = torch.ops.aten.ne.Scalar(unsqueeze_1, -100)
        full_default_3: "i64[][]cpu" = torch.ops.aten.full.default([], 0, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        where_2: "i64[32, 1][1, 1]cpu" = torch.ops.aten.where.self(ne_3, unsqueeze_1, full_default_3);  ne_3 = full_default_3 = None

        # No stacktrace found for following nodes
        expand_default: "i64[32, 16][1, 0]cpu" = torch.ops.aten.expand.default(where_2, [32, 16]);  where_2 = None
        iota_default: "i64[16][1]cpu" = torch.ops.prims.iota.default(16, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)
        view_default: "i64[1, 16][16, 1]cpu" = torch.ops.aten.reshape.default(iota_default, [1, 16]);  iota_default = None
        eq_tensor: "b8[32, 16][16, 1]cpu" = torch.ops.aten.eq.Tensor(expand_default, view_default);  expand_default = view_default = None
        scalar_tensor_default_1: "f32[][]cpu" = torch.ops.aten.scalar_tensor.default(-1.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'))
        scalar_tensor_default: "f32[][]cpu" = torch.ops.aten.scalar_tensor.default(0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'))

        # File: traced:12 in forward, code: nll_loss_backward = torch.ops.aten.nll_loss_backward.default(ones_like, _log_softmax, target_1, None, 1, -100, getitem_1);  ones_like = target_1 = getitem_1 = None
        where_self: "f32[32, 16][16, 1]cpu" = torch.ops.aten.where.self(eq_tensor, scalar_tensor_default_1, scalar_tensor_default);  eq_tensor = scalar_tensor_default_1 = scalar_tensor_default = None
        ne_4: "b8[32, 1][1, 1]cpu" = torch.ops.aten.ne.Scalar(unsqueeze_1, -100);  unsqueeze_1 = None

        # File: traced:11 in forward, code: ones_like = torch.ops.aten.ones_like.default(getitem, pin_memory = False, memory_format = torch.preserve_format)
        full_default_2: "f32[][]cpu" = torch.ops.aten.full.default([], 1, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)

        # File: traced:8 in forward, code: nll_loss_forward = torch.ops.aten.nll_loss_forward.default(_log_softmax, target_1, None, 1, -100)
        ne_2: "b8[32][1]cpu" = torch.ops.aten.ne.Scalar(arg3_1, -100)
        sum_2: "i64[][]cpu" = torch.ops.aten.sum.default(ne_2);  ne_2 = None
        convert_element_type: "f32[][]cpu" = torch.ops.prims.convert_element_type.default(sum_2, torch.float32);  sum_2 = None

        # File: traced:12 in forward, code: nll_loss_backward = torch.ops.aten.nll_loss_backward.default(ones_like, _log_softmax, target_1, None, 1, -100, getitem_1);  ones_like = target_1 = getitem_1 = None
        div_1: "f32[][]cpu" = torch.ops.aten.div.Tensor(full_default_2, convert_element_type);  full_default_2 = None
        full_default_5: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        where_3: "f32[32, 1][1, 1]cpu" = torch.ops.aten.where.self(ne_4, div_1, full_default_5);  ne_4 = div_1 = full_default_5 = None
        mul: "f32[32, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(where_self, where_3);  where_self = where_3 = None

        # File: traced:13 in forward, code: _log_softmax_backward_data = torch.ops.aten._log_softmax_backward_data.default(nll_loss_backward, _log_softmax, 1, torch.float32);  nll_loss_backward = _log_softmax = None
        sum_4: "f32[32, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(mul, [1], True)
        mul_1: "f32[32, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(exp_1, sum_4);  exp_1 = sum_4 = None
        sub_2: "f32[32, 16][16, 1]cpu" = torch.ops.aten.sub.Tensor(mul, mul_1);  mul = mul_1 = None

        # File: traced:17 in forward, code: mm_1 = torch.ops.aten.mm.default(t, _log_softmax_backward_data);  t = _log_softmax_backward_data = None
        mm_1: "f32[64, 16][16, 1]cpu" = torch.ops.aten.mm.default(permute, sub_2);  permute = None

        # File: traced:14 in forward, code: sum_1 = torch.ops.aten.sum.dim_IntList(_log_softmax_backward_data, [0], True)
        sum_5: "f32[1, 16][16, 1]cpu" = torch.ops.aten.sum.dim_IntList(sub_2, [0], True);  sub_2 = None

        # File: traced:15 in forward, code: view = torch.ops.aten.view.default(sum_1, [16]);  sum_1 = None
        view: "f32[16][1]cpu" = torch.ops.aten.reshape.default(sum_5, [16]);  sum_5 = None

        # File: traced:8 in forward, code: nll_loss_forward = torch.ops.aten.nll_loss_forward.default(_log_softmax, target_1, None, 1, -100)
        ne_1: "b8[32][1]cpu" = torch.ops.aten.ne.Scalar(arg3_1, -100)
        ne: "b8[32][1]cpu" = torch.ops.aten.ne.Scalar(arg3_1, -100)
        full_default: "i64[][]cpu" = torch.ops.aten.full.default([], 0, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        where: "i64[32][1]cpu" = torch.ops.aten.where.self(ne, arg3_1, full_default);  ne = arg3_1 = full_default = None
        unsqueeze: "i64[32, 1][1, 1]cpu" = torch.ops.aten.unsqueeze.default(where, 1);  where = None
        gather: "f32[32, 1][1, 1]cpu" = torch.ops.aten.gather.default(sub_1, 1, unsqueeze);  sub_1 = unsqueeze = None
        squeeze: "f32[32][1]cpu" = torch.ops.aten.squeeze.dim(gather, 1);  gather = None
        neg: "f32[32][1]cpu" = torch.ops.aten.neg.default(squeeze);  squeeze = None
        full_default_1: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        where_1: "f32[32][1]cpu" = torch.ops.aten.where.self(ne_1, neg, full_default_1);  ne_1 = neg = full_default_1 = None
        sum_3: "f32[][]cpu" = torch.ops.aten.sum.default(where_1);  where_1 = None
        div: "f32[][]cpu" = torch.ops.aten.div.Tensor(sum_3, convert_element_type);  sum_3 = convert_element_type = None
        return (mm_1, view, div)
