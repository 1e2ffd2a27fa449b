class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 256][256, 1]cpu", arg1_1: "f32[256, 256][256, 1]cpu"):
        # File: golden_cases_more.py:193 in memory_chain_in_place, code: x = (x @ w).relu() + x
        mm: "f32[64, 256][256, 1]cpu" = torch.ops.aten.mm.default(arg0_1, arg1_1)
        relu: "f32[64, 256][256, 1]cpu" = torch.ops.aten.relu.default(mm);  mm = None
        add: "f32[64, 256][256, 1]cpu" = torch.ops.aten.add.Tensor(relu, arg0_1);  relu = arg0_1 = None
        mm_1: "f32[64, 256][256, 1]cpu" = torch.ops.aten.mm.default(add, arg1_1)
        relu_1: "f32[64, 256][256, 1]cpu" = torch.ops.aten.relu.default(mm_1);  mm_1 = None
        add_1: "f32[64, 256][256, 1]cpu" = torch.ops.aten.add.Tensor(relu_1, add);  relu_1 = add = None
        mm_2: "f32[64, 256][256, 1]cpu" = torch.ops.aten.mm.default(add_1, arg1_1);  arg1_1 = None
        relu_2: "f32[64, 256][256, 1]cpu" = torch.ops.aten.relu.default(mm_2);  mm_2 = None
        add_2: "f32[64, 256][256, 1]cpu" = torch.ops.aten.add.Tensor(relu_2, add_1);  relu_2 = add_1 = None
        return (add_2,)
