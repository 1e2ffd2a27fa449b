class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "bf16[4, 128, 768][98304, 768, 1]cuda:0", arg1_1: "bf16[768][1]cuda:0", arg2_1: "bf16[768][1]cuda:0", arg3_1: "bf16[2304][1]cuda:0", arg4_1: "bf16[768, 2304][2304, 1]cuda:0", arg5_1: "b8[4, 1, 128, 128][16384, 16384, 128, 1]cuda:0", arg6_1: "bf16[768][1]cuda:0", arg7_1: "bf16[768, 768][768, 1]cuda:0", arg8_1: "bf16[768][1]cuda:0", arg9_1: "bf16[768][1]cuda:0", arg10_1: "bf16[3072][1]cuda:0", arg11_1: "bf16[768, 3072][3072, 1]cuda:0", arg12_1: "bf16[768][1]cuda:0", arg13_1: "bf16[3072, 768][768, 1]cuda:0", arg14_1: "bf16[768][1]cuda:0", arg15_1: "bf16[768][1]cuda:0"):
        convert_element_type: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.prims.convert_element_type.default(arg0_1, torch.float32)
        var_mean = torch.ops.aten.var_mean.correction(convert_element_type, [2], correction = 0, keepdim = True)
        getitem: "f32[4, 128, 1][128, 1, 1]cuda:0" = var_mean[0]
        getitem_1: "f32[4, 128, 1][128, 1, 1]cuda:0" = var_mean[1];  var_mean = None
        sub: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.sub.Tensor(convert_element_type, getitem_1);  convert_element_type = getitem_1 = None
        add: "f32[4, 128, 1][128, 1, 1]cuda:0" = torch.ops.aten.add.Tensor(getitem, 1e-05);  getitem = None
        rsqrt: "f32[4, 128, 1][128, 1, 1]cuda:0" = torch.ops.aten.rsqrt.default(add);  add = None
        mul: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub, rsqrt);  sub = rsqrt = None
        mul_1: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul, arg1_1);  mul = arg1_1 = None
        add_1: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_1, arg2_1);  mul_1 = arg2_1 = None
        convert_element_type_1: "bf16[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.prims.convert_element_type.default(add_1, torch.bfloat16);  add_1 = None
        view: "bf16[512, 768][768, 1]cuda:0" = torch.ops.aten.reshape.default(convert_element_type_1, [512, 768]);  convert_element_type_1 = None
        addmm: "bf16[512, 2304][2304, 1]cuda:0" = torch.ops.aten.addmm.default(arg3_1, view, arg4_1);  arg3_1 = view = arg4_1 = None
        view_1: "bf16[4, 128, 2304][294912, 2304, 1]cuda:0" = torch.ops.aten.reshape.default(addmm, [4, 128, 2304]);  addmm = None
        split = torch.ops.aten.split.Tensor(view_1, 768, 2);  view_1 = None
        getitem_2: "bf16[4, 128, 768][294912, 2304, 1]cuda:0" = split[0]
        getitem_3: "bf16[4, 128, 768][294912, 2304, 1]cuda:0" = split[1]
        getitem_4: "bf16[4, 128, 768][294912, 2304, 1]cuda:0" = split[2];  split = None
        view_2: "bf16[4, 128, 12, 64][294912, 2304, 64, 1]cuda:0" = torch.ops.aten.reshape.default(getitem_2, [4, 128, 12, 64]);  getitem_2 = None
        permute: "bf16[4, 12, 128, 64][294912, 64, 2304, 1]cuda:0" = torch.ops.aten.permute.default(view_2, [0, 2, 1, 3]);  view_2 = None
        view_3: "bf16[4, 128, 12, 64][294912, 2304, 64, 1]cuda:0" = torch.ops.aten.reshape.default(getitem_3, [4, 128, 12, 64]);  getitem_3 = None
        permute_1: "bf16[4, 12, 128, 64][294912, 64, 2304, 1]cuda:0" = torch.ops.aten.permute.default(view_3, [0, 2, 1, 3]);  view_3 = None
        clone: "bf16[4, 12, 128, 64][98304, 8192, 64, 1]cuda:0" = torch.ops.aten.clone.default(permute_1, memory_format = torch.contiguous_format);  permute_1 = None
        view_4: "bf16[4, 128, 12, 64][294912, 2304, 64, 1]cuda:0" = torch.ops.aten.reshape.default(getitem_4, [4, 128, 12, 64]);  getitem_4 = None
        permute_2: "bf16[4, 12, 128, 64][294912, 64, 2304, 1]cuda:0" = torch.ops.aten.permute.default(view_4, [0, 2, 1, 3]);  view_4 = None
        clone_1: "bf16[4, 12, 128, 64][98304, 8192, 64, 1]cuda:0" = torch.ops.aten.clone.default(permute_2, memory_format = torch.contiguous_format);  permute_2 = None
        full_default_1: "f32[][]cuda:0" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        full_default: "f32[][]cuda:0" = torch.ops.aten.full.default([], -inf, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        where: "f32[4, 1, 128, 128][16384, 16384, 128, 1]cuda:0" = torch.ops.aten.where.self(arg5_1, full_default_1, full_default);  arg5_1 = full_default_1 = full_default = None
        convert_element_type_5: "bf16[4, 1, 128, 128][16384, 16384, 128, 1]cuda:0" = torch.ops.prims.convert_element_type.default(where, torch.bfloat16);  where = None
        expand: "bf16[4, 12, 128, 128][16384, 0, 128, 1]cuda:0" = torch.ops.aten.expand.default(convert_element_type_5, [4, 12, 128, 128]);  convert_element_type_5 = None
        _scaled_dot_product_efficient_attention = torch.ops.aten._scaled_dot_product_efficient_attention.default(permute, clone, clone_1, expand, False, scale = 0.125);  permute = clone = clone_1 = expand = None
        getitem_5: "bf16[4, 12, 128, 64][98304, 64, 768, 1]cuda:0" = _scaled_dot_product_efficient_attention[0];  _scaled_dot_product_efficient_attention = None
        permute_3: "bf16[4, 128, 12, 64][98304, 768, 64, 1]cuda:0" = torch.ops.aten.permute.default(getitem_5, [0, 2, 1, 3]);  getitem_5 = None
        view_5: "bf16[512, 768][768, 1]cuda:0" = torch.ops.aten.reshape.default(permute_3, [512, 768]);  permute_3 = None
        addmm_1: "bf16[512, 768][768, 1]cuda:0" = torch.ops.aten.addmm.default(arg6_1, view_5, arg7_1);  arg6_1 = view_5 = arg7_1 = None
        view_6: "bf16[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.reshape.default(addmm_1, [4, 128, 768]);  addmm_1 = None
        add_2: "bf16[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, view_6);  arg0_1 = view_6 = None
        convert_element_type_9: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.prims.convert_element_type.default(add_2, torch.float32)
        var_mean_1 = torch.ops.aten.var_mean.correction(convert_element_type_9, [2], correction = 0, keepdim = True)
        getitem_9: "f32[4, 128, 1][128, 1, 1]cuda:0" = var_mean_1[0]
        getitem_10: "f32[4, 128, 1][128, 1, 1]cuda:0" = var_mean_1[1];  var_mean_1 = None
        sub_1: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.sub.Tensor(convert_element_type_9, getitem_10);  convert_element_type_9 = getitem_10 = None
        add_3: "f32[4, 128, 1][128, 1, 1]cuda:0" = torch.ops.aten.add.Tensor(getitem_9, 1e-05);  getitem_9 = None
        rsqrt_1: "f32[4, 128, 1][128, 1, 1]cuda:0" = torch.ops.aten.rsqrt.default(add_3);  add_3 = None
        mul_2: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub_1, rsqrt_1);  sub_1 = rsqrt_1 = None
        mul_3: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_2, arg8_1);  mul_2 = arg8_1 = None
        add_4: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_3, arg9_1);  mul_3 = arg9_1 = None
        convert_element_type_10: "bf16[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.prims.convert_element_type.default(add_4, torch.bfloat16);  add_4 = None
        view_7: "bf16[512, 768][768, 1]cuda:0" = torch.ops.aten.reshape.default(convert_element_type_10, [512, 768]);  convert_element_type_10 = None
        addmm_2: "bf16[512, 3072][3072, 1]cuda:0" = torch.ops.aten.addmm.default(arg10_1, view_7, arg11_1);  arg10_1 = view_7 = arg11_1 = None
        convert_element_type_14: "f32[512, 3072][3072, 1]cuda:0" = torch.ops.prims.convert_element_type.default(addmm_2, torch.float32);  addmm_2 = None
        mul_8: "f32[512, 3072][3072, 1]cuda:0" = torch.ops.aten.mul.Tensor(convert_element_type_14, 0.5)
        mul_4: "f32[512, 3072][3072, 1]cuda:0" = torch.ops.aten.mul.Tensor(convert_element_type_14, convert_element_type_14)
        mul_5: "f32[512, 3072][3072, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_4, convert_element_type_14);  mul_4 = None
        mul_6: "f32[512, 3072][3072, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_5, 0.044715);  mul_5 = None
        add_5: "f32[512, 3072][3072, 1]cuda:0" = torch.ops.aten.add.Tensor(convert_element_type_14, mul_6);  convert_element_type_14 = mul_6 = None
        mul_7: "f32[512, 3072][3072, 1]cuda:0" = torch.ops.aten.mul.Tensor(add_5, 0.7978845608028654);  add_5 = None
        tanh: "f32[512, 3072][3072, 1]cuda:0" = torch.ops.aten.tanh.default(mul_7);  mul_7 = None
        add_6: "f32[512, 3072][3072, 1]cuda:0" = torch.ops.aten.add.Tensor(tanh, 1);  tanh = None
        mul_9: "f32[512, 3072][3072, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_8, add_6);  mul_8 = add_6 = None
        convert_element_type_15: "bf16[512, 3072][3072, 1]cuda:0" = torch.ops.prims.convert_element_type.default(mul_9, torch.bfloat16);  mul_9 = None
        addmm_3: "bf16[512, 768][768, 1]cuda:0" = torch.ops.aten.addmm.default(arg12_1, convert_element_type_15, arg13_1);  arg12_1 = convert_element_type_15 = arg13_1 = None
        view_8: "bf16[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.reshape.default(addmm_3, [4, 128, 768]);  addmm_3 = None
        add_7: "bf16[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.add.Tensor(add_2, view_8);  add_2 = view_8 = None
        convert_element_type_19: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.prims.convert_element_type.default(add_7, torch.float32);  add_7 = None
        var_mean_2 = torch.ops.aten.var_mean.correction(convert_element_type_19, [2], correction = 0, keepdim = True)
        getitem_11: "f32[4, 128, 1][128, 1, 1]cuda:0" = var_mean_2[0]
        getitem_12: "f32[4, 128, 1][128, 1, 1]cuda:0" = var_mean_2[1];  var_mean_2 = None
        sub_2: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.sub.Tensor(convert_element_type_19, getitem_12);  convert_element_type_19 = getitem_12 = None
        add_8: "f32[4, 128, 1][128, 1, 1]cuda:0" = torch.ops.aten.add.Tensor(getitem_11, 1e-05);  getitem_11 = None
        rsqrt_2: "f32[4, 128, 1][128, 1, 1]cuda:0" = torch.ops.aten.rsqrt.default(add_8);  add_8 = None
        mul_10: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub_2, rsqrt_2);  sub_2 = rsqrt_2 = None
        mul_11: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_10, arg14_1);  mul_10 = arg14_1 = None
        add_9: "f32[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_11, arg15_1);  mul_11 = arg15_1 = None
        convert_element_type_20: "bf16[4, 128, 768][98304, 768, 1]cuda:0" = torch.ops.prims.convert_element_type.default(add_9, torch.bfloat16);  add_9 = None
        return (convert_element_type_20,)
