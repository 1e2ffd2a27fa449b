class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16][1]cuda:0"):
        full_default: "i64[16][1]cuda:0" = torch.ops.aten.full.default([16], 2, dtype = torch.int64, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False);  full_default = None
        iota_default: "i64[16][1]cuda:0" = torch.ops.prims.iota.default(16, start = 1, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)
        mul_tensor: "i64[16][1]cuda:0" = torch.ops.aten.mul.Tensor(iota_default, 2);  iota_default = None
        expand_default: "i64[16][1]cuda:0" = torch.ops.aten.expand.default(mul_tensor, [16]);  mul_tensor = None
        add: "f32[16][1]cuda:0" = torch.ops.aten.add.Tensor(expand_default, arg0_1);  expand_default = arg0_1 = None
        return (add,)
