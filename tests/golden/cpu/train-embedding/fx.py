class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[100, 16][16, 1]cpu", arg1_1: "i64[8, 6][6, 1]cpu", arg2_1: "f32[16][1]cpu"):
        # File: traced:11 in forward, code: embedding_dense_backward = torch.ops.aten.embedding_dense_backward.default(mul_1, where_1, 100, -1, False);  mul_1 = where_1 = None
        full_default: "f32[100, 16][16, 1]cpu" = torch.ops.aten.full.default([100, 16], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        ge: "b8[8, 6][6, 1]cpu" = torch.ops.aten.ge.Scalar(arg1_1, 0)
        lt: "b8[8, 6][6, 1]cpu" = torch.ops.aten.lt.Scalar(arg1_1, 100)
        bitwise_and: "b8[8, 6][6, 1]cpu" = torch.ops.aten.bitwise_and.Tensor(ge, lt);  ge = lt = None
        ne: "b8[8, 6][6, 1]cpu" = torch.ops.aten.ne.Scalar(arg1_1, -1)
        bitwise_and_1: "b8[8, 6][6, 1]cpu" = torch.ops.aten.bitwise_and.Tensor(bitwise_and, ne);  bitwise_and = ne = None
        unsqueeze: "b8[8, 6, 1][6, 1, 1]cpu" = torch.ops.aten.unsqueeze.default(bitwise_and_1, -1);  bitwise_and_1 = None

        # File: traced:8 in forward, code: ones_like = torch.ops.aten.ones_like.default(sum_1, pin_memory = False, memory_format = torch.preserve_format)
        full: "f32[][]cpu" = torch.ops.aten.full.default([], 1, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)

        # File: traced:9 in forward, code: expand = torch.ops.aten.expand.default(ones_like, [8, 6, 16]);  ones_like = None
        expand: "f32[8, 6, 16][0, 0, 0]cpu" = torch.ops.aten.expand.default(full, [8, 6, 16]);  full = None

        # File: traced:10 in forward, code: mul_1 = torch.ops.aten.mul.Tensor(expand, scale_1);  expand = scale_1 = None
        mul_1: "f32[8, 6, 16][96, 16, 1]cpu" = torch.ops.aten.mul.Tensor(expand, arg2_1);  expand = None

        # File: traced:11 in forward, code: embedding_dense_backward = torch.ops.aten.embedding_dense_backward.default(mul_1, where_1, 100, -1, False);  mul_1 = where_1 = None
        _unsafe_masked_index_put_accumulate: "f32[100, 16][16, 1]cpu" = torch.ops.aten._unsafe_masked_index_put_accumulate.default(full_default, unsqueeze, [arg1_1], mul_1);  full_default = unsqueeze = mul_1 = None

        # File: traced:5 in forward, code: embedding = torch.ops.aten.embedding.default(table_1, where_1);  table_1 = None
        embedding: "f32[8, 6, 16][96, 16, 1]cpu" = torch.ops.aten.embedding.default(arg0_1, arg1_1);  arg0_1 = arg1_1 = None

        # File: traced:6 in forward, code: mul = torch.ops.aten.mul.Tensor(embedding, scale_1);  embedding = None
        mul: "f32[8, 6, 16][96, 16, 1]cpu" = torch.ops.aten.mul.Tensor(embedding, arg2_1);  embedding = arg2_1 = None

        # File: traced:7 in forward, code: sum_1 = torch.ops.aten.sum.default(mul);  mul = None
        sum_1: "f32[][]cpu" = torch.ops.aten.sum.default(mul);  mul = None
        return (_unsafe_masked_index_put_accumulate, sum_1)
