class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[65536][1]cpu", arg1_1: "f32[65536][1]cpu"):
        # File: golden_cases_more.py:161 in option_memory_threshold, code: return x.sin(), x.cos() + y
        sin: "f32[65536][1]cpu" = torch.ops.aten.sin.default(arg0_1)
        cos: "f32[65536][1]cpu" = torch.ops.aten.cos.default(arg0_1);  arg0_1 = None
        add: "f32[65536][1]cpu" = torch.ops.aten.add.Tensor(cos, arg1_1);  cos = arg1_1 = None
        return (sin, add)
