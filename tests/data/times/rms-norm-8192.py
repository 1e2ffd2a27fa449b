class GraphModule(torch.nn.Module):
    def forward(self, arg0_1: "bf16[8192, 4096][4096, 1]cpu", arg1_1: "bf16[8192, 4096][4096, 1]cpu", arg2_1: "bf16[4096][1]cpu"):
        add: "bf16[8192, 4096][4096, 1]cpu" = torch.ops.aten.add.Tensor(arg0_1, arg1_1)
        convert_element_type: "f32[8192, 4096][4096, 1]cpu" = torch.ops.prims.convert_element_type.default(add, torch.float32)
        pow_1: "f32[8192, 4096][4096, 1]cpu" = torch.ops.aten.pow.Tensor_Scalar(convert_element_type, 2)
        mean: "f32[8192, 1][1, 1]cpu" = torch.ops.aten.mean.dim(pow_1, [-1], True)
        add_1: "f32[8192, 1][1, 1]cpu" = torch.ops.aten.add.Tensor(mean, 1e-05)
        rsqrt: "f32[8192, 1][1, 1]cpu" = torch.ops.aten.rsqrt.default(add_1)
        mul: "f32[8192, 4096][4096, 1]cpu" = torch.ops.aten.mul.Tensor(convert_element_type, rsqrt)
        convert_element_type_1: "bf16[8192, 4096][4096, 1]cpu" = torch.ops.prims.convert_element_type.default(mul, torch.bfloat16)
        mul_1: "bf16[8192, 4096][4096, 1]cpu" = torch.ops.aten.mul.Tensor(convert_element_type_1, arg2_1)
        return (mul_1, add)
