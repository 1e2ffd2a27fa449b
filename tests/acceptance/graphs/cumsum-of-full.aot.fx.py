class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16][1]cuda:0"):
        full: "i64[16][1]cuda:0" = torch.ops.aten.full.default([16], 2, dtype = torch.int64, device = device(type='cuda', index=0), pin_memory = False)
        cumsum: "i64[16][1]cuda:0" = torch.ops.aten.cumsum.default(full, 0);  full = None
        add: "f32[16][1]cuda:0" = torch.ops.aten.add.Tensor(cumsum, arg0_1);  cumsum = arg0_1 = None
        return (add,)
