def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, arg5_1, arg6_1, arg7_1, arg8_1, arg9_1, arg10_1, arg11_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg2_1), ((2, 16), (96, 32), (16, 32)), ((16, 1), (32, 1), (32, 1)), 'input')
    buf0 = empty_strided_cpu((2, 16, 1), (16, 1, 32), torch.float32)
    buf1 = buf0; del buf0  # reuse
    buf2 = empty_strided_cpu((2, 16, 1), (16, 1, 32), torch.float32)
    buf3 = empty_strided_cpu((2, 16, 32), (512, 32, 1), torch.float32)
    assert_size_stride(arg3_1, (32, 96), (96, 1), 'input')
    cpp_fused_add_embedding_native_layer_norm_0(buf1, arg0_1, arg1_1, arg2_1, buf2, buf3)
    buf4 = empty_strided_cpu((32, 96), (96, 1), torch.float32)
    # Topologically Sorted Source Nodes: [embedding, x, layer_norm, matmul], Original ATen: [aten.embedding, aten.add, aten.native_layer_norm, aten.view, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf3, (32, 32), (32, 1), 0), arg3_1, out=buf4)
    del arg3_1
    buf5 = reinterpret_tensor(buf3, (2, 4, 16, 8), (512, 128, 8, 1), 0); del buf3  # reuse
    buf6 = empty_strided_cpu((2, 4, 8, 16), (512, 128, 16, 1), torch.float32)
    cpp_fused__unsafe_view_clone_split_transpose_view_1(buf4, buf5, buf6)
    buf7 = empty_strided_cpu((8, 16, 16), (256, 16, 1), torch.float32)
    # Topologically Sorted Source Nodes: [matmul, chunk, view, query, matmul_1, view_1, key, transpose_3], Original ATen: [aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone, aten.bmm]
    extern_kernels.bmm(reinterpret_tensor(buf5, (8, 16, 8), (128, 8, 1), 0), reinterpret_tensor(buf6, (8, 8, 16), (128, 16, 1), 0), out=buf7)
    buf8 = empty_strided_cpu((2, 4, 16, 1), (64, 16, 1, 128), torch.float32)
    buf9 = reinterpret_tensor(buf7, (2, 4, 16, 16), (1024, 256, 16, 1), 0); del buf7  # reuse
    buf10 = empty_strided_cpu((2, 4, 16, 1), (64, 16, 1, 128), torch.float32)
    buf11 = buf9; del buf9  # reuse
    buf12 = reinterpret_tensor(buf6, (2, 4, 16, 8), (512, 128, 8, 1), 0); del buf6  # reuse
    cpp_fused__softmax__unsafe_view_clone_div_masked_fill_ones_split_transpose_triu_view_2(buf11, buf4, buf8, buf10, buf12)
    del buf10
    del buf4
    del buf8
    buf13 = reinterpret_tensor(buf5, (8, 16, 8), (128, 8, 1), 0); del buf5  # reuse
    # Topologically Sorted Source Nodes: [matmul, chunk, softmax, matmul_2, view_2, value], Original ATen: [aten._unsafe_view, aten.split, aten._softmax, aten.view, aten.transpose, aten.clone, aten.bmm]
    extern_kernels.bmm(reinterpret_tensor(buf11, (8, 16, 16), (256, 16, 1), 0), reinterpret_tensor(buf12, (8, 16, 8), (128, 8, 1), 0), out=buf13)
    del buf11
    buf14 = reinterpret_tensor(buf12, (2, 16, 4, 8), (512, 32, 8, 1), 0); del buf12  # reuse
    assert_size_stride(arg4_1, (32, 32), (32, 1), 'input')
    cpp_fused_clone_transpose_view_3(buf13, buf14)
    buf15 = reinterpret_tensor(buf13, (32, 32), (32, 1), 0); del buf13  # reuse
    # Topologically Sorted Source Nodes: [matmul_2, transpose_4, reshape, matmul_3], Original ATen: [aten.view, aten.transpose, aten.clone, aten._unsafe_view, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf14, (32, 32), (32, 1), 0), arg4_1, out=buf15)
    del arg4_1
    buf16 = buf2; del buf2  # reuse
    buf17 = buf16; del buf16  # reuse
    buf18 = buf1; del buf1  # reuse
    buf19 = reinterpret_tensor(buf14, (2, 16, 32), (512, 32, 1), 0); del buf14  # reuse
    assert_size_stride(arg5_1, (32, 128), (128, 1), 'input')
    cpp_fused__unsafe_view_add_embedding_native_layer_norm_4(buf17, arg0_1, arg1_1, arg2_1, buf15, buf18, buf19)
    del buf17
    del buf18
    buf20 = empty_strided_cpu((32, 128), (128, 1), torch.float32)
    # Topologically Sorted Source Nodes: [embedding, x, matmul_3, x_1, layer_norm_1, matmul_4], Original ATen: [aten.embedding, aten.add, aten._unsafe_view, aten.native_layer_norm, aten.view, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf19, (32, 32), (32, 1), 0), arg5_1, out=buf20)
    del arg5_1
    buf21 = reinterpret_tensor(buf20, (2, 16, 128), (2048, 128, 1), 0); del buf20  # reuse
    assert_size_stride(arg6_1, (128, 32), (32, 1), 'input')
    cpp_fused__unsafe_view_gelu_5(buf21)
    buf22 = reinterpret_tensor(buf19, (32, 32), (32, 1), 0); del buf19  # reuse
    # Topologically Sorted Source Nodes: [matmul_4, gelu, matmul_5], Original ATen: [aten._unsafe_view, aten.gelu, aten.view, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf21, (32, 128), (128, 1), 0), arg6_1, out=buf22)
    del arg6_1
    del buf21
    buf23 = reinterpret_tensor(buf15, (2, 16, 32), (512, 32, 1), 0); del buf15  # reuse
    buf24 = empty_strided_cpu((2, 16, 1), (16, 1, 32), torch.float32)
    buf25 = buf24; del buf24  # reuse
    buf26 = empty_strided_cpu((2, 16, 1), (16, 1, 32), torch.float32)
    buf27 = empty_strided_cpu((2, 16, 32), (512, 32, 1), torch.float32)
    assert_size_stride(arg7_1, (32, 96), (96, 1), 'input')
    cpp_fused__unsafe_view_add_embedding_native_layer_norm_6(buf23, buf25, arg0_1, arg1_1, arg2_1, buf22, buf26, buf27)
    del arg0_1
    del arg2_1
    buf28 = empty_strided_cpu((32, 96), (96, 1), torch.float32)
    # Topologically Sorted Source Nodes: [layer_norm_2, matmul_6], Original ATen: [aten.native_layer_norm, aten.view, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf27, (32, 32), (32, 1), 0), arg7_1, out=buf28)
    del arg7_1
    buf29 = reinterpret_tensor(buf27, (2, 4, 16, 8), (512, 128, 8, 1), 0); del buf27  # reuse
    buf30 = reinterpret_tensor(buf22, (2, 4, 8, 16), (512, 128, 16, 1), 0); del buf22  # reuse
    cpp_fused__unsafe_view_clone_split_transpose_view_1(buf28, buf29, buf30)
    buf31 = empty_strided_cpu((8, 16, 16), (256, 16, 1), torch.float32)
    # Topologically Sorted Source Nodes: [matmul_6, chunk_1, view_3, query_1, matmul_7, view_4, key_1, transpose_8], Original ATen: [aten._unsafe_view, aten.split, aten.view, aten.transpose, aten.clone, aten.bmm]
    extern_kernels.bmm(reinterpret_tensor(buf29, (8, 16, 8), (128, 8, 1), 0), reinterpret_tensor(buf30, (8, 8, 16), (128, 16, 1), 0), out=buf31)
    del buf29
    buf32 = empty_strided_cpu((2, 4, 16, 1), (64, 16, 1, 128), torch.float32)
    buf33 = reinterpret_tensor(buf31, (2, 4, 16, 16), (1024, 256, 16, 1), 0); del buf31  # reuse
    buf34 = empty_strided_cpu((2, 4, 16, 1), (64, 16, 1, 128), torch.float32)
    buf35 = buf33; del buf33  # reuse
    buf36 = reinterpret_tensor(buf30, (2, 4, 16, 8), (512, 128, 8, 1), 0); del buf30  # reuse
    cpp_fused__softmax__unsafe_view_clone_div_masked_fill_ones_split_transpose_triu_view_2(buf35, buf28, buf32, buf34, buf36)
    del buf28
    del buf32
    del buf34
    buf37 = empty_strided_cpu((8, 16, 8), (128, 8, 1), torch.float32)
    # Topologically Sorted Source Nodes: [matmul_6, chunk_1, softmax_1, matmul_8, view_5, value_1], Original ATen: [aten._unsafe_view, aten.split, aten._softmax, aten.view, aten.transpose, aten.clone, aten.bmm]
    extern_kernels.bmm(reinterpret_tensor(buf35, (8, 16, 16), (256, 16, 1), 0), reinterpret_tensor(buf36, (8, 16, 8), (128, 8, 1), 0), out=buf37)
    del buf35
    buf38 = reinterpret_tensor(buf36, (2, 16, 4, 8), (512, 32, 8, 1), 0); del buf36  # reuse
    assert_size_stride(arg8_1, (32, 32), (32, 1), 'input')
    cpp_fused_clone_transpose_view_3(buf37, buf38)
    buf39 = reinterpret_tensor(buf37, (32, 32), (32, 1), 0); del buf37  # reuse
    # Topologically Sorted Source Nodes: [matmul_8, transpose_9, reshape_1, matmul_9], Original ATen: [aten.view, aten.transpose, aten.clone, aten._unsafe_view, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf38, (32, 32), (32, 1), 0), arg8_1, out=buf39)
    del arg8_1
    buf40 = buf26; del buf26  # reuse
    buf41 = buf40; del buf40  # reuse
    buf42 = buf25; del buf25  # reuse
    buf43 = reinterpret_tensor(buf38, (2, 16, 32), (512, 32, 1), 0); del buf38  # reuse
    assert_size_stride(arg9_1, (32, 128), (128, 1), 'input')
    cpp_fused__unsafe_view_add_native_layer_norm_7(buf41, buf23, buf39, buf42, buf43)
    del buf41
    del buf42
    buf44 = empty_strided_cpu((32, 128), (128, 1), torch.float32)
    # Topologically Sorted Source Nodes: [matmul_9, x_3, layer_norm_3, matmul_10], Original ATen: [aten._unsafe_view, aten.add, aten.native_layer_norm, aten.view, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf43, (32, 32), (32, 1), 0), arg9_1, out=buf44)
    del arg9_1
    del buf43
    buf45 = reinterpret_tensor(buf44, (2, 16, 128), (2048, 128, 1), 0); del buf44  # reuse
    assert_size_stride(arg10_1, (128, 32), (32, 1), 'input')
    cpp_fused__unsafe_view_gelu_5(buf45)
    buf46 = empty_strided_cpu((32, 32), (32, 1), torch.float32)
    # Topologically Sorted Source Nodes: [matmul_10, gelu_1, matmul_11], Original ATen: [aten._unsafe_view, aten.gelu, aten.view, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf45, (32, 128), (128, 1), 0), arg10_1, out=buf46)
    del arg10_1
    del buf45
    buf47 = empty_strided_cpu((2, 16, 1), (16, 1, 32), torch.float32)
    buf48 = buf47; del buf47  # reuse
    buf49 = empty_strided_cpu((2, 16, 1), (16, 1, 32), torch.float32)
    buf50 = buf23; del buf23  # reuse
    cpp_fused__unsafe_view_add_native_layer_norm_8(buf48, buf50, buf39, buf46, buf49)
    del buf39
    del buf46
    buf51 = empty_strided_cpu((32, 96), (96, 1), torch.float32)
    # Topologically Sorted Source Nodes: [matmul_9, x_3, matmul_11, x_4, layer_norm_4, logits, t], Original ATen: [aten._unsafe_view, aten.add, aten.native_layer_norm, aten.view, aten.t, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf50, (32, 32), (32, 1), 0), reinterpret_tensor(arg1_1, (32, 96), (1, 32), 0), out=buf51)
    del arg1_1
    del buf50
    buf52 = reinterpret_tensor(buf49, (32, 1), (1, 32), 0); del buf49  # reuse
    buf53 = reinterpret_tensor(buf48, (32, 1), (1, 32), 0); del buf48  # reuse
    assert_size_stride(arg11_1, (2, 16), (16, 1), 'input')
    buf54 = buf53; del buf53  # reuse
    buf55 = empty_strided_cpu((), (), torch.float32)
    buf56 = empty_strided_cpu((), (), torch.int64)
    buf57 = buf55; del buf55  # reuse
    cpp_fused__log_softmax__unsafe_view_nll_loss_forward_view_9(buf54, buf57, buf51, arg11_1, buf52, buf56)
    del arg11_1
    return (reinterpret_tensor(buf51, (2, 16, 96), (1536, 96, 1), 0), buf57, )
