class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 4, 16, 16][1024, 256, 16, 1]cuda:0"):
        # File: golden_cases.py:377 in pool_max_average, code: return F.max_pool2d(x, 3, 2, padding=1), F.avg_pool2d(x, 2), F.adaptive_avg_pool2d(x, 1)
        _low_memory_max_pool_with_offsets = torch.ops.prims._low_memory_max_pool_with_offsets.default(arg0_1, [3, 3], [2, 2], [1, 1], [1, 1], False)
        getitem: "f32[2, 4, 8, 8][256, 64, 8, 1]cuda:0" = _low_memory_max_pool_with_offsets[0];  _low_memory_max_pool_with_offsets = None
        avg_pool2d: "f32[2, 4, 8, 8][256, 64, 8, 1]cuda:0" = torch.ops.aten.avg_pool2d.default(arg0_1, [2, 2])
        mean: "f32[2, 4, 1, 1][4, 1, 1, 1]cuda:0" = torch.ops.aten.mean.dim(arg0_1, [-1, -2], True);  arg0_1 = None
        return (getitem, avg_pool2d, mean)
