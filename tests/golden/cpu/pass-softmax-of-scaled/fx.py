class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 128][128, 1]cpu", arg1_1: "f32[64, 1][1, 1]cpu"):
        # No stacktrace found for following nodes
        mul_tensor_7: "f32[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, 0.125)
        eq_tensor_2: "b8[64, 128][128, 1]cpu" = torch.ops.aten.eq.Tensor(mul_tensor_7, mul_tensor_7)
        abs_default_2: "f32[64, 128][128, 1]cpu" = torch.ops.aten.abs.default(mul_tensor_7)
        ne_scalar_2: "b8[64, 128][128, 1]cpu" = torch.ops.aten.ne.Scalar(abs_default_2, inf);  abs_default_2 = None
        mul_tensor_10: "b8[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(eq_tensor_2, ne_scalar_2);  eq_tensor_2 = ne_scalar_2 = None
        logical_not_default_4: "b8[64, 128][128, 1]cpu" = torch.ops.aten.logical_not.default(mul_tensor_10);  mul_tensor_10 = None
        any_dims_2: "b8[64, 1][1, 1]cpu" = torch.ops.aten.any.dims(logical_not_default_4, [-1], True);  logical_not_default_4 = None
        logical_not_default_5: "b8[64, 1][1, 1]cpu" = torch.ops.aten.logical_not.default(any_dims_2);  any_dims_2 = None
        mul_tensor_8: "f32[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, 1)
        amax_default_4: "f32[64, 1][1, 1]cpu" = torch.ops.aten.amax.default(mul_tensor_8, [-1], True)
        sub_tensor_4: "f32[64, 128][128, 1]cpu" = torch.ops.aten.sub.Tensor(mul_tensor_8, amax_default_4);  mul_tensor_8 = amax_default_4 = None
        mul_tensor_9: "f32[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(sub_tensor_4, 0.125);  sub_tensor_4 = None
        amax_default_5: "f32[64, 1][1, 1]cpu" = torch.ops.aten.amax.default(mul_tensor_7, [-1], True)
        sub_tensor_5: "f32[64, 128][128, 1]cpu" = torch.ops.aten.sub.Tensor(mul_tensor_7, amax_default_5);  mul_tensor_7 = amax_default_5 = None

        # File: golden_cases_rules.py:219 in pass_softmax_of_scaled, code: return torch.softmax(x * 0.125, -1), torch.softmax(x / 8, -1), torch.softmax(x * scale, -1)
        where_self_3: "f32[64, 128][128, 1]cpu" = torch.ops.aten.where.self(logical_not_default_5, mul_tensor_9, sub_tensor_5);  logical_not_default_5 = mul_tensor_9 = sub_tensor_5 = None
        exp: "f32[64, 128][128, 1]cpu" = torch.ops.aten.exp.default(where_self_3);  where_self_3 = None
        sum_1: "f32[64, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(exp, [-1], True)
        div: "f32[64, 128][128, 1]cpu" = torch.ops.aten.div.Tensor(exp, sum_1);  exp = sum_1 = None

        # No stacktrace found for following nodes
        div_tensor: "f32[64, 128][128, 1]cpu" = torch.ops.aten.div.Tensor(arg0_1, 8)
        eq_tensor_1: "b8[64, 128][128, 1]cpu" = torch.ops.aten.eq.Tensor(div_tensor, div_tensor)
        abs_default_1: "f32[64, 128][128, 1]cpu" = torch.ops.aten.abs.default(div_tensor)
        ne_scalar_1: "b8[64, 128][128, 1]cpu" = torch.ops.aten.ne.Scalar(abs_default_1, inf);  abs_default_1 = None
        mul_tensor_6: "b8[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(eq_tensor_1, ne_scalar_1);  eq_tensor_1 = ne_scalar_1 = None
        logical_not_default_2: "b8[64, 128][128, 1]cpu" = torch.ops.aten.logical_not.default(mul_tensor_6);  mul_tensor_6 = None
        any_dims_1: "b8[64, 1][1, 1]cpu" = torch.ops.aten.any.dims(logical_not_default_2, [-1], True);  logical_not_default_2 = None
        logical_not_default_3: "b8[64, 1][1, 1]cpu" = torch.ops.aten.logical_not.default(any_dims_1);  any_dims_1 = None
        mul_tensor_5: "f32[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, 1)
        amax_default_2: "f32[64, 1][1, 1]cpu" = torch.ops.aten.amax.default(mul_tensor_5, [-1], True)
        sub_tensor_2: "f32[64, 128][128, 1]cpu" = torch.ops.aten.sub.Tensor(mul_tensor_5, amax_default_2);  mul_tensor_5 = amax_default_2 = None
        div_tensor_1: "f32[64, 128][128, 1]cpu" = torch.ops.aten.div.Tensor(sub_tensor_2, 8);  sub_tensor_2 = None
        amax_default_3: "f32[64, 1][1, 1]cpu" = torch.ops.aten.amax.default(div_tensor, [-1], True)
        sub_tensor_3: "f32[64, 128][128, 1]cpu" = torch.ops.aten.sub.Tensor(div_tensor, amax_default_3);  div_tensor = amax_default_3 = None

        # File: golden_cases_rules.py:219 in pass_softmax_of_scaled, code: return torch.softmax(x * 0.125, -1), torch.softmax(x / 8, -1), torch.softmax(x * scale, -1)
        where_self_2: "f32[64, 128][128, 1]cpu" = torch.ops.aten.where.self(logical_not_default_3, div_tensor_1, sub_tensor_3);  logical_not_default_3 = div_tensor_1 = sub_tensor_3 = None
        exp_1: "f32[64, 128][128, 1]cpu" = torch.ops.aten.exp.default(where_self_2);  where_self_2 = None
        sum_2: "f32[64, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(exp_1, [-1], True)
        div_2: "f32[64, 128][128, 1]cpu" = torch.ops.aten.div.Tensor(exp_1, sum_2);  exp_1 = sum_2 = None

        # No stacktrace found for following nodes
        mul_tensor: "f32[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, arg1_1)
        eq_tensor: "b8[64, 128][128, 1]cpu" = torch.ops.aten.eq.Tensor(mul_tensor, mul_tensor)
        abs_default: "f32[64, 128][128, 1]cpu" = torch.ops.aten.abs.default(mul_tensor)
        ne_scalar: "b8[64, 128][128, 1]cpu" = torch.ops.aten.ne.Scalar(abs_default, inf);  abs_default = None
        mul_tensor_4: "b8[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(eq_tensor, ne_scalar);  eq_tensor = ne_scalar = None
        logical_not_default: "b8[64, 128][128, 1]cpu" = torch.ops.aten.logical_not.default(mul_tensor_4);  mul_tensor_4 = None
        any_dims: "b8[64, 1][1, 1]cpu" = torch.ops.aten.any.dims(logical_not_default, [-1], True);  logical_not_default = None
        logical_not_default_1: "b8[64, 1][1, 1]cpu" = torch.ops.aten.logical_not.default(any_dims);  any_dims = None
        ge_scalar: "b8[64, 1][1, 1]cpu" = torch.ops.aten.ge.Scalar(arg1_1, 0)
        scalar_tensor_default: "f32[][]cpu" = torch.ops.aten.scalar_tensor.default(1, dtype = torch.float32, device = device(type='cpu'), pin_memory = False)
        neg_default: "f32[][]cpu" = torch.ops.aten.neg.default(scalar_tensor_default)
        where_self: "f32[64, 1][1, 1]cpu" = torch.ops.aten.where.self(ge_scalar, scalar_tensor_default, neg_default);  ge_scalar = scalar_tensor_default = neg_default = None
        mul_tensor_1: "f32[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, where_self);  arg0_1 = None
        amax_default: "f32[64, 1][1, 1]cpu" = torch.ops.aten.amax.default(mul_tensor_1, [-1], True)
        sub_tensor: "f32[64, 128][128, 1]cpu" = torch.ops.aten.sub.Tensor(mul_tensor_1, amax_default);  mul_tensor_1 = amax_default = None
        mul_tensor_2: "f32[64, 1][1, 1]cpu" = torch.ops.aten.mul.Tensor(where_self, arg1_1);  where_self = arg1_1 = None
        mul_tensor_3: "f32[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(sub_tensor, mul_tensor_2);  sub_tensor = mul_tensor_2 = None
        amax_default_1: "f32[64, 1][1, 1]cpu" = torch.ops.aten.amax.default(mul_tensor, [-1], True)
        sub_tensor_1: "f32[64, 128][128, 1]cpu" = torch.ops.aten.sub.Tensor(mul_tensor, amax_default_1);  mul_tensor = amax_default_1 = None

        # File: golden_cases_rules.py:219 in pass_softmax_of_scaled, code: return torch.softmax(x * 0.125, -1), torch.softmax(x / 8, -1), torch.softmax(x * scale, -1)
        where_self_1: "f32[64, 128][128, 1]cpu" = torch.ops.aten.where.self(logical_not_default_1, mul_tensor_3, sub_tensor_1);  logical_not_default_1 = mul_tensor_3 = sub_tensor_1 = None
        exp_2: "f32[64, 128][128, 1]cpu" = torch.ops.aten.exp.default(where_self_1);  where_self_1 = None
        sum_3: "f32[64, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(exp_2, [-1], True)
        div_3: "f32[64, 128][128, 1]cpu" = torch.ops.aten.div.Tensor(exp_2, sum_3);  exp_2 = sum_3 = None
        return (div, div_2, div_3)
