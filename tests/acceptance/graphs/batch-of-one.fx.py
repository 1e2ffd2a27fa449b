class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1, 32, 16][512, 16, 1]cuda:0", arg1_1: "f32[1, 16, 64][1024, 64, 1]cuda:0"):
        squeeze_dim: "f32[32, 16][16, 1]cuda:0" = torch.ops.aten.squeeze.dim(arg0_1, 0);  arg0_1 = None
        squeeze_dim_1: "f32[16, 64][64, 1]cuda:0" = torch.ops.aten.squeeze.dim(arg1_1, 0);  arg1_1 = None
        mm_default: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.mm.default(squeeze_dim, squeeze_dim_1);  squeeze_dim = squeeze_dim_1 = None
        unsqueeze_default: "f32[1, 32, 64][2048, 64, 1]cuda:0" = torch.ops.aten.unsqueeze.default(mm_default, 0);  mm_default = None
        return (unsqueeze_default,)
