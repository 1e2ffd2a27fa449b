class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64][1]cuda:0", arg1_1: "f32[32, 16][16, 1]cuda:0", arg2_1: "f32[16, 64][64, 1]cuda:0"):
        mm_default: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.mm.default(arg1_1, arg2_1);  arg1_1 = arg2_1 = None
        add_tensor: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, mm_default);  arg0_1 = mm_default = None
        relu: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.relu.default(add_tensor);  add_tensor = None
        return (relu,)
