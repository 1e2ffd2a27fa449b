class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "i32[10][1]cuda:0"):
        _lazy_clone: "i32[10][1]cuda:0" = torch.ops.aten._lazy_clone.default(arg0_1);  arg0_1 = None
        return (_lazy_clone,)
