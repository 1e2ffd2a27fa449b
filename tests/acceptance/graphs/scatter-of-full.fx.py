class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "i64[32, 1][1, 1]cuda:0"):
        # No stacktrace found for following nodes
        expand_default: "i64[32, 64][1, 0]cuda:0" = torch.ops.aten.expand.default(arg0_1, [32, 64]);  arg0_1 = None
        iota_default: "i64[64][1]cuda:0" = torch.ops.prims.iota.default(64, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)
        view_default: "i64[1, 64][64, 1]cuda:0" = torch.ops.aten.reshape.default(iota_default, [1, 64]);  iota_default = None
        eq_tensor: "b8[32, 64][64, 1]cuda:0" = torch.ops.aten.eq.Tensor(expand_default, view_default);  expand_default = view_default = None
        scalar_tensor_default_1: "f32[][]cuda:0" = torch.ops.aten.scalar_tensor.default(3.0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0))
        scalar_tensor_default: "f32[][]cuda:0" = torch.ops.aten.scalar_tensor.default(0.5, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0))
        where_self: "f32[32, 64][64, 1]cuda:0" = torch.ops.aten.where.self(eq_tensor, scalar_tensor_default_1, scalar_tensor_default);  eq_tensor = scalar_tensor_default_1 = scalar_tensor_default = None
        return (where_self,)
