class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "i32[10][1]cuda:0"):
        floor: "i32[10][1]cuda:0" = torch.ops.aten.floor.default(arg0_1);  arg0_1 = None
        _lazy_clone: "i32[10][1]cuda:0" = torch.ops.aten._lazy_clone.default(floor);  floor = None
        return (_lazy_clone,)
