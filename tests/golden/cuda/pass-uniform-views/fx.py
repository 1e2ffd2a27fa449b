class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 128][128, 1]cuda:0"):
        # File: golden_cases_rules.py:241 in pass_uniform_views, code: mask = torch.full((64, 1, 128), 3.0, device=x.device)[:, 0].expand(64, 128).clone()
        full_default: "f32[64, 1, 128][128, 128, 1]cuda:0" = torch.ops.aten.full.default([64, 1, 128], 3.0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        select: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.select.int(full_default, 1, 0);  full_default = None
        expand: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.expand.default(select, [64, 128]);  select = None

        # File: golden_cases_rules.py:242 in pass_uniform_views, code: return x + mask.square()
        pow_1: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.pow.Tensor_Scalar(expand, 2);  expand = None
        add: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, pow_1);  arg0_1 = pow_1 = None
        return (add,)
