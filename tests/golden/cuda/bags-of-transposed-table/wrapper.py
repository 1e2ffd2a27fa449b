def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (16, 20), (20, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf0 = empty_strided_cuda((20, 16), (16, 1), torch.bfloat16)
        # Topologically Sorted Source Nodes: [t, embedding_bag], Original ATen: [aten.t, aten.view, aten.arange, aten._embedding_bag_forward_only]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__embedding_bag_forward_only_arange_t_view_0.run(arg0_1, buf0, 20, 16, stream=raw_stream0)
        del arg0_1
        buf1 = empty_strided_cuda((8, ), (1, ), torch.int64)
        # Topologically Sorted Source Nodes: [t, embedding_bag], Original ATen: [aten.t, aten.view, aten.arange, aten._embedding_bag_forward_only]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__embedding_bag_forward_only_arange_t_view_1.run(buf1, 8, stream=raw_stream0)
        assert_size_stride(arg1_1, (8, 4), (4, 1), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        # Topologically Sorted Source Nodes: [t, embedding_bag], Original ATen: [aten.t, aten.view, aten.arange, aten._embedding_bag_forward_only]
        buf2 = torch.ops.aten._embedding_bag_forward_only.default(buf0, reinterpret_tensor(arg1_1, (32, ), (1, ), 0), buf1)
        del arg1_1
        del buf0
        del buf1
        buf3 = buf2[0]
        assert_tensor_metadata(buf3, (8, 16), (16, 1), torch.bfloat16, 'torch.ops.aten._embedding_bag_forward_only.default')
        assert_alignment(buf3, 16, 'torch.ops.aten._embedding_bag_forward_only.default')
        del buf2
        buf7 = empty_strided_cuda((8, 16), (16, 1), torch.bfloat16)
        # Topologically Sorted Source Nodes: [roll], Original ATen: [aten.roll]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_roll_2.run(buf3, buf7, 128, stream=raw_stream0)
        del buf3
    return (buf7, )
