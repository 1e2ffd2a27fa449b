class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 64, 256][16384, 256, 1]cuda:0", arg1_1: "f32[32][1]cuda:0", arg2_1: "f32[256][1]cuda:0", arg3_1: "f32[256, 256][256, 1]cuda:0", arg4_1: "f32[256, 256][256, 1]cuda:0", arg5_1: "f32[256, 256][256, 1]cuda:0", arg6_1: "f32[256, 256][256, 1]cuda:0", arg7_1: "f32[256][1]cuda:0", arg8_1: "f32[688, 256][256, 1]cuda:0", arg9_1: "f32[688, 256][256, 1]cuda:0", arg10_1: "f32[256, 688][688, 1]cuda:0"):
        # File: make-samples.py:160 in forward, code: position = torch.arange(length, device=x.device)
        iota: "i64[64][1]cuda:0" = torch.ops.prims.iota.default(64, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)

        # File: make-samples.py:161 in forward, code: future = position[None, :] > position[:, None]
        unsqueeze: "i64[1, 64][64, 1]cuda:0" = torch.ops.aten.unsqueeze.default(iota, 0)
        unsqueeze_1: "i64[64, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(iota, 1)
        gt: "b8[64, 64][64, 1]cuda:0" = torch.ops.aten.gt.Tensor(unsqueeze, unsqueeze_1);  unsqueeze = unsqueeze_1 = None

        # File: make-samples.py:82 in attend, code: scores = scores.masked_fill(mask, float("-inf"))
        full_default: "f32[][]cuda:0" = torch.ops.aten.full.default([], -inf, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)

        # File: make-samples.py:63 in forward, code: scale = torch.rsqrt(x.pow(2).mean(dim=-1, keepdim=True) + self.eps)
        pow_1: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.pow.Tensor_Scalar(arg0_1, 2)
        mean: "f32[2, 64, 1][64, 1, 1]cuda:0" = torch.ops.aten.mean.dim(pow_1, [-1], True);  pow_1 = None
        add: "f32[2, 64, 1][64, 1, 1]cuda:0" = torch.ops.aten.add.Tensor(mean, 1e-05);  mean = None
        rsqrt: "f32[2, 64, 1][64, 1, 1]cuda:0" = torch.ops.aten.rsqrt.default(add);  add = None

        # File: make-samples.py:64 in forward, code: return x * scale * self.weight
        mul_1: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, rsqrt);  rsqrt = None
        mul_2: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_1, arg2_1);  mul_1 = arg2_1 = None

        # File: make-samples.py:166 in forward, code: query = rotate(split_heads(self.query(y), self.n_heads), cosine, sine)
        view_1: "f32[128, 256][256, 1]cuda:0" = torch.ops.aten.reshape.default(mul_2, [128, 256])
        permute: "f32[256, 256][1, 256]cuda:0" = torch.ops.aten.permute.default(arg3_1, [1, 0]);  arg3_1 = None
        mm: "f32[128, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(view_1, permute);  view_1 = permute = None
        view_2: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.reshape.default(mm, [2, 64, 256]);  mm = None

        # File: make-samples.py:89 in split_heads, code: x = x.view(batch, length, n_heads, width // n_heads).transpose(1, 2)
        view_3: "f32[2, 64, 4, 64][16384, 256, 64, 1]cuda:0" = torch.ops.aten.reshape.default(view_2, [2, 64, 4, 64]);  view_2 = None
        permute_1: "f32[2, 4, 64, 64][16384, 64, 256, 1]cuda:0" = torch.ops.aten.permute.default(view_3, [0, 2, 1, 3]);  view_3 = None

        # File: make-samples.py:90 in split_heads, code: return x.reshape(batch * n_heads, length, width // n_heads)
        clone_2: "f32[2, 4, 64, 64][16384, 4096, 64, 1]cuda:0" = torch.ops.aten.clone.default(permute_1, memory_format = torch.contiguous_format);  permute_1 = None
        view_4: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.reshape.default(clone_2, [8, 64, 64]);  clone_2 = None

        # File: make-samples.py:162 in forward, code: angle = position[:, None] * frequencies[None, :]
        unsqueeze_2: "i64[64, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(iota, 1);  iota = None
        unsqueeze_3: "f32[1, 32][32, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg1_1, 0);  arg1_1 = None
        mul: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.mul.Tensor(unsqueeze_2, unsqueeze_3);  unsqueeze_2 = unsqueeze_3 = None

        # File: make-samples.py:163 in forward, code: angle = torch.cat([angle, angle], dim=-1)
        unsqueeze_4: "f32[64, 1, 32][32, 32, 1]cuda:0" = torch.ops.aten.unsqueeze.default(mul, 1);  mul = None
        expand: "f32[64, 2, 32][32, 0, 1]cuda:0" = torch.ops.aten.expand.default(unsqueeze_4, [64, 2, 32]);  unsqueeze_4 = None
        clone: "f32[64, 2, 32][64, 32, 1]cuda:0" = torch.ops.aten.clone.default(expand, memory_format = torch.contiguous_format);  expand = None
        view: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.reshape.default(clone, [64, 64]);  clone = None

        # File: make-samples.py:164 in forward, code: cosine, sine = angle.cos(), angle.sin()
        cos: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.cos.default(view)

        # File: make-samples.py:141 in rotate, code: return x * cosine + turned * sine
        mul_3: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.mul.Tensor(view_4, cos)

        # File: make-samples.py:140 in rotate, code: turned = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
        slice_1: "f32[8, 64, 32][4096, 64, 1]cuda:0" = torch.ops.aten.slice.Tensor(view_4, 2, 32, 9223372036854775807)
        neg: "f32[8, 64, 32][2048, 32, 1]cuda:0" = torch.ops.aten.neg.default(slice_1);  slice_1 = None
        slice_2: "f32[8, 64, 32][4096, 64, 1]cuda:0" = torch.ops.aten.slice.Tensor(view_4, 2, 0, 32);  view_4 = None
        cat: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.cat.default([neg, slice_2], -1);  neg = slice_2 = None

        # File: make-samples.py:164 in forward, code: cosine, sine = angle.cos(), angle.sin()
        sin: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.sin.default(view);  view = None

        # File: make-samples.py:141 in rotate, code: return x * cosine + turned * sine
        mul_4: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.mul.Tensor(cat, sin);  cat = None
        add_1: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_3, mul_4);  mul_3 = mul_4 = None

        # File: make-samples.py:80 in attend, code: scores = torch.bmm(query / math.sqrt(query.shape[-1]), key.transpose(1, 2))
        div: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.div.Tensor(add_1, 8.0);  add_1 = None

        # File: make-samples.py:167 in forward, code: key = rotate(split_heads(self.key(y), self.n_heads), cosine, sine)
        view_5: "f32[128, 256][256, 1]cuda:0" = torch.ops.aten.reshape.default(mul_2, [128, 256])
        permute_2: "f32[256, 256][1, 256]cuda:0" = torch.ops.aten.permute.default(arg4_1, [1, 0]);  arg4_1 = None
        mm_1: "f32[128, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(view_5, permute_2);  view_5 = permute_2 = None
        view_6: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.reshape.default(mm_1, [2, 64, 256]);  mm_1 = None

        # File: make-samples.py:89 in split_heads, code: x = x.view(batch, length, n_heads, width // n_heads).transpose(1, 2)
        view_7: "f32[2, 64, 4, 64][16384, 256, 64, 1]cuda:0" = torch.ops.aten.reshape.default(view_6, [2, 64, 4, 64]);  view_6 = None
        permute_3: "f32[2, 4, 64, 64][16384, 64, 256, 1]cuda:0" = torch.ops.aten.permute.default(view_7, [0, 2, 1, 3]);  view_7 = None

        # File: make-samples.py:90 in split_heads, code: return x.reshape(batch * n_heads, length, width // n_heads)
        clone_3: "f32[2, 4, 64, 64][16384, 4096, 64, 1]cuda:0" = torch.ops.aten.clone.default(permute_3, memory_format = torch.contiguous_format);  permute_3 = None
        view_8: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.reshape.default(clone_3, [8, 64, 64]);  clone_3 = None

        # File: make-samples.py:141 in rotate, code: return x * cosine + turned * sine
        mul_5: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.mul.Tensor(view_8, cos);  cos = None

        # File: make-samples.py:140 in rotate, code: turned = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
        slice_3: "f32[8, 64, 32][4096, 64, 1]cuda:0" = torch.ops.aten.slice.Tensor(view_8, 2, 32, 9223372036854775807)
        neg_1: "f32[8, 64, 32][2048, 32, 1]cuda:0" = torch.ops.aten.neg.default(slice_3);  slice_3 = None
        slice_4: "f32[8, 64, 32][4096, 64, 1]cuda:0" = torch.ops.aten.slice.Tensor(view_8, 2, 0, 32);  view_8 = None
        cat_1: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.cat.default([neg_1, slice_4], -1);  neg_1 = slice_4 = None

        # File: make-samples.py:141 in rotate, code: return x * cosine + turned * sine
        mul_6: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.mul.Tensor(cat_1, sin);  cat_1 = sin = None
        add_2: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_5, mul_6);  mul_5 = mul_6 = None

        # File: make-samples.py:80 in attend, code: scores = torch.bmm(query / math.sqrt(query.shape[-1]), key.transpose(1, 2))
        permute_6: "f32[8, 64, 64][4096, 1, 64]cuda:0" = torch.ops.aten.permute.default(add_2, [0, 2, 1]);  add_2 = None
        bmm: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.bmm.default(div, permute_6);  div = permute_6 = None

        # File: make-samples.py:82 in attend, code: scores = scores.masked_fill(mask, float("-inf"))
        where: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.where.self(gt, full_default, bmm);  gt = full_default = bmm = None

        # No stacktrace found for following nodes
        prepare_softmax_online_default = torch.ops.prims.prepare_softmax_online.default(where, -1)

        # File: make-samples.py:83 in attend, code: return torch.bmm(torch.softmax(scores, dim=-1), value)
        getitem: "f32[8, 64, 1][64, 1, 1]cuda:0" = prepare_softmax_online_default[0]
        getitem_1: "f32[8, 64, 1][64, 1, 1]cuda:0" = prepare_softmax_online_default[1];  prepare_softmax_online_default = None
        sub_tensor: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.sub.Tensor(where, getitem);  where = getitem = None
        exp_default: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.exp.default(sub_tensor);  sub_tensor = None
        div_1: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.div.Tensor(exp_default, getitem_1);  exp_default = getitem_1 = None

        # File: make-samples.py:168 in forward, code: value = split_heads(self.value(y), self.n_heads)
        view_9: "f32[128, 256][256, 1]cuda:0" = torch.ops.aten.reshape.default(mul_2, [128, 256]);  mul_2 = None
        permute_4: "f32[256, 256][1, 256]cuda:0" = torch.ops.aten.permute.default(arg5_1, [1, 0]);  arg5_1 = None
        mm_2: "f32[128, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(view_9, permute_4);  view_9 = permute_4 = None
        view_10: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.reshape.default(mm_2, [2, 64, 256]);  mm_2 = None

        # File: make-samples.py:89 in split_heads, code: x = x.view(batch, length, n_heads, width // n_heads).transpose(1, 2)
        view_11: "f32[2, 64, 4, 64][16384, 256, 64, 1]cuda:0" = torch.ops.aten.reshape.default(view_10, [2, 64, 4, 64]);  view_10 = None
        permute_5: "f32[2, 4, 64, 64][16384, 64, 256, 1]cuda:0" = torch.ops.aten.permute.default(view_11, [0, 2, 1, 3]);  view_11 = None

        # File: make-samples.py:90 in split_heads, code: return x.reshape(batch * n_heads, length, width // n_heads)
        clone_4: "f32[2, 4, 64, 64][16384, 4096, 64, 1]cuda:0" = torch.ops.aten.clone.default(permute_5, memory_format = torch.contiguous_format);  permute_5 = None
        view_12: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.reshape.default(clone_4, [8, 64, 64]);  clone_4 = None

        # File: make-samples.py:83 in attend, code: return torch.bmm(torch.softmax(scores, dim=-1), value)
        bmm_1: "f32[8, 64, 64][4096, 64, 1]cuda:0" = torch.ops.aten.bmm.default(div_1, view_12);  div_1 = view_12 = None

        # File: make-samples.py:95 in join_heads, code: x = x.view(heads // n_heads, n_heads, length, depth).transpose(1, 2)
        view_13: "f32[2, 4, 64, 64][16384, 4096, 64, 1]cuda:0" = torch.ops.aten.reshape.default(bmm_1, [2, 4, 64, 64]);  bmm_1 = None
        permute_7: "f32[2, 64, 4, 64][16384, 64, 4096, 1]cuda:0" = torch.ops.aten.permute.default(view_13, [0, 2, 1, 3]);  view_13 = None

        # File: make-samples.py:96 in join_heads, code: return x.reshape(heads // n_heads, length, n_heads * depth)
        clone_5: "f32[2, 64, 4, 64][16384, 256, 64, 1]cuda:0" = torch.ops.aten.clone.default(permute_7, memory_format = torch.contiguous_format);  permute_7 = None
        view_14: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.reshape.default(clone_5, [2, 64, 256]);  clone_5 = None

        # File: make-samples.py:169 in forward, code: x = x + self.out(join_heads(attend(query, key, value, future), self.n_heads))
        view_15: "f32[128, 256][256, 1]cuda:0" = torch.ops.aten.reshape.default(view_14, [128, 256]);  view_14 = None
        permute_8: "f32[256, 256][1, 256]cuda:0" = torch.ops.aten.permute.default(arg6_1, [1, 0]);  arg6_1 = None
        mm_3: "f32[128, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(view_15, permute_8);  view_15 = permute_8 = None
        view_16: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.reshape.default(mm_3, [2, 64, 256]);  mm_3 = None
        add_3: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, view_16);  arg0_1 = view_16 = None

        # File: make-samples.py:63 in forward, code: scale = torch.rsqrt(x.pow(2).mean(dim=-1, keepdim=True) + self.eps)
        pow_2: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.pow.Tensor_Scalar(add_3, 2)
        mean_1: "f32[2, 64, 1][64, 1, 1]cuda:0" = torch.ops.aten.mean.dim(pow_2, [-1], True);  pow_2 = None
        add_4: "f32[2, 64, 1][64, 1, 1]cuda:0" = torch.ops.aten.add.Tensor(mean_1, 1e-05);  mean_1 = None
        rsqrt_1: "f32[2, 64, 1][64, 1, 1]cuda:0" = torch.ops.aten.rsqrt.default(add_4);  add_4 = None

        # File: make-samples.py:64 in forward, code: return x * scale * self.weight
        mul_7: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.mul.Tensor(add_3, rsqrt_1);  rsqrt_1 = None
        mul_8: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_7, arg7_1);  mul_7 = arg7_1 = None

        # File: make-samples.py:171 in forward, code: return x + self.down(F.silu(self.gate(y)) * self.up(y))
        view_17: "f32[128, 256][256, 1]cuda:0" = torch.ops.aten.reshape.default(mul_8, [128, 256])
        permute_9: "f32[256, 688][1, 256]cuda:0" = torch.ops.aten.permute.default(arg8_1, [1, 0]);  arg8_1 = None
        mm_4: "f32[128, 688][688, 1]cuda:0" = torch.ops.aten.mm.default(view_17, permute_9);  view_17 = permute_9 = None
        view_18: "f32[2, 64, 688][44032, 688, 1]cuda:0" = torch.ops.aten.reshape.default(mm_4, [2, 64, 688]);  mm_4 = None
        neg_2: "f32[2, 64, 688][44032, 688, 1]cuda:0" = torch.ops.aten.neg.default(view_18)
        exp_1: "f32[2, 64, 688][44032, 688, 1]cuda:0" = torch.ops.aten.exp.default(neg_2);  neg_2 = None
        add_5: "f32[2, 64, 688][44032, 688, 1]cuda:0" = torch.ops.aten.add.Tensor(exp_1, 1);  exp_1 = None
        div_2: "f32[2, 64, 688][44032, 688, 1]cuda:0" = torch.ops.aten.div.Tensor(view_18, add_5);  view_18 = add_5 = None
        view_19: "f32[128, 256][256, 1]cuda:0" = torch.ops.aten.reshape.default(mul_8, [128, 256]);  mul_8 = None
        permute_10: "f32[256, 688][1, 256]cuda:0" = torch.ops.aten.permute.default(arg9_1, [1, 0]);  arg9_1 = None
        mm_5: "f32[128, 688][688, 1]cuda:0" = torch.ops.aten.mm.default(view_19, permute_10);  view_19 = permute_10 = None
        view_20: "f32[2, 64, 688][44032, 688, 1]cuda:0" = torch.ops.aten.reshape.default(mm_5, [2, 64, 688]);  mm_5 = None
        mul_9: "f32[2, 64, 688][44032, 688, 1]cuda:0" = torch.ops.aten.mul.Tensor(div_2, view_20);  div_2 = view_20 = None
        view_21: "f32[128, 688][688, 1]cuda:0" = torch.ops.aten.reshape.default(mul_9, [128, 688]);  mul_9 = None
        permute_11: "f32[688, 256][1, 688]cuda:0" = torch.ops.aten.permute.default(arg10_1, [1, 0]);  arg10_1 = None
        mm_6: "f32[128, 256][256, 1]cuda:0" = torch.ops.aten.mm.default(view_21, permute_11);  view_21 = permute_11 = None
        view_22: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.reshape.default(mm_6, [2, 64, 256]);  mm_6 = None
        add_6: "f32[2, 64, 256][16384, 256, 1]cuda:0" = torch.ops.aten.add.Tensor(add_3, view_22);  add_3 = view_22 = None
        return (add_6,)
