class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 64][64, 1]cuda:0"):
        constant_pad_nd: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.constant_pad_nd.default(arg0_1, [0, 0], 0.0);  arg0_1 = None
        add: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(constant_pad_nd, 1);  constant_pad_nd = None
        return (add,)
