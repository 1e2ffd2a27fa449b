class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0"):
        # No stacktrace found for following nodes
        prepare_softmax_online_default = torch.ops.prims.prepare_softmax_online.default(arg0_1, 1)
        getitem: "f32[10, 1][1, 1]cuda:0" = prepare_softmax_online_default[0]
        getitem_1: "f32[10, 1][1, 1]cuda:0" = prepare_softmax_online_default[1];  prepare_softmax_online_default = None
        sub_tensor_2: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.sub.Tensor(arg0_1, getitem);  arg0_1 = getitem = None
        exp_default: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.exp.default(sub_tensor_2);  sub_tensor_2 = None
        # No stacktrace found for following nodes
        div_tensor: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.div.Tensor(exp_default, getitem_1)
        eq_tensor: "b8[10, 10][10, 1]cuda:0" = torch.ops.aten.eq.Tensor(div_tensor, div_tensor)
        abs_default: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.abs.default(div_tensor)
        ne_scalar: "b8[10, 10][10, 1]cuda:0" = torch.ops.aten.ne.Scalar(abs_default, inf);  abs_default = None
        mul_tensor_2: "b8[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(eq_tensor, ne_scalar);  eq_tensor = ne_scalar = None
        logical_not_default: "b8[10, 10][10, 1]cuda:0" = torch.ops.aten.logical_not.default(mul_tensor_2);  mul_tensor_2 = None
        any_dims: "b8[10, 1][1, 1]cuda:0" = torch.ops.aten.any.dims(logical_not_default, [1], True);  logical_not_default = None
        logical_not_default_1: "b8[10, 1][1, 1]cuda:0" = torch.ops.aten.logical_not.default(any_dims);  any_dims = None
        ge_scalar: "b8[10, 1][1, 1]cuda:0" = torch.ops.aten.ge.Scalar(getitem_1, 0)
        scalar_tensor_default: "f32[][]cuda:0" = torch.ops.aten.scalar_tensor.default(1, dtype = torch.float32, device = device(type='cuda', index=0), pin_memory = False)
        neg_default: "f32[][]cuda:0" = torch.ops.aten.neg.default(scalar_tensor_default)
        where_self: "f32[10, 1][1, 1]cuda:0" = torch.ops.aten.where.self(ge_scalar, scalar_tensor_default, neg_default);  ge_scalar = scalar_tensor_default = neg_default = None
        mul_tensor: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(exp_default, where_self);  exp_default = None
        amax_default: "f32[10, 1][1, 1]cuda:0" = torch.ops.aten.amax.default(mul_tensor, [1], True)
        sub_tensor: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.sub.Tensor(mul_tensor, amax_default);  mul_tensor = amax_default = None
        mul_tensor_1: "f32[10, 1][1, 1]cuda:0" = torch.ops.aten.mul.Tensor(where_self, getitem_1);  where_self = getitem_1 = None
        div_tensor_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.div.Tensor(sub_tensor, mul_tensor_1);  sub_tensor = mul_tensor_1 = None
        amax_default_1: "f32[10, 1][1, 1]cuda:0" = torch.ops.aten.amax.default(div_tensor, [1], True)
        sub_tensor_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.sub.Tensor(div_tensor, amax_default_1);  div_tensor = amax_default_1 = None
        where_self_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.where.self(logical_not_default_1, div_tensor_1, sub_tensor_1);  logical_not_default_1 = div_tensor_1 = sub_tensor_1 = None
        exp_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.exp.default(where_self_1);  where_self_1 = None
        sum_2: "f32[10, 1][1, 1]cuda:0" = torch.ops.aten.sum.dim_IntList(exp_1, [1], True)
        div_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.div.Tensor(exp_1, sum_2);  exp_1 = sum_2 = None
        return (div_1,)
