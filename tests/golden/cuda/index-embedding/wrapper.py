def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((8, 20), (1000, 64)), ((20, 1), (64, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        buf0 = empty_strided_cuda((8, 20, 64), (1280, 64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [embedding, mul], Original ATen: [aten.embedding, aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_embedding_mul_0.run(arg0_1, arg1_1, buf0, 10240, stream=raw_stream0)
        del arg0_1
        del arg1_1
    return (buf0, )
