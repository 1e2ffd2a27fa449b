class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 128][128, 1]cpu"):
        # File: golden_cases_rules.py:235 in pass_uniform_values, code: zeros = torch.zeros(64, 128, device=x.device)
        full_default_1: "f32[64, 128][128, 1]cpu" = torch.ops.aten.full.default([64, 128], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False);  full_default_1 = None

        # File: golden_cases_rules.py:234 in pass_uniform_values, code: ones = torch.ones(64, 128, device=x.device)
        full_default: "f32[64, 128][128, 1]cpu" = torch.ops.aten.full.default([64, 128], 1, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)

        # File: golden_cases_rules.py:236 in pass_uniform_values, code: return x * ones + zeros, (x - zeros) / ones, ones + 2 * ones
        mul_1: "f32[64, 128][128, 1]cpu" = torch.ops.aten.mul.Tensor(full_default, 2);  full_default = mul_1 = None
        full_default_2: "f32[64, 128][128, 1]cpu" = torch.ops.aten.full.default([64, 128], 3.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        return (arg0_1, arg0_1, full_default_2)
