def call(self, args):
    arg0_1, = args
    args.clear()
    assert_size_stride(arg0_1, (64, 128), (128, 1), 'input')
    with torch.cuda._DeviceGuard(0):
        torch.cuda.set_device(0)
        arg0_1 = copy_if_misaligned(arg0_1)
        buf4 = empty_strided_cuda((64, 128), (128, 1), torch.float32)
        # Topologically Sorted Source Nodes: [softmax], Original ATen: [aten.mul, aten._to_copy, aten.eq, aten.abs, aten.ne, aten.all, aten.amax, aten.sub, aten._softmax]
        raw_stream0 = get_raw_stream(0)
        triton_per_fused__softmax__to_copy_abs_all_amax_eq_mul_ne_sub_0.run(arg0_1, buf4, 64, 128, stream=raw_stream0)
        del arg0_1
    return (buf4, )
