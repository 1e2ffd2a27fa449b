class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "i32[10][1]cuda:0"):
        ceil: "i32[10][1]cuda:0" = torch.ops.aten.ceil.default(arg0_1);  arg0_1 = None
        _lazy_clone: "i32[10][1]cuda:0" = torch.ops.aten._lazy_clone.default(ceil);  ceil = None
        return (_lazy_clone,)
