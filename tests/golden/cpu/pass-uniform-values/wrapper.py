def call(self, args):
    arg0_1, = args
    args.clear()
    buf0 = empty_strided_cpu((64, 128), (128, 1), torch.float32)
    cpp_fused_add_0(buf0)
    return (arg0_1, arg0_1, buf0, )
