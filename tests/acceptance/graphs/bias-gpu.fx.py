class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[32, 16][16, 1]cuda:0", arg1_1: "f32[16, 64][64, 1]cuda:0", arg2_1: "f32[64][1]cuda:0"):
        addmm_default: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.addmm.default(arg2_1, arg0_1, arg1_1);  arg2_1 = arg0_1 = arg1_1 = None
        return (addmm_default,)
