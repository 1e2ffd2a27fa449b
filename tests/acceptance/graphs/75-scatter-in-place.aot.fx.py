class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0", arg1_1: "i32[2][1]cuda:0"):
        _tensor_constant0: "f32[][]cpu" = self._tensor_constant0
        lift_fresh_copy: "f32[][]cpu" = torch.ops.aten.lift_fresh_copy.default(_tensor_constant0);  _tensor_constant0 = None
        index_put: "f32[10][1]cuda:0" = torch.ops.aten.index_put.default(arg0_1, [arg1_1], lift_fresh_copy);  arg1_1 = lift_fresh_copy = None
        copy: "f32[10][1]cuda:0" = torch.ops.aten.copy.default(arg0_1, index_put);  index_put = None
        copy_: "f32[10][1]cuda:0" = torch.ops.aten.copy_.default(arg0_1, copy);  arg0_1 = copy = copy_ = None
        return ()
