class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[40, 6][6, 1]cuda:0", arg1_1: "i64[200][1]cuda:0", arg2_1: "i64[200][1]cuda:0", arg3_1: "f32[200][1]cuda:0"):
        # File: golden_cases_classes.py:80 in softmax_over_edges, code: return torch.zeros_like(x).index_add(0, target, x[source] * (w / (total[target] + 1e-9))[:, None]), w == 1
        full_default_2: "f32[40, 6][6, 1]cuda:0" = torch.ops.aten.full.default([40, 6], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        index_3: "f32[200, 6][6, 1]cuda:0" = torch.ops.aten.index.Tensor(arg0_1, [arg1_1])

        # File: golden_cases_classes.py:79 in softmax_over_edges, code: total = x.new_zeros(40).index_add(0, target, w)
        full_default_1: "f32[40][1]cuda:0" = torch.ops.aten.full.default([40], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)

        # File: golden_cases_classes.py:77 in softmax_over_edges, code: most = x.new_full((40,), float("-inf")).scatter_reduce(0, target, w, "amax")
        full_default: "f32[40][1]cuda:0" = torch.ops.aten.full.default([40], -inf, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)

        # File: golden_cases_classes.py:76 in softmax_over_edges, code: w = F.leaky_relu(weights + x[source, 0] * x[target, 1], 0.2)
        select: "f32[40][6]cuda:0" = torch.ops.aten.select.int(arg0_1, 1, 0)
        index: "f32[200][1]cuda:0" = torch.ops.aten.index.Tensor(select, [arg1_1]);  select = arg1_1 = None
        select_1: "f32[40][6]cuda:0" = torch.ops.aten.select.int(arg0_1, 1, 1);  arg0_1 = None
        index_1: "f32[200][1]cuda:0" = torch.ops.aten.index.Tensor(select_1, [arg2_1]);  select_1 = None
        mul: "f32[200][1]cuda:0" = torch.ops.aten.mul.Tensor(index, index_1);  index = index_1 = None
        add: "f32[200][1]cuda:0" = torch.ops.aten.add.Tensor(arg3_1, mul);  arg3_1 = mul = None
        gt: "b8[200][1]cuda:0" = torch.ops.aten.gt.Scalar(add, 0)
        mul_1: "f32[200][1]cuda:0" = torch.ops.aten.mul.Tensor(add, 0.2)
        where: "f32[200][1]cuda:0" = torch.ops.aten.where.self(gt, add, mul_1);  gt = add = mul_1 = None

        # File: golden_cases_classes.py:77 in softmax_over_edges, code: most = x.new_full((40,), float("-inf")).scatter_reduce(0, target, w, "amax")
        scatter_reduce: "f32[40][1]cuda:0" = torch.ops.aten.scatter_reduce.two(full_default, 0, arg2_1, where, 'amax');  full_default = None

        # File: golden_cases_classes.py:78 in softmax_over_edges, code: w = torch.exp(w - most[target])
        index_2: "f32[200][1]cuda:0" = torch.ops.aten.index.Tensor(scatter_reduce, [arg2_1]);  scatter_reduce = None
        sub: "f32[200][1]cuda:0" = torch.ops.aten.sub.Tensor(where, index_2);  where = index_2 = None
        exp: "f32[200][1]cuda:0" = torch.ops.aten.exp.default(sub);  sub = None

        # File: golden_cases_classes.py:79 in softmax_over_edges, code: total = x.new_zeros(40).index_add(0, target, w)
        index_put: "f32[40][1]cuda:0" = torch.ops.aten.index_put_.default(full_default_1, [arg2_1], exp, True);  full_default_1 = None

        # File: golden_cases_classes.py:80 in softmax_over_edges, code: return torch.zeros_like(x).index_add(0, target, x[source] * (w / (total[target] + 1e-9))[:, None]), w == 1
        index_4: "f32[200][1]cuda:0" = torch.ops.aten.index.Tensor(index_put, [arg2_1]);  index_put = None
        add_1: "f32[200][1]cuda:0" = torch.ops.aten.add.Tensor(index_4, 1e-09);  index_4 = None
        div: "f32[200][1]cuda:0" = torch.ops.aten.div.Tensor(exp, add_1);  add_1 = None
        unsqueeze: "f32[200, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(div, 1);  div = None
        mul_2: "f32[200, 6][6, 1]cuda:0" = torch.ops.aten.mul.Tensor(index_3, unsqueeze);  index_3 = unsqueeze = None
        index_put_1: "f32[40, 6][6, 1]cuda:0" = torch.ops.aten.index_put_.default(full_default_2, [arg2_1], mul_2, True);  full_default_2 = arg2_1 = mul_2 = None
        eq: "b8[200][1]cuda:0" = torch.ops.aten.eq.Scalar(exp, 1);  exp = None
        return (index_put_1, eq)
