def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg2_1), ((2, 64, 256), (256, )), ((16384, 256, 1), (1, )), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf1 = empty_strided_cuda((2, 64, 256), (16384, 256, 1), torch.float32)
        # Topologically Sorted Source Nodes: [pow_1, mean, add, scale, mul_1, y], Original ATen: [aten.pow, aten.mean, aten.add, aten.rsqrt, aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_add_mean_mul_pow_rsqrt_0.run(arg0_1, arg2_1, buf1, 128, 256, stream=raw_stream0)
        del arg2_1
        assert_size_stride(arg3_1, (256, 256), (256, 1), 'input')
        buf2 = empty_strided_cuda((128, 256), (256, 1), torch.float32)
        # Topologically Sorted Source Nodes: [pow_1, mean, add, scale, mul_1, y, linear], Original ATen: [aten.pow, aten.mean, aten.add, aten.rsqrt, aten.mul, aten.view, aten.t, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf1, (128, 256), (256, 1), 0), reinterpret_tensor(arg3_1, (256, 256), (1, 256), 0), out=buf2)
        del arg3_1
        assert_size_stride(arg4_1, (256, 256), (256, 1), 'input')
        buf3 = empty_strided_cuda((128, 256), (256, 1), torch.float32)
        # Topologically Sorted Source Nodes: [linear_1], Original ATen: [aten.view, aten.t, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf1, (128, 256), (256, 1), 0), reinterpret_tensor(arg4_1, (256, 256), (1, 256), 0), out=buf3)
        del arg4_1
        assert_size_stride(arg1_1, (32, ), (1, ), 'input')
        arg1_1 = copy_if_misaligned(arg1_1)
        buf4 = empty_strided_cuda((8, 64, 64), (64, 512, 1), torch.float32)
        # Topologically Sorted Source Nodes: [position, linear, view, x, reshape, getitem_2, getitem_3, angle, angle_1, cosine, mul_3, getitem_4, neg, getitem_5, turned, sine, mul_4, query, truediv], Original ATen: [aten.arange, aten._unsafe_view, aten.view, aten.transpose, aten.clone, aten.unsqueeze, aten.mul, aten.cat, aten.cos, aten.slice, aten.neg, aten.sin, aten.add, aten.div]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_add_arange_cat_clone_cos_div_mul_neg_sin_slice_transpose_unsqueeze_view_1.run(buf2, arg1_1, buf4, 32768, stream=raw_stream0)
        buf5 = reinterpret_tensor(buf2, (8, 64, 64), (4096, 64, 1), 0); del buf2  # reuse
        # Topologically Sorted Source Nodes: [position, getitem_2, getitem_3, angle, angle_1, cosine, sine, linear_1, view_1, x_1, reshape_1, mul_5, getitem_6, neg_1, getitem_7, turned_1, mul_6, key], Original ATen: [aten.arange, aten.unsqueeze, aten.mul, aten.cat, aten.cos, aten.sin, aten._unsafe_view, aten.view, aten.transpose, aten.clone, aten.slice, aten.neg, aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_add_arange_cat_clone_cos_mul_neg_sin_slice_transpose_unsqueeze_view_2.run(buf3, arg1_1, buf5, 32768, stream=raw_stream0)
        del arg1_1
        buf6 = reinterpret_tensor(buf3, (8, 64, 64), (4096, 64, 1), 0); del buf3  # reuse
        # Topologically Sorted Source Nodes: [position, linear, view, x, reshape, getitem_2, getitem_3, angle, angle_1, cosine, mul_3, getitem_4, neg, getitem_5, turned, sine, mul_4, query, truediv, linear_1, view_1, x_1, reshape_1, mul_5, getitem_6, neg_1, getitem_7, turned_1, mul_6, key, transpose_3, scores], Original ATen: [aten.arange, aten._unsafe_view, aten.view, aten.transpose, aten.clone, aten.unsqueeze, aten.mul, aten.cat, aten.cos, aten.slice, aten.neg, aten.sin, aten.add, aten.div, aten.bmm]
        extern_kernels.bmm(buf4, reinterpret_tensor(buf5, (8, 64, 64), (4096, 1, 64), 0), out=buf6)
        del buf4
        buf10 = buf6; del buf6  # reuse
        # Topologically Sorted Source Nodes: [position, getitem, getitem_1, future, scores_1, softmax], Original ATen: [aten.arange, aten.unsqueeze, aten.gt, aten.masked_fill, prims.prepare_softmax_online, aten._softmax]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__softmax_arange_gt_masked_fill_prepare_softmax_online_unsqueeze_3.run(buf10, 512, 64, stream=raw_stream0)
        assert_size_stride(arg5_1, (256, 256), (256, 1), 'input')
        buf9 = reinterpret_tensor(buf5, (128, 256), (256, 1), 0); del buf5  # reuse
        # Topologically Sorted Source Nodes: [linear_2], Original ATen: [aten.view, aten.t, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf1, (128, 256), (256, 1), 0), reinterpret_tensor(arg5_1, (256, 256), (1, 256), 0), out=buf9)
        del arg5_1
        buf11 = reinterpret_tensor(buf1, (2, 4, 64, 64), (16384, 4096, 64, 1), 0); del buf1  # reuse
        # Topologically Sorted Source Nodes: [linear_2, view_2, x_2, value], Original ATen: [aten._unsafe_view, aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_clone_transpose_view_4.run(buf9, buf11, 32768, stream=raw_stream0)
        buf12 = reinterpret_tensor(buf9, (8, 64, 64), (4096, 64, 1), 0); del buf9  # reuse
        # Topologically Sorted Source Nodes: [position, getitem, getitem_1, future, scores_1, softmax, linear_2, view_2, x_2, value, bmm_1], Original ATen: [aten.arange, aten.unsqueeze, aten.gt, aten.masked_fill, aten._softmax, aten._unsafe_view, aten.view, aten.transpose, aten.clone, aten.bmm]
        extern_kernels.bmm(buf10, reinterpret_tensor(buf11, (8, 64, 64), (4096, 64, 1), 0), out=buf12)
        del buf10
        buf13 = reinterpret_tensor(buf11, (2, 64, 4, 64), (16384, 256, 64, 1), 0); del buf11  # reuse
        # Topologically Sorted Source Nodes: [view_3, x_3, reshape_3], Original ATen: [aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_clone_transpose_view_5.run(buf12, buf13, 32768, stream=raw_stream0)
        assert_size_stride(arg6_1, (256, 256), (256, 1), 'input')
        buf14 = reinterpret_tensor(buf12, (128, 256), (256, 1), 0); del buf12  # reuse
        # Topologically Sorted Source Nodes: [view_3, x_3, reshape_3, linear_3], Original ATen: [aten.view, aten.transpose, aten.clone, aten._unsafe_view, aten.t, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf13, (128, 256), (256, 1), 0), reinterpret_tensor(arg6_1, (256, 256), (1, 256), 0), out=buf14)
        del arg6_1
        assert_size_stride(arg7_1, (256, ), (1, ), 'input')
        buf16 = reinterpret_tensor(buf13, (2, 64, 256), (16384, 256, 1), 0); del buf13  # reuse
        # Topologically Sorted Source Nodes: [linear_3, x_4, pow_2, mean_1, add_4, scale_1, mul_7, y_1], Original ATen: [aten._unsafe_view, aten.add, aten.pow, aten.mean, aten.rsqrt, aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__unsafe_view_add_mean_mul_pow_rsqrt_6.run(arg0_1, buf14, arg7_1, buf16, 128, 256, stream=raw_stream0)
        del arg7_1
        assert_size_stride(arg8_1, (688, 256), (256, 1), 'input')
        buf17 = empty_strided_cuda((128, 688), (688, 1), torch.float32)
        # Topologically Sorted Source Nodes: [linear_3, x_4, pow_2, mean_1, add_4, scale_1, mul_7, y_1, linear_4], Original ATen: [aten._unsafe_view, aten.add, aten.pow, aten.mean, aten.rsqrt, aten.mul, aten.view, aten.t, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf16, (128, 256), (256, 1), 0), reinterpret_tensor(arg8_1, (256, 688), (1, 256), 0), out=buf17)
        del arg8_1
        assert_size_stride(arg9_1, (688, 256), (256, 1), 'input')
        buf18 = empty_strided_cuda((128, 688), (688, 1), torch.float32)
        # Topologically Sorted Source Nodes: [linear_5], Original ATen: [aten.view, aten.t, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf16, (128, 256), (256, 1), 0), reinterpret_tensor(arg9_1, (256, 688), (1, 256), 0), out=buf18)
        del arg9_1
        del buf16
        buf19 = reinterpret_tensor(buf17, (2, 64, 688), (44032, 688, 1), 0); del buf17  # reuse
        # Topologically Sorted Source Nodes: [linear_4, silu, linear_5, mul_9], Original ATen: [aten._unsafe_view, aten.silu, aten.mul]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_mul_silu_7.run(buf19, buf18, 88064, stream=raw_stream0)
        del buf18
        assert_size_stride(arg10_1, (256, 688), (688, 1), 'input')
        buf20 = empty_strided_cuda((128, 256), (256, 1), torch.float32)
        # Topologically Sorted Source Nodes: [linear_4, silu, linear_5, mul_9, linear_6], Original ATen: [aten._unsafe_view, aten.silu, aten.mul, aten.view, aten.t, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf19, (128, 688), (688, 1), 0), reinterpret_tensor(arg10_1, (688, 256), (1, 688), 0), out=buf20)
        del arg10_1
        del buf19
        buf21 = reinterpret_tensor(buf14, (2, 64, 256), (16384, 256, 1), 0); del buf14  # reuse
        # Topologically Sorted Source Nodes: [linear_3, x_4, linear_6, add_5], Original ATen: [aten._unsafe_view, aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_add_8.run(buf21, arg0_1, buf20, 32768, stream=raw_stream0)
        del arg0_1
        del buf20
    return (buf21, )
