class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[256, 1024][1024, 1]cuda:0", arg1_1: "f32[1024][1]cuda:0", arg2_1: "f32[1024, 128][128, 1]cuda:0"):
        # File: make-samples.py:36 in add_relu_shared, code: total = x + y
        add: "f32[256, 1024][1024, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None

        # File: make-samples.py:37 in add_relu_shared, code: return torch.relu(total), total @ weight
        relu: "f32[256, 1024][1024, 1]cuda:0" = torch.ops.aten.relu.default(add)
        mm: "f32[256, 128][128, 1]cuda:0" = torch.ops.aten.mm.default(add, arg2_1);  add = arg2_1 = None
        return (relu, mm)
