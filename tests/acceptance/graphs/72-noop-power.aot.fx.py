class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "i32[10][1]cuda:0"):
        pow_1: "i32[10][1]cuda:0" = torch.ops.aten.pow.Tensor_Scalar(arg0_1, 1);  arg0_1 = None
        _lazy_clone: "i32[10][1]cuda:0" = torch.ops.aten._lazy_clone.default(pow_1);  pow_1 = None
        return (_lazy_clone,)
