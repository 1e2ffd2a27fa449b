def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((20, 8), (8, )), ((8, 1), (1, )), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        # Topologically Sorted Source Nodes: [_foreach_norm], Original ATen: [aten._foreach_norm]
        buf0 = torch.ops.aten._foreach_norm.Scalar([arg0_1, arg1_1])
        del arg1_1
        buf1 = buf0[0]
        assert_tensor_metadata(buf1, (), (), torch.float32, 'torch.ops.aten._foreach_norm.Scalar')
        assert_alignment(buf1, 16, 'torch.ops.aten._foreach_norm.Scalar')
        buf2 = buf0[1]
        assert_tensor_metadata(buf2, (), (), torch.float32, 'torch.ops.aten._foreach_norm.Scalar')
        assert_alignment(buf2, 16, 'torch.ops.aten._foreach_norm.Scalar')
        del buf0
        buf3 = empty_strided_cuda((20, 8), (8, 1), torch.float32)
        # Topologically Sorted Source Nodes: [hypot], Original ATen: [aten.hypot]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_hypot_0.run(arg0_1, buf2, buf3, 160, stream=raw_stream0)
        del arg0_1
        del buf2
    return (buf1, buf3, )
