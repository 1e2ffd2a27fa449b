class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 64, 256][16384, 256, 1]cpu", arg1_1: "f32[256][1]cpu", arg2_1: "f32[256][1]cpu", arg3_1: "f32[768, 256][256, 1]cpu", arg4_1: "f32[768][1]cpu", arg5_1: "f32[256, 256][256, 1]cpu", arg6_1: "f32[256][1]cpu", arg7_1: "f32[256][1]cpu", arg8_1: "f32[256][1]cpu", arg9_1: "f32[1024, 256][256, 1]cpu", arg10_1: "f32[1024][1]cpu", arg11_1: "f32[256, 1024][1024, 1]cpu", arg12_1: "f32[256][1]cpu"):
        # File: make-samples.py:131 in forward, code: query, key, value = self.qkv(self.norm1(x)).chunk(3, dim=-1)
        var_mean = torch.ops.aten.var_mean.correction(arg0_1, [2], correction = 0, keepdim = True)
        getitem: "f32[2, 64, 1][64, 1, 1]cpu" = var_mean[0]
        getitem_1: "f32[2, 64, 1][64, 1, 1]cpu" = var_mean[1];  var_mean = None
        sub: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.sub.Tensor(arg0_1, getitem_1);  getitem_1 = None
        add: "f32[2, 64, 1][64, 1, 1]cpu" = torch.ops.aten.add.Tensor(getitem, 1e-05);  getitem = None
        rsqrt: "f32[2, 64, 1][64, 1, 1]cpu" = torch.ops.aten.rsqrt.default(add);  add = None
        mul: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.mul.Tensor(sub, rsqrt);  sub = rsqrt = None
        mul_1: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.mul.Tensor(mul, arg1_1);  mul = arg1_1 = None
        add_1: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.add.Tensor(mul_1, arg2_1);  mul_1 = arg2_1 = None
        view: "f32[128, 256][256, 1]cpu" = torch.ops.aten.reshape.default(add_1, [128, 256]);  add_1 = None
        permute: "f32[256, 768][1, 256]cpu" = torch.ops.aten.permute.default(arg3_1, [1, 0]);  arg3_1 = None
        addmm: "f32[128, 768][768, 1]cpu" = torch.ops.aten.addmm.default(arg4_1, view, permute);  arg4_1 = view = permute = None
        view_1: "f32[2, 64, 768][49152, 768, 1]cpu" = torch.ops.aten.reshape.default(addmm, [2, 64, 768]);  addmm = None
        split = torch.ops.aten.split.Tensor(view_1, 256, -1);  view_1 = None
        getitem_2: "f32[2, 64, 256][49152, 768, 1]cpu" = split[0]
        getitem_3: "f32[2, 64, 256][49152, 768, 1]cpu" = split[1]
        getitem_4: "f32[2, 64, 256][49152, 768, 1]cpu" = split[2];  split = None

        # File: make-samples.py:129 in forward, code: position = torch.arange(length, device=x.device)
        iota: "i64[64][1]cpu" = torch.ops.prims.iota.default(64, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)

        # File: make-samples.py:130 in forward, code: future = position[None, :] > position[:, None]
        unsqueeze: "i64[1, 64][64, 1]cpu" = torch.ops.aten.unsqueeze.default(iota, 0)
        unsqueeze_1: "i64[64, 1][1, 1]cpu" = torch.ops.aten.unsqueeze.default(iota, 1);  iota = None
        gt: "b8[64, 64][64, 1]cpu" = torch.ops.aten.gt.Tensor(unsqueeze, unsqueeze_1);  unsqueeze = unsqueeze_1 = None

        # File: make-samples.py:82 in attend, code: scores = scores.masked_fill(mask, float("-inf"))
        full_default: "f32[][]cpu" = torch.ops.aten.full.default([], -inf, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)

        # File: make-samples.py:89 in split_heads, code: x = x.view(batch, length, n_heads, width // n_heads).transpose(1, 2)
        view_2: "f32[2, 64, 4, 64][49152, 768, 64, 1]cpu" = torch.ops.aten.reshape.default(getitem_2, [2, 64, 4, 64]);  getitem_2 = None
        permute_1: "f32[2, 4, 64, 64][49152, 64, 768, 1]cpu" = torch.ops.aten.permute.default(view_2, [0, 2, 1, 3]);  view_2 = None

        # File: make-samples.py:90 in split_heads, code: return x.reshape(batch * n_heads, length, width // n_heads)
        clone: "f32[2, 4, 64, 64][16384, 4096, 64, 1]cpu" = torch.ops.aten.clone.default(permute_1, memory_format = torch.contiguous_format);  permute_1 = None
        view_3: "f32[8, 64, 64][4096, 64, 1]cpu" = torch.ops.aten.reshape.default(clone, [8, 64, 64]);  clone = None

        # File: make-samples.py:80 in attend, code: scores = torch.bmm(query / math.sqrt(query.shape[-1]), key.transpose(1, 2))
        div: "f32[8, 64, 64][4096, 64, 1]cpu" = torch.ops.aten.div.Tensor(view_3, 8.0);  view_3 = None

        # File: make-samples.py:89 in split_heads, code: x = x.view(batch, length, n_heads, width // n_heads).transpose(1, 2)
        view_4: "f32[2, 64, 4, 64][49152, 768, 64, 1]cpu" = torch.ops.aten.reshape.default(getitem_3, [2, 64, 4, 64]);  getitem_3 = None
        permute_2: "f32[2, 4, 64, 64][49152, 64, 768, 1]cpu" = torch.ops.aten.permute.default(view_4, [0, 2, 1, 3]);  view_4 = None

        # File: make-samples.py:90 in split_heads, code: return x.reshape(batch * n_heads, length, width // n_heads)
        clone_1: "f32[2, 4, 64, 64][16384, 4096, 64, 1]cpu" = torch.ops.aten.clone.default(permute_2, memory_format = torch.contiguous_format);  permute_2 = None
        view_5: "f32[8, 64, 64][4096, 64, 1]cpu" = torch.ops.aten.reshape.default(clone_1, [8, 64, 64]);  clone_1 = None

        # File: make-samples.py:80 in attend, code: scores = torch.bmm(query / math.sqrt(query.shape[-1]), key.transpose(1, 2))
        permute_4: "f32[8, 64, 64][4096, 1, 64]cpu" = torch.ops.aten.permute.default(view_5, [0, 2, 1]);  view_5 = None
        bmm: "f32[8, 64, 64][4096, 64, 1]cpu" = torch.ops.aten.bmm.default(div, permute_4);  div = permute_4 = None

        # File: make-samples.py:82 in attend, code: scores = scores.masked_fill(mask, float("-inf"))
        where: "f32[8, 64, 64][4096, 64, 1]cpu" = torch.ops.aten.where.self(gt, full_default, bmm);  gt = full_default = bmm = None

        # File: make-samples.py:83 in attend, code: return torch.bmm(torch.softmax(scores, dim=-1), value)
        amax: "f32[8, 64, 1][64, 1, 1]cpu" = torch.ops.aten.amax.default(where, [-1], True)
        sub_1: "f32[8, 64, 64][4096, 64, 1]cpu" = torch.ops.aten.sub.Tensor(where, amax);  where = amax = None
        exp: "f32[8, 64, 64][4096, 64, 1]cpu" = torch.ops.aten.exp.default(sub_1);  sub_1 = None
        sum_1: "f32[8, 64, 1][64, 1, 1]cpu" = torch.ops.aten.sum.dim_IntList(exp, [-1], True)
        div_1: "f32[8, 64, 64][4096, 64, 1]cpu" = torch.ops.aten.div.Tensor(exp, sum_1);  exp = sum_1 = None

        # File: make-samples.py:89 in split_heads, code: x = x.view(batch, length, n_heads, width // n_heads).transpose(1, 2)
        view_6: "f32[2, 64, 4, 64][49152, 768, 64, 1]cpu" = torch.ops.aten.reshape.default(getitem_4, [2, 64, 4, 64]);  getitem_4 = None
        permute_3: "f32[2, 4, 64, 64][49152, 64, 768, 1]cpu" = torch.ops.aten.permute.default(view_6, [0, 2, 1, 3]);  view_6 = None

        # File: make-samples.py:90 in split_heads, code: return x.reshape(batch * n_heads, length, width // n_heads)
        clone_2: "f32[2, 4, 64, 64][16384, 4096, 64, 1]cpu" = torch.ops.aten.clone.default(permute_3, memory_format = torch.contiguous_format);  permute_3 = None
        view_7: "f32[8, 64, 64][4096, 64, 1]cpu" = torch.ops.aten.reshape.default(clone_2, [8, 64, 64]);  clone_2 = None

        # File: make-samples.py:83 in attend, code: return torch.bmm(torch.softmax(scores, dim=-1), value)
        bmm_1: "f32[8, 64, 64][4096, 64, 1]cpu" = torch.ops.aten.bmm.default(div_1, view_7);  div_1 = view_7 = None

        # File: make-samples.py:95 in join_heads, code: x = x.view(heads // n_heads, n_heads, length, depth).transpose(1, 2)
        view_8: "f32[2, 4, 64, 64][16384, 4096, 64, 1]cpu" = torch.ops.aten.reshape.default(bmm_1, [2, 4, 64, 64]);  bmm_1 = None
        permute_5: "f32[2, 64, 4, 64][16384, 64, 4096, 1]cpu" = torch.ops.aten.permute.default(view_8, [0, 2, 1, 3]);  view_8 = None

        # File: make-samples.py:96 in join_heads, code: return x.reshape(heads // n_heads, length, n_heads * depth)
        clone_3: "f32[2, 64, 4, 64][16384, 256, 64, 1]cpu" = torch.ops.aten.clone.default(permute_5, memory_format = torch.contiguous_format);  permute_5 = None
        view_9: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.reshape.default(clone_3, [2, 64, 256]);  clone_3 = None

        # File: make-samples.py:133 in forward, code: x = x + self.out(join_heads(attend(query, key, value, future), self.n_heads))
        view_10: "f32[128, 256][256, 1]cpu" = torch.ops.aten.reshape.default(view_9, [128, 256]);  view_9 = None
        permute_6: "f32[256, 256][1, 256]cpu" = torch.ops.aten.permute.default(arg5_1, [1, 0]);  arg5_1 = None
        addmm_1: "f32[128, 256][256, 1]cpu" = torch.ops.aten.addmm.default(arg6_1, view_10, permute_6);  arg6_1 = view_10 = permute_6 = None
        view_11: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.reshape.default(addmm_1, [2, 64, 256]);  addmm_1 = None
        add_2: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.add.Tensor(arg0_1, view_11);  arg0_1 = view_11 = None

        # File: make-samples.py:134 in forward, code: return x + self.mlp(self.norm2(x))
        var_mean_1 = torch.ops.aten.var_mean.correction(add_2, [2], correction = 0, keepdim = True)
        getitem_5: "f32[2, 64, 1][64, 1, 1]cpu" = var_mean_1[0]
        getitem_6: "f32[2, 64, 1][64, 1, 1]cpu" = var_mean_1[1];  var_mean_1 = None
        sub_2: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.sub.Tensor(add_2, getitem_6);  getitem_6 = None
        add_3: "f32[2, 64, 1][64, 1, 1]cpu" = torch.ops.aten.add.Tensor(getitem_5, 1e-05);  getitem_5 = None
        rsqrt_1: "f32[2, 64, 1][64, 1, 1]cpu" = torch.ops.aten.rsqrt.default(add_3);  add_3 = None
        mul_2: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.mul.Tensor(sub_2, rsqrt_1);  sub_2 = rsqrt_1 = None
        mul_3: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.mul.Tensor(mul_2, arg7_1);  mul_2 = arg7_1 = None
        add_4: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.add.Tensor(mul_3, arg8_1);  mul_3 = arg8_1 = None

        # File: make-samples.py:75 in forward, code: return self.down(F.gelu(self.up(x), approximate=self.approximate))
        view_12: "f32[128, 256][256, 1]cpu" = torch.ops.aten.reshape.default(add_4, [128, 256]);  add_4 = None
        permute_7: "f32[256, 1024][1, 256]cpu" = torch.ops.aten.permute.default(arg9_1, [1, 0]);  arg9_1 = None
        addmm_2: "f32[128, 1024][1024, 1]cpu" = torch.ops.aten.addmm.default(arg10_1, view_12, permute_7);  arg10_1 = view_12 = permute_7 = None
        view_13: "f32[2, 64, 1024][65536, 1024, 1]cpu" = torch.ops.aten.reshape.default(addmm_2, [2, 64, 1024]);  addmm_2 = None
        mul_8: "f32[2, 64, 1024][65536, 1024, 1]cpu" = torch.ops.aten.mul.Tensor(view_13, 0.5)
        mul_4: "f32[2, 64, 1024][65536, 1024, 1]cpu" = torch.ops.aten.mul.Tensor(view_13, view_13)
        mul_5: "f32[2, 64, 1024][65536, 1024, 1]cpu" = torch.ops.aten.mul.Tensor(mul_4, view_13);  mul_4 = None
        mul_6: "f32[2, 64, 1024][65536, 1024, 1]cpu" = torch.ops.aten.mul.Tensor(mul_5, 0.044715);  mul_5 = None
        add_5: "f32[2, 64, 1024][65536, 1024, 1]cpu" = torch.ops.aten.add.Tensor(view_13, mul_6);  view_13 = mul_6 = None
        mul_7: "f32[2, 64, 1024][65536, 1024, 1]cpu" = torch.ops.aten.mul.Tensor(add_5, 0.7978845608028654);  add_5 = None
        tanh: "f32[2, 64, 1024][65536, 1024, 1]cpu" = torch.ops.aten.tanh.default(mul_7);  mul_7 = None
        add_6: "f32[2, 64, 1024][65536, 1024, 1]cpu" = torch.ops.aten.add.Tensor(tanh, 1);  tanh = None
        mul_9: "f32[2, 64, 1024][65536, 1024, 1]cpu" = torch.ops.aten.mul.Tensor(mul_8, add_6);  mul_8 = add_6 = None
        view_14: "f32[128, 1024][1024, 1]cpu" = torch.ops.aten.reshape.default(mul_9, [128, 1024]);  mul_9 = None
        permute_8: "f32[1024, 256][1, 1024]cpu" = torch.ops.aten.permute.default(arg11_1, [1, 0]);  arg11_1 = None
        addmm_3: "f32[128, 256][256, 1]cpu" = torch.ops.aten.addmm.default(arg12_1, view_14, permute_8);  arg12_1 = view_14 = permute_8 = None
        view_15: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.reshape.default(addmm_3, [2, 64, 256]);  addmm_3 = None

        # File: make-samples.py:134 in forward, code: return x + self.mlp(self.norm2(x))
        add_7: "f32[2, 64, 256][16384, 256, 1]cpu" = torch.ops.aten.add.Tensor(add_2, view_15);  add_2 = view_15 = None
        return (add_7,)
