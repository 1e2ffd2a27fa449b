def call(self, args):
    arg0_1, arg1_1, arg2_1, arg3_1, arg4_1 = args
    args.clear()
    assert_size_stride_grouped((arg0_1, arg1_1, arg2_1, arg3_1, arg4_1), ((4, 16, 8, 8), (16, ), (16, ), (16, ), (16, )), ((1024, 64, 8, 1), (1, ), (1, ), (1, ), (1, )), 'input')
    buf0 = empty_strided_cpu((4, 16, 8, 8), (1024, 64, 8, 1), torch.float32)
    cpp_fused__native_batch_norm_legit_no_training_relu_0(arg0_1, arg1_1, arg2_1, arg3_1, arg4_1, buf0)
    del arg0_1
    del arg1_1
    del arg2_1
    del arg3_1
    del arg4_1
    return (buf0, )
