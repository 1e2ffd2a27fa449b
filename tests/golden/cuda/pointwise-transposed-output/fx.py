class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[128, 64][64, 1]cuda:0", arg1_1: "f32[128, 64][64, 1]cuda:0"):
        # File: golden_cases.py:55 in pointwise_transposed_output, code: return (x + 1).t(), (y * 2).t().contiguous()
        add: "f32[128, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, 1);  arg0_1 = None
        permute: "f32[64, 128][1, 64]cuda:0" = torch.ops.aten.permute.default(add, [1, 0]);  add = None
        mul: "f32[128, 64][64, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg1_1, 2);  arg1_1 = None
        permute_1: "f32[64, 128][1, 64]cuda:0" = torch.ops.aten.permute.default(mul, [1, 0]);  mul = None
        clone: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.clone.default(permute_1, memory_format = torch.contiguous_format);  permute_1 = None
        return (permute, clone)
