class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[4, 5, 8][40, 8, 1]cpu", arg1_1: "f32[8, 64][64, 1]cpu", arg2_1: "f32[4, 16][16, 1]cpu", arg3_1: "f32[16, 64][64, 1]cpu", arg4_1: "f32[64][1]cpu", arg5_1: "f32[4, 16][16, 1]cpu"):
        # File: golden_cases_more.py:278 in model_lstm_steps, code: gates = x[:, step] @ w_in + hidden @ w_hidden + bias
        select: "f32[4, 8][40, 1]cpu" = torch.ops.aten.select.int(arg0_1, 1, 0)
        mm: "f32[4, 64][64, 1]cpu" = torch.ops.aten.mm.default(select, arg1_1);  select = None
        addmm_default_2: "f32[4, 64][64, 1]cpu" = torch.ops.aten.addmm.default(mm, arg2_1, arg3_1);  mm = arg2_1 = None
        add_1: "f32[4, 64][64, 1]cpu" = torch.ops.aten.add.Tensor(addmm_default_2, arg4_1);  addmm_default_2 = None

        # File: golden_cases_more.py:279 in model_lstm_steps, code: i, f, g, o = gates.chunk(4, 1)
        split = torch.ops.aten.split.Tensor(add_1, 16, 1);  add_1 = None
        getitem: "f32[4, 16][64, 1]cpu" = split[0]
        getitem_1: "f32[4, 16][64, 1]cpu" = split[1]
        getitem_2: "f32[4, 16][64, 1]cpu" = split[2]
        getitem_3: "f32[4, 16][64, 1]cpu" = split[3];  split = None

        # File: golden_cases_more.py:278 in model_lstm_steps, code: gates = x[:, step] @ w_in + hidden @ w_hidden + bias
        select_1: "f32[4, 8][40, 1]cpu" = torch.ops.aten.select.int(arg0_1, 1, 1)
        mm_2: "f32[4, 64][64, 1]cpu" = torch.ops.aten.mm.default(select_1, arg1_1);  select_1 = None

        # File: golden_cases_more.py:281 in model_lstm_steps, code: hidden = o.sigmoid() * cell.tanh()
        sigmoid_2: "f32[4, 16][16, 1]cpu" = torch.ops.aten.sigmoid.default(getitem_3);  getitem_3 = None

        # File: golden_cases_more.py:280 in model_lstm_steps, code: cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
        sigmoid: "f32[4, 16][16, 1]cpu" = torch.ops.aten.sigmoid.default(getitem_1);  getitem_1 = None
        mul: "f32[4, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(sigmoid, arg5_1);  sigmoid = arg5_1 = None
        sigmoid_1: "f32[4, 16][16, 1]cpu" = torch.ops.aten.sigmoid.default(getitem);  getitem = None
        tanh: "f32[4, 16][16, 1]cpu" = torch.ops.aten.tanh.default(getitem_2);  getitem_2 = None
        mul_1: "f32[4, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(sigmoid_1, tanh);  sigmoid_1 = tanh = None
        add_2: "f32[4, 16][16, 1]cpu" = torch.ops.aten.add.Tensor(mul, mul_1);  mul = mul_1 = None

        # File: golden_cases_more.py:281 in model_lstm_steps, code: hidden = o.sigmoid() * cell.tanh()
        tanh_1: "f32[4, 16][16, 1]cpu" = torch.ops.aten.tanh.default(add_2)
        mul_2: "f32[4, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(sigmoid_2, tanh_1);  sigmoid_2 = tanh_1 = None

        # File: golden_cases_more.py:278 in model_lstm_steps, code: gates = x[:, step] @ w_in + hidden @ w_hidden + bias
        addmm_default_1: "f32[4, 64][64, 1]cpu" = torch.ops.aten.addmm.default(mm_2, mul_2, arg3_1);  mm_2 = mul_2 = None
        add_4: "f32[4, 64][64, 1]cpu" = torch.ops.aten.add.Tensor(addmm_default_1, arg4_1);  addmm_default_1 = None

        # File: golden_cases_more.py:279 in model_lstm_steps, code: i, f, g, o = gates.chunk(4, 1)
        split_1 = torch.ops.aten.split.Tensor(add_4, 16, 1);  add_4 = None
        getitem_4: "f32[4, 16][64, 1]cpu" = split_1[0]
        getitem_5: "f32[4, 16][64, 1]cpu" = split_1[1]
        getitem_6: "f32[4, 16][64, 1]cpu" = split_1[2]
        getitem_7: "f32[4, 16][64, 1]cpu" = split_1[3];  split_1 = None

        # File: golden_cases_more.py:278 in model_lstm_steps, code: gates = x[:, step] @ w_in + hidden @ w_hidden + bias
        select_2: "f32[4, 8][40, 1]cpu" = torch.ops.aten.select.int(arg0_1, 1, 2);  arg0_1 = None
        mm_4: "f32[4, 64][64, 1]cpu" = torch.ops.aten.mm.default(select_2, arg1_1);  select_2 = arg1_1 = None

        # File: golden_cases_more.py:281 in model_lstm_steps, code: hidden = o.sigmoid() * cell.tanh()
        sigmoid_5: "f32[4, 16][16, 1]cpu" = torch.ops.aten.sigmoid.default(getitem_7);  getitem_7 = None

        # File: golden_cases_more.py:280 in model_lstm_steps, code: cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
        sigmoid_3: "f32[4, 16][16, 1]cpu" = torch.ops.aten.sigmoid.default(getitem_5);  getitem_5 = None
        mul_3: "f32[4, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(sigmoid_3, add_2);  sigmoid_3 = add_2 = None
        sigmoid_4: "f32[4, 16][16, 1]cpu" = torch.ops.aten.sigmoid.default(getitem_4);  getitem_4 = None
        tanh_2: "f32[4, 16][16, 1]cpu" = torch.ops.aten.tanh.default(getitem_6);  getitem_6 = None
        mul_4: "f32[4, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(sigmoid_4, tanh_2);  sigmoid_4 = tanh_2 = None
        add_5: "f32[4, 16][16, 1]cpu" = torch.ops.aten.add.Tensor(mul_3, mul_4);  mul_3 = mul_4 = None

        # File: golden_cases_more.py:281 in model_lstm_steps, code: hidden = o.sigmoid() * cell.tanh()
        tanh_3: "f32[4, 16][16, 1]cpu" = torch.ops.aten.tanh.default(add_5)
        mul_5: "f32[4, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(sigmoid_5, tanh_3);  sigmoid_5 = tanh_3 = None

        # File: golden_cases_more.py:278 in model_lstm_steps, code: gates = x[:, step] @ w_in + hidden @ w_hidden + bias
        addmm_default: "f32[4, 64][64, 1]cpu" = torch.ops.aten.addmm.default(mm_4, mul_5, arg3_1);  mm_4 = mul_5 = arg3_1 = None
        add_7: "f32[4, 64][64, 1]cpu" = torch.ops.aten.add.Tensor(addmm_default, arg4_1);  addmm_default = arg4_1 = None

        # File: golden_cases_more.py:279 in model_lstm_steps, code: i, f, g, o = gates.chunk(4, 1)
        split_2 = torch.ops.aten.split.Tensor(add_7, 16, 1);  add_7 = None
        getitem_8: "f32[4, 16][64, 1]cpu" = split_2[0]
        getitem_9: "f32[4, 16][64, 1]cpu" = split_2[1]
        getitem_10: "f32[4, 16][64, 1]cpu" = split_2[2]
        getitem_11: "f32[4, 16][64, 1]cpu" = split_2[3];  split_2 = None

        # File: golden_cases_more.py:281 in model_lstm_steps, code: hidden = o.sigmoid() * cell.tanh()
        sigmoid_8: "f32[4, 16][16, 1]cpu" = torch.ops.aten.sigmoid.default(getitem_11);  getitem_11 = None

        # File: golden_cases_more.py:280 in model_lstm_steps, code: cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
        sigmoid_6: "f32[4, 16][16, 1]cpu" = torch.ops.aten.sigmoid.default(getitem_9);  getitem_9 = None
        mul_6: "f32[4, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(sigmoid_6, add_5);  sigmoid_6 = add_5 = None
        sigmoid_7: "f32[4, 16][16, 1]cpu" = torch.ops.aten.sigmoid.default(getitem_8);  getitem_8 = None
        tanh_4: "f32[4, 16][16, 1]cpu" = torch.ops.aten.tanh.default(getitem_10);  getitem_10 = None
        mul_7: "f32[4, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(sigmoid_7, tanh_4);  sigmoid_7 = tanh_4 = None
        add_8: "f32[4, 16][16, 1]cpu" = torch.ops.aten.add.Tensor(mul_6, mul_7);  mul_6 = mul_7 = None

        # File: golden_cases_more.py:281 in model_lstm_steps, code: hidden = o.sigmoid() * cell.tanh()
        tanh_5: "f32[4, 16][16, 1]cpu" = torch.ops.aten.tanh.default(add_8)
        mul_8: "f32[4, 16][16, 1]cpu" = torch.ops.aten.mul.Tensor(sigmoid_8, tanh_5);  sigmoid_8 = tanh_5 = None
        return (mul_8, add_8)
