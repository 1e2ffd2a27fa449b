class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2048, 1][1, 1]cuda:0", arg1_1: "f32[1, 10][10, 1]cuda:0", arg2_1: "f32[1, 1][1, 1]cuda:0", arg3_1: "f32[10, 1][1, 1]cuda:0", arg4_1: "f32[1, 10][10, 1]cuda:0"):
        mm: "f32[2048, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg1_1)
        mm_1: "f32[2048, 1][1, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, arg2_1);  arg0_1 = None
        mm_2: "f32[2048, 1][1, 1]cuda:0" = torch.ops.aten.mm.default(mm, arg3_1)
        mm_3: "f32[2048, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(mm_1, arg4_1)
        sum_1: "f32[][]cuda:0" = torch.ops.aten.sum.default(mm_2);  mm_2 = None
        sum_2: "f32[][]cuda:0" = torch.ops.aten.sum.default(mm_3);  mm_3 = None
        add: "f32[][]cuda:0" = torch.ops.aten.add.Tensor(sum_1, sum_2);  sum_1 = sum_2 = None
        permute: "f32[1, 2048][1, 1]cuda:0" = torch.ops.aten.permute.default(mm_1, [1, 0]);  mm_1 = None
        permute_1: "f32[10, 1][1, 10]cuda:0" = torch.ops.aten.permute.default(arg4_1, [1, 0]);  arg4_1 = None
        permute_2: "f32[10, 2048][1, 10]cuda:0" = torch.ops.aten.permute.default(mm, [1, 0]);  mm = None
        permute_3: "f32[1, 10][1, 1]cuda:0" = torch.ops.aten.permute.default(arg3_1, [1, 0]);  arg3_1 = None
        permute_4: "f32[1, 1][1, 1]cuda:0" = torch.ops.aten.permute.default(arg2_1, [1, 0]);  arg2_1 = None
        permute_5: "f32[10, 1][1, 10]cuda:0" = torch.ops.aten.permute.default(arg1_1, [1, 0]);  arg1_1 = None
        return (add, permute, permute_1, permute_2, permute_3, permute_4, permute_5)
