class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "bf16[64, 128][128, 1]cpu"):
        # No stacktrace found for following nodes
        mul_tensor: "bf16[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, 0.125)
        convert_element_type_default: "f32[64, 128][128, 1]cpu" = torch.ops.prims.convert_element_type.default(mul_tensor, torch.float32);  mul_tensor = None
        eq_tensor: "b8[64, 128][128, 1]cpu" = torch.ops.aten.eq.Tensor(convert_element_type_default, convert_element_type_default)
        abs_default: "f32[64, 128][128, 1]cpu" = torch.ops.aten.abs.default(convert_element_type_default)
        ne_scalar: "b8[64, 128][128, 1]cpu" = torch.ops.aten.ne.Scalar(abs_default, inf);  abs_default = None
        mul_tensor_3: "b8[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(eq_tensor, ne_scalar);  eq_tensor = ne_scalar = None
        logical_not_default: "b8[64, 128][128, 1]cpu" = torch.ops.aten.logical_not.default(mul_tensor_3);  mul_tensor_3 = None
        any_dims: "b8[64, 1][1, 1]cpu" = torch.ops.aten.any.dims(logical_not_default, [-1], True);  logical_not_default = None
        logical_not_default_1: "b8[64, 1][1, 1]cpu" = torch.ops.aten.logical_not.default(any_dims);  any_dims = None
        convert_element_type_default_1: "f32[64, 128][128, 1]cpu" = torch.ops.prims.convert_element_type.default(arg0_1, torch.float32);  arg0_1 = None
        mul_tensor_1: "f32[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(convert_element_type_default_1, 1);  convert_element_type_default_1 = None
        amax_default: "f32[64, 1][1, 1]cpu" = torch.ops.aten.amax.default(mul_tensor_1, [-1], True)
        sub_tensor: "f32[64, 128][128, 1]cpu" = torch.ops.aten.sub.Tensor(mul_tensor_1, amax_default);  mul_tensor_1 = amax_default = None
        mul_tensor_2: "f32[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(sub_tensor, 0.125);  sub_tensor = None
        amax_default_1: "f32[64, 1][1, 1]cpu" = torch.ops.aten.amax.default(convert_element_type_default, [-1], True)
        sub_tensor_1: "f32[64, 128][128, 1]cpu" = torch.ops.aten.sub.Tensor(convert_element_type_default, amax_default_1);  convert_element_type_default = amax_default_1 = None

        # File: golden_cases_rules.py:224 in pass_softmax_of_scaled_cast, code: return torch.softmax((x * 0.125).float(), -1)
        where_self: "f32[64, 128][128, 1]cpu" = torch.ops.aten.where.self(logical_not_default_1, mul_tensor_2, sub_tensor_1);  logical_not_default_1 = mul_tensor_2 = sub_tensor_1 = None
        exp: "f32[64, 128][128, 1]cpu" = torch.ops.aten.exp.default(where_self);  where_self = None
        sum_1: "f32[64, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(exp, [-1], True)
        div: "f32[64, 128][128, 1]cpu" = torch.ops.aten.div.Tensor(exp, sum_1);  exp = sum_1 = None
        return (div,)
