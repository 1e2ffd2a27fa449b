class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1, 32, 16][512, 16, 1]cuda:0", arg1_1: "f32[1, 16, 64][1024, 64, 1]cuda:0"):
        bmm: "f32[1, 32, 64][2048, 64, 1]cuda:0" = torch.ops.aten.bmm.default(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        return (bmm,)
