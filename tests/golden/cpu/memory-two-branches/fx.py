class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512, 1][1, 1]cpu", arg1_1: "f32[1, 10][10, 1]cpu", arg2_1: "f32[10, 1][1, 1]cpu", arg3_1: "f32[1, 1][1, 1]cpu", arg4_1: "f32[1, 10][10, 1]cpu"):
        # File: golden_cases_more.py:187 in memory_two_branches, code: return ((x @ a) @ c).sum() + ((x @ b) @ d).sum()
        mm: "f32[512, 10][10, 1]cpu" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg1_1 = None
        mm_1: "f32[512, 1][1, 1]cpu" = torch.ops.aten.mm.default(mm, arg2_1);  mm = arg2_1 = None
        sum_1: "f32[][]cpu" = torch.ops.aten.sum.default(mm_1);  mm_1 = None
        mm_2: "f32[512, 1][1, 1]cpu" = torch.ops.aten.mm.default(arg0_1, arg3_1);  arg0_1 = arg3_1 = None
        mm_3: "f32[512, 10][10, 1]cpu" = torch.ops.aten.mm.default(mm_2, arg4_1);  mm_2 = arg4_1 = None
        sum_2: "f32[][]cpu" = torch.ops.aten.sum.default(mm_3);  mm_3 = None
        add: "f32[][]cpu" = torch.ops.aten.add.Tensor(sum_1, sum_2);  sum_1 = sum_2 = None
        return (add,)
