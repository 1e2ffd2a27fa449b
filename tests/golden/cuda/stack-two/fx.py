class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 32][32, 1]cuda:0", arg1_1: "f32[16, 32][32, 1]cuda:0"):
        # File: golden_cases.py:301 in stack_two, code: return torch.stack([x, y * 2], dim=1).relu()
        mul: "f32[16, 32][32, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 2);  arg0_1 = None
        cat: "f32[16, 64][64, 1]cuda:0" = torch.ops.aten.cat.default([arg1_1, mul], 1);  arg1_1 = mul = None
        view: "f32[16, 2, 32][64, 32, 1]cuda:0" = torch.ops.aten.reshape.default(cat, [16, 2, 32]);  cat = None
        relu: "f32[16, 2, 32][64, 32, 1]cuda:0" = torch.ops.aten.relu.default(view);  view = None
        return (relu,)
