class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[100][1]cuda:0"):
        lt: "b8[100][1]cuda:0" = torch.ops.aten.lt.Scalar(arg0_1, 0)
        mul: "f32[100][1]cuda:0" = torch.ops.aten.mul.Tensor(lt, arg0_1);  arg0_1 = None
        return (mul, lt)
