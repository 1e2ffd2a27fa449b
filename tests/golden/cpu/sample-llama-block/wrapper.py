def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg2_1), ((2, 64, 256), (256, )), ((16384, 256, 1), (1, )), 'input')
    buf0 = empty_strided_cpu((2, 64, 1), (64, 1, 128), torch.float32)
    buf1 = empty_strided_cpu((2, 64, 256), (16384, 256, 1), torch.float32)
    assert_size_stride(arg3_1, (256, 256), (256, 1), 'input')
    cpp_fused_add_mean_mul_pow_rsqrt_0(arg0_1, arg2_1, buf0, buf1)
    del arg2_1
    buf2 = empty_strided_cpu((128, 256), (256, 1), torch.float32)
    # Topologically Sorted Source Nodes: [pow_1, mean, add, scale, mul_1, y, linear], Original ATen: [aten.pow, aten.mean, aten.add, aten.rsqrt, aten.mul, aten.view, aten.t, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf1, (128, 256), (256, 1), 0), reinterpret_tensor(arg3_1, (256, 256), (1, 256), 0), out=buf2)
    del arg3_1
    buf5 = empty_strided_cpu((8, 64, 64), (4096, 64, 1), torch.float32)
    buf3 = reinterpret_tensor(buf5, (8, 64, 32), (4096, 64, 1), 0)  # alias
    buf4 = reinterpret_tensor(buf5, (8, 64, 32), (4096, 64, 1), 32)  # alias
    assert_size_stride(arg4_1, (256, 256), (256, 1), 'input')
    cpp_fused__unsafe_view_cat_clone_neg_slice_transpose_view_1(buf2, buf3, buf4)
    del buf3
    del buf4
    buf6 = empty_strided_cpu((128, 256), (256, 1), torch.float32)
    # Topologically Sorted Source Nodes: [linear_1], Original ATen: [aten.view, aten.t, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf1, (128, 256), (256, 1), 0), reinterpret_tensor(arg4_1, (256, 256), (1, 256), 0), out=buf6)
    del arg4_1
    buf9 = empty_strided_cpu((8, 64, 64), (4096, 64, 1), torch.float32)
    buf7 = reinterpret_tensor(buf9, (8, 64, 32), (4096, 64, 1), 0)  # alias
    buf8 = reinterpret_tensor(buf9, (8, 64, 32), (4096, 64, 1), 32)  # alias
    assert_size_stride(arg1_1, (32, ), (1, ), 'input')
    buf10 = empty_strided_cpu((8, 64, 64), (4096, 64, 1), torch.float32)
    buf11 = empty_strided_cpu((8, 64, 64), (4096, 64, 1), torch.float32)
    cpp_fused__unsafe_view_add_arange_cat_clone_cos_div_mul_neg_sin_slice_transpose_unsqueeze_view_2(buf6, buf2, arg1_1, buf5, buf9, buf7, buf8, buf10, buf11)
    del arg1_1
    del buf2
    del buf5
    del buf6
    del buf7
    del buf8
    buf12 = buf9; del buf9  # reuse
    # Topologically Sorted Source Nodes: [position, linear, view, x, reshape, getitem_2, getitem_3, angle, angle_1, cosine, mul_3, sine, mul_4, query, truediv, linear_1, view_1, x_1, reshape_1, mul_5, mul_6, key, transpose_3, scores], Original ATen: [aten.arange, aten._unsafe_view, aten.view, aten.transpose, aten.clone, aten.unsqueeze, aten.mul, aten.cat, aten.cos, aten.sin, aten.add, aten.div, aten.bmm]
    extern_kernels.bmm(buf10, reinterpret_tensor(buf11, (8, 64, 64), (4096, 1, 64), 0), out=buf12)
    del buf10
    buf13 = empty_strided_cpu((8, 64, 1), (64, 1, 512), torch.float32)
    buf14 = buf12; del buf12  # reuse
    buf15 = empty_strided_cpu((8, 64, 1), (64, 1, 512), torch.float32)
    buf17 = buf14; del buf14  # reuse
    assert_size_stride(arg5_1, (256, 256), (256, 1), 'input')
    cpp_fused__softmax_arange_gt_masked_fill_unsqueeze_3(buf17, buf13, buf15)
    del buf13
    del buf15
    buf16 = reinterpret_tensor(buf11, (128, 256), (256, 1), 0); del buf11  # reuse
    # Topologically Sorted Source Nodes: [linear_2], Original ATen: [aten.view, aten.t, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf1, (128, 256), (256, 1), 0), reinterpret_tensor(arg5_1, (256, 256), (1, 256), 0), out=buf16)
    del arg5_1
    buf18 = reinterpret_tensor(buf1, (2, 4, 64, 64), (16384, 4096, 64, 1), 0); del buf1  # reuse
    cpp_fused__unsafe_view_clone_transpose_view_4(buf16, buf18)
    buf19 = reinterpret_tensor(buf16, (8, 64, 64), (4096, 64, 1), 0); del buf16  # reuse
    # Topologically Sorted Source Nodes: [softmax, linear_2, view_2, x_2, value, bmm_1], Original ATen: [aten._softmax, aten._unsafe_view, aten.view, aten.transpose, aten.clone, aten.bmm]
    extern_kernels.bmm(buf17, reinterpret_tensor(buf18, (8, 64, 64), (4096, 64, 1), 0), out=buf19)
    del buf17
    buf20 = reinterpret_tensor(buf18, (2, 64, 4, 64), (16384, 256, 64, 1), 0); del buf18  # reuse
    assert_size_stride(arg6_1, (256, 256), (256, 1), 'input')
    cpp_fused_clone_transpose_view_5(buf19, buf20)
    buf21 = reinterpret_tensor(buf19, (128, 256), (256, 1), 0); del buf19  # reuse
    # Topologically Sorted Source Nodes: [view_3, x_3, reshape_3, linear_3], Original ATen: [aten.view, aten.transpose, aten.clone, aten._unsafe_view, aten.t, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf20, (128, 256), (256, 1), 0), reinterpret_tensor(arg6_1, (256, 256), (1, 256), 0), out=buf21)
    del arg6_1
    assert_size_stride(arg7_1, (256, ), (1, ), 'input')
    buf22 = buf0; del buf0  # reuse
    buf23 = reinterpret_tensor(buf20, (2, 64, 256), (16384, 256, 1), 0); del buf20  # reuse
    assert_size_stride(arg8_1, (688, 256), (256, 1), 'input')
    cpp_fused__unsafe_view_add_mean_mul_pow_rsqrt_6(arg0_1, buf21, arg7_1, buf22, buf23)
    del arg7_1
    del buf22
    buf24 = empty_strided_cpu((128, 688), (688, 1), torch.float32)
    # Topologically Sorted Source Nodes: [linear_3, x_4, pow_2, mean_1, add_4, scale_1, mul_7, y_1, linear_4], Original ATen: [aten._unsafe_view, aten.add, aten.pow, aten.mean, aten.rsqrt, aten.mul, aten.view, aten.t, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf23, (128, 256), (256, 1), 0), reinterpret_tensor(arg8_1, (256, 688), (1, 256), 0), out=buf24)
    del arg8_1
    assert_size_stride(arg9_1, (688, 256), (256, 1), 'input')
    buf25 = empty_strided_cpu((128, 688), (688, 1), torch.float32)
    # Topologically Sorted Source Nodes: [linear_5], Original ATen: [aten.view, aten.t, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf23, (128, 256), (256, 1), 0), reinterpret_tensor(arg9_1, (256, 688), (1, 256), 0), out=buf25)
    del arg9_1
    del buf23
    buf26 = reinterpret_tensor(buf24, (2, 64, 688), (44032, 688, 1), 0); del buf24  # reuse
    assert_size_stride(arg10_1, (256, 688), (688, 1), 'input')
    cpp_fused__unsafe_view_mul_silu_7(buf26, buf25)
    del buf25
    buf27 = empty_strided_cpu((128, 256), (256, 1), torch.float32)
    # Topologically Sorted Source Nodes: [linear_4, silu, linear_5, mul_9, linear_6], Original ATen: [aten._unsafe_view, aten.silu, aten.mul, aten.view, aten.t, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf26, (128, 688), (688, 1), 0), reinterpret_tensor(arg10_1, (688, 256), (1, 688), 0), out=buf27)
    del arg10_1
    del buf26
    buf28 = reinterpret_tensor(buf21, (2, 64, 256), (16384, 256, 1), 0); del buf21  # reuse
    cpp_fused__unsafe_view_add_8(buf28, arg0_1, buf27)
    del arg0_1
    return (buf28, )
