def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1), ((4, 5, 8), (8, 64)), ((40, 8, 1), (64, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        buf0 = empty_strided_cuda((4, 64), (64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [getitem, matmul], Original ATen: [aten.select, aten.mm]
        extern_kernels.mm(reinterpret_tensor(arg0_1, (4, 8), (40, 1), 0), arg1_1, out=buf0)
        assert_size_stride_grouped((arg2_1, arg3_1), ((4, 16), (16, 64)), ((16, 1), (64, 1)), 'input')
        arg2_1 = copy_if_misaligned(arg2_1)
        arg3_1 = copy_if_misaligned(arg3_1)
        buf1 = empty_strided_cuda((4, 64), (64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [add], Original ATen: [aten.add]
        extern_kernels.addmm(buf0, arg2_1, arg3_1, alpha=1, beta=1, out=buf1)
        del arg2_1
        assert_size_stride_grouped((arg4_1, arg5_1), ((64, ), (4, 16)), ((1, ), (16, 1)), 'input')
        arg4_1 = copy_if_misaligned(arg4_1)
        arg5_1 = copy_if_misaligned(arg5_1)
        buf3 = empty_strided_cuda((4, 16), (16, 1), torch.float32)
        buf4 = empty_strided_cuda((4, 16), (16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [gates, chunk, sigmoid_2, sigmoid, mul, sigmoid_1, tanh, mul_1, cell, tanh_1, hidden], Original ATen: [aten.add, aten.split, aten.sigmoid, aten.mul, aten.tanh]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_mul_sigmoid_split_tanh_0.run(buf1, arg4_1, arg5_1, buf3, buf4, 64, stream=raw_stream0)
        del arg5_1
        buf2 = buf1; del buf1  # reuse
        # Topologically Sorted Source Nodes: [getitem_5, matmul_2], Original ATen: [aten.select, aten.mm]
        extern_kernels.mm(reinterpret_tensor(arg0_1, (4, 8), (40, 1), 8), arg1_1, out=buf2)
        buf5 = buf0; del buf0  # reuse
        # Topologically Sorted Source Nodes: [gates, chunk, sigmoid_2, tanh_1, hidden, add_3], Original ATen: [aten.add, aten.split, aten.sigmoid, aten.tanh, aten.mul]
        extern_kernels.addmm(buf2, buf4, arg3_1, alpha=1, beta=1, out=buf5)
        del buf2
        buf7 = buf3; del buf3  # reuse
        buf8 = buf4; del buf4  # reuse
        # Topologically Sorted Source Nodes: [gates_1, chunk_1, sigmoid_5, sigmoid_3, mul_3, sigmoid_4, tanh_2, mul_4, cell_1, tanh_3, hidden_1], Original ATen: [aten.add, aten.split, aten.sigmoid, aten.mul, aten.tanh]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_mul_sigmoid_split_tanh_1.run(buf7, buf5, arg4_1, buf8, 64, stream=raw_stream0)
        buf6 = buf5; del buf5  # reuse
        # Topologically Sorted Source Nodes: [getitem_10, matmul_4], Original ATen: [aten.select, aten.mm]
        extern_kernels.mm(reinterpret_tensor(arg0_1, (4, 8), (40, 1), 16), arg1_1, out=buf6)
        del arg0_1
        del arg1_1
        buf9 = empty_strided_cuda((4, 64), (64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [gates_1, chunk_1, sigmoid_5, tanh_3, hidden_1, add_6], Original ATen: [aten.add, aten.split, aten.sigmoid, aten.tanh, aten.mul]
        extern_kernels.addmm(buf6, buf8, arg3_1, alpha=1, beta=1, out=buf9)
        del arg3_1
        del buf6
        buf10 = buf7; del buf7  # reuse
        buf11 = buf8; del buf8  # reuse
        # Topologically Sorted Source Nodes: [gates_2, chunk_2, sigmoid_8, sigmoid_6, mul_6, sigmoid_7, tanh_4, mul_7, cell_2, tanh_5, hidden_2], Original ATen: [aten.add, aten.split, aten.sigmoid, aten.mul, aten.tanh]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_add_mul_sigmoid_split_tanh_1.run(buf10, buf9, arg4_1, buf11, 64, stream=raw_stream0)
        del arg4_1
        del buf9
    return (buf11, buf10, )
