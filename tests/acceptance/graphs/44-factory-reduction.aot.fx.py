class <lambda>(torch.nn.Module):
    def forward(self):
        full: "f32[10][1]cpu" = torch.ops.aten.full.default([10], 1, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        full_1: "f32[10, 10][10, 1]cpu" = torch.ops.aten.full.default([10, 10], 1, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)
        add: "f32[10, 10][10, 1]cpu" = torch.ops.aten.add.Tensor(full, full_1);  full = full_1 = None
        sum_1: "f32[10][1]cpu" = torch.ops.aten.sum.dim_IntList(add, [-1]);  add = None
        return (sum_1,)
