class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 64][64, 1]cuda:0", arg1_1: "b8[64, 64][64, 1]cuda:0"):
        # File: golden_cases.py:101 in pointwise_masked_fill, code: return x.masked_fill(mask, -1e9), x.tril()
        full_default: "f32[][]cuda:0" = torch.ops.aten.full.default([], -1000000000.0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        where: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.where.self(arg1_1, full_default, arg0_1);  arg1_1 = full_default = None
        iota: "i64[64][1]cuda:0" = torch.ops.prims.iota.default(64, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)
        unsqueeze: "i64[1, 64][64, 1]cuda:0" = torch.ops.aten.unsqueeze.default(iota, -2);  iota = None
        iota_1: "i64[64][1]cuda:0" = torch.ops.prims.iota.default(64, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)
        unsqueeze_1: "i64[64, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(iota_1, -1);  iota_1 = None
        sub: "i64[64, 64][64, 1]cuda:0" = torch.ops.aten.sub.Tensor(unsqueeze, unsqueeze_1);  unsqueeze = unsqueeze_1 = None
        le: "b8[64, 64][64, 1]cuda:0" = torch.ops.aten.le.Scalar(sub, 0);  sub = None
        full_default_1: "f32[][]cuda:0" = torch.ops.aten.full.default([], 0.0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        where_1: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.where.self(le, arg0_1, full_default_1);  le = arg0_1 = full_default_1 = None
        return (where, where_1)
