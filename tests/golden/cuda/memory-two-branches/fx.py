class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512, 1][1, 1]cuda:0", arg1_1: "f32[1, 10][10, 1]cuda:0", arg2_1: "f32[10, 1][1, 1]cuda:0", arg3_1: "f32[1, 1][1, 1]cuda:0", arg4_1: "f32[1, 10][10, 1]cuda:0"):
        # File: golden_cases_more.py:187 in memory_two_branches, code: return ((x @ a) @ c).sum() + ((x @ b) @ d).sum()
        mul: "f32[512, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, arg1_1);  arg1_1 = None
        mm: "f32[512, 1][1, 1]cuda:0" = torch.ops.aten.mm.default(mul, arg2_1);  mul = arg2_1 = None
        sum_1: "f32[][]cuda:0" = torch.ops.aten.sum.default(mm);  mm = None
        mm_1: "f32[512, 1][1, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg3_1);  arg0_1 = arg3_1 = None
        mul_1: "f32[512, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mm_1, arg4_1);  mm_1 = arg4_1 = None
        sum_2: "f32[][]cuda:0" = torch.ops.aten.sum.default(mul_1);  mul_1 = None
        add: "f32[][]cuda:0" = torch.ops.aten.add.Tensor(sum_1, sum_2);  sum_1 = sum_2 = None
        return (add,)
