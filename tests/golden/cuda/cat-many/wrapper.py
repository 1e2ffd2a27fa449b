def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1, arg11_1 = args
    args.clear()
    assert_size_stride(arg0_1, (16, 8), (8, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf12 = empty_strided_cuda((16, 96), (96, 1), torch.float32)
        buf0 = reinterpret_tensor(buf12, (16, 8), (96, 1), 0)  # alias
        # Topologically Sorted Source Nodes: [add], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_0.run(arg0_1, buf0, 128, stream=raw_stream0)
        del arg0_1
        assert_size_stride(arg1_1, (16, 8), (8, 1), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        buf1 = reinterpret_tensor(buf12, (16, 8), (96, 1), 8)  # alias
        # Topologically Sorted Source Nodes: [add_1], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_1.run(arg1_1, buf1, 128, stream=raw_stream0)
        del arg1_1
        assert_size_stride(arg2_1, (16, 8), (8, 1), 'input')
        arg2_1 = copy_if_misaligned(arg2_1)
        buf2 = reinterpret_tensor(buf12, (16, 8), (96, 1), 16)  # alias
        # Topologically Sorted Source Nodes: [add_2], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_0.run(arg2_1, buf2, 128, stream=raw_stream0)
        del arg2_1
        assert_size_stride(arg3_1, (16, 8), (8, 1), 'input')
        arg3_1 = copy_if_misaligned(arg3_1)
        buf3 = reinterpret_tensor(buf12, (16, 8), (96, 1), 24)  # alias
        # Topologically Sorted Source Nodes: [add_3], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_1.run(arg3_1, buf3, 128, stream=raw_stream0)
        del arg3_1
        assert_size_stride(arg4_1, (16, 8), (8, 1), 'input')
        arg4_1 = copy_if_misaligned(arg4_1)
        buf4 = reinterpret_tensor(buf12, (16, 8), (96, 1), 32)  # alias
        # Topologically Sorted Source Nodes: [add_4], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_0.run(arg4_1, buf4, 128, stream=raw_stream0)
        del arg4_1
        assert_size_stride(arg5_1, (16, 8), (8, 1), 'input')
        arg5_1 = copy_if_misaligned(arg5_1)
        buf5 = reinterpret_tensor(buf12, (16, 8), (96, 1), 40)  # alias
        # Topologically Sorted Source Nodes: [add_5], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_1.run(arg5_1, buf5, 128, stream=raw_stream0)
        del arg5_1
        assert_size_stride(arg6_1, (16, 8), (8, 1), 'input')
        arg6_1 = copy_if_misaligned(arg6_1)
        buf6 = reinterpret_tensor(buf12, (16, 8), (96, 1), 48)  # alias
        # Topologically Sorted Source Nodes: [add_6], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_0.run(arg6_1, buf6, 128, stream=raw_stream0)
        del arg6_1
        assert_size_stride(arg7_1, (16, 8), (8, 1), 'input')
        arg7_1 = copy_if_misaligned(arg7_1)
        buf7 = reinterpret_tensor(buf12, (16, 8), (96, 1), 56)  # alias
        # Topologically Sorted Source Nodes: [add_7], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_1.run(arg7_1, buf7, 128, stream=raw_stream0)
        del arg7_1
        assert_size_stride(arg8_1, (16, 8), (8, 1), 'input')
        arg8_1 = copy_if_misaligned(arg8_1)
        buf8 = reinterpret_tensor(buf12, (16, 8), (96, 1), 64)  # alias
        # Topologically Sorted Source Nodes: [add_8], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_0.run(arg8_1, buf8, 128, stream=raw_stream0)
        del arg8_1
        assert_size_stride(arg9_1, (16, 8), (8, 1), 'input')
        arg9_1 = copy_if_misaligned(arg9_1)
        buf9 = reinterpret_tensor(buf12, (16, 8), (96, 1), 72)  # alias
        # Topologically Sorted Source Nodes: [add_9], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_1.run(arg9_1, buf9, 128, stream=raw_stream0)
        del arg9_1
        assert_size_stride(arg10_1, (16, 8), (8, 1), 'input')
        arg10_1 = copy_if_misaligned(arg10_1)
        buf10 = reinterpret_tensor(buf12, (16, 8), (96, 1), 80)  # alias
        # Topologically Sorted Source Nodes: [add_10], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_0.run(arg10_1, buf10, 128, stream=raw_stream0)
        del arg10_1
        assert_size_stride(arg11_1, (16, 8), (8, 1), 'input')
        arg11_1 = copy_if_misaligned(arg11_1)
        buf11 = reinterpret_tensor(buf12, (16, 8), (96, 1), 88)  # alias
        # Topologically Sorted Source Nodes: [add_11], Original ATen: [aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_1.run(arg11_1, buf11, 128, stream=raw_stream0)
        del arg11_1
    return (buf12, )
