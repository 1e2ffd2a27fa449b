class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[5, 5][5, 1]cpu", arg1_1: "f32[5, 5][5, 1]cpu"):
        mul: "f32[5, 5][5, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, arg1_1);  arg0_1 = None
        add: "f32[5, 5][5, 1]cpu" = torch.ops.aten.add.Tensor(mul, arg1_1);  mul = arg1_1 = None
        return (add,)
