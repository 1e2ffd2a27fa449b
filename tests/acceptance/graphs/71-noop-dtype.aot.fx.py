class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0"):
        convert_element_type: "f32[10][1]cuda:0" = torch.ops.prims.convert_element_type.default(arg0_1, torch.float32);  arg0_1 = None
        _lazy_clone: "f32[10][1]cuda:0" = torch.ops.aten._lazy_clone.default(convert_element_type);  convert_element_type = None
        return (_lazy_clone,)
