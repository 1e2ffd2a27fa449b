class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 8, 16, 16][2048, 256, 16, 1]cuda:0", arg1_1: "f32[16, 8, 3, 3][72, 9, 3, 1]cuda:0", arg2_1: "f32[16][1]cuda:0"):
        # File: golden_cases.py:367 in conv_bias_relu, code: return F.conv2d(x, w, bias, padding=1).relu()
        convolution: "f32[2, 16, 16, 16][4096, 256, 16, 1]cuda:0" = torch.ops.aten.convolution.default(arg0_1, arg1_1, arg2_1, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);  arg0_1 = arg1_1 = arg2_1 = None
        relu: "f32[2, 16, 16, 16][4096, 256, 16, 1]cuda:0" = torch.ops.aten.relu.default(convolution);  convolution = None
        return (relu,)
