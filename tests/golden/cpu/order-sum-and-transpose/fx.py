class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[256, 128][128, 1]cpu"):
        # File: golden_cases_more.py:15 in order_sum_and_transpose, code: return x.sum(-1), x.t().contiguous()
        sum_1: "f32[256][1]cpu" = torch.ops.aten.sum.dim_IntList(arg0_1, [-1])
        permute: "f32[128, 256][1, 128]cpu" = torch.ops.aten.permute.default(arg0_1, [1, 0]);  arg0_1 = None
        clone: "f32[128, 256][256, 1]cpu" = torch.ops.aten.clone.default(permute, memory_format = torch.contiguous_format);  permute = None
        return (sum_1, clone)
