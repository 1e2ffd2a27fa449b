def call(self, args):
    arg0_1, arg1_1, arg2_1 = args
    args.clear()
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        buf0 = empty_strided_cuda((100, 16), (16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [embedding_dense_backward, ones_like, expand, mul_1], Original ATen: [aten.embedding_dense_backward, aten.ones_like, aten.expand, aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_embedding_dense_backward_expand_mul_ones_like_0.run(buf0, 1600, stream=raw_stream0)
        assert_size_stride_grouped((arg1_1, arg2_1, arg0_1), ((8, 6), (16, ), (100, 16)), ((6, 1), (1, ), (16, 1)), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        arg2_1 = copy_if_misaligned(arg2_1)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf2 = empty_strided_cuda((), (), torch.float32)
        # Topologically Sorted Source Nodes: [embedding_dense_backward, ones_like, expand, mul_1, embedding, mul, sum_1], Original ATen: [aten.embedding_dense_backward, aten.ones_like, aten.expand, aten.mul, aten.embedding, aten.sum]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_embedding_embedding_dense_backward_expand_mul_ones_like_sum_1.run(arg1_1, arg2_1, arg0_1, buf0, buf2, 1, 768, stream=raw_stream0)
        del arg0_1
        del arg1_1
        del arg2_1
    return (buf0, buf2, )
