class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0"):
        device_put: "f32[10][1]cuda:0" = torch.ops.prims.device_put.default(arg0_1, device(type='cuda', index=0));  arg0_1 = None
        _lazy_clone: "f32[10][1]cuda:0" = torch.ops.aten._lazy_clone.default(device_put);  device_put = None
        return (_lazy_clone,)
