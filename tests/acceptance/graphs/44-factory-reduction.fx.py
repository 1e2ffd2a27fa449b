class <lambda>(torch.nn.Module):
    def forward(self):
        full: "f32[10][1]cpu" = torch.ops.aten.full.default([10], 1, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False);  full = None
        full_1: "f32[10, 10][10, 1]cpu" = torch.ops.aten.full.default([10, 10], 1, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False);  full_1 = None
        full_default: "f32[10, 10][10, 1]cpu" = torch.ops.aten.full.default([10, 10], 2.0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        sum_1: "f32[10][1]cpu" = torch.ops.aten.sum.dim_IntList(full_default, [-1]);  full_default = None
        return (sum_1,)
