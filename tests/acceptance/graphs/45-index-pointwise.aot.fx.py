class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0", arg1_1: "i32[20][1]cuda:0"):
        index: "f32[20, 10][10, 1]cuda:0" = torch.ops.aten.index.Tensor(arg0_1, [arg1_1]);  arg0_1 = arg1_1 = None
        cos: "f32[20, 10][10, 1]cuda:0" = torch.ops.aten.cos.default(index);  index = None
        return (cos,)
