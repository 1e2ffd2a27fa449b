class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1024, 2048][2048, 1]cuda:0", arg1_1: "f32[1024, 2048][1, 1024]cuda:0"):
        mul: "f32[1024, 2048][2048, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 2);  arg0_1 = None
        realize: "f32[1024, 2048][2048, 1]cuda:0" = torch.ops._inductor_test.realize.default(mul);  mul = None
        mul_1: "f32[1024, 2048][1, 1024]cuda:0" = torch.ops.aten.mul.Tensor(arg1_1, 3);  arg1_1 = None
        realize_1: "f32[1024, 2048][1, 1024]cuda:0" = torch.ops._inductor_test.realize.default(mul_1);  mul_1 = None
        add: "f32[1024, 2048][2048, 1]cuda:0" = torch.ops.aten.add.Tensor(realize, realize_1);  realize = realize_1 = None
        return (add,)
