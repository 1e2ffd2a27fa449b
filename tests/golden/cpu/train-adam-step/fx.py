class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1000][1]cpu", arg1_1: "f32[1000][1]cpu", arg2_1: "f32[1000][1]cpu", arg3_1: "f32[1000][1]cpu"):
        # File: traced:5 in forward, code: lerp_ = torch.ops.aten.lerp_.Scalar(mean_1, grad_1, 0.1);  mean_1 = None
        sub: "f32[1000][1]cpu" = torch.ops.aten.sub.Tensor(arg1_1, arg0_1)
        add: "f32[1000][1]cpu" = torch.ops.aten.add.Tensor(arg0_1, sub, alpha = 0.1);  sub = None

        # File: traced:6 in forward, code: mul_ = torch.ops.aten.mul_.Tensor(square_1, 0.999);  square_1 = None
        mul: "f32[1000][1]cpu" = torch.ops.aten.mul.Tensor(arg2_1, 0.999)

        # File: traced:7 in forward, code: addcmul_ = torch.ops.aten.addcmul_.default(mul_, grad_1, grad_1, value = 0.001);  mul_ = grad_1 = None
        addcmul: "f32[1000][1]cpu" = torch.ops.aten.addcmul.default(mul, arg1_1, arg1_1, value = 0.001);  mul = arg1_1 = None

        # File: traced:8 in forward, code: sqrt = torch.ops.aten.sqrt.default(addcmul_);  addcmul_ = None
        sqrt: "f32[1000][1]cpu" = torch.ops.aten.sqrt.default(addcmul)

        # File: traced:9 in forward, code: add = torch.ops.aten.add.Tensor(sqrt, 1e-08);  sqrt = None
        add_1: "f32[1000][1]cpu" = torch.ops.aten.add.Tensor(sqrt, 1e-08);  sqrt = None

        # File: traced:10 in forward, code: addcdiv_ = torch.ops.aten.addcdiv_.default(weight_1, lerp_, add, value = -0.001);  weight_1 = lerp_ = add = addcdiv_ = None
        addcdiv: "f32[1000][1]cpu" = torch.ops.aten.addcdiv.default(arg3_1, add, add_1, value = -0.001);  add_1 = None

        # File: traced:5 in forward, code: lerp_ = torch.ops.aten.lerp_.Scalar(mean_1, grad_1, 0.1);  mean_1 = None
        copy_: "f32[1000][1]cpu" = torch.ops.aten.copy_.default(arg0_1, add);  arg0_1 = add = copy_ = None

        # File: traced:7 in forward, code: addcmul_ = torch.ops.aten.addcmul_.default(mul_, grad_1, grad_1, value = 0.001);  mul_ = grad_1 = None
        copy__1: "f32[1000][1]cpu" = torch.ops.aten.copy_.default(arg2_1, addcmul);  arg2_1 = addcmul = copy__1 = None

        # File: traced:10 in forward, code: addcdiv_ = torch.ops.aten.addcdiv_.default(weight_1, lerp_, add, value = -0.001);  weight_1 = lerp_ = add = addcdiv_ = None
        copy__2: "f32[1000][1]cpu" = torch.ops.aten.copy_.default(arg3_1, addcdiv);  arg3_1 = addcdiv = copy__2 = None
        return ()
