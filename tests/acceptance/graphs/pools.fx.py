class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s77)", arg1_1: "Sym(s27)", arg2_1: "f32[s77, s27][s27, 1]cuda:0", arg3_1: "f32[s27, s77][s77, 1]cuda:0", arg4_1: "f32[s27, s77][s77, 1]cuda:0"):
        permute: "f32[s27, s77][1, s27]cuda:0" = torch.ops.aten.permute.default(arg2_1, [1, 0])
        mm_1: "f32[s77, s77][s77, 1]cuda:0" = torch.ops.aten.mm.default(arg2_1, arg4_1);  arg4_1 = None
        mm_2: "f32[s27, s77][s77, 1]cuda:0" = torch.ops.aten.mm.default(permute, mm_1);  permute = mm_1 = None
        sum_1: "f32[][]cuda:0" = torch.ops.aten.sum.default(mm_2)
        mm_3: "f32[s77, s77][s77, 1]cuda:0" = torch.ops.aten.mm.default(arg2_1, mm_2);  arg2_1 = mm_2 = None
        sum_2: "f32[][]cuda:0" = torch.ops.aten.sum.default(mm_3);  mm_3 = None
        add: "f32[][]cuda:0" = torch.ops.aten.add.Tensor(sum_1, sum_2);  sum_1 = sum_2 = None
        return (add,)
