class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[12, 20][20, 1]cuda:0"):
        # File: golden_cases.py:274 in view_flip_roll, code: return x.flip(1) + 1, x.roll(3, 0), x.unfold(1, 4, 2).sum(-1)
        rev: "f32[12, 20][20, 1]cuda:0" = torch.ops.prims.rev.default(arg0_1, [1])
        add: "f32[12, 20][20, 1]cuda:0" = torch.ops.aten.add.Tensor(rev, 1);  rev = None
        iota: "i64[12][1]cuda:0" = torch.ops.prims.iota.default(12, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)
        add_1: "i64[12][1]cuda:0" = torch.ops.aten.add.Tensor(iota, 9);  iota = None
        fmod: "i64[12][1]cuda:0" = torch.ops.aten.fmod.Scalar(add_1, 12);  add_1 = None
        index: "f32[12, 20][20, 1]cuda:0" = torch.ops.aten.index.Tensor(arg0_1, [fmod]);  fmod = None
        unfold: "f32[12, 9, 4][20, 2, 1]cuda:0" = torch.ops.aten.unfold.default(arg0_1, 1, 4, 2);  arg0_1 = None
        sum_1: "f32[12, 9][9, 1]cuda:0" = torch.ops.aten.sum.dim_IntList(unfold, [-1]);  unfold = None
        return (add, index, sum_1)
