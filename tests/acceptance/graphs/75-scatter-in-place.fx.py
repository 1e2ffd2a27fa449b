class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0", arg1_1: "i32[2][1]cuda:0"):
        full_default: "f32[][]cuda:0" = torch.ops.aten.full.default([], 1.0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        index_put: "f32[10][1]cuda:0" = torch.ops.aten.index_put_.default(arg0_1, [arg1_1], full_default);  arg0_1 = arg1_1 = full_default = index_put = None
        return ()
