class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0"):
        slice_scatter: "f32[10][1]cuda:0" = torch.ops.aten.slice_scatter.default(arg0_1, arg0_1);  arg0_1 = None
        _lazy_clone: "f32[10][1]cuda:0" = torch.ops.aten._lazy_clone.default(slice_scatter);  slice_scatter = None
        return (_lazy_clone,)
