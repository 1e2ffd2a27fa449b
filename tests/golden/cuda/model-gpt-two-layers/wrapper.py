def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1, arg11_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg2_1), ((2, 16), (96, 32), (16, 32)), ((16, 1), (32, 1), (32, 1)), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        arg1_1 = copy_if_misaligned(arg1_1)
        arg2_1 = copy_if_misaligned(arg2_1)
        buf3 = empty_strided_cuda((2, 16, 32), (512, 32, 1), torch.float32)
        # Topologically Sorted Source Nodes: [embedding, x, layer_norm], Original ATen: [aten.embedding, aten.add, aten.native_layer_norm]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused_add_embedding_native_layer_norm_0.run(arg0_1, arg1_1, arg2_1, buf3, 32, 32, stream=raw_stream0)
        assert_size_stride(arg3_1, (32, 96), (96, 1), 'input')
        arg3_1 = copy_if_misaligned(arg3_1)
        buf4 = empty_strided_cuda((32, 96), (96, 1), torch.float32)
        # Topologically Sorted Source Nodes: [embedding, x, layer_norm, matmul], Original ATen: [aten.embedding, aten.add, aten.native_layer_norm, aten.view, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf3, (32, 32), (32, 1), 0), arg3_1, out=buf4)
        del arg3_1
        buf5 = reinterpret_tensor(buf3, (2, 4, 16, 8), (512, 128, 8, 1), 0); del buf3  # reuse
        # Topologically Sorted Source Nodes: [matmul, chunk, view, query, matmul_1], Original ATen: [aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_clone_split_transpose_view_1.run(buf4, buf5, 1024, stream=raw_stream0)
        buf6 = empty_strided_cuda((2, 4, 8, 16), (512, 128, 16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [matmul, chunk, view_1, key, transpose_3, matmul_1], Original ATen: [aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_clone_split_transpose_view_2.run(buf4, buf6, 64, 16, stream=raw_stream0)
        buf7 = empty_strided_cuda((8, 16, 16), (256, 16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [matmul, chunk, view, query, matmul_1, view_1, key, transpose_3], Original ATen: [aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone, aten.bmm]
        extern_kernels.bmm(reinterpret_tensor(buf5, (8, 16, 8), (128, 8, 1), 0), reinterpret_tensor(buf6, (8, 8, 16), (128, 16, 1), 0), out=buf7)
        buf10 = reinterpret_tensor(buf7, (2, 4, 16, 16), (1024, 256, 16, 1), 0); del buf7  # reuse
        # Topologically Sorted Source Nodes: [mask, ones, scores_1, matmul_1, scores, softmax], Original ATen: [aten.triu, aten.ones, aten.masked_fill, aten.view, aten.div, prims.prepare_softmax_online, aten._softmax]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__softmax_div_masked_fill_ones_prepare_softmax_online_triu_view_3.run(buf10, 128, 16, stream=raw_stream0)
        buf11 = reinterpret_tensor(buf6, (2, 4, 16, 8), (512, 128, 8, 1), 0); del buf6  # reuse
        # Topologically Sorted Source Nodes: [matmul, chunk, view_2, value, matmul_2], Original ATen: [aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_clone_split_transpose_view_4.run(buf4, buf11, 1024, stream=raw_stream0)
        del buf4
        buf12 = reinterpret_tensor(buf5, (8, 16, 8), (128, 8, 1), 0); del buf5  # reuse
        # Topologically Sorted Source Nodes: [matmul, chunk, mask, ones, scores_1, matmul_1, scores, softmax, matmul_2, view_2, value], Original ATen: [aten._unsafe_view, aten.split, aten.triu, aten.ones, aten.masked_fill, aten.view, aten.div, aten._softmax, aten.transpose, aten.clone, aten.bmm]
        extern_kernels.bmm(reinterpret_tensor(buf10, (8, 16, 16), (256, 16, 1), 0), reinterpret_tensor(buf11, (8, 16, 8), (128, 8, 1), 0), out=buf12)
        del buf10
        buf13 = reinterpret_tensor(buf11, (2, 16, 4, 8), (512, 32, 8, 1), 0); del buf11  # reuse
        # Topologically Sorted Source Nodes: [matmul_2, transpose_4, reshape], Original ATen: [aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_clone_transpose_view_5.run(buf12, buf13, 1024, stream=raw_stream0)
        assert_size_stride(arg4_1, (32, 32), (32, 1), 'input')
        arg4_1 = copy_if_misaligned(arg4_1)
        buf14 = reinterpret_tensor(buf12, (32, 32), (32, 1), 0); del buf12  # reuse
        # Topologically Sorted Source Nodes: [matmul_2, transpose_4, reshape, matmul_3], Original ATen: [aten.view, aten.transpose, aten.clone, aten._unsafe_view, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf13, (32, 32), (32, 1), 0), arg4_1, out=buf14)
        del arg4_1
        buf18 = reinterpret_tensor(buf13, (2, 16, 32), (512, 32, 1), 0); del buf13  # reuse
        # Topologically Sorted Source Nodes: [embedding, x, matmul_3, x_1, layer_norm_1], Original ATen: [aten.embedding, aten.add, aten._unsafe_view, aten.native_layer_norm]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__unsafe_view_add_embedding_native_layer_norm_6.run(arg0_1, arg1_1, arg2_1, buf14, buf18, 32, 32, stream=raw_stream0)
        assert_size_stride(arg5_1, (32, 128), (128, 1), 'input')
        arg5_1 = copy_if_misaligned(arg5_1)
        buf19 = empty_strided_cuda((32, 128), (128, 1), torch.float32)
        # Topologically Sorted Source Nodes: [embedding, x, matmul_3, x_1, layer_norm_1, matmul_4], Original ATen: [aten.embedding, aten.add, aten._unsafe_view, aten.native_layer_norm, aten.view, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf18, (32, 32), (32, 1), 0), arg5_1, out=buf19)
        del arg5_1
        buf20 = reinterpret_tensor(buf19, (2, 16, 128), (2048, 128, 1), 0); del buf19  # reuse
        # Topologically Sorted Source Nodes: [matmul_4, gelu], Original ATen: [aten._unsafe_view, aten.gelu]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_gelu_7.run(buf20, 4096, stream=raw_stream0)
        assert_size_stride(arg6_1, (128, 32), (32, 1), 'input')
        arg6_1 = copy_if_misaligned(arg6_1)
        buf21 = reinterpret_tensor(buf18, (32, 32), (32, 1), 0); del buf18  # reuse
        # Topologically Sorted Source Nodes: [matmul_4, gelu, matmul_5], Original ATen: [aten._unsafe_view, aten.gelu, aten.view, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf20, (32, 128), (128, 1), 0), arg6_1, out=buf21)
        del arg6_1
        del buf20
        buf22 = reinterpret_tensor(buf14, (2, 16, 32), (512, 32, 1), 0); del buf14  # reuse
        buf26 = empty_strided_cuda((2, 16, 32), (512, 32, 1), torch.float32)
        # Topologically Sorted Source Nodes: [embedding, x, matmul_3, x_1, matmul_5, x_2, layer_norm_2], Original ATen: [aten.embedding, aten.add, aten._unsafe_view, aten.native_layer_norm]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__unsafe_view_add_embedding_native_layer_norm_8.run(buf22, arg0_1, arg1_1, arg2_1, buf21, buf26, 32, 32, stream=raw_stream0)
        del arg0_1
        del arg2_1
        assert_size_stride(arg7_1, (32, 96), (96, 1), 'input')
        arg7_1 = copy_if_misaligned(arg7_1)
        buf27 = empty_strided_cuda((32, 96), (96, 1), torch.float32)
        # Topologically Sorted Source Nodes: [layer_norm_2, matmul_6], Original ATen: [aten.native_layer_norm, aten.view, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf26, (32, 32), (32, 1), 0), arg7_1, out=buf27)
        del arg7_1
        buf28 = reinterpret_tensor(buf26, (2, 4, 16, 8), (512, 128, 8, 1), 0); del buf26  # reuse
        # Topologically Sorted Source Nodes: [matmul_6, chunk_1, view_3, query_1, matmul_7], Original ATen: [aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_clone_split_transpose_view_1.run(buf27, buf28, 1024, stream=raw_stream0)
        buf29 = reinterpret_tensor(buf21, (2, 4, 8, 16), (512, 128, 16, 1), 0); del buf21  # reuse
        # Topologically Sorted Source Nodes: [matmul_6, chunk_1, view_4, key_1, transpose_8, matmul_7], Original ATen: [aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_clone_split_transpose_view_2.run(buf27, buf29, 64, 16, stream=raw_stream0)
        buf30 = empty_strided_cuda((8, 16, 16), (256, 16, 1), torch.float32)
        # Topologically Sorted Source Nodes: [matmul_6, chunk_1, view_3, query_1, matmul_7, view_4, key_1, transpose_8], Original ATen: [aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone, aten.bmm]
        extern_kernels.bmm(reinterpret_tensor(buf28, (8, 16, 8), (128, 8, 1), 0), reinterpret_tensor(buf29, (8, 8, 16), (128, 16, 1), 0), out=buf30)
        del buf28
        buf33 = reinterpret_tensor(buf30, (2, 4, 16, 16), (1024, 256, 16, 1), 0); del buf30  # reuse
        # Topologically Sorted Source Nodes: [mask, ones, scores_3, matmul_7, scores_2, softmax_1], Original ATen: [aten.triu, aten.ones, aten.masked_fill, aten.view, aten.div, prims.prepare_softmax_online, aten._softmax]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__softmax_div_masked_fill_ones_prepare_softmax_online_triu_view_3.run(buf33, 128, 16, stream=raw_stream0)
        buf34 = reinterpret_tensor(buf29, (2, 4, 16, 8), (512, 128, 8, 1), 0); del buf29  # reuse
        # Topologically Sorted Source Nodes: [matmul_6, chunk_1, view_5, value_1, matmul_8], Original ATen: [aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_clone_split_transpose_view_4.run(buf27, buf34, 1024, stream=raw_stream0)
        del buf27
        buf35 = empty_strided_cuda((8, 16, 8), (128, 8, 1), torch.float32)
        # Topologically Sorted Source Nodes: [mask, ones, matmul_6, chunk_1, scores_3, matmul_7, scores_2, softmax_1, matmul_8, view_5, value_1], Original ATen: [aten.triu, aten.ones, aten._unsafe_view, aten.split, aten.masked_fill, aten.view, aten.div, aten._softmax, aten.transpose, aten.clone, aten.bmm]
        extern_kernels.bmm(reinterpret_tensor(buf33, (8, 16, 16), (256, 16, 1), 0), reinterpret_tensor(buf34, (8, 16, 8), (128, 8, 1), 0), out=buf35)
        del buf33
        buf36 = reinterpret_tensor(buf34, (2, 16, 4, 8), (512, 32, 8, 1), 0); del buf34  # reuse
        # Topologically Sorted Source Nodes: [matmul_8, transpose_9, reshape_1], Original ATen: [aten.view, aten.transpose, aten.clone]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused_clone_transpose_view_5.run(buf35, buf36, 1024, stream=raw_stream0)
        assert_size_stride(arg8_1, (32, 32), (32, 1), 'input')
        arg8_1 = copy_if_misaligned(arg8_1)
        buf37 = reinterpret_tensor(buf35, (32, 32), (32, 1), 0); del buf35  # reuse
        # Topologically Sorted Source Nodes: [matmul_8, transpose_9, reshape_1, matmul_9], Original ATen: [aten.view, aten.transpose, aten.clone, aten._unsafe_view, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf36, (32, 32), (32, 1), 0), arg8_1, out=buf37)
        del arg8_1
        buf41 = reinterpret_tensor(buf36, (2, 16, 32), (512, 32, 1), 0); del buf36  # reuse
        # Topologically Sorted Source Nodes: [matmul_9, x_3, layer_norm_3], Original ATen: [aten._unsafe_view, aten.add, aten.native_layer_norm]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__unsafe_view_add_native_layer_norm_9.run(buf22, buf37, buf41, 32, 32, stream=raw_stream0)
        assert_size_stride(arg9_1, (32, 128), (128, 1), 'input')
        arg9_1 = copy_if_misaligned(arg9_1)
        buf42 = empty_strided_cuda((32, 128), (128, 1), torch.float32)
        # Topologically Sorted Source Nodes: [matmul_9, x_3, layer_norm_3, matmul_10], Original ATen: [aten._unsafe_view, aten.add, aten.native_layer_norm, aten.view, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf41, (32, 32), (32, 1), 0), arg9_1, out=buf42)
        del arg9_1
        del buf41
        buf43 = reinterpret_tensor(buf42, (2, 16, 128), (2048, 128, 1), 0); del buf42  # reuse
        # Topologically Sorted Source Nodes: [matmul_10, gelu_1], Original ATen: [aten._unsafe_view, aten.gelu]
        raw_stream0 = get_raw_stream(0)
        triton_poi_fused__unsafe_view_gelu_7.run(buf43, 4096, stream=raw_stream0)
        assert_size_stride(arg10_1, (128, 32), (32, 1), 'input')
        arg10_1 = copy_if_misaligned(arg10_1)
        buf44 = empty_strided_cuda((32, 32), (32, 1), torch.float32)
        # Topologically Sorted Source Nodes: [matmul_10, gelu_1, matmul_11], Original ATen: [aten._unsafe_view, aten.gelu, aten.view, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf43, (32, 128), (128, 1), 0), arg10_1, out=buf44)
        del arg10_1
        del buf43
        buf48 = buf22; del buf22  # reuse
        # Topologically Sorted Source Nodes: [matmul_9, x_3, matmul_11, x_4, layer_norm_4], Original ATen: [aten._unsafe_view, aten.add, aten.native_layer_norm]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__unsafe_view_add_native_layer_norm_10.run(buf48, buf37, buf44, 32, 32, stream=raw_stream0)
        del buf37
        del buf44
        buf49 = empty_strided_cuda((32, 96), (96, 1), torch.float32)
        # Topologically Sorted Source Nodes: [matmul_9, x_3, matmul_11, x_4, layer_norm_4, logits, t], Original ATen: [aten._unsafe_view, aten.add, aten.native_layer_norm, aten.view, aten.t, aten.mm]
        extern_kernels.mm(reinterpret_tensor(buf48, (32, 32), (32, 1), 0), reinterpret_tensor(arg1_1, (32, 96), (1, 32), 0), out=buf49)
        del arg1_1
        del buf48
        buf50 = empty_strided_cuda((32, 1), (1, 32), torch.float32)
        buf51 = empty_strided_cuda((32, 1), (1, 32), torch.float32)
        # Topologically Sorted Source Nodes: [logits, flatten], Original ATen: [aten._unsafe_view, aten.view, prims.prepare_softmax_online]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__unsafe_view_prepare_softmax_online_view_11.run(buf49, buf50, buf51, 32, 96, stream=raw_stream0)
        assert_size_stride(arg11_1, (2, 16), (16, 1), 'input')
        arg11_1 = copy_if_misaligned(arg11_1)
        buf52 = empty_strided_cuda((), (), torch.float32)
        buf54 = buf52; del buf52  # reuse
        # Topologically Sorted Source Nodes: [flatten_1, cross_entropy, logits, flatten], Original ATen: [aten.view, aten.nll_loss_forward, aten._unsafe_view, aten._log_softmax]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__log_softmax__unsafe_view_nll_loss_forward_view_12.run(buf54, arg11_1, buf49, buf50, buf51, 1, 32, stream=raw_stream0)
        del arg11_1
        del buf50
        del buf51
    return (reinterpret_tensor(buf49, (2, 16, 96), (1536, 96, 1), 0), buf54, )
