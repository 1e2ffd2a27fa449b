def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1, arg11_1, arg12_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg2_1), ((2, 64, 256), (256, ), (256, )), ((16384, 256, 1), (1, ), (1, )), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf3 = empty_strided_cuda((2, 64, 256), (16384, 256, 1), torch.float32)
        # Topologically Sorted Source Nodes: [layer_norm], Original ATen: [aten.native_layer_norm]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_native_layer_norm_0.run(arg0_1, arg1_1, arg2_1, buf3, 128, 256, stream=raw_stream0)
        del arg1_1
        del arg2_1
        assert_size_stride(arg3_1, (768, 256), (256, 1), 'input')
        buf4 = empty_strided_cuda((128, 768), (768, 1), torch.float32)
        # Topologically Sorted Source Nodes: [layer_norm, linear], Original ATen: [aten.native_layer_norm, aten.view, aten.t, aten.addmm]
        extern_kernels.mm(reinterpret_tensor(buf3, (128, 256), (256, 1), 0), reinterpret_tensor(arg3_1, (256, 768), (1, 256), 0), out=buf4)
        del arg3_1
        assert_size_stride(arg4_1, (768, ), (1, ), 'input')
        buf5 = reinterpret_tensor(buf3, (8, 64, 64), (64, 512, 1), 0); del buf3  # reuse
        # Topologically Sorted Source Nodes: [linear, chunk, view, x, query_1, truediv], Original ATen: [aten.addmm, aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone, aten.div]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_addmm_clone_div_split_transpose_view_1.run(arg4_1, buf4, buf5, 32768, stream=raw_stream0)
        buf6 = empty_strided_cuda((2, 4, 64, 64), (16384, 4096, 64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [linear, chunk, view_1, x_1, key_1], Original ATen: [aten.addmm, aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_addmm_clone_split_transpose_view_2.run(arg4_1, buf4, buf6, 32768, stream=raw_stream0)
        buf7 = empty_strided_cuda((8, 64, 64), (4096, 64, 1), torch.float32)
        # Topologically Sorted Source Nodes: [linear, chunk, view, x, query_1, truediv, view_1, x_1, key_1, transpose_3, scores], Original ATen: [aten.addmm, aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone, aten.div, aten.bmm]
        extern_kernels.bmm(buf5, reinterpret_tensor(buf6, (8, 64, 64), (4096, 1, 64), 0), out=buf7)
        buf10 = buf7; del buf7  # reuse
        # Topologically Sorted Source Nodes: [position, getitem, getitem_1, future, scores_1, softmax], Original ATen: [aten.arange, aten.unsqueeze, aten.gt, aten.masked_fill, prims.prepare_softmax_online, aten._softmax]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__softmax_arange_gt_masked_fill_prepare_softmax_online_unsqueeze_3.run(buf10, 512, 64, stream=raw_stream0)
        buf11 = buf6; del buf6  # reuse
        # Topologically Sorted Source Nodes: [linear, chunk, view_2, x_2, value_1], Original ATen: [aten.addmm, aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_addmm_clone_split_transpose_view_4.run(arg4_1, buf4, buf11, 32768, stream=raw_stream0)
        del arg4_1
        del buf4
        buf12 = reinterpret_tensor(buf5, (8, 64, 64), (4096, 64, 1), 0); del buf5  # reuse
        # Topologically Sorted Source Nodes: [linear, chunk, position, getitem, getitem_1, future, scores_1, softmax, view_2, x_2, value_1, bmm_1], Original ATen: [aten.addmm, aten._unsafe_view, aten.split, aten.arange, aten.unsqueeze, aten.gt, aten.masked_fill, aten._softmax, aten.view, aten.transpose, aten.clone, aten.bmm]
        extern_kernels.bmm(buf10, reinterpret_tensor(buf11, (8, 64, 64), (4096, 64, 1), 0), out=buf12)
        del buf10
        buf13 = reinterpret_tensor(buf11, (2, 64, 4, 64), (16384, 256, 64, 1), 0); del buf11  # reuse
        # Topologically Sorted Source Nodes: [view_3, x_3, reshape_3], Original ATen: [aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_clone_transpose_view_5.run(buf12, buf13, 32768, stream=raw_stream0)
        assert_size_stride(arg5_1, (256, 256), (256, 1), 'input')
        buf14 = reinterpret_tensor(buf12, (128, 256), (256, 1), 0); del buf12  # reuse
        # Topologically Sorted Source Nodes: [view_3, x_3, reshape_3, linear_1], Original ATen: [aten.view, aten.transpose, aten.clone, aten._unsafe_view, aten.t, aten.addmm]
        extern_kernels.mm(reinterpret_tensor(buf13, (128, 256), (256, 1), 0), reinterpret_tensor(arg5_1, (256, 256), (1, 256), 0), out=buf14)
        del arg5_1
        assert_size_stride_grouped((arg6_1, arg7_1, arg8_1), ((256, ), (256, ), (256, )), ((1, ), (1, ), (1, )), 'input')
        buf18 = reinterpret_tensor(buf13, (2, 64, 256), (16384, 256, 1), 0); del buf13  # reuse
        # Topologically Sorted Source Nodes: [linear_1, x_4, layer_norm_1], Original ATen: [aten.addmm, aten._unsafe_view, aten.add, aten.native_layer_norm]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__unsafe_view_add_addmm_native_layer_norm_6.run(arg0_1, arg6_1, buf14, arg7_1, arg8_1, buf18, 128, 256, stream=raw_stream0)
        del arg7_1
        del arg8_1
        assert_size_stride(arg9_1, (1024, 256), (256, 1), 'input')
        buf19 = empty_strided_cuda((128, 1024), (1024, 1), torch.float32)
        # Topologically Sorted Source Nodes: [linear_1, x_4, layer_norm_1, linear_2], Original ATen: [aten.addmm, aten._unsafe_view, aten.add, aten.native_layer_norm, aten.view, aten.t]
        extern_kernels.mm(reinterpret_tensor(buf18, (128, 256), (256, 1), 0), reinterpret_tensor(arg9_1, (256, 1024), (1, 256), 0), out=buf19)
        del arg9_1
        del buf18
        assert_size_stride(arg10_1, (1024, ), (1, ), 'input')
        buf20 = reinterpret_tensor(buf19, (2, 64, 1024), (65536, 1024, 1), 0); del buf19  # reuse
        # Topologically Sorted Source Nodes: [linear_2, gelu], Original ATen: [aten.addmm, aten._unsafe_view, aten.gelu]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_addmm_gelu_7.run(buf20, arg10_1, 131072, stream=raw_stream0)
        del arg10_1
        assert_size_stride(arg11_1, (256, 1024), (1024, 1), 'input')
        buf21 = empty_strided_cuda((128, 256), (256, 1), torch.float32)
        # Topologically Sorted Source Nodes: [linear_2, gelu, linear_3], Original ATen: [aten.addmm, aten._unsafe_view, aten.gelu, aten.view, aten.t]
        extern_kernels.mm(reinterpret_tensor(buf20, (128, 1024), (1024, 1), 0), reinterpret_tensor(arg11_1, (1024, 256), (1, 1024), 0), out=buf21)
        del arg11_1
        del buf20
        assert_size_stride(arg12_1, (256, ), (1, ), 'input')
        buf22 = reinterpret_tensor(buf14, (2, 64, 256), (16384, 256, 1), 0); del buf14  # reuse
        # Topologically Sorted Source Nodes: [linear_1, x_4, linear_3, add_1], Original ATen: [aten.addmm, aten._unsafe_view, aten.add]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_add_addmm_8.run(buf22, arg0_1, arg6_1, arg12_1, buf21, 32768, stream=raw_stream0)
        del arg0_1
        del arg12_1
        del arg6_1
        del buf21
    return (buf22, )
