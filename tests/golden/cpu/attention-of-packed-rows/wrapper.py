def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (17, 4, 96), (384, 96, 1), 'input')
    buf0 = empty_strided_cpu((4, 2, 17, 16), (32, 16, 128, 1), torch.bfloat16)
    buf1 = empty_strided_cpu((4, 2, 17, 16), (32, 16, 128, 1), torch.bfloat16)
    buf2 = empty_strided_cpu((4, 2, 17, 16), (32, 16, 128, 1), torch.bfloat16)
    cpp_fused__scaled_dot_product_flash_attention_for_cpu__unsafe_view_clone_mul_split_transpose_view_0(arg0_1, buf0, buf1, buf2)
    del arg0_1
    # Topologically Sorted Source Nodes: [mul, chunk, reshape, transpose, q, reshape_2, transpose_1, k, reshape_4, transpose_2, v, scaled_dot_product_attention], Original ATen: [aten.mul, aten.split, aten.clone, aten._unsafe_view, aten.transpose, aten.view, aten._scaled_dot_product_flash_attention_for_cpu]
    buf3 = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default(buf0, buf1, buf2)
    del buf0
    del buf1
    buf4 = buf3[0]
    assert_tensor_metadata(buf4, (4, 2, 17, 16), (32, 16, 128, 1), torch.bfloat16, 'torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default')
    assert_alignment(buf4, 16, 'torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default')
    del buf3
    assert_size_stride(arg1_1, (32, 32), (32, 1), 'input')
    buf6 = reinterpret_tensor(buf2, (68, 32), (32, 1), 0); del buf2  # reuse
    # Topologically Sorted Source Nodes: [permute, reshape_6, matmul], Original ATen: [aten.permute, aten.view, aten.mm]
    extern_kernels.mm(reinterpret_tensor(buf4, (68, 32), (32, 1), 0), arg1_1, out=buf6)
    del arg1_1
    return (buf6, )
