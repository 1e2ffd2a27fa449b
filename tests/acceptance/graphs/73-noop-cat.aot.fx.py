class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0"):
        clone: "f32[10][1]cuda:0" = torch.ops.aten.clone.default(arg0_1);  arg0_1 = None
        _lazy_clone: "f32[10][1]cuda:0" = torch.ops.aten._lazy_clone.default(clone);  clone = None
        return (_lazy_clone,)
