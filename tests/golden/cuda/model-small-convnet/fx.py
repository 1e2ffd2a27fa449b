class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 3, 32, 32][3072, 1024, 32, 1]cuda:0", arg1_1: "f32[8, 3, 3, 3][27, 9, 3, 1]cuda:0", arg2_1: "f32[8][1]cuda:0", arg3_1: "f32[8][1]cuda:0", arg4_1: "f32[8][1]cuda:0", arg5_1: "f32[8][1]cuda:0", arg6_1: "f32[16, 8, 3, 3][72, 9, 3, 1]cuda:0", arg7_1: "f32[10, 16][16, 1]cuda:0"):
        # File: golden_cases_more.py:269 in model_small_convnet, code: x = F.batch_norm(F.conv2d(x, w1, padding=1), mean, variance, weight, bias).relu()
        convolution: "f32[2, 8, 32, 32][8192, 1024, 32, 1]cuda:0" = torch.ops.aten.convolution.default(arg0_1, arg1_1, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);  arg0_1 = arg1_1 = None
        unsqueeze: "f32[8, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg2_1, -1);  arg2_1 = None
        unsqueeze_1: "f32[8, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze, -1);  unsqueeze = None
        sub: "f32[2, 8, 32, 32][8192, 1024, 32, 1]cuda:0" = torch.ops.aten.sub.Tensor(convolution, unsqueeze_1);  convolution = unsqueeze_1 = None
        add: "f32[8][1]cuda:0" = torch.ops.aten.add.Tensor(arg3_1, 1e-05);  arg3_1 = None
        rsqrt: "f32[8][1]cuda:0" = torch.ops.aten.rsqrt.default(add);  add = None
        unsqueeze_2: "f32[8, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(rsqrt, -1);  rsqrt = None
        unsqueeze_3: "f32[8, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_2, -1);  unsqueeze_2 = None
        mul: "f32[2, 8, 32, 32][8192, 1024, 32, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub, unsqueeze_3);  sub = unsqueeze_3 = None
        unsqueeze_4: "f32[8, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg4_1, -1);  arg4_1 = None
        unsqueeze_5: "f32[8, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_4, -1);  unsqueeze_4 = None
        mul_1: "f32[2, 8, 32, 32][8192, 1024, 32, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul, unsqueeze_5);  mul = unsqueeze_5 = None
        unsqueeze_6: "f32[8, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg5_1, -1);  arg5_1 = None
        unsqueeze_7: "f32[8, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_6, -1);  unsqueeze_6 = None
        add_1: "f32[2, 8, 32, 32][8192, 1024, 32, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_1, unsqueeze_7);  mul_1 = unsqueeze_7 = None
        relu: "f32[2, 8, 32, 32][8192, 1024, 32, 1]cuda:0" = torch.ops.aten.relu.default(add_1);  add_1 = None

        # File: golden_cases_more.py:270 in model_small_convnet, code: x = F.max_pool2d(x, 3, 2, 1)
        _low_memory_max_pool_with_offsets = torch.ops.prims._low_memory_max_pool_with_offsets.default(relu, [3, 3], [2, 2], [1, 1], [1, 1], False);  relu = None
        getitem: "f32[2, 8, 16, 16][2048, 256, 16, 1]cuda:0" = _low_memory_max_pool_with_offsets[0];  _low_memory_max_pool_with_offsets = None

        # File: golden_cases_more.py:271 in model_small_convnet, code: x = F.relu(F.conv2d(x, w2, stride=2, padding=1))
        convolution_1: "f32[2, 16, 8, 8][1024, 64, 8, 1]cuda:0" = torch.ops.aten.convolution.default(getitem, arg6_1, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 1);  getitem = arg6_1 = None
        relu_1: "f32[2, 16, 8, 8][1024, 64, 8, 1]cuda:0" = torch.ops.aten.relu.default(convolution_1);  convolution_1 = None

        # File: golden_cases_more.py:272 in model_small_convnet, code: return F.adaptive_avg_pool2d(x, 1).flatten(1) @ head.t()
        mean: "f32[2, 16, 1, 1][16, 1, 1, 1]cuda:0" = torch.ops.aten.mean.dim(relu_1, [-1, -2], True);  relu_1 = None
        view: "f32[2, 16][16, 1]cuda:0" = torch.ops.aten.reshape.default(mean, [2, 16]);  mean = None
        permute: "f32[16, 10][1, 16]cuda:0" = torch.ops.aten.permute.default(arg7_1, [1, 0]);  arg7_1 = None
        mm: "f32[2, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(view, permute);  view = permute = None
        return (mm,)
