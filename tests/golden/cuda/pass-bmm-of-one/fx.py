class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1, 64, 32][2048, 32, 1]cuda:0", arg1_1: "f32[1, 32, 48][1536, 48, 1]cuda:0"):
        # File: golden_cases_rules.py:247 in pass_bmm_of_one, code: return torch.bmm(x, y)
        squeeze_dim: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.squeeze.dim(arg0_1, 0);  arg0_1 = None
        squeeze_dim_1: "f32[32, 48][48, 1]cuda:0" = torch.ops.aten.squeeze.dim(arg1_1, 0);  arg1_1 = None
        mm_default: "f32[64, 48][48, 1]cuda:0" = torch.ops.aten.mm.default(squeeze_dim, squeeze_dim_1);  squeeze_dim = squeeze_dim_1 = None
        unsqueeze_default: "f32[1, 64, 48][3072, 48, 1]cuda:0" = torch.ops.aten.unsqueeze.default(mm_default, 0);  mm_default = None
        return (unsqueeze_default,)
