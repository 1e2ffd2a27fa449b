class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 1, 32][32, 32, 1]cuda:0"):
        # File: golden_cases.py:263 in view_expand, code: return x.expand(16, 8, 32) * 2, x.squeeze(1).unsqueeze(0) + 1
        expand: "f32[16, 8, 32][32, 0, 1]cuda:0" = torch.ops.aten.expand.default(arg0_1, [16, 8, 32])
        mul: "f32[16, 8, 32][256, 32, 1]cuda:0" = torch.ops.aten.mul.Tensor(expand, 2);  expand = None
        squeeze: "f32[16, 32][32, 1]cuda:0" = torch.ops.aten.squeeze.dim(arg0_1, 1);  arg0_1 = None
        unsqueeze: "f32[1, 16, 32][512, 32, 1]cuda:0" = torch.ops.aten.unsqueeze.default(squeeze, 0);  squeeze = None
        add: "f32[1, 16, 32][512, 32, 1]cuda:0" = torch.ops.aten.add.Tensor(unsqueeze, 1);  unsqueeze = None
        return (mul, add)
