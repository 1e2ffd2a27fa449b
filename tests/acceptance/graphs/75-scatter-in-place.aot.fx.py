class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0", arg1_1: "i32[2][1]cuda:0"):
        full: "f32[][]cuda:0" = torch.ops.aten.full.default([], 1.0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        index_put: "f32[10][1]cuda:0" = torch.ops.aten.index_put.default(arg0_1, [arg1_1], full);  arg1_1 = full = None
        copy: "f32[10][1]cuda:0" = torch.ops.aten.copy.default(arg0_1, index_put);  index_put = None
        copy_: "f32[10][1]cuda:0" = torch.ops.aten.copy_.default(arg0_1, copy);  arg0_1 = copy = copy_ = None
        return ()
