class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 4, 8, 8][256, 64, 8, 1]cuda:0"):
        # File: golden_cases.py:382 in upsample_nearest_bilinear, code: return F.interpolate(x, scale_factor=2.0), F.interpolate(x, size=(12, 12), mode="bilinear")
        iota: "i64[16][1]cuda:0" = torch.ops.prims.iota.default(16, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)
        convert_element_type: "f32[16][1]cuda:0" = torch.ops.prims.convert_element_type.default(iota, torch.float32);  iota = None
        mul_1: "f32[16][1]cuda:0" = torch.ops.aten.mul.Tensor(convert_element_type, 0.5);  convert_element_type = None
        convert_element_type_1: "i64[16][1]cuda:0" = torch.ops.prims.convert_element_type.default(mul_1, torch.int64);  mul_1 = None
        unsqueeze: "i64[16, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(convert_element_type_1, -1);  convert_element_type_1 = None
        iota_1: "i64[16][1]cuda:0" = torch.ops.prims.iota.default(16, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)
        convert_element_type_2: "f32[16][1]cuda:0" = torch.ops.prims.convert_element_type.default(iota_1, torch.float32);  iota_1 = None
        mul_3: "f32[16][1]cuda:0" = torch.ops.aten.mul.Tensor(convert_element_type_2, 0.5);  convert_element_type_2 = None
        convert_element_type_3: "i64[16][1]cuda:0" = torch.ops.prims.convert_element_type.default(mul_3, torch.int64);  mul_3 = None
        _unsafe_index: "f32[2, 4, 16, 16][1024, 256, 16, 1]cuda:0" = torch.ops.aten._unsafe_index.Tensor(arg0_1, [None, None, unsqueeze, convert_element_type_3]);  unsqueeze = convert_element_type_3 = None
        iota_2: "i64[12][1]cuda:0" = torch.ops.prims.iota.default(12, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)
        convert_element_type_4: "f32[12][1]cuda:0" = torch.ops.prims.convert_element_type.default(iota_2, torch.float32);  iota_2 = None
        add_4: "f32[12][1]cuda:0" = torch.ops.aten.add.Tensor(convert_element_type_4, 0.5);  convert_element_type_4 = None
        mul_4: "f32[12][1]cuda:0" = torch.ops.aten.mul.Tensor(add_4, 0.6666666666666666);  add_4 = None
        sub: "f32[12][1]cuda:0" = torch.ops.aten.sub.Tensor(mul_4, 0.5);  mul_4 = None
        clamp_min: "f32[12][1]cuda:0" = torch.ops.aten.clamp_min.default(sub, 0.0);  sub = None
        view: "f32[12, 1][1, 1]cuda:0" = torch.ops.aten.reshape.default(clamp_min, [12, 1]);  clamp_min = None
        convert_element_type_5: "i64[12, 1][1, 1]cuda:0" = torch.ops.prims.convert_element_type.default(view, torch.int64)
        add_5: "i64[12, 1][1, 1]cuda:0" = torch.ops.aten.add.Tensor(convert_element_type_5, 1)
        clamp_max: "i64[12, 1][1, 1]cuda:0" = torch.ops.aten.clamp_max.default(add_5, 7);  add_5 = None
        iota_3: "i64[12][1]cuda:0" = torch.ops.prims.iota.default(12, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)
        convert_element_type_6: "f32[12][1]cuda:0" = torch.ops.prims.convert_element_type.default(iota_3, torch.float32);  iota_3 = None
        add_6: "f32[12][1]cuda:0" = torch.ops.aten.add.Tensor(convert_element_type_6, 0.5);  convert_element_type_6 = None
        mul_5: "f32[12][1]cuda:0" = torch.ops.aten.mul.Tensor(add_6, 0.6666666666666666);  add_6 = None
        sub_1: "f32[12][1]cuda:0" = torch.ops.aten.sub.Tensor(mul_5, 0.5);  mul_5 = None
        clamp_min_1: "f32[12][1]cuda:0" = torch.ops.aten.clamp_min.default(sub_1, 0.0);  sub_1 = None
        convert_element_type_7: "i64[12][1]cuda:0" = torch.ops.prims.convert_element_type.default(clamp_min_1, torch.int64)
        add_7: "i64[12][1]cuda:0" = torch.ops.aten.add.Tensor(convert_element_type_7, 1)
        clamp_max_1: "i64[12][1]cuda:0" = torch.ops.aten.clamp_max.default(add_7, 7);  add_7 = None
        _unsafe_index_4: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten._unsafe_index.Tensor(arg0_1, [None, None, clamp_max, clamp_max_1])
        _unsafe_index_3: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten._unsafe_index.Tensor(arg0_1, [None, None, clamp_max, convert_element_type_7]);  clamp_max = None
        sub_4: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten.sub.Tensor(_unsafe_index_4, _unsafe_index_3);  _unsafe_index_4 = None
        sub_2: "f32[12][1]cuda:0" = torch.ops.aten.sub.Tensor(clamp_min_1, convert_element_type_7);  clamp_min_1 = None
        clamp_min_2: "f32[12][1]cuda:0" = torch.ops.aten.clamp_min.default(sub_2, 0.0);  sub_2 = None
        clamp_max_2: "f32[12][1]cuda:0" = torch.ops.aten.clamp_max.default(clamp_min_2, 1.0);  clamp_min_2 = None
        mul_7: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub_4, clamp_max_2);  sub_4 = None
        add_9: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten.add.Tensor(_unsafe_index_3, mul_7);  _unsafe_index_3 = mul_7 = None
        _unsafe_index_2: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten._unsafe_index.Tensor(arg0_1, [None, None, convert_element_type_5, clamp_max_1]);  clamp_max_1 = None
        _unsafe_index_1: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten._unsafe_index.Tensor(arg0_1, [None, None, convert_element_type_5, convert_element_type_7]);  arg0_1 = convert_element_type_7 = None
        sub_3: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten.sub.Tensor(_unsafe_index_2, _unsafe_index_1);  _unsafe_index_2 = None
        mul_6: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub_3, clamp_max_2);  sub_3 = clamp_max_2 = None
        add_8: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten.add.Tensor(_unsafe_index_1, mul_6);  _unsafe_index_1 = mul_6 = None
        sub_6: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten.sub.Tensor(add_9, add_8);  add_9 = None
        sub_5: "f32[12, 1][1, 1]cuda:0" = torch.ops.aten.sub.Tensor(view, convert_element_type_5);  view = convert_element_type_5 = None
        clamp_min_3: "f32[12, 1][1, 1]cuda:0" = torch.ops.aten.clamp_min.default(sub_5, 0.0);  sub_5 = None
        clamp_max_3: "f32[12, 1][1, 1]cuda:0" = torch.ops.aten.clamp_max.default(clamp_min_3, 1.0);  clamp_min_3 = None
        mul_8: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub_6, clamp_max_3);  sub_6 = clamp_max_3 = None
        add_10: "f32[2, 4, 12, 12][576, 144, 12, 1]cuda:0" = torch.ops.aten.add.Tensor(add_8, mul_8);  add_8 = mul_8 = None
        return (_unsafe_index, add_10)
