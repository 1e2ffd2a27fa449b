class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 256, 1, 1][256, 1, 1, 1]cuda:0", arg1_1: "f32[1, 256, 28, 28][200704, 784, 28, 1]cuda:0", arg2_1: "f32[64][1]cuda:0", arg3_1: "f32[64][1]cuda:0", arg4_1: "f32[64][1]cuda:0", arg5_1: "f32[64][1]cuda:0", arg6_1: "f32[64, 64, 3, 3][576, 9, 3, 1]cuda:0", arg7_1: "f32[64][1]cuda:0", arg8_1: "f32[64][1]cuda:0", arg9_1: "f32[64][1]cuda:0", arg10_1: "f32[64][1]cuda:0", arg11_1: "f32[256, 64, 1, 1][64, 1, 1, 1]cuda:0", arg12_1: "f32[256][1]cuda:0", arg13_1: "f32[256][1]cuda:0", arg14_1: "f32[256][1]cuda:0", arg15_1: "f32[256][1]cuda:0"):
        # File: make-samples.py:112 in forward, code: y = torch.relu(self.norm1(self.conv1(x)))
        convolution: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.convolution.default(arg1_1, arg0_1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1);  arg0_1 = None
        unsqueeze: "f32[64, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg2_1, -1);  arg2_1 = None
        unsqueeze_1: "f32[64, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze, -1);  unsqueeze = None
        sub: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.sub.Tensor(convolution, unsqueeze_1);  convolution = unsqueeze_1 = None
        add: "f32[64][1]cuda:0" = torch.ops.aten.add.Tensor(arg3_1, 1e-05);  arg3_1 = None
        rsqrt: "f32[64][1]cuda:0" = torch.ops.aten.rsqrt.default(add);  add = None
        unsqueeze_2: "f32[64, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(rsqrt, -1);  rsqrt = None
        unsqueeze_3: "f32[64, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_2, -1);  unsqueeze_2 = None
        mul: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub, unsqueeze_3);  sub = unsqueeze_3 = None
        unsqueeze_4: "f32[64, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg4_1, -1);  arg4_1 = None
        unsqueeze_5: "f32[64, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_4, -1);  unsqueeze_4 = None
        mul_1: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul, unsqueeze_5);  mul = unsqueeze_5 = None
        unsqueeze_6: "f32[64, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg5_1, -1);  arg5_1 = None
        unsqueeze_7: "f32[64, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_6, -1);  unsqueeze_6 = None
        add_1: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_1, unsqueeze_7);  mul_1 = unsqueeze_7 = None
        relu: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.relu.default(add_1);  add_1 = None

        # File: make-samples.py:113 in forward, code: y = torch.relu(self.norm2(self.conv2(y)))
        convolution_1: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.convolution.default(relu, arg6_1, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);  relu = arg6_1 = None
        unsqueeze_8: "f32[64, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg7_1, -1);  arg7_1 = None
        unsqueeze_9: "f32[64, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_8, -1);  unsqueeze_8 = None
        sub_1: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.sub.Tensor(convolution_1, unsqueeze_9);  convolution_1 = unsqueeze_9 = None
        add_2: "f32[64][1]cuda:0" = torch.ops.aten.add.Tensor(arg8_1, 1e-05);  arg8_1 = None
        rsqrt_1: "f32[64][1]cuda:0" = torch.ops.aten.rsqrt.default(add_2);  add_2 = None
        unsqueeze_10: "f32[64, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(rsqrt_1, -1);  rsqrt_1 = None
        unsqueeze_11: "f32[64, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_10, -1);  unsqueeze_10 = None
        mul_2: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub_1, unsqueeze_11);  sub_1 = unsqueeze_11 = None
        unsqueeze_12: "f32[64, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg9_1, -1);  arg9_1 = None
        unsqueeze_13: "f32[64, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_12, -1);  unsqueeze_12 = None
        mul_3: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_2, unsqueeze_13);  mul_2 = unsqueeze_13 = None
        unsqueeze_14: "f32[64, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg10_1, -1);  arg10_1 = None
        unsqueeze_15: "f32[64, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_14, -1);  unsqueeze_14 = None
        add_3: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_3, unsqueeze_15);  mul_3 = unsqueeze_15 = None
        relu_1: "f32[1, 64, 28, 28][50176, 784, 28, 1]cuda:0" = torch.ops.aten.relu.default(add_3);  add_3 = None

        # File: make-samples.py:114 in forward, code: return torch.relu(self.norm3(self.conv3(y)) + x)
        convolution_2: "f32[1, 256, 28, 28][200704, 784, 28, 1]cuda:0" = torch.ops.aten.convolution.default(relu_1, arg11_1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1);  relu_1 = arg11_1 = None
        unsqueeze_16: "f32[256, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg12_1, -1);  arg12_1 = None
        unsqueeze_17: "f32[256, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_16, -1);  unsqueeze_16 = None
        sub_2: "f32[1, 256, 28, 28][200704, 784, 28, 1]cuda:0" = torch.ops.aten.sub.Tensor(convolution_2, unsqueeze_17);  convolution_2 = unsqueeze_17 = None
        add_4: "f32[256][1]cuda:0" = torch.ops.aten.add.Tensor(arg13_1, 1e-05);  arg13_1 = None
        rsqrt_2: "f32[256][1]cuda:0" = torch.ops.aten.rsqrt.default(add_4);  add_4 = None
        unsqueeze_18: "f32[256, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(rsqrt_2, -1);  rsqrt_2 = None
        unsqueeze_19: "f32[256, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_18, -1);  unsqueeze_18 = None
        mul_4: "f32[1, 256, 28, 28][200704, 784, 28, 1]cuda:0" = torch.ops.aten.mul.Tensor(sub_2, unsqueeze_19);  sub_2 = unsqueeze_19 = None
        unsqueeze_20: "f32[256, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg14_1, -1);  arg14_1 = None
        unsqueeze_21: "f32[256, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_20, -1);  unsqueeze_20 = None
        mul_5: "f32[1, 256, 28, 28][200704, 784, 28, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_4, unsqueeze_21);  mul_4 = unsqueeze_21 = None
        unsqueeze_22: "f32[256, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(arg15_1, -1);  arg15_1 = None
        unsqueeze_23: "f32[256, 1, 1][1, 1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(unsqueeze_22, -1);  unsqueeze_22 = None
        add_5: "f32[1, 256, 28, 28][200704, 784, 28, 1]cuda:0" = torch.ops.aten.add.Tensor(mul_5, unsqueeze_23);  mul_5 = unsqueeze_23 = None
        add_6: "f32[1, 256, 28, 28][200704, 784, 28, 1]cuda:0" = torch.ops.aten.add.Tensor(add_5, arg1_1);  add_5 = arg1_1 = None
        relu_2: "f32[1, 256, 28, 28][200704, 784, 28, 1]cuda:0" = torch.ops.aten.relu.default(add_6);  add_6 = None
        return (relu_2,)
