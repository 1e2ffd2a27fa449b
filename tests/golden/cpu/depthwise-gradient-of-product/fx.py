class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 3, 11, 13][429, 143, 13, 1]cpu", arg1_1: "f32[2, 3, 11, 13][429, 143, 13, 1]cpu", arg2_1: "f32[3, 1, 5, 5][25, 25, 5, 1]cpu"):
        # File: golden_cases_classes.py:125 in depthwise_gradient_of_product, code: scaled = gradient.exp().expand(2, 3, 11, 13) * 2
        exp: "f32[2, 3, 11, 13][429, 143, 13, 1]cpu" = torch.ops.aten.exp.default(arg0_1);  arg0_1 = None
        expand: "f32[2, 3, 11, 13][429, 143, 13, 1]cpu" = torch.ops.aten.expand.default(exp, [2, 3, 11, 13]);  exp = None
        mul: "f32[2, 3, 11, 13][429, 143, 13, 1]cpu" = torch.ops.aten.mul.Tensor(expand, 2);  expand = None

        # File: golden_cases_classes.py:127 in depthwise_gradient_of_product, code: scaled, x.sin(), weight, [0], [1, 1], [2, 2], [1, 1], False, [0, 0], 3, [True, False, False]
        sin: "f32[2, 3, 11, 13][429, 143, 13, 1]cpu" = torch.ops.aten.sin.default(arg1_1);  arg1_1 = None

        # File: golden_cases_classes.py:126 in depthwise_gradient_of_product, code: back = torch.ops.aten.convolution_backward(
        convolution_backward = torch.ops.aten.convolution_backward.default(mul, sin, arg2_1, [0], [1, 1], [2, 2], [1, 1], False, [0, 0], 3, [True, False, False]);  sin = arg2_1 = None
        getitem: "f32[2, 3, 11, 13][429, 143, 13, 1]cpu" = convolution_backward[0];  convolution_backward = None

        # File: golden_cases_classes.py:129 in depthwise_gradient_of_product, code: return back[0] + scaled
        add: "f32[2, 3, 11, 13][429, 143, 13, 1]cpu" = torch.ops.aten.add.Tensor(getitem, mul);  getitem = mul = None
        return (add,)
