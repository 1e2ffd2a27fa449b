class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 128][128, 1]cpu", arg1_1: "f32[128, 32][32, 1]cpu", arg2_1: "f32[32][1]cpu"):
        # File: golden_cases.py:347 in mm_bias_relu, code: return torch.relu(x @ w + bias)
        addmm_default: "f32[64, 32][32, 1]cpu" = torch.ops.aten.addmm.default(arg2_1, arg0_1, arg1_1);  arg2_1 = arg0_1 = arg1_1 = None
        relu: "f32[64, 32][32, 1]cpu" = torch.ops.aten.relu.default(addmm_default);  addmm_default = None
        return (relu,)
