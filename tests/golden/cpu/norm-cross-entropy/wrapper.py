def call(self, args):
    arg0_1, arg1_1 = args
    args.clear()
    assert_size_stride(arg0_1, (32, 64), (64, 1), 'input')
    buf0 = empty_strided_cpu((32, 1), (1, 32), torch.float32)
    buf1 = empty_strided_cpu((32, 1), (1, 32), torch.float32)
    assert_size_stride(arg1_1, (32, ), (1, ), 'input')
    buf2 = buf1; del buf1  # reuse
    buf3 = empty_strided_cpu((), (), torch.float32)
    buf4 = empty_strided_cpu((), (), torch.int64)
    buf5 = buf3; del buf3  # reuse
    cpp_fused__log_softmax_nll_loss_forward_0(buf2, buf5, arg0_1, arg1_1, buf0, buf4)
    del arg0_1
    del arg1_1
    return (buf5, )
