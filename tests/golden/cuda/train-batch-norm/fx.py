class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0", arg1_1: "f32[8][1]cuda:0", arg2_1: "f32[8][1]cuda:0"):
        # File: traced:6 in forward, code: native_batch_norm = torch.ops.aten.native_batch_norm.default(x_1, weight_1, bias_1, None, None, True, 0.1, 1e-05);  bias_1 = None
        var_mean = torch.ops.aten.var_mean.correction(arg0_1, [0, 2, 3], correction = 0, keepdim = True)
        getitem: "f32[1, 8, 1, 1][8, 1, 1, 1]cuda:0" = var_mean[0]
        getitem_1: "f32[1, 8, 1, 1][8, 1, 1, 1]cuda:0" = var_mean[1];  var_mean = None
        squeeze: "f32[8][1]cuda:0" = torch.ops.aten.squeeze.dims(getitem_1, [0, 2, 3])

        # File: traced:15 in forward, code: native_batch_norm_backward = torch.ops.aten.native_batch_norm_backward.default(threshold_backward, x_1, weight_1, None, None, getitem_1, getitem_2, True, 1e-05, [True, True, True]);  threshold_backward = x_1 = weight_1 = getitem_1 = getitem_2 = None
        unsqueeze_4: "f32[1, 8][8, 1]cuda:0" = torch.ops.aten.unsqueeze.default(squeeze, 0);  squeeze = None
        unsqueeze_5: "f32[1, 8, 1][8, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_4, 2);  unsqueeze_4 = None
        unsqueeze_6: "f32[1, 8, 1, 1][8, 1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_5, 3);  unsqueeze_5 = None
        sub_2: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.sub.Tensor(arg0_1, unsqueeze_6)

        # File: traced:6 in forward, code: native_batch_norm = torch.ops.aten.native_batch_norm.default(x_1, weight_1, bias_1, None, None, True, 0.1, 1e-05);  bias_1 = None
        sub: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.sub.Tensor(arg0_1, getitem_1);  getitem_1 = None
        add: "f32[1, 8, 1, 1][8, 1, 1, 1]cuda:0" = torch.ops.aten.add.Tensor(getitem, 1e-05);  getitem = None
        rsqrt: "f32[1, 8, 1, 1][8, 1, 1, 1]cuda:0" = torch.ops.aten.rsqrt.default(add);  add = None
        mul: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub, rsqrt);  sub = None
        unsqueeze: "f32[8, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg1_1, -1)
        unsqueeze_1: "f32[8, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze, -1);  unsqueeze = None
        mul_1: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul, unsqueeze_1);  mul = unsqueeze_1 = None
        unsqueeze_2: "f32[8, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg2_1, -1);  arg2_1 = None
        unsqueeze_3: "f32[8, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_2, -1);  unsqueeze_2 = None
        add_1: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_1, unsqueeze_3);  mul_1 = unsqueeze_3 = None

        # File: traced:10 in forward, code: relu = torch.ops.aten.relu.default(getitem);  getitem = None
        relu: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.relu.default(add_1);  add_1 = None

        # File: traced:14 in forward, code: threshold_backward = torch.ops.aten.threshold_backward.default(expand, relu, 0);  expand = relu = None
        le: "b8[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.le.Scalar(relu, 0)
        full_default: "f32[][]cuda:0" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)

        # File: traced:12 in forward, code: ones_like = torch.ops.aten.ones_like.default(sum_1, pin_memory = False, memory_format = torch.preserve_format)
        full: "f32[][]cuda:0" = torch.ops.aten.full.default([], 1, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)

        # File: traced:13 in forward, code: expand = torch.ops.aten.expand.default(ones_like, [4, 8, 8, 8]);  ones_like = None
        expand: "f32[4, 8, 8, 8][0, 0, 0, 0]cuda:0" = torch.ops.aten.expand.default(full, [4, 8, 8, 8]);  full = None

        # File: traced:14 in forward, code: threshold_backward = torch.ops.aten.threshold_backward.default(expand, relu, 0);  expand = relu = None
        where: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.where.self(le, full_default, expand);  le = full_default = expand = None

        # File: traced:15 in forward, code: native_batch_norm_backward = torch.ops.aten.native_batch_norm_backward.default(threshold_backward, x_1, weight_1, None, None, getitem_1, getitem_2, True, 1e-05, [True, True, True]);  threshold_backward = x_1 = weight_1 = getitem_1 = getitem_2 = None
        sub_1: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.sub.Tensor(arg0_1, unsqueeze_6);  arg0_1 = unsqueeze_6 = None
        mul_2: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.mul.Tensor(where, sub_1);  sub_1 = None
        sum_3: "f32[8][1]cuda:0" = torch.ops.aten.sum.dim_IntList(mul_2, [0, 2, 3]);  mul_2 = None
        mul_4: "f32[8][1]cuda:0" = torch.ops.aten.mul.Tensor(sum_3, 0.00390625)

        # File: traced:6 in forward, code: native_batch_norm = torch.ops.aten.native_batch_norm.default(x_1, weight_1, bias_1, None, None, True, 0.1, 1e-05);  bias_1 = None
        squeeze_1: "f32[8][1]cuda:0" = torch.ops.aten.squeeze.dims(rsqrt, [0, 2, 3]);  rsqrt = None

        # File: traced:15 in forward, code: native_batch_norm_backward = torch.ops.aten.native_batch_norm_backward.default(threshold_backward, x_1, weight_1, None, None, getitem_1, getitem_2, True, 1e-05, [True, True, True]);  threshold_backward = x_1 = weight_1 = getitem_1 = getitem_2 = None
        mul_5: "f32[8][1]cuda:0" = torch.ops.aten.mul.Tensor(squeeze_1, squeeze_1)
        mul_6: "f32[8][1]cuda:0" = torch.ops.aten.mul.Tensor(mul_4, mul_5);  mul_4 = mul_5 = None
        unsqueeze_10: "f32[1, 8][8, 1]cuda:0" = torch.ops.aten.unsqueeze.default(mul_6, 0);  mul_6 = None
        unsqueeze_11: "f32[1, 8, 1][8, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_10, 2);  unsqueeze_10 = None
        unsqueeze_12: "f32[1, 8, 1, 1][8, 1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_11, 3);  unsqueeze_11 = None
        mul_8: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub_2, unsqueeze_12);  sub_2 = unsqueeze_12 = None
        sub_3: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.sub.Tensor(where, mul_8);  mul_8 = None
        sum_2: "f32[8][1]cuda:0" = torch.ops.aten.sum.dim_IntList(where, [0, 2, 3]);  where = None
        mul_3: "f32[8][1]cuda:0" = torch.ops.aten.mul.Tensor(sum_2, 0.00390625)
        unsqueeze_7: "f32[1, 8][8, 1]cuda:0" = torch.ops.aten.unsqueeze.default(mul_3, 0);  mul_3 = None
        unsqueeze_8: "f32[1, 8, 1][8, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_7, 2);  unsqueeze_7 = None
        unsqueeze_9: "f32[1, 8, 1, 1][8, 1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_8, 3);  unsqueeze_8 = None
        sub_4: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.sub.Tensor(sub_3, unsqueeze_9);  sub_3 = unsqueeze_9 = None
        mul_7: "f32[8][1]cuda:0" = torch.ops.aten.mul.Tensor(squeeze_1, arg1_1);  arg1_1 = None
        unsqueeze_13: "f32[1, 8][8, 1]cuda:0" = torch.ops.aten.unsqueeze.default(mul_7, 0);  mul_7 = None
        unsqueeze_14: "f32[1, 8, 1][8, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_13, 2);  unsqueeze_13 = None
        unsqueeze_15: "f32[1, 8, 1, 1][8, 1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_14, 3);  unsqueeze_14 = None
        mul_9: "f32[4, 8, 8, 8][512, 64, 8, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub_4, unsqueeze_15);  sub_4 = unsqueeze_15 = None
        mul_10: "f32[8][1]cuda:0" = torch.ops.aten.mul.Tensor(sum_3, squeeze_1);  sum_3 = squeeze_1 = None

        # File: traced:11 in forward, code: sum_1 = torch.ops.aten.sum.default(relu)
        sum_1: "f32[][]cuda:0" = torch.ops.aten.sum.default(relu);  relu = None
        return (mul_9, mul_10, sum_2, sum_1)
