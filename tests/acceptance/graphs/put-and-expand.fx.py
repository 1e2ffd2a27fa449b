class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1024][1]cuda:0"):
        iota: "i64[10][1]cuda:0" = torch.ops.prims.iota.default(10, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)
        full_default: "f32[10][1]cuda:0" = torch.ops.aten.full.default([10], 1, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        index_put: "f32[1024][1]cuda:0" = torch.ops.aten.index_put_.default(arg0_1, [iota], full_default);  arg0_1 = iota = full_default = None
        # No stacktrace found for following nodes
        expand_1: "f32[2, 1024][0, 1]cuda:0" = torch.ops.aten.expand.default(index_put, [2, 1024]);  index_put = None
        return (expand_1,)
