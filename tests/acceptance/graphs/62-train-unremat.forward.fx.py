class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0"):
        full: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.full.default([10, 10], 1, dtype = torch.float32, layout = torch.strided, device = device(type='cuda'), pin_memory = False)
        mm: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mm.default(arg0_1, full);  arg0_1 = None
        tanh: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.tanh.default(mm)
        tanh_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.tanh.default(tanh);  tanh = None
        permute: "f32[10, 10][1, 10]cuda:0" = torch.ops.aten.permute.default(full, [1, 0]);  full = None
        return (tanh_1, mm, permute)
