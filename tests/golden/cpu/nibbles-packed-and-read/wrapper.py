def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (4, 8, 32), (256, 32, 1), 'input')
    buf0 = empty_strided_cpu((4, 8, 16), (128, 16, 1), torch.uint8)
    buf1 = empty_strided_cpu((4, 8, 16), (128, 16, 1), torch.uint8)
    buf2 = empty_strided_cpu((4, 8, 16), (128, 16, 1), torch.uint8)
    buf3 = empty_strided_cpu((4, 8, 16, 1), (128, 1, 8, 8), torch.uint8)
    buf4 = empty_strided_cpu((4, 8, 16, 1), (128, 1, 8, 8), torch.uint8)
    cpp_fused___lshift_____rshift____to_copy_add_bitwise_and_bitwise_or_clamp_mul_round_slice_stack_0(arg0_1, buf0, buf1, buf2, buf3, buf4)
    del arg0_1
    del buf1
    del buf2
    # Topologically Sorted Source Nodes: [rshift, stack, and_], Original ATen: [aten.__rshift__, aten.stack, aten.bitwise_and]
    buf5 = torch.ops.aten.cat.default((buf3, buf4), -1)
    assert_tensor_metadata(buf5, (4, 8, 16, 2), (256, 1, 16, 8), torch.uint8, 'torch.ops.aten.cat.default')
    assert_alignment(buf5, 16, 'torch.ops.aten.cat.default')
    del buf3
    del buf4
    buf6 = empty_strided_cpu((4, 8, 32), (256, 32, 1), torch.float32)
    cpp_fused__to_copy_mul_view_1(buf5, buf6)
    return (buf0, buf6, )
