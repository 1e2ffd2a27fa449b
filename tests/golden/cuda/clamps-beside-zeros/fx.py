class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 12][12, 1]cuda:0"):
        # File: golden_cases_classes.py:119 in clamps_beside_zeros, code: y = torch.where(y > 0, torch.full((), 0.0), y.sin()) + torch.clamp_min(x + y, 0)
        gt: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(arg0_1, 0)
        full_default: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(arg0_1)
        where: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt, full_default, sin);  gt = full_default = sin = None
        add: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, arg0_1)
        clamp_min: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add, 0);  add = None
        add_1: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where, clamp_min);  where = clamp_min = None
        gt_1: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(add_1, 0)
        full_default_1: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin_1: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(add_1)
        where_1: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt_1, full_default_1, sin_1);  gt_1 = full_default_1 = sin_1 = None
        add_2: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, add_1);  add_1 = None
        clamp_min_1: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_2, 0);  add_2 = None
        add_3: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where_1, clamp_min_1);  where_1 = clamp_min_1 = None
        gt_2: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(add_3, 0)
        full_default_2: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin_2: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(add_3)
        where_2: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt_2, full_default_2, sin_2);  gt_2 = full_default_2 = sin_2 = None
        add_4: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, add_3);  add_3 = None
        clamp_min_2: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_4, 0);  add_4 = None
        add_5: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where_2, clamp_min_2);  where_2 = clamp_min_2 = None
        gt_3: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(add_5, 0)
        full_default_3: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin_3: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(add_5)
        where_3: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt_3, full_default_3, sin_3);  gt_3 = full_default_3 = sin_3 = None
        add_6: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, add_5);  add_5 = None
        clamp_min_3: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_6, 0);  add_6 = None
        add_7: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where_3, clamp_min_3);  where_3 = clamp_min_3 = None
        gt_4: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(add_7, 0)
        full_default_4: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin_4: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(add_7)
        where_4: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt_4, full_default_4, sin_4);  gt_4 = full_default_4 = sin_4 = None
        add_8: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, add_7);  add_7 = None
        clamp_min_4: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_8, 0);  add_8 = None
        add_9: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where_4, clamp_min_4);  where_4 = clamp_min_4 = None
        gt_5: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(add_9, 0)
        full_default_5: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin_5: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(add_9)
        where_5: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt_5, full_default_5, sin_5);  gt_5 = full_default_5 = sin_5 = None
        add_10: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, add_9);  add_9 = None
        clamp_min_5: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_10, 0);  add_10 = None
        add_11: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where_5, clamp_min_5);  where_5 = clamp_min_5 = None
        gt_6: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(add_11, 0)
        full_default_6: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin_6: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(add_11)
        where_6: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt_6, full_default_6, sin_6);  gt_6 = full_default_6 = sin_6 = None
        add_12: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, add_11);  add_11 = None
        clamp_min_6: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_12, 0);  add_12 = None
        add_13: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where_6, clamp_min_6);  where_6 = clamp_min_6 = None
        gt_7: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(add_13, 0)
        full_default_7: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin_7: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(add_13)
        where_7: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt_7, full_default_7, sin_7);  gt_7 = full_default_7 = sin_7 = None
        add_14: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, add_13);  add_13 = None
        clamp_min_7: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_14, 0);  add_14 = None
        add_15: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where_7, clamp_min_7);  where_7 = clamp_min_7 = None
        gt_8: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(add_15, 0)
        full_default_8: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin_8: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(add_15)
        where_8: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt_8, full_default_8, sin_8);  gt_8 = full_default_8 = sin_8 = None
        add_16: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, add_15);  add_15 = None
        clamp_min_8: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_16, 0);  add_16 = None
        add_17: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where_8, clamp_min_8);  where_8 = clamp_min_8 = None
        gt_9: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(add_17, 0)
        full_default_9: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin_9: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(add_17)
        where_9: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt_9, full_default_9, sin_9);  gt_9 = full_default_9 = sin_9 = None
        add_18: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, add_17);  add_17 = None
        clamp_min_9: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_18, 0);  add_18 = None
        add_19: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where_9, clamp_min_9);  where_9 = clamp_min_9 = None
        gt_10: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(add_19, 0)
        full_default_10: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin_10: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(add_19)
        where_10: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt_10, full_default_10, sin_10);  gt_10 = full_default_10 = sin_10 = None
        add_20: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, add_19);  add_19 = None
        clamp_min_10: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_20, 0);  add_20 = None
        add_21: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where_10, clamp_min_10);  where_10 = clamp_min_10 = None
        gt_11: "b8[8, 12][12, 1]cuda:0" = torch.ops.aten.gt.Scalar(add_21, 0)
        full_default_11: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sin_11: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.sin.default(add_21)
        where_11: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.where.self(gt_11, full_default_11, sin_11);  gt_11 = full_default_11 = sin_11 = None
        add_22: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, add_21);  arg0_1 = add_21 = None
        clamp_min_11: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.clamp_min.default(add_22, 0);  add_22 = None
        add_23: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.add.Tensor(where_11, clamp_min_11);  where_11 = clamp_min_11 = None

        # File: golden_cases_classes.py:120 in clamps_beside_zeros, code: return y, (y * 2).sum(0)
        mul: "f32[8, 12][12, 1]cuda:0" = torch.ops.aten.mul.Tensor(add_23, 2)
        sum_1: "f32[12][1]cuda:0" = torch.ops.aten.sum.dim_IntList(mul, [0]);  mul = None
        return (add_23, sum_1)
