def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1 = args
    args.clear()
    assert_size_stride(arg0_1, (16, 8), (8, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf4 = empty_strided_cuda((64, 8), (8, 1), torch.float32)
        buf0 = reinterpret_tensor(buf4, (16, 8), (8, 1), 0)  # alias
        # Topologically Sorted Source Nodes: [mul], Original ATen: [aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_mul_0.run(arg0_1, buf0, 128, stream=raw_stream0)
        del arg0_1
        assert_size_stride(arg1_1, (16, 8), (8, 1), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        buf1 = reinterpret_tensor(buf4, (16, 8), (8, 1), 128)  # alias
        # Topologically Sorted Source Nodes: [mul_1], Original ATen: [aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_mul_0.run(arg1_1, buf1, 128, stream=raw_stream0)
        del arg1_1
        assert_size_stride(arg2_1, (16, 8), (8, 1), 'input')
        arg2_1 = copy_if_misaligned(arg2_1)
        buf2 = reinterpret_tensor(buf4, (16, 8), (8, 1), 256)  # alias
        # Topologically Sorted Source Nodes: [mul_2], Original ATen: [aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_mul_0.run(arg2_1, buf2, 128, stream=raw_stream0)
        del arg2_1
        assert_size_stride(arg3_1, (16, 8), (8, 1), 'input')
        arg3_1 = copy_if_misaligned(arg3_1)
        buf3 = reinterpret_tensor(buf4, (16, 8), (8, 1), 384)  # alias
        # Topologically Sorted Source Nodes: [mul_3], Original ATen: [aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_mul_0.run(arg3_1, buf3, 128, stream=raw_stream0)
        del arg3_1
        buf5 = empty_strided_cuda((64, 8), (8, 1), torch.float32)
        # Topologically Sorted Source Nodes: [add], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_1.run(buf4, buf5, 512, stream=raw_stream0)
        del buf0
        del buf1
        del buf2
        del buf3
        del buf4
    return (buf5, )
