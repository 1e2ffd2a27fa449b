class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 32][32, 1]cuda:0", arg1_1: "f32[32, 16][16, 1]cuda:0"):
        permute: "f32[32, 16][1, 32]cuda:0" = torch.ops.aten.permute.default(arg0_1, [1, 0]);  arg0_1 = None
        add: "f32[32, 16][1, 32]cuda:0" = torch.ops.aten.add.Tensor(permute, arg1_1);  permute = arg1_1 = None
        return (add,)
