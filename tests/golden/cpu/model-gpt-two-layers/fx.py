class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "i64[2, 16][16, 1]cpu", arg1_1: "f32[96, 32][32, 1]cpu", arg2_1: "f32[16, 32][32, 1]cpu", arg3_1: "f32[32, 96][96, 1]cpu", arg4_1: "f32[32, 32][32, 1]cpu", arg5_1: "f32[32, 128][128, 1]cpu", arg6_1: "f32[128, 32][32, 1]cpu", arg7_1: "f32[32, 96][96, 1]cpu", arg8_1: "f32[32, 32][32, 1]cpu", arg9_1: "f32[32, 128][128, 1]cpu", arg10_1: "f32[128, 32][32, 1]cpu", arg11_1: "i64[2, 16][16, 1]cpu"):
        # File: golden_cases_more.py:257 in model_gpt_two_layers, code: x = F.embedding(tokens, table) + positions
        embedding: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.embedding.default(arg1_1, arg0_1);  arg0_1 = None
        add: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.add.Tensor(embedding, arg2_1);  embedding = arg2_1 = None

        # File: golden_cases_more.py:259 in model_gpt_two_layers, code: x = x + attend(F.layer_norm(x, (32,)), qkv, out, 4, mask)
        var_mean = torch.ops.aten.var_mean.correction(add, [2], correction = 0, keepdim = True)
        getitem: "f32[2, 16, 1][16, 1, 1]cpu" = var_mean[0]
        getitem_1: "f32[2, 16, 1][16, 1, 1]cpu" = var_mean[1];  var_mean = None
        sub_1: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.sub.Tensor(add, getitem_1);  getitem_1 = None
        add_1: "f32[2, 16, 1][16, 1, 1]cpu" = torch.ops.aten.add.Tensor(getitem, 1e-05);  getitem = None
        rsqrt: "f32[2, 16, 1][16, 1, 1]cpu" = torch.ops.aten.rsqrt.default(add_1);  add_1 = None
        mul: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.mul.Tensor(sub_1, rsqrt);  sub_1 = rsqrt = None

        # File: golden_cases_more.py:246 in attend, code: query, key, value = (heads(part, count) for part in (x @ qkv).chunk(3, -1))
        view: "f32[32, 32][32, 1]cpu" = torch.ops.aten.reshape.default(mul, [32, 32]);  mul = None
        mm: "f32[32, 96][96, 1]cpu" = torch.ops.aten.mm.default(view, arg3_1);  view = arg3_1 = None
        view_1: "f32[2, 16, 96][1536, 96, 1]cpu" = torch.ops.aten.reshape.default(mm, [2, 16, 96]);  mm = None
        split = torch.ops.aten.split.Tensor(view_1, 32, -1);  view_1 = None
        getitem_2: "f32[2, 16, 32][1536, 96, 1]cpu" = split[0]
        getitem_3: "f32[2, 16, 32][1536, 96, 1]cpu" = split[1]
        getitem_4: "f32[2, 16, 32][1536, 96, 1]cpu" = split[2];  split = None

        # File: golden_cases_more.py:256 in model_gpt_two_layers, code: mask = torch.ones(length, length, dtype=torch.bool, device=tokens.device).triu(1)
        iota: "i64[16][1]cpu" = torch.ops.prims.iota.default(16, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)
        unsqueeze: "i64[1, 16][16, 1]cpu" = torch.ops.aten.unsqueeze.default(iota, -2);  iota = None
        iota_1: "i64[16][1]cpu" = torch.ops.prims.iota.default(16, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)
        unsqueeze_1: "i64[16, 1][1, 1]cpu" = torch.ops.aten.unsqueeze.default(iota_1, -1);  iota_1 = None
        sub: "i64[16, 16][16, 1]cpu" = torch.ops.aten.sub.Tensor(unsqueeze, unsqueeze_1);  unsqueeze = unsqueeze_1 = None
        ge: "b8[16, 16][16, 1]cpu" = torch.ops.aten.ge.Scalar(sub, 1);  sub = None
        full_default: "b8[16, 16][16, 1]cpu" = torch.ops.aten.full.default([16, 16], True, dtype = torch.bool, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        logical_and: "b8[16, 16][16, 1]cpu" = torch.ops.aten.logical_and.default(ge, full_default);  ge = full_default = None

        # File: golden_cases_more.py:248 in attend, code: scores = scores.masked_fill(mask, float("-inf"))
        full_default_1: "f32[][]cpu" = torch.ops.aten.full.default([], -inf, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)

        # File: golden_cases_more.py:242 in heads, code: return x.view(batch, length, count, width // count).transpose(1, 2)
        view_2: "f32[2, 16, 4, 8][1536, 96, 8, 1]cpu" = torch.ops.aten.reshape.default(getitem_2, [2, 16, 4, 8]);  getitem_2 = None
        permute: "f32[2, 4, 16, 8][1536, 8, 96, 1]cpu" = torch.ops.aten.permute.default(view_2, [0, 2, 1, 3]);  view_2 = None

        # File: golden_cases_more.py:247 in attend, code: scores = query @ key.transpose(2, 3) / math.sqrt(query.shape[-1])
        expand: "f32[2, 4, 16, 8][1536, 8, 96, 1]cpu" = torch.ops.aten.expand.default(permute, [2, 4, 16, 8]);  permute = None
        clone: "f32[2, 4, 16, 8][512, 128, 8, 1]cpu" = torch.ops.aten.clone.default(expand, memory_format = torch.contiguous_format);  expand = None
        view_5: "f32[8, 16, 8][128, 8, 1]cpu" = torch.ops.aten.reshape.default(clone, [8, 16, 8]);  clone = None

        # File: golden_cases_more.py:242 in heads, code: return x.view(batch, length, count, width // count).transpose(1, 2)
        view_3: "f32[2, 16, 4, 8][1536, 96, 8, 1]cpu" = torch.ops.aten.reshape.default(getitem_3, [2, 16, 4, 8]);  getitem_3 = None
        permute_1: "f32[2, 4, 16, 8][1536, 8, 96, 1]cpu" = torch.ops.aten.permute.default(view_3, [0, 2, 1, 3]);  view_3 = None

        # File: golden_cases_more.py:247 in attend, code: scores = query @ key.transpose(2, 3) / math.sqrt(query.shape[-1])
        permute_3: "f32[2, 4, 8, 16][1536, 8, 1, 96]cpu" = torch.ops.aten.permute.default(permute_1, [0, 1, 3, 2]);  permute_1 = None
        expand_1: "f32[2, 4, 8, 16][1536, 8, 1, 96]cpu" = torch.ops.aten.expand.default(permute_3, [2, 4, 8, 16]);  permute_3 = None
        clone_1: "f32[2, 4, 8, 16][512, 128, 16, 1]cpu" = torch.ops.aten.clone.default(expand_1, memory_format = torch.contiguous_format);  expand_1 = None
        view_6: "f32[8, 8, 16][128, 16, 1]cpu" = torch.ops.aten.reshape.default(clone_1, [8, 8, 16]);  clone_1 = None
        bmm: "f32[8, 16, 16][256, 16, 1]cpu" = torch.ops.aten.bmm.default(view_5, view_6);  view_5 = view_6 = None
        view_7: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.reshape.default(bmm, [2, 4, 16, 16]);  bmm = None
        div: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.div.Tensor(view_7, 2.8284271247461903);  view_7 = None

        # File: golden_cases_more.py:248 in attend, code: scores = scores.masked_fill(mask, float("-inf"))
        where: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.where.self(logical_and, full_default_1, div);  full_default_1 = div = None

        # File: golden_cases_more.py:249 in attend, code: return (torch.softmax(scores, -1) @ value).transpose(1, 2).reshape(x.shape) @ out
        amax: "f32[2, 4, 16, 1][64, 16, 1, 1]cpu" = torch.ops.aten.amax.default(where, [-1], True)
        sub_2: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.sub.Tensor(where, amax);  where = amax = None
        exp: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.exp.default(sub_2);  sub_2 = None
        sum_1: "f32[2, 4, 16, 1][64, 16, 1, 1]cpu" = torch.ops.aten.sum.dim_IntList(exp, [-1], True)
        div_1: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.div.Tensor(exp, sum_1);  exp = sum_1 = None
        expand_2: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.expand.default(div_1, [2, 4, 16, 16]);  div_1 = None
        view_8: "f32[8, 16, 16][256, 16, 1]cpu" = torch.ops.aten.reshape.default(expand_2, [8, 16, 16]);  expand_2 = None

        # File: golden_cases_more.py:242 in heads, code: return x.view(batch, length, count, width // count).transpose(1, 2)
        view_4: "f32[2, 16, 4, 8][1536, 96, 8, 1]cpu" = torch.ops.aten.reshape.default(getitem_4, [2, 16, 4, 8]);  getitem_4 = None
        permute_2: "f32[2, 4, 16, 8][1536, 8, 96, 1]cpu" = torch.ops.aten.permute.default(view_4, [0, 2, 1, 3]);  view_4 = None

        # File: golden_cases_more.py:249 in attend, code: return (torch.softmax(scores, -1) @ value).transpose(1, 2).reshape(x.shape) @ out
        expand_3: "f32[2, 4, 16, 8][1536, 8, 96, 1]cpu" = torch.ops.aten.expand.default(permute_2, [2, 4, 16, 8]);  permute_2 = None
        clone_2: "f32[2, 4, 16, 8][512, 128, 8, 1]cpu" = torch.ops.aten.clone.default(expand_3, memory_format = torch.contiguous_format);  expand_3 = None
        view_9: "f32[8, 16, 8][128, 8, 1]cpu" = torch.ops.aten.reshape.default(clone_2, [8, 16, 8]);  clone_2 = None
        bmm_1: "f32[8, 16, 8][128, 8, 1]cpu" = torch.ops.aten.bmm.default(view_8, view_9);  view_8 = view_9 = None
        view_10: "f32[2, 4, 16, 8][512, 128, 8, 1]cpu" = torch.ops.aten.reshape.default(bmm_1, [2, 4, 16, 8]);  bmm_1 = None
        permute_4: "f32[2, 16, 4, 8][512, 8, 128, 1]cpu" = torch.ops.aten.permute.default(view_10, [0, 2, 1, 3]);  view_10 = None
        clone_3: "f32[2, 16, 4, 8][512, 32, 8, 1]cpu" = torch.ops.aten.clone.default(permute_4, memory_format = torch.contiguous_format);  permute_4 = None
        view_11: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.reshape.default(clone_3, [2, 16, 32]);  clone_3 = None
        view_12: "f32[32, 32][32, 1]cpu" = torch.ops.aten.reshape.default(view_11, [32, 32]);  view_11 = None
        mm_1: "f32[32, 32][32, 1]cpu" = torch.ops.aten.mm.default(view_12, arg4_1);  view_12 = arg4_1 = None
        view_13: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.reshape.default(mm_1, [2, 16, 32]);  mm_1 = None

        # File: golden_cases_more.py:259 in model_gpt_two_layers, code: x = x + attend(F.layer_norm(x, (32,)), qkv, out, 4, mask)
        add_2: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.add.Tensor(add, view_13);  add = view_13 = None

        # File: golden_cases_more.py:260 in model_gpt_two_layers, code: x = x + F.gelu(F.layer_norm(x, (32,)) @ up, approximate="tanh") @ down
        var_mean_1 = torch.ops.aten.var_mean.correction(add_2, [2], correction = 0, keepdim = True)
        getitem_5: "f32[2, 16, 1][16, 1, 1]cpu" = var_mean_1[0]
        getitem_6: "f32[2, 16, 1][16, 1, 1]cpu" = var_mean_1[1];  var_mean_1 = None
        sub_3: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.sub.Tensor(add_2, getitem_6);  getitem_6 = None
        add_3: "f32[2, 16, 1][16, 1, 1]cpu" = torch.ops.aten.add.Tensor(getitem_5, 1e-05);  getitem_5 = None
        rsqrt_1: "f32[2, 16, 1][16, 1, 1]cpu" = torch.ops.aten.rsqrt.default(add_3);  add_3 = None
        mul_1: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.mul.Tensor(sub_3, rsqrt_1);  sub_3 = rsqrt_1 = None
        view_14: "f32[32, 32][32, 1]cpu" = torch.ops.aten.reshape.default(mul_1, [32, 32]);  mul_1 = None
        mm_2: "f32[32, 128][128, 1]cpu" = torch.ops.aten.mm.default(view_14, arg5_1);  view_14 = arg5_1 = None
        view_15: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.reshape.default(mm_2, [2, 16, 128]);  mm_2 = None
        mul_6: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(view_15, 0.5)
        mul_2: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(view_15, view_15)
        mul_3: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(mul_2, view_15);  mul_2 = None
        mul_4: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(mul_3, 0.044715);  mul_3 = None
        add_4: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.add.Tensor(view_15, mul_4);  view_15 = mul_4 = None
        mul_5: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(add_4, 0.7978845608028654);  add_4 = None
        tanh: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.tanh.default(mul_5);  mul_5 = None
        add_5: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.add.Tensor(tanh, 1);  tanh = None
        mul_7: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(mul_6, add_5);  mul_6 = add_5 = None
        view_16: "f32[32, 128][128, 1]cpu" = torch.ops.aten.reshape.default(mul_7, [32, 128]);  mul_7 = None
        mm_3: "f32[32, 32][32, 1]cpu" = torch.ops.aten.mm.default(view_16, arg6_1);  view_16 = arg6_1 = None
        view_17: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.reshape.default(mm_3, [2, 16, 32]);  mm_3 = None
        add_6: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.add.Tensor(add_2, view_17);  add_2 = view_17 = None

        # File: golden_cases_more.py:259 in model_gpt_two_layers, code: x = x + attend(F.layer_norm(x, (32,)), qkv, out, 4, mask)
        var_mean_2 = torch.ops.aten.var_mean.correction(add_6, [2], correction = 0, keepdim = True)
        getitem_7: "f32[2, 16, 1][16, 1, 1]cpu" = var_mean_2[0]
        getitem_8: "f32[2, 16, 1][16, 1, 1]cpu" = var_mean_2[1];  var_mean_2 = None
        sub_4: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.sub.Tensor(add_6, getitem_8);  getitem_8 = None
        add_7: "f32[2, 16, 1][16, 1, 1]cpu" = torch.ops.aten.add.Tensor(getitem_7, 1e-05);  getitem_7 = None
        rsqrt_2: "f32[2, 16, 1][16, 1, 1]cpu" = torch.ops.aten.rsqrt.default(add_7);  add_7 = None
        mul_8: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.mul.Tensor(sub_4, rsqrt_2);  sub_4 = rsqrt_2 = None

        # File: golden_cases_more.py:246 in attend, code: query, key, value = (heads(part, count) for part in (x @ qkv).chunk(3, -1))
        view_18: "f32[32, 32][32, 1]cpu" = torch.ops.aten.reshape.default(mul_8, [32, 32]);  mul_8 = None
        mm_4: "f32[32, 96][96, 1]cpu" = torch.ops.aten.mm.default(view_18, arg7_1);  view_18 = arg7_1 = None
        view_19: "f32[2, 16, 96][1536, 96, 1]cpu" = torch.ops.aten.reshape.default(mm_4, [2, 16, 96]);  mm_4 = None
        split_1 = torch.ops.aten.split.Tensor(view_19, 32, -1);  view_19 = None
        getitem_9: "f32[2, 16, 32][1536, 96, 1]cpu" = split_1[0]
        getitem_10: "f32[2, 16, 32][1536, 96, 1]cpu" = split_1[1]
        getitem_11: "f32[2, 16, 32][1536, 96, 1]cpu" = split_1[2];  split_1 = None

        # File: golden_cases_more.py:248 in attend, code: scores = scores.masked_fill(mask, float("-inf"))
        full_default_2: "f32[][]cpu" = torch.ops.aten.full.default([], -inf, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)

        # File: golden_cases_more.py:242 in heads, code: return x.view(batch, length, count, width // count).transpose(1, 2)
        view_20: "f32[2, 16, 4, 8][1536, 96, 8, 1]cpu" = torch.ops.aten.reshape.default(getitem_9, [2, 16, 4, 8]);  getitem_9 = None
        permute_5: "f32[2, 4, 16, 8][1536, 8, 96, 1]cpu" = torch.ops.aten.permute.default(view_20, [0, 2, 1, 3]);  view_20 = None

        # File: golden_cases_more.py:247 in attend, code: scores = query @ key.transpose(2, 3) / math.sqrt(query.shape[-1])
        expand_4: "f32[2, 4, 16, 8][1536, 8, 96, 1]cpu" = torch.ops.aten.expand.default(permute_5, [2, 4, 16, 8]);  permute_5 = None
        clone_4: "f32[2, 4, 16, 8][512, 128, 8, 1]cpu" = torch.ops.aten.clone.default(expand_4, memory_format = torch.contiguous_format);  expand_4 = None
        view_23: "f32[8, 16, 8][128, 8, 1]cpu" = torch.ops.aten.reshape.default(clone_4, [8, 16, 8]);  clone_4 = None

        # File: golden_cases_more.py:242 in heads, code: return x.view(batch, length, count, width // count).transpose(1, 2)
        view_21: "f32[2, 16, 4, 8][1536, 96, 8, 1]cpu" = torch.ops.aten.reshape.default(getitem_10, [2, 16, 4, 8]);  getitem_10 = None
        permute_6: "f32[2, 4, 16, 8][1536, 8, 96, 1]cpu" = torch.ops.aten.permute.default(view_21, [0, 2, 1, 3]);  view_21 = None

        # File: golden_cases_more.py:247 in attend, code: scores = query @ key.transpose(2, 3) / math.sqrt(query.shape[-1])
        permute_8: "f32[2, 4, 8, 16][1536, 8, 1, 96]cpu" = torch.ops.aten.permute.default(permute_6, [0, 1, 3, 2]);  permute_6 = None
        expand_5: "f32[2, 4, 8, 16][1536, 8, 1, 96]cpu" = torch.ops.aten.expand.default(permute_8, [2, 4, 8, 16]);  permute_8 = None
        clone_5: "f32[2, 4, 8, 16][512, 128, 16, 1]cpu" = torch.ops.aten.clone.default(expand_5, memory_format = torch.contiguous_format);  expand_5 = None
        view_24: "f32[8, 8, 16][128, 16, 1]cpu" = torch.ops.aten.reshape.default(clone_5, [8, 8, 16]);  clone_5 = None
        bmm_2: "f32[8, 16, 16][256, 16, 1]cpu" = torch.ops.aten.bmm.default(view_23, view_24);  view_23 = view_24 = None
        view_25: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.reshape.default(bmm_2, [2, 4, 16, 16]);  bmm_2 = None
        div_2: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.div.Tensor(view_25, 2.8284271247461903);  view_25 = None

        # File: golden_cases_more.py:248 in attend, code: scores = scores.masked_fill(mask, float("-inf"))
        where_1: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.where.self(logical_and, full_default_2, div_2);  logical_and = full_default_2 = div_2 = None

        # File: golden_cases_more.py:249 in attend, code: return (torch.softmax(scores, -1) @ value).transpose(1, 2).reshape(x.shape) @ out
        amax_1: "f32[2, 4, 16, 1][64, 16, 1, 1]cpu" = torch.ops.aten.amax.default(where_1, [-1], True)
        sub_5: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.sub.Tensor(where_1, amax_1);  where_1 = amax_1 = None
        exp_1: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.exp.default(sub_5);  sub_5 = None
        sum_2: "f32[2, 4, 16, 1][64, 16, 1, 1]cpu" = torch.ops.aten.sum.dim_IntList(exp_1, [-1], True)
        div_3: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.div.Tensor(exp_1, sum_2);  exp_1 = sum_2 = None
        expand_6: "f32[2, 4, 16, 16][1024, 256, 16, 1]cpu" = torch.ops.aten.expand.default(div_3, [2, 4, 16, 16]);  div_3 = None
        view_26: "f32[8, 16, 16][256, 16, 1]cpu" = torch.ops.aten.reshape.default(expand_6, [8, 16, 16]);  expand_6 = None

        # File: golden_cases_more.py:242 in heads, code: return x.view(batch, length, count, width // count).transpose(1, 2)
        view_22: "f32[2, 16, 4, 8][1536, 96, 8, 1]cpu" = torch.ops.aten.reshape.default(getitem_11, [2, 16, 4, 8]);  getitem_11 = None
        permute_7: "f32[2, 4, 16, 8][1536, 8, 96, 1]cpu" = torch.ops.aten.permute.default(view_22, [0, 2, 1, 3]);  view_22 = None

        # File: golden_cases_more.py:249 in attend, code: return (torch.softmax(scores, -1) @ value).transpose(1, 2).reshape(x.shape) @ out
        expand_7: "f32[2, 4, 16, 8][1536, 8, 96, 1]cpu" = torch.ops.aten.expand.default(permute_7, [2, 4, 16, 8]);  permute_7 = None
        clone_6: "f32[2, 4, 16, 8][512, 128, 8, 1]cpu" = torch.ops.aten.clone.default(expand_7, memory_format = torch.contiguous_format);  expand_7 = None
        view_27: "f32[8, 16, 8][128, 8, 1]cpu" = torch.ops.aten.reshape.default(clone_6, [8, 16, 8]);  clone_6 = None
        bmm_3: "f32[8, 16, 8][128, 8, 1]cpu" = torch.ops.aten.bmm.default(view_26, view_27);  view_26 = view_27 = None
        view_28: "f32[2, 4, 16, 8][512, 128, 8, 1]cpu" = torch.ops.aten.reshape.default(bmm_3, [2, 4, 16, 8]);  bmm_3 = None
        permute_9: "f32[2, 16, 4, 8][512, 8, 128, 1]cpu" = torch.ops.aten.permute.default(view_28, [0, 2, 1, 3]);  view_28 = None
        clone_7: "f32[2, 16, 4, 8][512, 32, 8, 1]cpu" = torch.ops.aten.clone.default(permute_9, memory_format = torch.contiguous_format);  permute_9 = None
        view_29: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.reshape.default(clone_7, [2, 16, 32]);  clone_7 = None
        view_30: "f32[32, 32][32, 1]cpu" = torch.ops.aten.reshape.default(view_29, [32, 32]);  view_29 = None
        mm_5: "f32[32, 32][32, 1]cpu" = torch.ops.aten.mm.default(view_30, arg8_1);  view_30 = arg8_1 = None
        view_31: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.reshape.default(mm_5, [2, 16, 32]);  mm_5 = None

        # File: golden_cases_more.py:259 in model_gpt_two_layers, code: x = x + attend(F.layer_norm(x, (32,)), qkv, out, 4, mask)
        add_8: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.add.Tensor(add_6, view_31);  add_6 = view_31 = None

        # File: golden_cases_more.py:260 in model_gpt_two_layers, code: x = x + F.gelu(F.layer_norm(x, (32,)) @ up, approximate="tanh") @ down
        var_mean_3 = torch.ops.aten.var_mean.correction(add_8, [2], correction = 0, keepdim = True)
        getitem_12: "f32[2, 16, 1][16, 1, 1]cpu" = var_mean_3[0]
        getitem_13: "f32[2, 16, 1][16, 1, 1]cpu" = var_mean_3[1];  var_mean_3 = None
        sub_6: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.sub.Tensor(add_8, getitem_13);  getitem_13 = None
        add_9: "f32[2, 16, 1][16, 1, 1]cpu" = torch.ops.aten.add.Tensor(getitem_12, 1e-05);  getitem_12 = None
        rsqrt_3: "f32[2, 16, 1][16, 1, 1]cpu" = torch.ops.aten.rsqrt.default(add_9);  add_9 = None
        mul_9: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.mul.Tensor(sub_6, rsqrt_3);  sub_6 = rsqrt_3 = None
        view_32: "f32[32, 32][32, 1]cpu" = torch.ops.aten.reshape.default(mul_9, [32, 32]);  mul_9 = None
        mm_6: "f32[32, 128][128, 1]cpu" = torch.ops.aten.mm.default(view_32, arg9_1);  view_32 = arg9_1 = None
        view_33: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.reshape.default(mm_6, [2, 16, 128]);  mm_6 = None
        mul_14: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(view_33, 0.5)
        mul_10: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(view_33, view_33)
        mul_11: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(mul_10, view_33);  mul_10 = None
        mul_12: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(mul_11, 0.044715);  mul_11 = None
        add_10: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.add.Tensor(view_33, mul_12);  view_33 = mul_12 = None
        mul_13: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(add_10, 0.7978845608028654);  add_10 = None
        tanh_1: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.tanh.default(mul_13);  mul_13 = None
        add_11: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.add.Tensor(tanh_1, 1);  tanh_1 = None
        mul_15: "f32[2, 16, 128][2048, 128, 1]cpu" = torch.ops.aten.mul.Tensor(mul_14, add_11);  mul_14 = add_11 = None
        view_34: "f32[32, 128][128, 1]cpu" = torch.ops.aten.reshape.default(mul_15, [32, 128]);  mul_15 = None
        mm_7: "f32[32, 32][32, 1]cpu" = torch.ops.aten.mm.default(view_34, arg10_1);  view_34 = arg10_1 = None
        view_35: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.reshape.default(mm_7, [2, 16, 32]);  mm_7 = None
        add_12: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.add.Tensor(add_8, view_35);  add_8 = view_35 = None

        # File: golden_cases_more.py:261 in model_gpt_two_layers, code: logits = F.layer_norm(x, (32,)) @ table.t()
        var_mean_4 = torch.ops.aten.var_mean.correction(add_12, [2], correction = 0, keepdim = True)
        getitem_14: "f32[2, 16, 1][16, 1, 1]cpu" = var_mean_4[0]
        getitem_15: "f32[2, 16, 1][16, 1, 1]cpu" = var_mean_4[1];  var_mean_4 = None

        # File: golden_cases_more.py:262 in model_gpt_two_layers, code: return logits, F.cross_entropy(logits.flatten(0, 1), target.flatten())
        view_39: "i64[32][1]cpu" = torch.ops.aten.reshape.default(arg11_1, [32]);  arg11_1 = None
        ne_1: "b8[32][1]cpu" = torch.ops.aten.ne.Scalar(view_39, -100)

        # File: golden_cases_more.py:261 in model_gpt_two_layers, code: logits = F.layer_norm(x, (32,)) @ table.t()
        sub_7: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.sub.Tensor(add_12, getitem_15);  add_12 = getitem_15 = None
        add_13: "f32[2, 16, 1][16, 1, 1]cpu" = torch.ops.aten.add.Tensor(getitem_14, 1e-05);  getitem_14 = None
        rsqrt_4: "f32[2, 16, 1][16, 1, 1]cpu" = torch.ops.aten.rsqrt.default(add_13);  add_13 = None
        mul_16: "f32[2, 16, 32][512, 32, 1]cpu" = torch.ops.aten.mul.Tensor(sub_7, rsqrt_4);  sub_7 = rsqrt_4 = None
        view_36: "f32[32, 32][32, 1]cpu" = torch.ops.aten.reshape.default(mul_16, [32, 32]);  mul_16 = None
        permute_10: "f32[32, 96][1, 32]cpu" = torch.ops.aten.permute.default(arg1_1, [1, 0]);  arg1_1 = None
        mm_8: "f32[32, 96][96, 1]cpu" = torch.ops.aten.mm.default(view_36, permute_10);  view_36 = permute_10 = None
        view_37: "f32[2, 16, 96][1536, 96, 1]cpu" = torch.ops.aten.reshape.default(mm_8, [2, 16, 96]);  mm_8 = None

        # File: golden_cases_more.py:262 in model_gpt_two_layers, code: return logits, F.cross_entropy(logits.flatten(0, 1), target.flatten())
        view_38: "f32[32, 96][96, 1]cpu" = torch.ops.aten.reshape.default(view_37, [32, 96])
        amax_2: "f32[32, 1][1, 1]cpu" = torch.ops.aten.amax.default(view_38, [1], True)
        sub_8: "f32[32, 96][96, 1]cpu" = torch.ops.aten.sub.Tensor(view_38, amax_2);  view_38 = amax_2 = None
        exp_2: "f32[32, 96][96, 1]cpu" = torch.ops.aten.exp.default(sub_8)
        sum_3: "f32[32, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(exp_2, [1], True);  exp_2 = None
        log: "f32[32, 1][1, 1]cpu" = torch.ops.aten.log.default(sum_3);  sum_3 = None
        sub_9: "f32[32, 96][96, 1]cpu" = torch.ops.aten.sub.Tensor(sub_8, log);  sub_8 = log = None
        ne: "b8[32][1]cpu" = torch.ops.aten.ne.Scalar(view_39, -100)
        full_default_3: "i64[][]cpu" = torch.ops.aten.full.default([], 0, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        where_2: "i64[32][1]cpu" = torch.ops.aten.where.self(ne, view_39, full_default_3);  ne = full_default_3 = None
        unsqueeze_2: "i64[32, 1][1, 1]cpu" = torch.ops.aten.unsqueeze.default(where_2, 1);  where_2 = None
        gather: "f32[32, 1][1, 1]cpu" = torch.ops.aten.gather.default(sub_9, 1, unsqueeze_2);  sub_9 = unsqueeze_2 = None
        squeeze: "f32[32][1]cpu" = torch.ops.aten.squeeze.dim(gather, 1);  gather = None
        neg: "f32[32][1]cpu" = torch.ops.aten.neg.default(squeeze);  squeeze = None
        full_default_4: "f32[][]cpu" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        where_3: "f32[32][1]cpu" = torch.ops.aten.where.self(ne_1, neg, full_default_4);  ne_1 = neg = full_default_4 = None
        sum_5: "f32[][]cpu" = torch.ops.aten.sum.default(where_3);  where_3 = None
        ne_2: "b8[32][1]cpu" = torch.ops.aten.ne.Scalar(view_39, -100);  view_39 = None
        sum_4: "i64[][]cpu" = torch.ops.aten.sum.default(ne_2);  ne_2 = None
        convert_element_type: "f32[][]cpu" = torch.ops.prims.convert_element_type.default(sum_4, torch.float32);  sum_4 = None
        div_4: "f32[][]cpu" = torch.ops.aten.div.Tensor(sum_5, convert_element_type);  sum_5 = convert_element_type = None
        return (view_37, div_4)
