class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 128][128, 1]cuda:0", arg1_1: "f32[128, 32][32, 1]cuda:0", arg2_1: "f32[32][1]cuda:0"):
        # File: golden_cases.py:347 in mm_bias_relu, code: return torch.relu(x @ w + bias)
        mm: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        add: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.add.Tensor(mm, arg2_1);  mm = arg2_1 = None
        relu: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.relu.default(add);  add = None
        return (relu,)
