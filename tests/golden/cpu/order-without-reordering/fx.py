class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512, 256][256, 1]cpu", arg1_1: "f32[256][1]cpu"):
        # File: golden_cases_more.py:38 in order_without_reordering, code: z = x * y
        mul: "f32[512, 256][256, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None

        # File: golden_cases_more.py:39 in order_without_reordering, code: return z, z.sum(0), z.t().contiguous()
        sum_1: "f32[256][1]cpu" = torch.ops.aten.sum.dim_IntList(mul, [0])
        permute: "f32[256, 512][1, 256]cpu" = torch.ops.aten.permute.default(mul, [1, 0])
        clone: "f32[256, 512][512, 1]cpu" = torch.ops.aten.clone.default(permute, memory_format = torch.contiguous_format);  permute = None
        return (mul, sum_1, clone)
