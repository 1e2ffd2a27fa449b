def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1, arg11_1, arg12_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg2_1), ((2, 64, 256), (256, ), (256, )), ((16384, 256, 1), (1, ), (1, )), 'input')
    buf0 = empty_strided_cpu((2, 64, 1), (64, 1, 128), torch.float32)
    buf1 = buf0; del buf0  # reuse
    buf2 = empty_strided_cpu((2, 64, 1), (64, 1, 128), torch.float32)
    buf3 = empty_strided_cpu((2, 64, 256), (16384, 256, 1), torch.float32)
    assert_size_stride_grouped((arg4_1, arg3_1), ((768, ), (768, 256)), ((1, ), (256, 1)), 'input')
    cpp_fused_native_layer_norm_0(buf1, arg0_1, arg1_1, arg2_1, buf2, buf3)
    del arg1_1
    del arg2_1
    buf4 = empty_strided_cpu((128, 768), (768, 1), torch.float32)
    # Topologically Sorted Source Nodes: [layer_norm, linear], Original ATen: [aten.native_layer_norm, aten.view, aten.t, aten.addmm]
    extern_kernels.addmm(arg4_1, reinterpret_tensor(buf3, (128, 256), (256, 1), 0), reinterpret_tensor(arg3_1, (256, 768), (1, 256), 0), alpha=1, beta=1, out=buf4)
    del arg3_1
    del arg4_1
    buf5 = reinterpret_tensor(buf3, (8, 64, 64), (64, 512, 1), 0); del buf3  # reuse
    buf6 = empty_strided_cpu((2, 4, 64, 64), (16384, 4096, 64, 1), torch.float32)
    cpp_fused__unsafe_view_clone_div_split_transpose_view_1(buf4, buf5, buf6)
    buf7 = empty_strided_cpu((8, 64, 64), (4096, 64, 1), torch.float32)
    # Topologically Sorted Source Nodes: [linear, chunk, view, x, query_1, truediv, view_1, x_1, key_1, transpose_3, scores], Original ATen: [aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone, aten.div, aten.bmm]
    extern_kernels.bmm(buf5, reinterpret_tensor(buf6, (8, 64, 64), (4096, 1, 64), 0), out=buf7)
    buf8 = empty_strided_cpu((8, 64, 1), (64, 1, 512), torch.float32)
    buf9 = buf7; del buf7  # reuse
    buf10 = empty_strided_cpu((8, 64, 1), (64, 1, 512), torch.float32)
    buf11 = buf9; del buf9  # reuse
    buf12 = buf6; del buf6  # reuse
    cpp_fused__softmax__unsafe_view_arange_clone_gt_masked_fill_split_transpose_unsqueeze_view_2(buf11, buf4, buf8, buf10, buf12)
    del buf10
    del buf4
    del buf8
    buf13 = reinterpret_tensor(buf5, (8, 64, 64), (4096, 64, 1), 0); del buf5  # reuse
    # Topologically Sorted Source Nodes: [linear, chunk, softmax, view_2, x_2, value_1, bmm_1], Original ATen: [aten._unsafe_view, aten.split, aten._softmax, aten.view, aten.transpose, aten.clone, aten.bmm]
    extern_kernels.bmm(buf11, reinterpret_tensor(buf12, (8, 64, 64), (4096, 64, 1), 0), out=buf13)
    del buf11
    buf14 = reinterpret_tensor(buf12, (2, 64, 4, 64), (16384, 256, 64, 1), 0); del buf12  # reuse
    assert_size_stride_grouped((arg6_1, arg5_1), ((256, ), (256, 256)), ((1, ), (256, 1)), 'input')
    cpp_fused_clone_transpose_view_3(buf13, buf14)
    buf15 = reinterpret_tensor(buf13, (128, 256), (256, 1), 0); del buf13  # reuse
    # Topologically Sorted Source Nodes: [view_3, x_3, reshape_3, linear_1], Original ATen: [aten.view, aten.transpose, aten.clone, aten._unsafe_view, aten.t, aten.addmm]
    extern_kernels.addmm(arg6_1, reinterpret_tensor(buf14, (128, 256), (256, 1), 0), reinterpret_tensor(arg5_1, (256, 256), (1, 256), 0), alpha=1, beta=1, out=buf15)
    del arg5_1
    del arg6_1
    assert_size_stride_grouped((arg7_1, arg8_1), ((256, ), (256, )), ((1, ), (1, )), 'input')
    buf16 = buf2; del buf2  # reuse
    buf17 = buf16; del buf16  # reuse
    buf18 = buf1; del buf1  # reuse
    buf19 = reinterpret_tensor(buf14, (2, 64, 256), (16384, 256, 1), 0); del buf14  # reuse
    assert_size_stride_grouped((arg10_1, arg9_1), ((1024, ), (1024, 256)), ((1, ), (256, 1)), 'input')
    cpp_fused__unsafe_view_add_native_layer_norm_4(buf17, arg0_1, buf15, arg7_1, arg8_1, buf18, buf19)
    del arg7_1
    del arg8_1
    del buf17
    del buf18
    buf20 = empty_strided_cpu((128, 1024), (1024, 1), torch.float32)
    # Topologically Sorted Source Nodes: [linear_1, x_4, layer_norm_1, linear_2], Original ATen: [aten._unsafe_view, aten.add, aten.native_layer_norm, aten.view, aten.t, aten.addmm]
    extern_kernels.addmm(arg10_1, reinterpret_tensor(buf19, (128, 256), (256, 1), 0), reinterpret_tensor(arg9_1, (256, 1024), (1, 256), 0), alpha=1, beta=1, out=buf20)
    del arg10_1
    del arg9_1
    del buf19
    buf21 = reinterpret_tensor(buf20, (2, 64, 1024), (65536, 1024, 1), 0); del buf20  # reuse
    assert_size_stride_grouped((arg12_1, arg11_1), ((256, ), (256, 1024)), ((1, ), (1024, 1)), 'input')
    cpp_fused__unsafe_view_gelu_5(buf21)
    buf22 = empty_strided_cpu((128, 256), (256, 1), torch.float32)
    # Topologically Sorted Source Nodes: [linear_2, gelu, linear_3], Original ATen: [aten._unsafe_view, aten.gelu, aten.view, aten.t, aten.addmm]
    extern_kernels.addmm(arg12_1, reinterpret_tensor(buf21, (128, 1024), (1024, 1), 0), reinterpret_tensor(arg11_1, (1024, 256), (1, 1024), 0), alpha=1, beta=1, out=buf22)
    del arg11_1
    del arg12_1
    del buf21
    buf23 = reinterpret_tensor(buf15, (2, 64, 256), (16384, 256, 1), 0); del buf15  # reuse
    cpp_fused__unsafe_view_add_6(buf23, arg0_1, buf22)
    del arg0_1
    return (buf23, )
