class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[32768, 16][16, 1]cuda:0", arg1_1: "f32[16, 32768][32768, 1]cuda:0", arg2_1: "f32[32768, 16][16, 1]cuda:0"):
        mm: "f32[32768, 32768][32768, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1);  arg0_1 = None
        sum_1: "f32[32768][1]cuda:0" = torch.ops.aten.sum.dim_IntList(mm, [-1]);  mm = None
        mm_1: "f32[32768, 32768][32768, 1]cuda:0" = torch.ops.aten.mm.default(arg2_1, arg1_1);  arg2_1 = arg1_1 = None
        sum_2: "f32[32768][1]cuda:0" = torch.ops.aten.sum.dim_IntList(mm_1, [-1]);  mm_1 = None
        add: "f32[32768][1]cuda:0" = torch.ops.aten.add.Tensor(sum_1, sum_2);  sum_1 = sum_2 = None
        return (add,)
